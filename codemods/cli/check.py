"""`python -m codemods check`: a linter for code that a TensorFlow release does not support."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from codemods.cli.cache import FOLDER, Cache, Remembered
from codemods.cli.json_report import document
from codemods.cli.options import configured, file_options, rule_options
from codemods.cli.output import Output
from codemods.cli.reading import Task
from codemods.cli.report import CheckReporter, Tally
from codemods.cli.run import JsonReport, run
from codemods.engine.engine import check as findings_of
from codemods.notebooks.work import check as findings_of_notebook

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
  0  no incompatible uses found
  1  something is found
  2  a file could not be processed
  3  both
"""


@click.command(
    epilog=EPILOG, short_help="What a release of TensorFlow cannot take, and what upgrade would do about it."
)
@file_options
@rule_options
@click.option("--no-cache", is_flag=True, help="Look at every file again; keep nothing in .codemods_cache.")
def check(
    paths: tuple[Path, ...],
    *,
    target: str | None,
    origin: str | None,
    select: str | None,
    ignore: str | None,
    exact: bool | None,
    form: str,
    quiet: bool,
    no_cache: bool,
) -> None:
    """Find code that a TensorFlow release does not support; nothing is changed.

    Names, keywords and methods are looked up in the tables of the releases themselves: those that are gone, those that
    are accepted but ignored, and those whose values changed. Each finding says what replaces it and whether `upgrade`
    makes the change.
    """
    configuration = configured(paths, target, origin, select, ignore, exact=exact)
    settings = configuration.settings
    text = CheckReporter(Output(), settings.target, quiet=quiet)
    report = JsonReport(partial(document, dry=True)) if form == "json" else text
    task = Task("checking", partial(findings_of, settings=settings), partial(findings_of_notebook, settings=settings))
    if no_cache:
        run(task, configuration, report, Tally(dry=True))
    cache = Cache(configuration.folder.resolve() / FOLDER, repr(settings))
    run(Remembered(task, cache), configuration, report, Tally(dry=True), known=cache.known)
