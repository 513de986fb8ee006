from __future__ import annotations

import pytest

from codemods.engine.engine import check, upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched


def setup(said: str) -> str:
    return f"from setuptools import setup\n{said}\n"


def changed(said: str) -> str:
    result = upgrade(setup(said).encode(), Settings(requirements=True))
    assert isinstance(result, Upgraded)
    again = upgrade(result.after, Settings(requirements=True))
    assert isinstance(again, Upgraded)
    assert again.changes == ()
    return result.after.decode().removeprefix("from setuptools import setup\n").removesuffix("\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('setup(install_requires=["tensorflow-gpu==1.13.1"])', 'setup(install_requires=["tensorflow[and-cuda]==2.21.*"])'),
        ("setup(install_requires=['keras<3', 'numpy<1.17'])", "setup(install_requires=['keras>=3.0', 'numpy>=1.26.0'])"),
        ("REQUIRED = ['tensorflow>=1.4,<2']  # pinned\nsetup(install_requires=REQUIRED)",
         "REQUIRED = ['tensorflow>=2.16']  # pinned\nsetup(install_requires=REQUIRED)"),
        ("setup(extras_require={'gpu': ['tensorflow-gpu']})", "setup(extras_require={'gpu': ['tensorflow[and-cuda]']})"),
        ("extras = {}\nextras['tf'] = ['tensorflow==1.15']", "extras = {}\nextras['tf'] = ['tensorflow==2.21.*']"),
        ("needs = []\nneeds.append('keras==2.2.4')", "needs = []\nneeds.append('keras==3.15.*')"),
        ("setup(install_requires=['tensorflow==1.15 ; sys_platform==\"linux\"'])",
         "setup(install_requires=['tensorflow==2.21.* ; sys_platform==\"linux\"'])"),
        ("setup(python_requires='>=3.5,<3.8', install_requires=['keras'])",
         "setup(python_requires='>=3.10', install_requires=['keras'])"),
    ],
)  # fmt: skip
def test_changed_on_demand(before: str, after: str) -> None:
    assert changed(before) == after


@pytest.mark.parametrize(
    "said",
    [
        "setup(install_requires=['tensorflow', 'keras>=2.2'])",
        "setup(install_requires=['tensorflow>=2.16', 'numpy<3'])",
        "setup(install_requires=['numpy==1.16.4'])",
        "setup(python_requires='>=3.5,<3.8')",
        "setup(python_requires='>=3.5', install_requires=['tensorflow'])",
        "setup(keywords=['tensorflow', 'tensorflow-gpu'])",
        "setup(extras_require={'tensorflow-gpu': ['tensorflow']})",
        "setup(entry_points={'console_scripts': ['keras-train=keras_train:main']})",
        "for name in ['tensorflow', 'tensorflow-gpu']:\n    print(name)",
        "if version == 'tensorflow==1.13.1':\n    pass",
        "'''tensorflow==1.13.1'''",
        "help = 'for example ' 'tensorflow==1.13.1'",
        "setup(install_requires=['tensorflow==1.13.1'])  # tf-forward: ignore[TFM276]",
        "setup(install_requires=['tensorflow<2; python_version<\"3.8\"'])",
    ],
)
def test_left_alone(said: str) -> None:
    check_untouched(setup(said))
    assert changed(said) == said


def test_only_where_setuptools_is_imported() -> None:
    check_untouched("REQUIRED = ['tensorflow==1.13.1']\n")


def test_reported_without_the_option() -> None:
    finding = check_declined(setup("setup(install_requires=['tensorflow==1.13.1'])"), "TFM276", 2)
    assert finding.advice == "write tensorflow==2.21.*, or run upgrade --requirements"
    assert finding.symbol == "tensorflow==1.13.1"


def test_check_reports_what_only_the_option_changes() -> None:
    result = check(setup("setup(install_requires=['keras<3'])").encode(), Settings(requirements=True))
    assert isinstance(result, Upgraded)
    assert [(each.code, each.rule) for each in result.findings] == [("TFM276", "")]


@pytest.mark.parametrize("said", ["needs = 'tensorflow==' + version", "needs = 'tensorflow>=%s' % version"])
def test_a_version_that_is_filled_in_gets_a_note(said: str) -> None:
    result = upgrade(setup(said).encode(), Settings(requirements=True))
    assert isinstance(result, Upgraded)
    assert result.findings == ()
    assert [each.code for each in result.notes] == ["TFM276"]
