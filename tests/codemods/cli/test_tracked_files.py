"""Which files of a folder are the project's own, by what git says."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from codemods.cli.tracked_files import TrackedFiles
from tests.codemods.cli.runs import LEGACY, codemods

NAMES = (
    "plugins/model.py", "env/chess.py", "build/lib/a.py", "env/untracked.py", "plugins/untracked.py", "a.py",
    "venv/site-packages/b.py", "own/c.py", ".hidden/d.py",
)  # fmt: skip
TRACKED = ("plugins/model.py", "env/chess.py", "build/lib/a.py", "a.py", "venv/site-packages/b.py", ".hidden/d.py")


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(LEGACY, encoding="utf-8")
    (tmp_path / ".gitignore").write_text("plugins\n", encoding="utf-8")
    git("init", "-q")
    git("add", "-f", *TRACKED)
    return tmp_path


def git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True)


def changed() -> set[str]:
    return {name for name in NAMES if Path(name).read_text(encoding="utf-8") != LEGACY}


def test_what_git_keeps_is_upgraded() -> None:
    """Faceswap ignores `*` and keeps `plugins`; packages for reinforcement learning have a folder `env`."""
    assert codemods("upgrade", ".").exit_code == 0
    assert changed() == {"plugins/model.py", "env/chess.py", "build/lib/a.py", "a.py", "own/c.py"}


def test_from_a_folder_below_the_repository() -> None:
    codemods("upgrade", "plugins", "env")
    assert changed() == {"plugins/model.py", "env/chess.py", "env/untracked.py"}


def test_what_is_excluded_stays() -> None:
    Path("pyproject.toml").write_text('[tool.codemods]\nexclude = ["env/", "plugins"]\n', encoding="utf-8")
    codemods("upgrade", ".")
    assert changed() == {"build/lib/a.py", "a.py", "own/c.py"}


def test_a_virtual_environment_that_git_keeps_stays() -> None:
    Path("env/pyvenv.cfg").write_text("", encoding="utf-8")
    codemods("upgrade", ".")
    assert "env/chess.py" not in changed()


def test_without_git(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    codemods("upgrade", ".")
    assert changed() == {"a.py", "own/c.py"}


def test_another_repository_in_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A hook of git runs with the variables of its own repository."""
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    assert TrackedFiles(tmp_path).has(Path("env/chess.py"))


def test_nothing_that_the_repository_configures_is_run(project: Path) -> None:
    hook = project / "hook"
    hook.write_text(f"#!/bin/sh\ntouch {project}/ran\n", encoding="utf-8")
    hook.chmod(0o755)
    git("config", "core.fsmonitor", os.fspath(hook))
    assert TrackedFiles(project).has(Path("a.py"))
    assert not (project / "ran").exists()
