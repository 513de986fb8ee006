"""Upgrade real legacy scripts, run what comes out, and compare the exit status of `upgrade` with the run's end.

    python tests/benchmarks/real_scripts.py FOLDER [--legacy PYTHON] [--to native compat] [--only PATTERN]

FOLDER holds scripts of any repositories. Each is upgraded in a copy of its folder and run on two emulated GPUs with small
data in place of downloads (tests/benchmarks/small_data.py). With `--legacy`, the Python of an environment that the
scripts were written for, the script as it is runs there first; one that fails there is not counted.
`upgrade` is wrong where it says that nothing is left to do (exit status 0) and the run fails: the table says SILENT.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import click
from rich.progress import track

PROJECT = Path(__file__).resolve().parents[2]
TIMED_OUT = "still running at the time limit"
_MISSING = re.compile(
    r"FileNotFoundError|No such file or directory|would be downloaded|URL fetch|You must install|No module named '(?!keras|tensorflow)"
)


@dataclass(frozen=True)
class Ran:
    """How a run ended: whether without an error, and the last line of one."""

    well: bool
    last: str = ""

    @property
    def lacks_something(self) -> bool:
        """Whether the script asks for a file or a package that is not there."""
        return not self.well and _MISSING.search(self.last) is not None


@dataclass(frozen=True)
class Row:
    """One script, upgraded one way: the exit status of `upgrade`, and how the result ran."""

    script: str
    target: str
    status: int
    ran: Ran

    @property
    def verdict(self) -> str:
        """`ran`, `reported` or `SILENT`."""
        if self.ran.well:
            return "ran"
        return "reported" if self.status else "SILENT"


def run(python: str, script: Path, limit: float) -> Ran:
    """Run a script with small data in its own folder."""
    command = [python, "-m", "tests.benchmarks.small_data", script.name, "--replicas", "2"]
    environment = {
        **os.environ,
        "PYTHONPATH": str(PROJECT),
        "MPLBACKEND": "Agg",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "PYTHONWARNINGS": "ignore",
    }
    try:
        done = subprocess.run(
            command, cwd=script.parent, env=environment, capture_output=True, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return Ran(True, TIMED_OUT)
    if done.returncode == 0:
        return Ran(True)
    return Ran(False, (_error_line(done.stderr) or f"exit status {done.returncode}").strip()[:160])


def _error_line(text: str) -> str:
    """The line that names the exception; below it there may be more of its message."""
    lines = [line for line in text.splitlines() if line.strip()]
    named = [line for line in lines if line[:1].isalpha() and "Error" in line.split(":")[0]]
    return (named or lines or [""])[-1]


def upgraded(script: Path, target: str) -> int:
    """Upgrade a script in place; return the exit status."""
    command = [sys.executable, "-m", "codemods", "upgrade", "--to", target, script.name]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    return subprocess.run(command, cwd=script.parent, env=environment, capture_output=True, check=False).returncode


def rows(script: Path, targets: Sequence[str], limit: float) -> Iterator[Row]:
    for target in targets:
        with tempfile.TemporaryDirectory() as folder:
            copied = Path(folder, "scripts")
            shutil.copytree(script.parent, copied, ignore=shutil.ignore_patterns(".git", "__pycache__"))
            copy = copied / script.name
            status = upgraded(copy, target)
            yield Row(str(script), target, status, run(sys.executable, copy, limit))


def runs_as_it_is(script: Path, legacy: str, limit: float) -> Ran:
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder, "scripts")
        shutil.copytree(script.parent, copied, ignore=shutil.ignore_patterns(".git", "__pycache__"))
        return run(legacy, copied / script.name, limit)


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--legacy", metavar="PYTHON", help="Run the scripts as they are with this Python first.")
@click.option("--to", "targets", multiple=True, default=("native", "compat"), show_default=True)
@click.option("--only", default="*", help="Scripts whose path matches.", show_default=True)
@click.option("--limit", default=120.0, help="Seconds for one run.", show_default=True)
def main(folder: Path, legacy: str | None, targets: tuple[str, ...], only: str, limit: float) -> None:
    found = [path for path in sorted(folder.rglob("*.py")) if fnmatch(str(path.relative_to(folder)), only)]
    results: list[Row] = []
    for script in track(found, "Running scripts", disable=not sys.stderr.isatty()):
        if legacy:
            before = runs_as_it_is(script, legacy, limit)
            if not before.well:
                click.echo(f"{'not counted':12} {script.relative_to(folder)}: {before.last}")
                continue
        for row in rows(script, targets, limit):
            verdict = "not counted" if row.ran.lacks_something else row.verdict
            click.echo(f"{verdict:12} {row.target:6} exit {row.status} {script.relative_to(folder)}: {row.ran.last}")
            if not row.ran.lacks_something:
                results.append(row)
    for target in targets:
        counts = Counter(row.verdict for row in results if row.target == target)
        click.echo(f"{target}: {counts['ran']} of {counts.total()} ran, {counts['SILENT']} failed after exit status 0")
    raise SystemExit(any(row.verdict == "SILENT" for row in results))


if __name__ == "__main__":
    main()
