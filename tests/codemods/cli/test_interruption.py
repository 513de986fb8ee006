"""A run that is asked to end does so at once, with one line, and leaves whole files and no processes behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from codemods.cli import writing
from codemods.cli.discovery import Source
from codemods.cli.interruption import Interrupted, interruptible
from codemods.cli.workers import POOL_FROM
from codemods.cli.writing import write_in_place
from codemods.types import Upgraded
from tests.quick import first

ROOT = Path(__file__).parents[3]
LEGACY = b"from keras.optimizers import SGD\n" + b"opt = SGD(lr=0.1)\n" * 4000
"""It takes many seconds, which no test waits for."""
SMALL = b"from keras.optimizers import SGD\nopt = SGD(lr=0.1)\n"
IN_GROUP = "the whole group, as Ctrl-C does"
ALONE = "the parent alone"
METHODS = ["fork", *(["spawn", "forkserver"] if sys.version_info >= (3, 11) else [])]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """No signal is ignored, as a shell has it for what it runs in the background."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for number in range(POOL_FROM + 2):
        (folder / f"train_{number}.py").write_bytes(LEGACY)
    return folder


@contextmanager
def running(folder: Path, *, method: str = "fork", command: str = "upgrade") -> Iterator[subprocess.Popen[bytes]]:
    """A run whose workers have begun to work on its files; git, which it asks for ignored files, is a child before."""
    start = folder.parent / "start.py"
    start.write_text(
        "if __name__ == '__main__':\n"
        f"    import multiprocessing; multiprocessing.set_start_method({method!r})\n"
        "    import sys; from codemods.cli.main import main; sys.exit(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, start, command, "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            wait_for(lambda: len(children(process.pid)) >= min(os.cpu_count() or 1, POOL_FROM + 2))
            time.sleep(0.7)
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def children(parent: int) -> list[int]:
    done = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True, check=False)
    found = [int(each) for each in done.stdout.split()]
    return found + [below for each in found for below in children(each)]


def is_alive(process: int) -> bool:
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return done.stdout.strip()[:1] not in {"", "Z"}


def hears(process: int) -> bool:
    """True once a run has handlers of its own; Python by itself has none for SIGTERM."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        time.sleep(3)
        return True
    caught = next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("name", "to", "method"),
    first(
        3,
        [
            *(("SIGINT", IN_GROUP, method) for method in METHODS),
            *(("SIGINT", ALONE, method) for method in METHODS),
            ("SIGTERM", ALONE, "fork"),
            ("SIGTERM", IN_GROUP, "fork"),
            ("SIGHUP", IN_GROUP, "fork"),
        ],
    ),
)
def test_signal_ends_the_run_at_once(project: Path, name: str, to: str, method: str) -> None:
    number = getattr(signal, name)
    with running(project, method=method) as process:
        workers = children(process.pid)
        begun = time.monotonic()
        (os.killpg if to == IN_GROUP else os.kill)(process.pid, number)
        output, errors = process.communicate(timeout=20)
        assert time.monotonic() - begun < 5, "it was half a minute"
    assert process.returncode == 128 + number
    assert output == b""
    assert errors.decode() == f"Stopped by {name}: no file is half written; run it again for the rest.\n"
    wait_for(lambda: not any(map(is_alive, workers)))
    assert {each.read_bytes() for each in project.iterdir()} == {LEGACY}


def test_workers_end_with_a_parent_that_is_killed(project: Path) -> None:
    with running(project) as process:
        workers = children(process.pid)
        assert workers
        process.kill()
        process.wait()
        wait_for(lambda: not any(map(is_alive, workers)))


def test_a_run_of_few_files_ends_as_well(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "train.py").write_bytes(LEGACY)
    command = [sys.executable, "-m", "codemods", "check", "."]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE) as process:
        wait_for(lambda: hears(process.pid))
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.startswith(b"Stopped by SIGINT")
    assert errors.count(b"\n") == 1


def test_the_next_run_does_the_rest(project: Path) -> None:
    with running(project) as process:
        process.send_signal(signal.SIGINT)
    for each in project.iterdir():
        each.write_bytes(SMALL)
    command = [sys.executable, "-m", "codemods", "upgrade", "--quiet", "."]
    done = subprocess.run(command, cwd=project, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 0
    assert all(b"learning_rate" in each.read_bytes() for each in project.iterdir())


def test_signal_while_a_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is finished first."""
    script = tmp_path / "train.py"
    script.write_bytes(SMALL)
    sync = os.fsync

    def interrupted(descriptor: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        sync(descriptor)

    monkeypatch.setattr(writing.os, "fsync", interrupted)
    with pytest.raises(Interrupted), interruptible():
        write_in_place(Source(script, Path("train.py")), Upgraded(SMALL, b"done = 1\n"))
    assert script.read_bytes() == b"done = 1\n"
    assert [each.name for each in tmp_path.iterdir()] == ["train.py"]


def test_signals_that_are_ignored_stay_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under nohup, and in the background of a script."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptible():
            os.kill(os.getpid(), signal.SIGHUP)
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_handlers_are_given_back() -> None:
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    with interruptible():
        pass
    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before
