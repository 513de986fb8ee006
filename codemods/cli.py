"""The command line: the one module that prints and exits."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.console import Console

from codemods.files import Outcome, Source, find_sources, process, upgrade_safely, write_in_place, write_to
from codemods.report import Reporter, Tally, diff
from codemods.results import Failure, Upgraded

STDIN = Path("-")
POOL_FROM = 8
"""From this many files on, worker processes pay."""

EPILOG = """
\b
Examples:
  python -m codemods upgrade --diff train.py      show what would change
  python -m codemods upgrade train.py             rewrite the script in place
  python -m codemods upgrade src/ tests/          whole trees; .gitignore is respected
  python -m codemods upgrade -o upgraded train.py write upgraded/train.py
  python -m codemods upgrade --to compat train.py change the imports only
  python -m codemods upgrade - < train.py         standard input to standard output
  python -m codemods upgrade --check .            for CI: is anything left to upgrade?

\b
Exit status:
  0  done, nothing is left for a person
  1  something is left to look at, or (--check, --diff) would change
  2  a file could not be processed; it is untouched
  3  both
"""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="tf-forward", prog_name="tf-forward")
def main() -> None:
    """Carry TensorFlow and Keras code of 2016-2020 to TensorFlow 2.16+ and Keras 3.

    Nothing of a script is executed or imported. `upgrade --help` shows examples.
    """


@main.command(epilog=EPILOG)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(allow_dash=True, path_type=Path))
@click.option("--diff", "show_diff", is_flag=True, help="Print a unified diff and write nothing.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if something would change.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the results below DIR.",
)
@click.option(
    "--to",
    type=click.Choice(["native", "compat"]),
    default="native",
    show_default=True,
    help="native: clean Keras 3 code. compat: only the imports change, and the shims run the legacy calls.",
)
@click.option("-q", "--quiet", is_flag=True, help="Report only what could not be processed.")
def upgrade(
    paths: tuple[Path, ...], *, show_diff: bool, check: bool, output: Path | None, to: str, quiet: bool
) -> None:
    """Rewrite legacy TensorFlow and Keras code for TensorFlow 2.16+ and Keras 3.

    PATH is a Python file, a folder, or - for standard input. Files are rewritten in place, atomically; comments,
    layout, encoding and line ends stay. The report goes to standard error.
    """
    if output is not None and (show_diff or check):
        raise click.UsageError("--output writes and --diff or --check do not; give one of them.")
    dry = show_diff or check
    console = Console(stderr=True, highlight=False)
    reporter = Reporter(console, dry=dry, quiet=quiet)
    tally = Tally()
    taken: set[Path] = set()
    stdin = sys.stdin.buffer.read() if STDIN in paths else b""
    for computed in _outcomes(paths, stdin, to, console):
        outcome = computed
        if outcome.source.path == STDIN and not dry:
            _write_stdout(outcome, stdin)
        elif show_diff:
            _print_diff(outcome)
        elif output is not None:
            outcome = write_to(outcome, output, taken)
        elif not check:
            outcome = write_in_place(outcome)
        reporter.file(_name(outcome), outcome.result)
        tally.add(outcome.result)
    reporter.summary(tally)
    sys.exit(tally.exit_status(dry=dry))


def _name(outcome: Outcome) -> str:
    path = outcome.source.path
    return "<stdin>" if path == STDIN else click.format_filename(path)


def _outcomes(paths: Sequence[Path], stdin: bytes, to: str, console: Console) -> Iterator[Outcome]:
    if STDIN in paths:
        yield Outcome(Source(STDIN, Path("stdin.py")), upgrade_safely(stdin, to))
    found = list(find_sources([path for path in paths if path != STDIN]))
    if len(found) < POOL_FROM:
        yield from (each if isinstance(each, Outcome) else process(each, to) for each in found)
        return
    yield from _with_progress(_in_pool(found, to), len(found), console)


def _in_pool(found: Sequence[Source | Outcome], to: str) -> Iterator[Outcome]:
    """Results in the order of the sources; a file that takes a worker down is refused alone."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pending = list(found)
    while pending:
        workers = min(os.cpu_count() or 1, len(pending))
        with ProcessPoolExecutor(workers) as pool:
            futures = [each if isinstance(each, Outcome) else pool.submit(process, each, to) for each in pending]
            done = 0
            try:
                for future in futures:
                    yield future if isinstance(future, Outcome) else future.result()
                    done += 1
            except BrokenProcessPool:
                yield _alone(pending[done], to)
                done += 1
        pending = pending[done:]


def _alone(source: Source | Outcome, to: str) -> Outcome:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    if isinstance(source, Outcome):
        return source
    with ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(process, source, to).result()
        except BrokenProcessPool:
            return Outcome(source, Failure("the parser crashed on it", "the file is untouched; please report this"))


def _with_progress(outcomes: Iterator[Outcome], total: int, console: Console) -> Iterator[Outcome]:
    if not console.is_terminal:
        yield from outcomes
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("upgrading", total=total)
        for outcome in outcomes:
            yield outcome
            progress.advance(task)


def _print_diff(outcome: Outcome) -> None:
    result = outcome.result
    if not isinstance(result, Upgraded) or not result.changed:
        return
    text = diff(_name(outcome), result)
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        from rich.syntax import Syntax

        Console().print(Syntax(text, "diff", background_color="default"), soft_wrap=True)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()


def _write_stdout(outcome: Outcome, stdin: bytes) -> None:
    """The upgraded text; a source that cannot be processed goes through as it came."""
    result = outcome.result
    sys.stdout.buffer.write(result.after if isinstance(result, Upgraded) else stdin)
    sys.stdout.buffer.flush()
