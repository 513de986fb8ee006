"""`python -m codemods check`: a linter for what a release of TensorFlow cannot take."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console

from codemods.cli.files import Work
from codemods.cli.json_report import document
from codemods.cli.options import configured, file_options, name_of, outcomes, rule_options, standard_input
from codemods.cli.report import CheckReporter, Tally

EPILOG = """
\b
Examples:
  python -m codemods check train.py                             against TensorFlow 2.21 and its Keras 3
  python -m codemods check --target tensorflow==2.15 src/       against Keras 2: only what that release lacks
  python -m codemods check --format json src/ > report.json     for other tools
  python -m codemods check --select TFM199 src/                 one rule
  python -m codemods explain TFM199                             what a code means

\b
A comment silences a line:  optimizer = Adam(lr=0.1)  # tf-forward: ignore[TFM102]

\b
Exit status:
  0  the target takes everything
  1  something is found
  2  a file could not be processed
  3  both
"""


@click.command(
    epilog=EPILOG, short_help="What a release of TensorFlow cannot take, and what upgrade would do about it."
)
@file_options
@rule_options
def check(
    paths: tuple[Path, ...],
    *,
    target: str | None,
    select: str | None,
    ignore: str | None,
    form: str,
    quiet: bool,
) -> None:
    """Find what a release of TensorFlow cannot take; nothing is changed.

    Names, keywords and methods are looked up in the tables of the releases themselves: what is gone, what is accepted
    and ignored, whose values changed. Each finding says what it became and whether `upgrade` does it.
    """
    configuration = configured(paths, target, select, ignore)
    console = Console(stderr=form == "json", highlight=False)
    reporter = CheckReporter(console, configuration.settings.target, quiet=quiet)
    tally = Tally()
    taken = []
    work = Work(configuration.settings, check=True)
    for outcome in outcomes(work, configuration, standard_input(configuration.paths), Console(stderr=True)):
        tally.add(outcome.result)
        if form == "json":
            taken.append((name_of(outcome), outcome.result))
        else:
            reporter.file(name_of(outcome), outcome.result)
    if form == "json":
        click.echo(document(taken, dry=True))
    else:
        reporter.summary(tally)
    sys.exit(tally.exit_status(dry=True))
