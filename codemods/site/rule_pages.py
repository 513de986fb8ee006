"""The index of the rules, and a page for each, from the rule's own module."""

from __future__ import annotations

from codemods.explain.pages import DOES, LEAVES, NUMBERS, WHY, Page, pages_by_topic
from codemods.site.gallery import anchor, diff_block, fenced, page_name, pairs_of, reported, tabs
from codemods.types import Severity

INDEX = "rules/index.md"
SEVERITIES = {
    Severity.STOPS: "stops the program",
    Severity.NUMBERS: "changes numbers",
    Severity.DOUBT: "nothing in the file tells",
}
_SHOWN_PAIRS = 12


def rule_pages() -> dict[str, str]:
    """The pages of all rules and their index."""
    pages = {rule_page_name(page.rule.code): _page(topic, page) for topic, pages in pages_by_topic() for page in pages}
    return {INDEX: _index(), **pages}


def rule_page_name(code: str) -> str:
    """The path of the page of a rule."""
    return f"rules/{code}.md"


def rule_rows(pages: list[Page], folder: str = "") -> str:
    """A table of rules, for a page from which `folder` leads to their pages."""
    rows = (
        f"| [{page.rule.code}]({folder}{page.rule.code}.md) | {page.summary} "
        f"| {SEVERITIES[page.rule.severity]} | {page.verdict.lower()} |"
        for page in pages
    )
    return "\n".join(["| code | what it does | as it was written | numbers afterwards |", "|---|---|---|---|", *rows])


def _index() -> str:
    groups = [(topic, pages) for topic, pages in pages_by_topic()]
    count = sum(len(pages) for _, pages in groups)
    severities = [page.rule.severity for _, pages in groups for page in pages]
    said = {each: severities.count(each) for each in Severity}
    summary = (
        f"{count} rules, by what they are about. What {said[Severity.STOPS]} of them look for stops the program today; "
        f"what {said[Severity.NUMBERS]} look for runs, and trains or computes something else; "
        f"of what {said[Severity.DOUBT]} look for, nothing in the file tells what comes of it."
    )
    parts = [
        "# Rules",
        summary,
        "`tf-forward explain TFM201` prints the page of a rule; `--select` and `--ignore` choose rules by their codes.",
        *(f"## {topic}\n\n{rule_rows(pages)}" for topic, pages in groups),
    ]
    return "\n\n".join(parts) + "\n"


def _page(topic: str, page: Page) -> str:
    rule = page.rule
    facts = f"| {topic} | {SEVERITIES[rule.severity]} | {page.verdict.lower()} |"
    parts = [
        f"---\ntitle: {rule.code} {rule.name}\nsearch:\n  boost: 2\n---",
        f"# {rule.code} `{rule.name}`",
        page.summary,
        f"| about | as it was written | numbers afterwards |\n|---|---|---|\n{facts}",
        f"## {DOES}\n\n{page.sections[DOES]}",
        f"## {WHY}\n\n{page.sections[WHY]}",
        f"## Example\n\n{_example(page)}",
        f"## {NUMBERS}\n\n{page.sections[NUMBERS]}",
        f"## {LEAVES}\n\n{page.sections[LEAVES]}",
        _gallery(rule.code),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _example(page: Page) -> str:
    example = page.example
    before, after = fenced(example.before, "python"), fenced(example.after, "python")
    if example.after == example.before:
        shown = before
    else:
        shown = tabs({"Before": before, "After": after, "Diff": diff_block(example.before, example.after)})
    return f"{shown}\n\nThe report says:\n\n{reported(example)}"


def _gallery(code: str) -> str:
    pairs = pairs_of(code)
    if not pairs:
        return ""
    links = [f"- [{pair.label}](../{page_name(pair.topic)}#{anchor(pair)})" for pair in pairs[:_SHOWN_PAIRS]]
    if len(pairs) > _SHOWN_PAIRS:
        links.append(f"- and {len(pairs) - _SHOWN_PAIRS} more in the [gallery](../gallery/index.md)")
    return "## In the gallery\n\n" + "\n".join(links)
