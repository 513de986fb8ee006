"""`--statistics`: how often each rule has something to say, instead of where."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from codemods.cli.report import Tally, TextReport, print_failure
from codemods.cli.results import Results
from codemods.explain.pages import page_of
from codemods.rules import rules_by_code
from codemods.types import Failure, Result, Upgraded

LEGEND = "[*] upgrade fixes all of them, [-] some, [ ] none; [n] notes, which ask for nothing"


@dataclass(frozen=True)
class Row:
    """A rule; `fixed` is how many of the places `upgrade` fixes, and notes have a row of their own."""

    code: str
    name: str
    title: str
    count: int
    fixed: int
    note: bool

    @property
    def mark(self) -> str:
        if self.note:
            return "[n]"
        return "[*]" if self.fixed == self.count else "[-]" if self.fixed else "[ ]"


class Statistics:
    """Counts what the rules say."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, bool]] = Counter()
        self._fixed: Counter[str] = Counter()

    def add(self, result: Result) -> None:
        if isinstance(result, Failure):
            return
        for code, fixed in _found(result):
            self._counts[code, False] += 1
            self._fixed[code] += fixed
        self._counts.update((note.code, True) for note in result.notes)

    def rows(self) -> list[Row]:
        """Findings before notes, the most frequent first."""
        ordered = sorted(self._counts.items(), key=lambda each: (each[0][1], -each[1], each[0][0]))
        return [self._row(code, count, note=note) for (code, note), count in ordered]

    def _row(self, code: str, count: int, *, note: bool) -> Row:
        page = page_of(rules_by_code()[code])
        return Row(code, page.rule.name, page.short_title, count, 0 if note else self._fixed[code], note)


def _found(result: Upgraded) -> Iterator[tuple[str, bool]]:
    """The code of each place, and whether `upgrade` fixes it."""
    yield from ((change.code, True) for change in result.changes)
    yield from ((finding.code, bool(finding.rule)) for finding in result.findings)


class StatisticsReport:
    """Writes a table in place of the list of files; the files that could not be processed are still named."""

    def __init__(self, text: TextReport) -> None:
        self._text = text
        self._statistics = Statistics()

    def file(self, name: str, result: Result) -> None:
        if isinstance(result, Failure):
            print_failure(self._text.output, name, result)
        self._text.overview.add(name, result)
        self._statistics.add(result)

    def summary(self, tally: Tally) -> None:
        rows = [] if self._text.quiet else self._statistics.rows()
        for row in rows:
            self._text.output.print(f"{row.count:>8}  ", (row.code, "yellow"), f"  {row.mark} {row.title}")
        if rows:
            self._text.output.print(LEGEND)
        self._text.summary(tally)


def document(results: Results) -> str:
    """The table for other programs; `statistics.schema.json` is its schema."""
    statistics = Statistics()
    for _, result in results.files:
        statistics.add(result)
    return json.dumps({"statistics": [asdict(row) for row in statistics.rows()]}, indent=2)
