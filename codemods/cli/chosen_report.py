"""The report that the options of `check` and `upgrade` ask for."""

from __future__ import annotations

import sys

import click

from codemods.cli.report import Tally, TextReport
from codemods.cli.results import document_report
from codemods.cli.run import Report
from codemods.releases.target import Target
from codemods.types import Result


def chosen_report(form: str, text: TextReport, target: Target, *, dry: bool, statistics: bool) -> Report[Result, Tally]:
    """The text, a table in its place, or a document; `dry` says that files stay as they are."""
    if statistics and form not in ("text", "json"):
        raise click.UsageError(f"--statistics is a text or --format json, not --format {form}.")
    if form == "html" and sys.stdout.isatty():
        raise click.UsageError("--format html is a page for a browser: add > report.html")
    if form != "text":
        return document_report("statistics" if statistics else form, target, dry=dry)
    if statistics:
        from codemods.cli.statistics_report import StatisticsReport

        return StatisticsReport(text)
    return text
