"""`python -m codemods detect`: which releases a script can run on."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console

from codemods.cli.detect_report import EraReporter, EraTally, document
from codemods.cli.files import Task
from codemods.cli.options import configured, file_options, name_of, outcomes, standard_input
from codemods.detect.detection import Detected
from codemods.detect.detection import detect as releases_of
from codemods.types import Failure

EPILOG = """
\b
Examples:
  python -m codemods detect train.py                    which TensorFlow and Keras it was written for
  python -m codemods detect src/                        every file of a tree
  python -m codemods detect --format json train.py      for other tools; codemods/README.md describes it
  python -m codemods detect - < train.py                standard input

\b
Exit status:
  0  done
  1  a file is mixed: no release has all that it uses
  2  a file could not be processed; Python 2 source cannot
  3  both
"""


class Detecting(Task[Detected]):
    """`detect` on each file."""

    verb = "looking"

    def process(self, source: bytes, local: frozenset[str]) -> Detected | Failure:
        return releases_of(source, local)


@click.command(epilog=EPILOG, short_help="Which releases a script can run on.")
@file_options
def detect(paths: tuple[Path, ...], *, form: str, quiet: bool) -> None:
    """Tell which TensorFlow and Keras releases a script can run on, and why.

    Every name, keyword and method that the script certainly uses is looked up in the tables of the releases. The
    evidence are the few uses that decide; `reproduce with` is an environment that installs today. The tables begin
    at TensorFlow 1.12 and Keras 1.2.2. What a script does with a try or a version test around it does not narrow.
    """
    configuration = configured(paths)
    console = Console(stderr=form == "json", highlight=False)
    reporter = EraReporter(console, quiet=quiet)
    tally = EraTally()
    done = []
    for outcome in outcomes(Detecting(), configuration, standard_input(configuration.paths), Console(stderr=True)):
        tally.add(outcome.result)
        if form == "json":
            done.append((name_of(outcome), outcome.result))
        else:
            reporter.file(name_of(outcome), outcome.result)
    if form == "json":
        click.echo(document(done))
    else:
        reporter.summary(tally)
    sys.exit(tally.exit_status)
