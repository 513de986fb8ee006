"""`python -m codemods upgrade`: rewrites sources, or shows what would change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from codemods.cli.chosen_report import chosen_report
from codemods.cli.configuration import DIRECTIONS, Configuration
from codemods.cli.discovery import STDIN, Source
from codemods.cli.fixes import WithFixes
from codemods.cli.interactive import Interactive, needs_terminal
from codemods.cli.linked import linking
from codemods.cli.options import configured, file_options, rule_options
from codemods.cli.output import Output
from codemods.cli.reading import Around, Process, Task
from codemods.cli.report import Reporter, Tally
from codemods.cli.results import DOCUMENTS
from codemods.cli.run import name_of, run
from codemods.cli.shown_diff import print_diff, write_stdout
from codemods.cli.work import load, upgrade_notebook, upgrade_pins, upgrade_script
from codemods.cli.writing import write_in_place, write_to
from codemods.types import Failure, Result, Settings, Upgraded

EPILOG = """
\b
Examples:
  python -m codemods upgrade --diff train.py      show what would change
  python -m codemods upgrade train.py             rewrite the script in place
  python -m codemods upgrade train.ipynb          rewrite the cells of a notebook
  python -m codemods upgrade -i train.py          ask for each rule that would change the script
  python -m codemods upgrade src/ tests/          whole trees; .gitignore is respected
  python -m codemods upgrade -o upgraded train.py write upgraded/train.py
  python -m codemods upgrade --to compat train.py change the imports only
  python -m codemods upgrade --exact train.py     any batch size, with the numbers of one device
  python -m codemods upgrade --python2 train.py   translate Python 2 first
  python -m codemods upgrade - < train.py         standard input to standard output
  python -m codemods upgrade --requirements .     the pins in requirements.txt and the like as well
  python -m codemods upgrade --check .            for CI: is anything left to upgrade?

\b
For many files:
  python -m codemods upgrade --check --statistics .                   what it would do, and how often
  python -m codemods upgrade --check --only-findings .                what it would leave to you
  python -m codemods upgrade --check --format html . > report.html    a page to work through

\b
Exit status:
  0  done, nothing is left for a person
  1  something is left to look at, or (--check, --diff) would change
  2  a file could not be processed; it is untouched
  3  both
"""


@click.command(epilog=EPILOG, short_help="Rewrite the source, and report what is left for a person.")
@file_options(*DOCUMENTS)
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
@click.option(
    "-i",
    "--interactive",
    is_flag=True,
    help="Show what each rule would do to a file, and ask. Edits that need each other are of one rule, so the question "
    "is never for half of them.",
)
@click.option("--requirements", is_flag=True, help="Change the releases that requirements files and the like pin, too.")
@click.option("--only-findings", is_flag=True, help="Report only what is left for you: no changes, no notes.")
def upgrade(
    paths: tuple[Path, ...],
    *,
    show_diff: bool,
    check: bool,
    output: Path | None,
    to: str | None,
    target: str | None,
    origin: str | None,
    select: str | None,
    ignore: str | None,
    exact: bool | None,
    python_2: bool | None,
    statistics: bool,
    interactive: bool,
    requirements: bool,
    only_findings: bool,
    form: str,
    quiet: bool,
) -> None:
    """Rewrite legacy TensorFlow and Keras code for TensorFlow 2.16+ and Keras 3.

    PATH is a script, a notebook, a file that pins packages, a folder, or - for standard input. Files are rewritten in
    place, atomically; comments, layout, encoding and line ends are preserved. The result is checked against the
    target's own tables. The report goes to standard error.
    """
    configuration = configured(paths, target, origin, select, ignore, exact=exact, python_2=python_2)
    settings = replace(configuration.settings, to=to or configuration.settings.to, requirements=requirements)
    if exact and settings.to == "compat":
        raise click.UsageError("--exact is for native code; on the shims multi_gpu_model takes any batch.")
    dry = show_diff or check
    if output is not None and dry:
        raise click.UsageError("--output writes and --diff or --check do not; give one of them.")
    if not settings.target.is_modern:
        raise click.UsageError(f"upgrade writes code for TensorFlow 2.16 and later, not for {settings.target}.")
    if form != "text" and (show_diff or (STDIN in configuration.paths and not check)):
        raise click.UsageError(
            f"--format {form} needs standard output, as --diff and - do; add --check, or use a file."
        )
    if only_findings and (form != "text" or statistics):
        raise click.UsageError("--only-findings is for the text report, which lists changes and notes as well.")
    if interactive:
        _check_interactive(configuration, settings, form, dry=dry, statistics=statistics)
    text = Reporter(Output(stderr=True), dry=dry, quiet=quiet, only_findings=only_findings)
    report = chosen_report(form, text, settings.target, dry=dry, statistics=statistics)
    task = _task(settings, with_fixes=form == "sarif" and dry)
    delivery = _delivery(show_diff=show_diff, check=check, folder=output)
    # files tell each other what they hold, so none is written before all are read
    settle = linking(_task(replace(settings, beside_shims=True))) if settings.to == "compat" else list
    if interactive:
        asking = Interactive(lambda codes: _task(replace(settings, ignore=(*settings.ignore, *sorted(codes)))))
        run(task, configuration, report, Tally(), partial(_until_end, asking, delivery), settle=asking.settle)
    run(task, configuration, report, Tally(dry), delivery, settle=settle)


def _task(settings: Settings, *, with_fixes: bool = False) -> Task[Upgraded]:
    script: Process[Upgraded] = partial(upgrade_script, settings=settings)
    notebook: Process[Upgraded] = partial(upgrade_notebook, settings=settings)
    if with_fixes:
        script = WithFixes(upgrade_script, upgrade_script, settings)
        notebook = WithFixes(upgrade_notebook, upgrade_notebook, settings)
    pins = partial(upgrade_pins, settings=settings)
    return Task(
        "upgrading", script, notebook, pins, around=Around(settings.python_2, settings.to == "compat"), load=load
    )


def _check_interactive(
    configuration: Configuration, settings: Settings, form: str, *, dry: bool, statistics: bool
) -> None:
    """Refuse what does not go with questions.

    Raises:
        click.UsageError: an option asks for something else, or there is no terminal.

    """
    if dry:
        raise click.UsageError("--interactive writes what you accept, and --diff and --check do not; give one of them.")
    if form != "text" or statistics:
        raise click.UsageError("--interactive is for the text report; leave out --format and --statistics.")
    if STDIN in configuration.paths:
        raise click.UsageError("--interactive asks on standard input, so it cannot be the source; give a file.")
    if settings.to == "compat":
        raise click.UsageError("--interactive is for native code; onto the shims the imports of a project go together.")
    if settings.python_2:
        raise click.UsageError("--interactive asks of Python 3; translate with --python2 first, then ask.")
    needs_terminal()


Deliver = Callable[[Source, Result], Failure | None]


def _until_end(asking: Interactive, deliver: Deliver, source: Source, result: Result) -> Failure | None:
    """Deliver nothing of the files that were not asked for any more."""
    is_open = isinstance(result, Upgraded) and not result.changed and asking.has_ended
    return None if is_open else deliver(source, result)


def _delivery(*, show_diff: bool, check: bool, folder: Path | None) -> Deliver:
    """Choose how results reach the user: as a diff, not at all, on standard output, below a folder, or in place."""
    taken: set[Path] = set()

    def deliver(source: Source, result: Result) -> Failure | None:
        if source.content is not None:
            write_stdout(result.after if isinstance(result, Upgraded) else source.content)
        elif isinstance(result, Upgraded):
            return write_to(source, result, folder, taken) if folder else write_in_place(source, result)
        return None

    if show_diff:
        return _print_diff
    return _nothing if check else deliver


def _nothing(source: Source, result: Result) -> None:
    """Write nothing, for `--check`."""


def _print_diff(source: Source, result: Result) -> None:
    if isinstance(result, Upgraded) and result.changed:
        print_diff(name_of(source), result)
