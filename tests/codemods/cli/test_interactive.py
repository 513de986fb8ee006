"""`upgrade --interactive`: with answers from a file, and at a real terminal."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import Result

from codemods.cli import interactive
from codemods.engine.engine import check, upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.cli.runs import codemods

ROOT = Path(__file__).parents[3]
SOURCE = """\
from keras.optimizers import SGD
from keras.layers.core import Dense  # kept

opt = SGD(lr=0.1)
layer = Dense(2)
"""
"""TFM101 changes the second line, TFM102 the fourth."""
MOVED = SOURCE.replace("keras.layers.core", "keras.layers")
RENAMED = SOURCE.replace("lr=", "learning_rate=")
BOTH = MOVED.replace("lr=", "learning_rate=")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interactive, "needs_terminal", lambda: None)
    monkeypatch.setattr("codemods.cli.upgrade.needs_terminal", lambda: None)


def put(*names: str, text: str = SOURCE) -> None:
    for name in names:
        Path(name).write_text(text, encoding="utf-8")


def asked(answers: str, *args: str) -> Result:
    return codemods("upgrade", "--interactive", *args, stdin="".join(f"{each}\n" for each in answers))


pytestmark = pytest.mark.usefixtures("_terminal")


# --- answers


@pytest.mark.parametrize(
    ("answers", "after", "status"),
    [
        ("yy", BOTH, 0),
        ("yn", MOVED, 1),
        ("ny", RENAMED, 1),
        ("nn", SOURCE, 1),
        ("a", BOTH, 0),
        ("ya", BOTH, 0),
        ("na", RENAMED, 1),
        ("d", SOURCE, 1),
        ("yd", MOVED, 1),
        ("q", SOURCE, 1),
        ("yq", MOVED, 1),
        ("?yy", BOTH, 0),
        ("xY Y".replace(" ", ""), BOTH, 0),
        ("y", MOVED, 1),  # the input ends
        ("", SOURCE, 1),
    ],
)
def test_answers(answers: str, after: str, status: int) -> None:
    put("train.py")
    result = asked(answers, "train.py")
    assert Path("train.py").read_text() == after
    assert result.exit_code == status


def test_each_question_shows_what_it_would_do() -> None:
    put("train.py")
    result = asked("?ny", "train.py")
    first, second = result.stdout.split("train.py: TFM102")
    assert "train.py: TFM101 moved_names" in first
    assert "-from keras.layers.core import Dense  # kept\n+from keras.layers import Dense  # kept\n" in first
    assert "-opt" not in first
    assert "q - leave it, and all that is left in every file" in first
    assert "Apply 1 change of TFM101 to train.py? [y,n,a,d,q,?]" in first
    assert "\x1b" not in result.stdout
    assert "-opt = SGD(lr=0.1)\n+opt = SGD(learning_rate=0.1)\n" in second
    assert "Apply 1 change of TFM102 to train.py? [y,n,a,d,q,?]" in second


def test_what_is_declined_is_left_to_do() -> None:
    put("train.py")
    result = asked("ny", "train.py")
    assert "  changed\n       4  TFM102" in result.stderr
    assert "  review\n       2  TFM101" in result.stderr
    assert "1 file changed (1 change), 0 unchanged, 1 place to review" in result.stderr


def test_the_report_says_what_check_says_afterwards() -> None:
    put("train.py")
    asked("yn", "train.py")
    found = check(Path("train.py").read_bytes(), Settings())
    assert isinstance(found, Upgraded)
    assert [(each.code, each.line) for each in found.findings] == [("TFM102", 4)]


def test_several_files() -> None:
    put("a.py", "b.py", "c.py")
    result = asked("dyq", ".")
    assert [Path(name).read_text() for name in ("a.py", "b.py", "c.py")] == [SOURCE, MOVED, SOURCE]
    assert "1 file changed (1 change), 2 unchanged, 5 places to review" in result.stderr


def test_below_another_folder() -> None:
    put("a.py", "b.py", "c.py")
    asked("ynq", "-o", "out", "a.py", "b.py", "c.py")
    assert Path("out/a.py").read_text() == MOVED
    assert Path("a.py").read_text() == SOURCE
    assert not Path("out/b.py").exists()
    assert not Path("out/c.py").exists()


def test_nothing_to_ask() -> None:
    put("train.py", text="import keras\n")
    result = asked("", "train.py")
    assert result.exit_code == 0
    assert "[y,n" not in result.stdout


def test_a_rewrite_that_belongs_together_is_one_question() -> None:
    source = (
        "from keras.utils import multi_gpu_model\nfrom keras.models import Sequential\nfrom keras.layers import Dense\n"
        "model = Sequential([Dense(1, input_shape=(3,))])\nparallel = multi_gpu_model(model, gpus=2)\n"
        "parallel.compile('sgd', 'mse')\n"
    )
    full = upgrade(source.encode())
    assert isinstance(full, Upgraded)
    put("train.py", text=source)
    assert asked("a", "train.py").exit_code == 0
    assert Path("train.py").read_bytes() == full.after
    codes = list(dict.fromkeys(each.code for each in full.changes))
    for code in codes:
        put("train.py", text=source)
        alone = upgrade(source.encode(), Settings(ignore=tuple(each for each in codes if each != code)))
        assert isinstance(alone, Upgraded)
        questions = asked("n" * len(codes), "train.py").stdout
        assert alone.after == full.before or f"of {code} to train.py?" in questions


def test_a_notebook() -> None:
    cells = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": text}
        for text in (
            "from keras.optimizers import SGD\nfrom keras.layers.core import Dense",
            "opt = SGD(lr=0.1)\nDense(1)",
        )
    ]
    put("a.ipynb", text=json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    result = asked("ny", "a.ipynb")
    sources = [cell["source"] for cell in json.loads(Path("a.ipynb").read_text())["cells"]]
    assert sources == [cells[0]["source"], "opt = SGD(learning_rate=0.1)\nDense(1)"]
    assert "--- a/a.ipynb:cell 2" in result.stdout
    assert "    cell 1:2  TFM101" in result.stderr


def test_pins() -> None:
    put("requirements.txt", text="tensorflow==1.15\n")
    assert asked("n", "--requirements", "requirements.txt").exit_code == 1
    assert Path("requirements.txt").read_text() == "tensorflow==1.15\n"
    assert asked("y", "--requirements", "requirements.txt").exit_code == 0
    assert Path("requirements.txt").read_text() == "tensorflow==2.21.*\n"


@pytest.mark.parametrize(
    "options", [["--diff"], ["--check"], ["--format", "json"], ["--statistics"], ["--to", "compat"], ["--python2"]]
)
def test_options_that_do_not_go_with_questions(options: list[str]) -> None:
    put("train.py")
    result = asked("a", *options, "train.py")
    assert result.exit_code == 2
    assert "--interactive" in result.stderr.splitlines()[-1] or "--interactive" in result.stderr
    assert Path("train.py").read_text() == SOURCE


def test_standard_input_cannot_be_the_source() -> None:
    assert asked("a", "-").exit_code == 2


def test_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    done = subprocess.run(
        [sys.executable, "-P", "-m", "codemods", "upgrade", "-i", str(ROOT / "pyproject.toml")] if sys.version_info >= (3, 11)
        else [sys.executable, "-m", "codemods", "upgrade", "-i", str(ROOT / "pyproject.toml")],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, input=b"y\n", capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert b"--interactive asks at a terminal, and this is none" in done.stderr


# --- a real terminal

LAUNCH = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["tf-forward", *sys.argv[1:]]
from codemods.cli.main import main
main()
"""


class Terminal:
    """The side of a pseudo-terminal at which a person sits."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self._master = master
        self.process = process
        self.shown = ""

    def wait_for(self, text: str) -> None:
        seen, end = len(self.shown), time.monotonic() + 60
        while text not in self.shown[seen:]:
            assert time.monotonic() < end, self.shown
            if select.select([self._master], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self._master, 65536).decode()
                except OSError:
                    break
        assert text in self.shown[seen:], self.shown

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def press(self, key: str) -> None:
        """Press a key until it is heard: one that comes while the terminal changes hands may be lost."""
        for _ in range(20):
            with suppress(OSError):
                self.type(key)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(1)
                return

    def end(self) -> int:
        end = time.monotonic() + 60
        with suppress(OSError):
            while time.monotonic() < end:
                if select.select([self._master], [], [], 0.2)[0]:
                    self.shown += os.read(self._master, 65536).decode()
        return self.process.wait(1)


@contextmanager
def terminal(*args: str, **variables: str) -> Iterator[Terminal]:
    import pty

    master, slave = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **variables}
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCH, "upgrade", "-i", *args],
        stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env=environment,
    )  # fmt: skip
    os.close(slave)
    try:
        yield Terminal(master, process)
    finally:
        process.kill()
        process.wait()
        os.close(master)


unix = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
QUESTION = "[y,n,a,d,q,?] "
"""With the last space readline has the terminal; a Ctrl-D typed before would be lost."""


@unix
def test_at_a_terminal() -> None:
    put("train.py")
    with terminal("train.py") as screen:
        screen.wait_for(QUESTION)
        assert "\x1b[" in screen.shown
        screen.type("n\n")
        screen.wait_for(QUESTION)
        screen.type("y\n")
        assert screen.end() == 1
    assert Path("train.py").read_text() == RENAMED
    assert "1 file changed" in screen.shown


@unix
def test_without_colour() -> None:
    put("train.py")
    with terminal("train.py", NO_COLOR="1") as screen:
        screen.wait_for(QUESTION)
        screen.type("a\n")
        assert screen.end() == 0
    assert Path("train.py").read_text() == BOTH
    assert "\x1b[3" not in screen.shown


@unix
@pytest.mark.parametrize(("typed", "status"), [("\x03", 130), ("\x04", 1)])
def test_ctrl_c_and_ctrl_d_leave_what_was_accepted(typed: str, status: int) -> None:
    put("a.py", "b.py", "c.py")
    with terminal(".") as screen:
        screen.wait_for("TFM101 to a.py? " + QUESTION)
        screen.type("a\n")
        screen.wait_for("TFM101 to b.py? " + QUESTION)
        screen.type("y\n")
        screen.wait_for("TFM102 to b.py? " + QUESTION)
        screen.press(typed)
        assert screen.end() == status
    assert [Path(name).read_text() for name in ("a.py", "b.py", "c.py")] == [BOTH, MOVED, SOURCE]
    assert sorted(os.listdir()) == ["a.py", "b.py", "c.py"]
    assert "Traceback" not in screen.shown
