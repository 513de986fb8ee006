"""The parts that commands have in common: paths, settings and the format of the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

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
)
_FILES = (
    click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path(allow_dash=True, path_type=Path)),
    click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="json: one document on standard output; its schema is in codemods/README.md.",
    ),
    click.option("-q", "--quiet", is_flag=True, help="Report only what could not be processed."),
)


def file_options(function: Function) -> Function:
    """Give a command the options shared by all commands that read files: the paths, and how to report."""
    for option in reversed(_FILES):
        function = option(function)
    return function


def rule_options(function: Function) -> Function:
    """Give a command the options shared by all commands that run rules."""
    for option in reversed(_RULES):
        function = option(function)
    return function


def configured(
    paths: Sequence[Path],
    target: str | None = None,
    origin: str | None = None,
    select: str | None = None,
    ignore: str | None = None,
    *,
    exact: bool | None = None,
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
    except ValueError as error:
        raise click.UsageError(printable(str(error))) from None
    if select is not None:
        settings = replace(settings, select=_codes(select))
    if ignore is not None:
        settings = replace(settings, ignore=_codes(ignore))
    if exact is not None:
        settings = replace(settings, exact=exact)
    if not paths and not found.paths:
        raise click.UsageError("Missing argument 'PATH...': a script, a notebook, a folder, or - for standard input.")
    return replace(found, settings=settings, paths=tuple(paths) or found.paths)


def _codes(text: str) -> tuple[str, ...]:
    return tuple(code.strip().upper() for code in text.split(",") if code.strip())
