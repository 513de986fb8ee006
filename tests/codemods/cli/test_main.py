"""The program says the name by which it was called, and in one line what it lacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codemods.cli.main import COMMANDS

ROOT = Path(__file__).parents[3]
SCRIPT = "import sys; from codemods.cli.main import main; sys.exit(main())"
"""The script that an installer writes into `bin/tf-forward`."""
MODULE = "python -m codemods"
NAMES = ("tf-forward", MODULE)


def call(folder: Path, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    if name == MODULE:
        command = ["-m", "codemods"]
    else:
        (folder / name).write_text(SCRIPT)
        command = [str(folder / name)]
    return subprocess.run(
        [sys.executable, *command, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", NAMES)
def test_help_shows_the_name(tmp_path: Path, name: str) -> None:
    (other,) = {*NAMES} - {name}
    assert call(tmp_path, name, "--help").stdout.startswith(f"Usage: {name} [OPTIONS] COMMAND")
    for command in COMMANDS:
        shown = call(tmp_path, name, command, "--help").stdout
        assert shown.startswith(f"Usage: {name} {command} [OPTIONS]")
        assert shown.count(f"  {name} ") >= 4, "in the examples"
        assert other not in shown.replace("# tf-forward: ignore", "")


@pytest.mark.parametrize("name", NAMES)
def test_errors_show_the_name(tmp_path: Path, name: str) -> None:
    for arguments in (["chek"], ["check"], ["upgrade", "--colour", "a.py"]):
        done = call(tmp_path, name, *arguments)
        assert done.returncode == 2
        assert done.stderr.startswith(f"Usage: {name} ")
        assert f"Try '{name} " in done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_a_command_that_is_missing_or_mistyped(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.py").touch()
    last = [call(tmp_path, name, argument).stderr.splitlines()[-1] for argument in ("a.py", "chek")]
    assert last == [
        f"Error: No such command 'a.py'; to rewrite it: {name} upgrade a.py",
        "Error: No such command 'chek'; there are check, upgrade, detect, explain, prove",
    ]


@pytest.mark.parametrize(("missing", "command"), [("click", "--help"), ("libcst", "upgrade"), ("libcst", "check")])
def test_missing_package_is_one_line(missing: str, command: str) -> None:
    """As on Python 3.9 and earlier, where the shims alone are installed."""
    code = f"import sys; sys.modules[{missing!r}] = None; sys.argv = ['tf-forward', {command!r}, 'a.py']\n{SCRIPT}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert missing in done.stderr
    assert "pip install tf-forward" in done.stderr
