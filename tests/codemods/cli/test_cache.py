"""A second `check` says the same in a fraction of the time, and sees whatever has changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli import cache, module_paths, reading
from codemods.cli.cache import FOLDER
from codemods.cli.main import main

ROOT = Path(__file__).parents[3]
LEGACY = "from keras.optimizers import SGD\nopt = SGD(lr=0.1)\n"
CLEAN = "from keras.optimizers import SGD\nopt = SGD(learning_rate=0.1)\n"
MODEL = "from keras.models import Sequential\nfrom keras.layers import Dense\n\ndef build():\n    return %s\n"
USER = "from models import build\n\nmodel = build()\nmodel.compile('sgd', 'mse')\nmodel.fit_generator(x, 1)\n"
NOTEBOOK = {
    "cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": LEGACY}],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}


@pytest.fixture(autouse=True)
def _in_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text(LEGACY)


def check(*options: str) -> str:
    """A run as a new process would make it: what this one knows of the disk is forgotten."""
    cache._located.cache_clear()
    for kept in (module_paths._direct_importers, module_paths._naming, module_paths._placed, module_paths._names_in):
        kept.cache_clear()
    module_paths.sources_of.cache_clear()
    reading.local_modules.cache_clear()
    module_paths.top_of.cache_clear()
    result = CliRunner().invoke(main, ["check", *options, "."])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return f"{result.output}{result.exit_code}"


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were really looked at."""
    names: list[str] = []
    task = reading.Task.__call__

    def noted(self: reading.Task, source: object) -> object:
        names.append(source.path.name)
        return task(self, source)

    monkeypatch.setattr(reading.Task, "__call__", noted)
    return names


def test_second_run_does_without_the_parser() -> None:
    run = "import sys\nfrom codemods.cli.main import main\ntry: main()\nfinally: print('libcst' in sys.modules)"
    command = [sys.executable, "-c", run, "check", "--quiet", "."]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    runs = [subprocess.run(command, env=environment, capture_output=True, text=True, check=False) for _ in range(2)]
    assert [run.stdout.split()[-1] for run in runs] == ["True", "False"], runs[-1].stderr


def test_second_run_says_the_same_and_looks_at_nothing(looked_at: list[str]) -> None:
    Path("b.py").write_text("import keras\nkeras.backend.tensorflow_backend.set_session(1)\n")
    Path("c.ipynb").write_text(json.dumps(NOTEBOOK))
    Path("d.py").write_text("import os\n")
    for options in ([], ["--format", "json"]):
        Path(FOLDER).exists() and [each.unlink() for each in Path(FOLDER).glob("*.json")]
        looked_at.clear()
        first = check(*options)
        assert sorted(looked_at) == ["a.py", "b.py", "c.ipynb", "d.py"]
        looked_at.clear()
        assert check(*options) == first
        assert looked_at == []
        assert check(*options, "--no-cache") == first


def test_content_that_changes_is_seen(looked_at: list[str]) -> None:
    assert "TFM102" in check()
    Path("a.py").write_text(CLEAN)
    assert "TFM102" not in check()
    assert looked_at == ["a.py", "a.py"]


@pytest.mark.parametrize(
    "options", [["--target", "tensorflow==2.15"], ["--ignore", "TFM102"], ["--from", "keras==2.3"]]
)
def test_options_have_entries_of_their_own(options: list[str]) -> None:
    plain = check()
    assert check(*options) == check(*options, "--no-cache")
    assert check() == plain


def test_another_tool_looks_again(monkeypatch: pytest.MonkeyPatch, looked_at: list[str]) -> None:
    check()
    monkeypatch.setattr(cache, "tool", lambda: "another")
    check()
    assert looked_at == ["a.py", "a.py"]


@pytest.mark.parametrize(
    "change",
    [
        lambda: Path("models.py").write_text(MODEL % "None"),
        lambda: Path("models.py").unlink(),
        lambda: Path("models.py").write_text("from parts import build\n"),
    ],
    ids=["other text", "gone", "from elsewhere"],
)
def test_change_in_an_imported_module_is_seen(change: Callable[[], object]) -> None:
    Path("user.py").write_text(USER)
    Path("models.py").write_text(MODEL % "Sequential([Dense(1)])")
    before = check()
    assert "user.py:5" in before
    assert check() == before
    change()
    assert check() == check("--no-cache") != before


PARALLEL = """from keras.models import load_model
from keras.utils import multi_gpu_model


def build():
    m = load_model("m.h5", compile=False)
    p = multi_gpu_model(m, gpus=2)
    p.compile("sgd", "mse")
    return p
"""


@pytest.mark.parametrize("already", [True, False], ids=["there", "new"])
def test_change_in_a_module_that_imports_the_file_is_seen(already: bool) -> None:
    Path(".git").mkdir()
    Path("nets.py").write_text(PARALLEL)
    if already:
        Path("main.py").write_text("from nets import build\nbuild().fit(x, y)\n")
    before = check()
    assert "on the shim" not in before
    assert check() == before
    Path("main.py").write_text("from nets import build\nprint(build().layers[3])\n")
    assert "on the shim" in check()
    assert check() == check("--no-cache")


def test_change_further_away_is_seen() -> None:
    """In a module that a module imports."""
    Path("user.py").write_text(USER.replace("from models import build", "from models import *"))
    Path("models.py").write_text("import keras\nfrom parts import *\n")
    Path("parts.py").write_text(MODEL % "Sequential([Dense(1)])")
    before = check()
    assert "user.py:5" in before
    assert check() == before
    Path("parts.py").write_text(MODEL % "None")
    assert check() == check("--no-cache") != before


def test_module_that_appears_is_seen() -> None:
    Path("user.py").write_text(USER)
    before = check()
    Path("models.py").write_text(MODEL % "Sequential([Dense(1)])")
    assert check() == check("--no-cache") != before


def test_own_keras_that_appears_is_seen() -> None:
    before = check()
    Path("keras.py").write_text("")
    assert check() == check("--no-cache") != before


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"tool": 1}'],
    ids=lambda content: repr(content[:12]),
)
def test_damaged_entry_is_no_matter(content: bytes, looked_at: list[str]) -> None:
    first = check()
    for each in Path(FOLDER).glob("*.json"):
        each.write_bytes(content)
    assert check() == first
    assert check() == first
    assert looked_at == ["a.py", "a.py"]


@pytest.mark.parametrize(
    ("key", "value"),
    [("findings", [["TFM102"]]), ("findings", 1), ("modules", []), ("local", None), ("looked_up", [1]), ("program", 1)],
)
def test_entry_with_wrong_values_is_no_matter(key: str, value: object) -> None:
    first = check()
    (entry,) = Path(FOLDER).glob("*.json")
    entry.write_text(json.dumps({**json.loads(entry.read_bytes()), key: value}))
    assert check() == first


@pytest.mark.parametrize("make", [Path.touch, lambda path: path.symlink_to("/tmp"), lambda path: path.symlink_to(path)])
def test_folder_that_cannot_be_written_is_no_error(make: Callable[[Path], None]) -> None:
    plain = check("--no-cache")
    make(Path(FOLDER))
    before = sorted(os.listdir("/tmp"))
    assert check() == plain
    assert not [each for each in {*os.listdir("/tmp")} - {*before} if each.endswith(".json")]


def test_folder_is_not_for_git() -> None:
    check()
    assert Path(FOLDER, ".gitignore").read_text() == "*\n"


def test_no_cache_keeps_nothing() -> None:
    check("--no-cache")
    assert not Path(FOLDER).exists()


def test_a_failure_is_looked_at_again(looked_at: list[str]) -> None:
    Path("a.py").write_text("x = (\n")
    assert check() == check()
    assert looked_at == ["a.py", "a.py"]


def test_runs_at_the_same_time() -> None:
    for number in range(10):
        Path(f"m{number}.py").write_text(LEGACY)
    command = [sys.executable, "-m", "codemods", "check", "."]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) for _ in range(2)]
    first, second = (run.communicate()[0] for run in runs)
    assert first == second
    assert check()[:-1] == first.decode()
    assert not list(Path(FOLDER).glob("*.tmp"))
