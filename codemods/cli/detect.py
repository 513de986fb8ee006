"""`python -m codemods detect`: the releases that a script can run on."""

from __future__ import annotations

from pathlib import Path

import click

from codemods.cli.detect_report import EraReporter, EraTally, document
from codemods.cli.options import configured, file_options
from codemods.cli.output import Output
from codemods.cli.reading import Task
from codemods.cli.run import DocumentReport, run
from codemods.detect.detection import detect as releases_of
from codemods.notebooks.work import detect as releases_of_notebook

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


@click.command(epilog=EPILOG, short_help="Which releases a script can run on.")
@file_options("json")
def detect(paths: tuple[Path, ...], *, form: str, quiet: bool) -> None:
    """Tell which TensorFlow and Keras releases a script can run on, and why.

    Every name, keyword and method that the script certainly uses is looked up in the tables of the releases. The
    evidence is the few uses that set the limits; `reproduce with` is an environment that installs today, and the
    command that runs the script in it. The tables begin at TensorFlow 1.12 and Keras 1.2.2. Where a try or a version
    test offers alternatives, it is enough that one of them works.
    """
    configuration = configured(paths)
    report = DocumentReport(document) if form == "json" else EraReporter(Output(), quiet=quiet)
    run(Task("looking", releases_of, releases_of_notebook), configuration, report, EraTally())
