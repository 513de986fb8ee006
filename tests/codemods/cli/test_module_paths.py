"""Which files of a project import a module."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.module_paths import importers_of, located, sources_of


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "nets").mkdir()
    (tmp_path / "nets" / "unet.py").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("main.py", "import nets.unet\n"),
        ("main.py", "import os, nets.unet as unet\n"),
        ("main.py", "from nets import unet\n"),
        ("main.py", "from nets import (\n    other,\n    unet as u,\n)\n"),
        ("main.py", "from nets import other, \\\n    unet\n"),
        ("main.py", "from nets.unet import build  # the net\n"),
        ("main.py", "def main():\n    from nets.unet import *\n"),
        ("nets/main.py", "from . import unet\n"),
        ("nets/main.py", "from .unet import build\n"),
        ("nets/main.py", "import unet\n"),
        ("tools/main.py", "from nets.unet import build\n"),
        ("tools/main.py", "from ..nets.unet import build\n"),
    ],
)
def test_imports(project: Path, name: str, source: str) -> None:
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text(source)
    assert importers_of(project / "nets" / "unet.py") == (project / name,)


@pytest.mark.parametrize(
    "source",
    [
        '{"source": ["%matplotlib inline\\n", "from nets import unet\\n"]}',
        '{"source": "import os\\nimport nets.unet as u"}',
    ],
)
def test_imports_of_a_notebook(project: Path, source: str) -> None:
    (project / "main.ipynb").write_text(source)
    assert importers_of(project / "nets" / "unet.py") == (project / "main.ipynb",)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("main.py", "import nets\n"),
        ("main.py", "import unet\n"),
        ("main.py", "# import nets.unet\n"),
        ("main.py", "from keras import unet\n"),
        ("main.txt", "import nets.unet\n"),
        ("nets/main.py", "from .. import unet\n"),
        ("nets/unet.py", "from . import unet\n"),
        (".hidden/main.py", "import nets.unet\n"),
    ],
)
def test_other_imports(project: Path, name: str, source: str) -> None:
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text(source)
    assert importers_of(project / "nets" / "unet.py") == ()


def test_importers_of_importers_come_later(project: Path) -> None:
    (project / "nets" / "__init__.py").write_text("from .unet import build\n")
    (project / "a.py").write_text("from nets import build\n")
    (project / "b.py").write_text("import a\nimport c\n")
    (project / "c.py").write_text("import b\n")
    found = importers_of(project / "nets" / "unet.py")
    assert [each.name for each in found] == ["__init__.py", "a.py", "b.py", "c.py"]


def test_a_folder_alone(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("a.py", "b.ipynb", "c.txt", "deep/d.py"):
        (tmp_path / name).write_text("")
    assert [each.name for each in sources_of(tmp_path)] == ["a.py", "b.ipynb"]


def test_where_modules_are(project: Path) -> None:
    assert located(project / "nets", "nets.unet") == project / "nets" / "unet.py"
    assert located(project, ".nets.unet") == project / "nets" / "unet.py"
    assert located(project, "keras") is None
