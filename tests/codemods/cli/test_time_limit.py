"""One file that takes too long is named, and the others go on."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli import time_limit
from codemods.cli.main import main
from codemods.cli.time_limit import TimeIsUp, limited

LEGACY = "from keras.optimizers import SGD\nopt = SGD(lr=0.1)\n"
LONG = LEGACY + "opt = SGD(lr=0.1)\n" * 10_000

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no clock of processor time")


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        with contextlib.suppress(Exception):
            sum(range(1000))


@pytest.mark.parametrize("command", ["check", "upgrade", "detect"])
def test_long_work_on_one_file_is_a_failure_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(main, ["check", "-"], input=LEGACY)  # rules are imported once
    monkeypatch.setattr(time_limit, "SECONDS", 0.4)
    Path("a_long.py").write_text(LONG)
    Path("short.py").write_text(LEGACY)
    result = CliRunner().invoke(main, [command, "."])
    lines = result.output.splitlines()
    assert "a_long.py: not understood after 0.4 seconds of processor time; the file is untouched; split it" in lines[0]
    assert "short.py" in result.output
    assert "1 could not be processed" in lines[-1]
    assert Path("a_long.py").read_text() == LONG


def test_nothing_swallows_it() -> None:
    with pytest.raises(TimeIsUp), limited(0.05):
        busy(5)


def test_what_fails_when_the_time_was_up_is_no_error_of_its_own() -> None:
    def half_made() -> None:
        with contextlib.suppress(TimeIsUp):
            busy(5)
        raise KeyError("half made")

    with pytest.raises(TimeIsUp), limited(0.05):
        half_made()


def test_errors_in_time_stay_errors() -> None:
    with pytest.raises(KeyError), limited(5):
        raise KeyError("none")


def test_time_that_is_waited_does_not_count() -> None:
    with limited(0.05):
        time.sleep(0.2)


def test_clock_is_given_back() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    with limited(5):
        assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    assert signal.getsignal(signal.SIGVTALRM) is before


def test_another_thread_has_no_limit() -> None:
    done = []

    def work() -> None:
        with limited(0.01):
            busy(0.1)
        done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]
