"""`python -m codemods upgrade`: rewrites sources, or shows what it would write."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from codemods.cli.configuration import DIRECTIONS
from codemods.cli.files import Outcome, Work, write_in_place, write_to
from codemods.cli.json_report import document
from codemods.cli.options import STDIN, configured, file_options, name_of, outcomes, rule_options, standard_input
from codemods.cli.report import Reporter, Tally, diff
from codemods.types import Result, Upgraded

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


@click.command(epilog=EPILOG, short_help="Rewrite the source, and report what is left for a person.")
@file_options
@rule_options
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
    type=click.Choice(DIRECTIONS),
    help="native (the default): clean Keras 3 code. compat: only imports change, and the shims run the legacy calls.",
)
def upgrade(
    paths: tuple[Path, ...],
    *,
    show_diff: bool,
    check: bool,
    output: Path | None,
    to: str | None,
    target: str | None,
    select: str | None,
    ignore: str | None,
    form: str,
    quiet: bool,
) -> None:
    """Rewrite legacy TensorFlow and Keras code for TensorFlow 2.16+ and Keras 3.

    PATH is a Python file, a folder, or - for standard input. Files are rewritten in place, atomically; comments,
    layout, encoding and line ends stay. The result is checked against the target's own tables. The report goes to
    standard error.
    """
    configuration = configured(paths, target, select, ignore)
    settings = replace(configuration.settings, to=to or configuration.settings.to)
    dry = show_diff or check
    if output is not None and dry:
        raise click.UsageError("--output writes and --diff or --check do not; give one of them.")
    if not settings.target.is_modern:
        raise click.UsageError(f"upgrade writes code for TensorFlow 2.16 and later, not for {settings.target}.")
    if form == "json" and (show_diff or (STDIN in configuration.paths and not check)):
        raise click.UsageError("--format json needs standard output, as --diff and - do; add --check, or use a file.")
    console = Console(stderr=True, highlight=False)
    reporter = Reporter(console, dry=dry, quiet=quiet)
    tally = Tally()
    taken: set[Path] = set()
    done: list[tuple[str, Result]] = []
    stdin = standard_input(configuration.paths)
    for computed in outcomes(Work(settings), configuration, stdin, console):
        outcome = computed
        if outcome.source.path == STDIN and not dry:
            _write_stdout(outcome, stdin)
        elif show_diff:
            _print_diff(outcome)
        elif output is not None:
            outcome = write_to(outcome, output, taken)
        elif not check:
            outcome = write_in_place(outcome)
        tally.add(outcome.result)
        if form == "json":
            done.append((name_of(outcome), outcome.result))
        else:
            reporter.file(name_of(outcome), outcome.result)
    if form == "json":
        click.echo(document(done, dry=dry))
    else:
        reporter.summary(tally)
    sys.exit(tally.exit_status(dry=dry))


def _print_diff(outcome: Outcome[Result]) -> None:
    result = outcome.result
    if not isinstance(result, Upgraded) or not result.changed:
        return
    text = diff(name_of(outcome), result)
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        from rich.syntax import Syntax

        Console().print(Syntax(text, "diff", background_color="default"), soft_wrap=True)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()


def _write_stdout(outcome: Outcome[Result], stdin: bytes) -> None:
    """The upgraded text; a source that cannot be processed goes through as it came."""
    result = outcome.result
    sys.stdout.buffer.write(result.after if isinstance(result, Upgraded) else stdin)
    sys.stdout.buffer.flush()
