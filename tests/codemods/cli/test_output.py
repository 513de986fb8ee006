"""Reports are plain in a pipe, where rich is not even imported, and styled where somebody asks for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli.main import main
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
    Output().print(("a[b].py", "bold"), ": text ", ("café", "green"))
    Output(stderr=True).print("[red]an error")
    assert capsys.readouterr() == ("a[b].py: text café\n", "[red]an error\n")


CONTROL = "a\x1b[31m\n\r\t\x7f\x9b\u202e\u2028\udcff"
SPELLED_OUT = r"a\x1b[31m\n\r\t\x7f\x9b\u202e\u2028\udcff"


@pytest.mark.parametrize("on_terminal", [True, False])
def test_text_has_no_power_over_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, on_terminal: bool
) -> None:
    if on_terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
    Output().print(CONTROL, (CONTROL, "bold"))
    shown = capsys.readouterr().out.removesuffix("\n")
    assert shown == SPELLED_OUT + (f"\x1b[1m{SPELLED_OUT}\x1b[0m" if on_terminal else SPELLED_OUT)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("command", [("check",), ("upgrade", "--check"), ("detect",)], ids=" ".join)
def test_a_name_cannot_forge_a_line(command: tuple[str, ...]) -> None:
    Path("b\nc.py:1:1: TFM102 forged.py").write_text("x = (\n")
    Path("d\x1b[2K\u202e.py").write_text("from keras.optimizers import SGD\nopt = SGD(lr='\x1b[31m')\n")
    result = CliRunner().invoke(main, [*command, "."])
    assert r"b\nc.py:1:1" in result.output
    assert r"d\x1b[2K\u202e.py" in result.output
    assert not {"\x1b", "\u202e"} & set(result.output)
    assert not any(line.startswith("c.py") for line in result.output.splitlines())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no terminals of this kind")
@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}], ids=["colours", "no colours"])
def test_diff_on_a_terminal_has_no_power_over_it(environment: dict[str, str]) -> None:
    import pty

    Path("a.py").write_text("from keras.optimizers import SGD\nopt = SGD(lr=0.1)\t# \x1b]0;title\x07\n")
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "codemods", "upgrade", "--diff", "a.py"],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert rb"\x1b]0;title\x07" in shown
    assert b"\x1b]" not in shown


def test_styled_where_colours_are_forced(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    Output().print(("a.py", "bold"), " is long " * 50)
    out = capsys.readouterr().out
    assert out.startswith("\x1b[1ma.py\x1b[0m")
    assert len(out.splitlines()) == 1
