"""`python -m codemods check`: a linter for code that a TensorFlow release does not support."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from codemods.cli.baseline import Settle, comparing, writing
from codemods.cli.cache import FOLDER, Cache, Remembered
from codemods.cli.chosen_report import chosen_report
from codemods.cli.fixes import WithFixes
from codemods.cli.options import configured, file_options, rule_options
from codemods.cli.output import Output
from codemods.cli.reading import Around, Process, Task
from codemods.cli.report import CheckReporter, Tally
from codemods.cli.results import DOCUMENTS
from codemods.cli.run import run
from codemods.cli.work import check_notebook, check_pins, check_script, load, upgrade_notebook, upgrade_script
from codemods.types import Settings, Upgraded

EPILOG = """
\b
Examples:
  python -m codemods check train.py                             against TensorFlow 2.21 and its Keras 3
  python -m codemods check --target tensorflow==2.15 src/       against Keras 2: only what that release lacks
  python -m codemods check --statistics src/                    how often each rule finds something
  python -m codemods check --format json src/ > report.json     for other tools
  python -m codemods check --format github src/                 annotations of a pull request
  python -m codemods check --format sarif src/ > found.sarif    for code scanning and editors
  python -m codemods check --format html src/ > report.html     a page for a browser
  python -m codemods check --select TFM199 src/                 one rule
  python -m codemods explain TFM199                             what a code means

\b
For CI that fails for new findings only:
  python -m codemods check --write-baseline known.json src/    once; commit the file
  python -m codemods check --baseline known.json src/

\b
A comment silences a line:  optimizer = Adam(lr=0.1)  # tf-forward: ignore[TFM102]

\b
Exit status:
  0  no incompatible uses found
  1  something is found
  2  a file could not be processed
  3  both
"""


_BASELINE = click.Path(dir_okay=False, path_type=Path)


@click.command(
    epilog=EPILOG, short_help="What a release of TensorFlow cannot take, and what upgrade would do about it."
)
@file_options(*DOCUMENTS)
@rule_options
@click.option(
    "--write-baseline",
    "written",
    type=_BASELINE,
    metavar="FILE",
    help="Write what is found to FILE, as known, and report nothing of it.",
)
@click.option("--baseline", "known", type=_BASELINE, metavar="FILE", help="Report only what FILE does not know.")
@click.option("--no-baseline", is_flag=True, help="Report all, also where pyproject.toml names a baseline.")
@click.option("--no-cache", is_flag=True, help="Look at every file again; keep nothing in .codemods_cache.")
def check(
    paths: tuple[Path, ...],
    *,
    target: str | None,
    origin: str | None,
    select: str | None,
    ignore: str | None,
    exact: bool | None,
    python_2: bool | None,
    statistics: bool,
    written: Path | None,
    known: Path | None,
    no_baseline: bool,
    form: str,
    quiet: bool,
    no_cache: bool,
) -> None:
    """Find code that a TensorFlow release does not support; nothing is changed.

    Names, keywords and methods are looked up in the tables of the releases themselves: those that are gone, those that
    are accepted but ignored, and those whose values changed. Each finding says what replaces it and whether `upgrade`
    makes the change.
    """
    configuration = configured(paths, target, origin, select, ignore, exact=exact, python_2=python_2)
    settings = configuration.settings
    if known and no_baseline:
        raise click.UsageError("--baseline reads a file, and --no-baseline reads none; give one of them.")
    if configuration.baseline and not (known or written or no_baseline):
        known = _as_seen_from_here(configuration.baseline)
    text = CheckReporter(Output(), settings.target, quiet=quiet, only_new=bool(written or known))
    report = chosen_report(form, text, settings.target, dry=True, statistics=statistics)
    task = Task(
        "checking",
        *_processes(settings, with_fixes=form == "sarif"),
        partial(check_pins, settings=settings),
        around=Around(settings.python_2),
        load=load,
    )
    settle = _settle(written, known, settings, quiet=quiet)
    if no_cache:
        run(task, configuration, report, Tally(dry=True), settle=settle)
    cache = Cache(configuration.folder.resolve() / FOLDER, repr((settings, form == "sarif")))
    run(Remembered(task, cache), configuration, report, Tally(dry=True), settle=settle, known=cache.known)


def _processes(settings: Settings, *, with_fixes: bool) -> tuple[Process[Upgraded], Process[Upgraded]]:
    """The work on a script and on a notebook."""
    if with_fixes:
        return WithFixes(check_script, upgrade_script, settings), WithFixes(check_notebook, upgrade_notebook, settings)
    return partial(check_script, settings=settings), partial(check_notebook, settings=settings)


def _settle(written: Path | None, known: Path | None, settings: Settings, *, quiet: bool) -> Settle:
    """The step between the work on the files and the report."""
    if written and known:
        raise click.UsageError(
            "--write-baseline takes the place of the file, and --baseline reads it; give one of them."
        )
    say = _nothing if quiet else Output(stderr=True).print
    if written:
        return writing(written, say)
    if known:
        try:
            return comparing(known, settings, say)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    return iter


def _as_seen_from_here(path: Path) -> Path:
    """The path of a file in a message: relative, if it is below the working folder."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _nothing(line: str) -> None:
    """Print nothing, for `--quiet`."""
