"""`python -m codemods prove`: runs a script on its own release and upgraded, and compares the numbers."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import click

from codemods.cli.configuration import DIRECTIONS
from codemods.cli.options import configured
from codemods.cli.output import Output
from codemods.cli.proof import Case, Proof, Stopped, legacy_python, modern_python
from codemods.releases.origin import Origin

EPILOG = """
\b
Examples:
  python -m codemods prove train.py                        on the newest release that has what it uses, and today
  python -m codemods prove --from keras==2.3 train.py      on the release that it was written for
  python -m codemods prove --replicas 2 train.py -- --gpus 2    two CPU devices stand in for GPUs
  python -m codemods prove --with pandas --link data train.py   with a package, and with data that is not copied
  python -m codemods prove --legacy ~/keras2/bin/python train.py    without uv

\b
Exit status:
  0  the upgraded script trains with the same numbers
  1  it does not; the report says where they part first
  2  one of the runs could not be carried out
"""


@click.command(epilog=EPILOG, short_help="Run a script as it was and upgraded, and compare the numbers.")
@click.argument("script", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("arguments", nargs=-1, metavar="[-- ARGUMENTS...]")
@click.option(
    "--from",
    "origin",
    metavar="RELEASE",
    help="What it was written for: keras==2.3, tensorflow==1.15. Else, the newest.",
)
@click.option("--steps", type=click.IntRange(min=1), default=20, show_default=True, help="Training steps to record.")
@click.option("--replicas", type=click.IntRange(min=1), metavar="G", help="Present G CPU devices as GPUs.")
@click.option("--float64", is_flag=True, help="Train in double precision: no rounding that grows.")
@click.option("--to", type=click.Choice(DIRECTIONS), help="As for upgrade.")
@click.option("--exact", is_flag=True, help="As for upgrade.")
@click.option(
    "--project",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder to copy and to run in. The default is the working folder if the script is in it, or else its own.",
)
@click.option(
    "--link",
    "linked",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Data that both runs only read: it is not copied. Repeat it for more.",
)
@click.option("--with", "packages", multiple=True, metavar="PACKAGE", help="What uv installs besides, for both runs.")
@click.option("--legacy", metavar="PYTHON", help="An interpreter with the legacy release. The default is one of uv.")
@click.option(
    "--modern", metavar="PYTHON", help="An interpreter with TensorFlow 2.16+. The default is this one, or uv's."
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where the copies, the records and what was printed go; a new folder.",
)
def prove(
    script: Path,
    arguments: tuple[str, ...],
    *,
    origin: str | None,
    steps: int,
    replicas: int | None,
    float64: bool,
    to: str | None,
    exact: bool,
    project: Path | None,
    linked: tuple[Path, ...],
    packages: tuple[str, ...],
    legacy: str | None,
    modern: str | None,
    keep: Path | None,
) -> None:
    """Tell whether the upgraded SCRIPT trains as it did on its own release, by running both.

    The project is copied twice, and one copy is upgraded; yours stays as it is. The legacy run records the weights,
    the batches and the losses of the first steps; the other begins at these weights and is fed these batches. Dropout
    and noise are off in both, as their random numbers differ. uv fetches the legacy release and its Python.
    """
    configuration = configured((script,), origin=origin)
    home = _project(script, project)
    folder = _new_folder(keep)
    case = Case(home, script.resolve().relative_to(home), arguments, tuple(path.absolute() for path in linked), folder)
    recording = ["--no-dropout", "--in-order"]
    recording += ["--replicas", str(replicas)] if replicas else []
    recording += ["--float64"] if float64 else []
    options = ["--from", origin] if origin else []
    options += ["--to", to] if to else []
    options += ["--exact"] if exact else []
    settings = configuration.settings
    proof = Proof(case, tuple(recording), steps, Output(stderr=True), settings.origin is not None)
    try:
        first = [legacy] if legacy else legacy_python(case, settings.origin or Origin(), packages)
        second = [modern] if modern else modern_python(settings.target, packages)
        status, report = proof.carry_out(first, second, options)
    except Stopped as stopped:
        click.echo(f"error: {stopped}", err=True)
        click.echo(f"what was printed is in {folder}", err=True)
        raise SystemExit(2) from None
    click.echo(report, nl=False)
    if keep is None and not status:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        click.echo(f"the copies, the records and what was printed are in {folder}", err=True)
    raise SystemExit(status)


def _project(script: Path, project: Path | None) -> Path:
    """The folder to copy: the one that was named, or that of the user or of the script."""
    script = script.resolve()
    if script.suffix != ".py":
        raise click.UsageError(f"{script.name} is no script; save the cells of a notebook as one.")
    if project is None:
        project = Path.cwd() if script.is_relative_to(Path.cwd()) else script.parent
    project = project.resolve()
    if not script.is_relative_to(project):
        raise click.UsageError(f"{script} is not in {project}; --project takes a folder above the script.")
    return project


def _new_folder(keep: Path | None) -> Path:
    if keep is None:
        return Path(tempfile.mkdtemp(prefix="tf-forward-"))
    try:
        keep.mkdir(parents=True)
    except OSError as error:
        raise click.UsageError(f"--keep {keep}: {error.strerror}; it takes a folder that is not there yet.") from None
    return keep.resolve()
