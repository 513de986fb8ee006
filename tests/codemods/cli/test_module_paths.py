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


@pytest.mark.parametrize("mark", [".git/config", "README.md", "pyproject.toml", "gan/__init__.py"])
def test_imports_from_the_top_of_what_is_no_checkout(tmp_path: Path, mark: str) -> None:
    for name in (mark, "gan/src/train.py", "gan/src/net.py", "gan/src/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("from gan.src.net import build\n" if name.endswith("train.py") else "")
    assert located(tmp_path / "gan" / "src", "gan.src.net") == tmp_path / "gan" / "src" / "net.py"
    assert importers_of(tmp_path / "gan" / "src" / "net.py") == (tmp_path / "gan" / "src" / "train.py",)


def test_a_project_whose_top_is_a_package(tmp_path: Path) -> None:
    for name in ("yolo/README.md", "yolo/__init__.py", "yolo/nets/__init__.py", "yolo/nets/net.py", "yolo/train.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("from nets.net import build\n" if name.endswith("train.py") else "")
    assert importers_of(tmp_path / "yolo" / "nets" / "net.py") == (tmp_path / "yolo" / "train.py",)


def test_what_is_beside_a_folder_that_looks_like_no_project(tmp_path: Path) -> None:
    for name in ("other/train.py", "nets/net.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("from nets.net import build\n" if name.endswith("train.py") else "")
    assert importers_of(tmp_path / "nets" / "net.py") == ()


@pytest.mark.parametrize("mark", [True, False])
def test_a_package_in_a_folder_of_the_checkout(tmp_path: Path, mark: bool) -> None:
    (tmp_path / ".git").mkdir()
    package = tmp_path / "cloud" / "trainer"
    package.mkdir(parents=True)
    if mark:
        (package / "__init__.py").write_text("")
    (package / "model.py").write_text("")
    (package / "task.py").write_text("from trainer.model import build\n")
    assert located(package, "trainer.model") == (package / "model.py" if mark else None)
    assert importers_of(package / "model.py") == ((package / "task.py",) if mark else ())
