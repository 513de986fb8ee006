"""The parts that commands have in common: paths, settings and the format of the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from codemods.cli.chosen_rules import chosen
from codemods.cli.configuration import Configuration, read_configuration
from codemods.cli.output import printable
from codemods.releases.origin import parse_origin
from codemods.releases.target import parse_target

Function = TypeVar("Function", bound=Callable[..., Any])

_RULES = (
    click.option("--target", metavar="RELEASE", help="The release that code is checked against: tensorflow==2.21."),
    click.option(
        "--from",
        "origin",
        metavar="RELEASE",
        help="What the files were written for, where they do not tell: keras==2.3, tensorflow==1.15.",
    ),
    click.option("--select", metavar="CODES", help="Only these rules: codes or their beginnings, TFM1,TFM201."),
    click.option("--ignore", metavar="CODES", help="Not these rules."),
    click.option(
        "--exact",
        is_flag=True,
        default=None,
        help="Train with the numbers of one device wherever batches are not proven to divide by the replicas.",
    ),
    click.option(
        "--python2",
        "python_2",
        is_flag=True,
        default=None,
        help="Translate files of Python 2 to Python 3 first; TFM293 and TFM294 label what that changes and leaves.",
    ),
)
_STATISTICS = click.option("--statistics", is_flag=True, help="Count what each rule finds, instead of listing it.")
_FORMATS = {
    "json": "for other programs, with a schema in codemods/README.md",
    "github": "annotations of a pull request",
    "sarif": "SARIF 2.1.0, for code scanning and editors",
    "html": "one page for a browser",
}


def file_options(*formats: str) -> Callable[[Function], Function]:
    """Give a command the options shared by all commands that read files: the paths, and how to report."""
    meanings = "; ".join(f"{each}: {_FORMATS[each]}" for each in formats)
    options = (
        click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path(allow_dash=True, path_type=Path)),
        click.option(
            "--format",
            "form",
            type=click.Choice(["text", *formats]),
            default="text",
            show_default=True,
            help=f"A document on standard output. {meanings}.",
        ),
        click.option("-q", "--quiet", is_flag=True, help="Report only what could not be processed."),
    )
    return partial(_with_options, options=options)


def _with_options(function: Function, options: Sequence[Callable[[Function], Function]]) -> Function:
    for option in reversed(options):
        function = option(function)
    return function


def rule_options(function: Function) -> Function:
    """Give a command the options shared by all commands that run rules."""
    return _with_options(function, (*_RULES, _STATISTICS))


def configured(
    paths: Sequence[Path],
    target: str | None = None,
    origin: str | None = None,
    select: str | None = None,
    ignore: str | None = None,
    *,
    exact: bool | None = None,
    python_2: bool | None = None,
) -> Configuration:
    """Read the project's configuration; options on the command line override it.

    Raises:
        click.UsageError: the configuration or an option is wrong, or no path is given.

    """
    try:
        found = read_configuration(Path.cwd())
        settings = found.settings
        if target is not None:
            settings = replace(settings, target=parse_target(target))
        if origin is not None:
            settings = replace(settings, origin=parse_origin(origin))
        where = f"{found.folder / 'pyproject.toml'}: [tool.codemods]: "
        settings = replace(
            settings,
            select=chosen(settings.select, f"{where}select")
            if select is None
            else chosen(select.split(","), "--select"),
            ignore=chosen(settings.ignore, f"{where}ignore")
            if ignore is None
            else chosen(ignore.split(","), "--ignore"),
        )
    except ValueError as error:
        raise click.UsageError(printable(str(error))) from None
    if exact is not None:
        settings = replace(settings, exact=exact)
    if python_2 is not None:
        settings = replace(settings, python_2=python_2)
    if not paths and not found.paths:
        raise click.UsageError("Missing argument 'PATH...': a script, a notebook, a folder, or - for standard input.")
    return replace(found, settings=settings, paths=tuple(paths) or found.paths)
