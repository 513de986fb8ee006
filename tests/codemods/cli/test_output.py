"""Reports are plain in a pipe, where rich is not even imported, and styled where somebody asks for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codemods.cli.output import Output

ROOT = Path(__file__).parents[3]
CODE = """
import sys
from codemods.cli.main import main
try:
    main(["upgrade", "--diff", "a.py"])
finally:
    print(sorted({"rich", "multiprocessing", "asyncio", "pathspec", "tempfile"} & set(sys.modules)))
"""


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    Path("a.py").write_text("from keras.optimizers import SGD\nopt = SGD(lr=0.1)\n")


def test_small_run_in_a_pipe_imports_little() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


def test_plain_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    Output().print(("a[b].py", "bold"), ": \rtext ", ("café", "green"))
    Output(stderr=True).print("[red]an error")
    assert capsys.readouterr() == ("a[b].py: text café\n", "[red]an error\n")


def test_styled_where_colours_are_forced(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    Output().print(("a.py", "bold"), " is long " * 50)
    out = capsys.readouterr().out
    assert out.startswith("\x1b[1ma.py\x1b[0m")
    assert len(out.splitlines()) == 1
