"""A file is of the time of its last commit, if nothing else tells of its releases."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from codemods.cli import last_commits
from codemods.cli.last_commits import last_commit
from tests.codemods.cli.runs import codemods

LAYER = "import keras\n\nlayer = keras.layers.GRU(4)\n"
"""GRU has other defaults in Keras 3."""
KERAS_3 = "import keras\n\nlayer = keras.layers.GRU(4)\nkeras.ops.zeros((2, 2))\n"


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    for name in ("user.name", "user.email"):
        monkeypatch.setenv(f"GIT_{name.replace('user.', 'AUTHOR_').upper()}", "somebody")
        monkeypatch.setenv(f"GIT_{name.replace('user.', 'COMMITTER_').upper()}", "somebody")
    git("init", "-q")
    last_commits.asked.clear()
    yield
    last_commits.asked.clear()
    last_commits._slow.clear()


def git(*arguments: str, author: str = "", committer: str = "") -> None:
    days = {f"GIT_{who}_DATE": f"{day}T12:00:00Z" for who, day in (("AUTHOR", author), ("COMMITTER", committer)) if day}
    variables = [f"{name}={value}" for name, value in days.items()]
    subprocess.run(["env", *variables, "git", *arguments], check=True)


def commit(day: str, *, committed: str = "") -> None:
    git("add", "-A")
    git("commit", "-qm", "x", author=day, committer=committed or day)


def write(source: str, name: str = "train.py") -> Path:
    path = Path(name).absolute()
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    return path


def test_last_commit_of_a_file() -> None:
    first, second = write("a = 1\n", "a.py"), write("b = 1\n", "lib/b.py")
    commit("2018-05-01")
    write("a = 2\n", "a.py")
    commit("2019-06-01")
    assert last_commit(first) == date(2019, 6, 1)
    assert last_commit(second) == date(2018, 5, 1)


@pytest.mark.parametrize(("author", "committer"), [("2018-05-01", "2025-01-02"), ("2025-01-02", "2018-05-01")])
def test_the_later_day_counts(author: str, committer: str) -> None:
    """A commit that was amended keeps the day of its author, whatever it holds now."""
    path = write("a = 1\n")
    commit(author, committed=committer)
    assert last_commit(path) == date(2025, 1, 2)


def test_file_that_is_not_committed() -> None:
    write("a = 1\n", "a.py")
    commit("2018-05-01")
    assert last_commit(write("b = 1\n", "b.py")) is None


def test_no_repository(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert last_commit(tmp_path_factory.mktemp("alone") / "a.py") is None


def test_no_git(monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a = 1\n")
    commit("2018-05-01")
    monkeypatch.setenv("PATH", "")
    assert last_commit(path) is None


def test_history_that_takes_too_long_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a = 1\n")
    runs = []

    def slow(*_: object, **__: object) -> None:
        runs.append(1)
        raise subprocess.TimeoutExpired("git", 1)

    monkeypatch.setattr(subprocess, "run", slow)
    assert last_commit(path) is None
    assert last_commit(path.with_name("b.py")) is None
    assert len(runs) == 1


def test_another_repository_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = write("a = 1\n")
    commit("2018-05-01")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other"))
    assert last_commit(path) == date(2018, 5, 1)


# --- what it decides


def test_file_of_keras_2_by_its_last_commit() -> None:
    path = write(LAYER)
    assert "TFM112" in codemods("upgrade", "--diff", "train.py").output, "a note, before it is committed"
    commit("2019-06-01")
    last_commits.asked.clear()
    said = codemods("upgrade", "train.py").output
    assert "written for releases of its time: last commit 2019-06-01" in said
    assert "reset_after=False" in path.read_text()
    again = codemods("upgrade", "train.py")
    assert "0 files changed" in again.output, "what is not committed yet is of the time of the last commit"


def test_committed_today() -> None:
    path = write(LAYER)
    commit("2025-06-01")
    codemods("upgrade", "train.py")
    assert path.read_text() == LAYER


def test_uses_outweigh_it() -> None:
    """A commit with a clock that was wrong, or one that was rewritten."""
    path = write(KERAS_3)
    commit("2019-06-01")
    codemods("upgrade", "train.py")
    assert path.read_text() == KERAS_3


def test_from_outweighs_it() -> None:
    path = write(LAYER)
    commit("2019-06-01")
    said = codemods("upgrade", "--from", "keras==3.0", "train.py").output
    assert path.read_text() == LAYER
    assert "its time" not in said


def test_reports_for_other_programs() -> None:
    write(LAYER)
    write("import keras\nfrom keras.optimizers import SGD\nopt = SGD(lr=0.1)\n", "clear.py")
    write("import keras\nx = keras.ops.ones(3)\n", "today.py")  # or clear.py would tell for train.py
    commit("2019-06-01")
    told = {
        each["path"]: each.get("vintage")
        for each in json.loads(codemods("check", "--format", "json", ".").stdout)["files"]
    }
    assert told == {"train.py": "last commit 2019-06-01", "clear.py": None, "today.py": None}


def test_detect_tells_of_it() -> None:
    write(LAYER)
    commit("2018-05-01")
    said = codemods("detect", "train.py").output
    assert "Keras up to 2.2.5\n    last commit 2018-05-01" in said


def test_kept_result_rests_on_it() -> None:
    write(LAYER)
    commit("2019-06-01")
    before = codemods("check", "train.py").output
    assert "fixed by upgrade" in before
    assert codemods("check", "train.py").output == before
    write(f"{LAYER}\n")
    commit("2025-06-01")
    write(LAYER)
    last_commits.asked.clear()
    assert "fixed by upgrade" not in codemods("check", "train.py").output
