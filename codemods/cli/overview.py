"""The end of a long report: what is left over all files, folded, and where to begin with it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from codemods.types import Failure, Finding, Result

MANY = 3
"""The number of files from which one wants to know where to begin."""
FOLDED = 10
"""The number of lines that are shown folded."""
NAMED = 4
"""The number of files that a line names."""


@dataclass
class Overview:
    """What is left for a person in each file, and the files that say nothing because they were not looked at."""

    left: dict[str, Sequence[Finding]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def add(self, name: str, result: Result) -> None:
        if isinstance(result, Failure):
            self.failed.append(name)
        elif result.unread:
            self.unread.append(name)
        else:
            self.left[name] = [each for each in result.findings if not each.rule]

    @property
    def one_kind(self) -> list[str]:
        """The files where one kind of finding is left, those with the fewest places first."""
        alone = [name for name, found in self.left.items() if len({each.code for each in found}) == 1]
        return sorted(alone, key=lambda name: (len(self.left[name]), name))

    @property
    def most(self) -> list[tuple[str, int]]:
        """The files with several kinds of findings, those with the most places first."""
        several = [(name, len(found)) for name, found in self.left.items() if len({each.code for each in found}) > 1]
        return sorted(several, key=lambda each: (-each[1], each[0]))

    def lines(self) -> Iterator[str]:
        """The lines of the report; none about a few files, which have their own."""
        if len(self.left) + len(self.unread) + len(self.failed) < MANY:
            return
        if len(self.one_kind) + len(self.most) > 1:
            yield from self._folded()
            yield self._begin()
        if self.unread or self.failed:
            yield self._not_read()

    def _folded(self) -> Iterator[str]:
        """What is said more than once, the most frequent first."""
        places: Counter[tuple[str, str]] = Counter()
        files: dict[tuple[str, str], set[str]] = defaultdict(set)
        for name, findings in self.left.items():
            for finding in findings:
                said = finding.code, finding.plain_message
                places[said] += 1
                files[said].add(name)
        repeated = [(said, number) for said, number in places.most_common(FOLDED) if number > 1]
        if repeated:
            yield "Most often:"
        for (code, message), number in repeated:
            inside = len(files[code, message])
            yield f"{number:>8}  {code}  {message} ({inside} {'file' if inside == 1 else 'files'})"

    def _begin(self) -> str:
        parts = []
        if self.one_kind:
            parts.append(f"{_some(self.one_kind)}: one kind of finding is left{_in_each(self.one_kind)}")
        if self.most:
            parts.append(f"most is left in {_some([f'{name} ({number})' for name, number in self.most])}")
        return f"Begin with: {'; '.join(parts)}"

    def _not_read(self) -> str:
        parts = []
        if self.failed:
            parts.append(f"{_some(self.failed)} could not be processed")
        if self.unread:
            parts.append(f"{_some(self.unread)} not in Python")
        return f"Not read: {'; '.join(parts)}"


def _in_each(names: Sequence[str]) -> str:
    return " in each" if len(names) > 1 else ""


def _some(names: Sequence[str]) -> str:
    """The first few names, and the number of the others."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more
