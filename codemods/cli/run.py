"""The steps of every command that processes files: find, read, work, deliver, report, tally, exit."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, Protocol, TypeVar

import click

from codemods.cli.configuration import Configuration
from codemods.cli.discovery import STDIN, Outcome, Source, find_sources
from codemods.cli.output import Output
from codemods.cli.reading import Work
from codemods.cli.workers import outcomes
from codemods.types import Failure

Found = TypeVar("Found")
Result_contra = TypeVar("Result_contra", contravariant=True)
Tally_contra = TypeVar("Tally_contra", contravariant=True)


class Tally(Protocol[Result_contra]):
    """Counts the results of a run."""

    def add(self, result: Result_contra, /) -> None: ...

    @property
    def exit_status(self) -> int: ...


class Report(Protocol[Result_contra, Tally_contra]):
    """Reports the result of each file, and a summary."""

    def file(self, name: str, result: Result_contra, /) -> None: ...

    def summary(self, tally: Tally_contra, /) -> None: ...


Counted = TypeVar("Counted", bound=Tally[Any])


class DocumentReport(Report[Found, object]):
    """Writes one document to standard output, after the last file."""

    def __init__(self, document: Callable[[list[tuple[str, Found]]], str]) -> None:
        self._document = document
        self._done: list[tuple[str, Found]] = []

    def file(self, name: str, result: Found, /) -> None:
        self._done.append((name, result))

    def summary(self, tally: object, /) -> None:
        text = self._document(self._done)
        if text:
            click.echo(text)


def run(
    task: Work[Found],
    configuration: Configuration,
    report: Report[Found | Failure, Counted],
    tally: Counted,
    deliver: Callable[[Source, Found | Failure], Failure | None] = lambda *_: None,
    *,
    settle: Callable[[Iterable[Outcome[Found | Failure]]], Iterable[Outcome[Found | Failure]]] = iter,
    known: Callable[[Source], Outcome[Found] | None] = lambda _: None,
) -> NoReturn:
    """Run the task on each file of the configuration; `deliver` writes a result, or returns a `Failure`.

    `settle` sees the results of all files, and may replace some. `known` gives results of an earlier run.
    """
    sources = find_sources(configuration.paths, configuration.exclude, configuration.folder, with_pins=task.reads_pins)
    found = [(known(each) or each) if isinstance(each, Source) else each for each in sources]
    if not found:
        places = ", ".join(click.format_filename(each) for each in configuration.paths)
        click.echo(f"Nothing to do: no scripts and no notebooks are below {places}; check the path", err=True)
    for outcome in settle(outcomes(task, found, Output(stderr=True))):
        source, result = outcome.source, outcome.result
        delivered = deliver(source, result) or result
        tally.add(delivered)
        report.file(name_of(source), delivered)
    report.summary(tally)
    sys.exit(tally.exit_status)


def name_of(source: Source) -> str:
    """The name that reports give a file."""
    return "<stdin>" if source.path == STDIN else click.format_filename(source.path)
