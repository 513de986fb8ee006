"""The page of a rule: the docstring of its module, section by section, and its example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codemods.explain.examples import Example, example_of_rule
from codemods.rules import rules_by_code, rules_by_topic
from codemods.types import Rule

DOES, WHY, NUMBERS, LEAVES = "What it does", "Why", "Numbers", "What it leaves to you"
HEADINGS = (DOES, WHY, NUMBERS, LEAVES)
"""The headings of each rule's module; the example comes after `Why`."""

CAN_DIFFER = "They can differ"
VERDICTS = ("Same", CAN_DIFFER, "Not measured", "No numbers involved")
"""The possible beginnings of the section on numbers."""

_HEADING = re.compile(r"^## (.+)$", flags=re.MULTILINE)
_LINK = re.compile(r"https?://[^\s)]+")


class Page(NamedTuple):
    """The sections of a rule's module; the texts are Markdown."""

    rule: Rule
    summary: str
    sections: dict[str, str]

    @property
    def title(self) -> str:
        return f"{self.rule.code} {self.rule.name}"

    @property
    def short_title(self) -> str:
        """The summary, without what comes after a colon."""
        return self.summary.partition(": ")[0].removesuffix(".")

    @property
    def example(self) -> Example:
        """The rule's example, upgraded on demand."""
        return example_of_rule(self.rule)

    @property
    def links(self) -> tuple[str, ...]:
        """The links to upstream pages."""
        return tuple(dict.fromkeys(_LINK.findall(self.rule.documentation)))

    @property
    def verdict(self) -> str:
        """The first words about the numbers: one of `VERDICTS`, or ""."""
        return next((each for each in VERDICTS if self.sections[NUMBERS].startswith(each)), "")


def rule_of(code: str) -> Rule | None:
    """The rule with this code; None if there is none."""
    return rules_by_code().get(code.upper())


def page_of(rule: Rule) -> Page:
    """Read the docstring of a rule's module."""
    summary, *rest = _HEADING.split(rule.documentation)
    sections = {heading: text.strip() for heading, text in zip(rest[::2], rest[1::2], strict=True)}
    return Page(rule, " ".join(summary.split()), sections)


def pages_by_topic() -> Iterator[tuple[str, list[Page]]]:
    """The pages of all rules, by their topics."""
    for topic, rules in rules_by_topic().items():
        yield topic, [page_of(rule) for rule in rules]


def without_links(text: str) -> str:
    """A text without its lines of links, which a terminal shows below it."""
    return "\n".join(line for line in text.splitlines() if not _LINK.match(line))
