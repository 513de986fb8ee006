"""Every rule has a page: each section says something, and the example is one that this rule changes or reports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from codemods.explain.examples import destination, example_of
from codemods.explain.pages import HEADINGS, LEAVES, NUMBERS, WHY, Page, page_of, rule_of
from codemods.rules import all_rules
from codemods.types import Stage

ROOT = Path(__file__).resolve().parents[2]
PATH = re.compile(r"`((?:tests|compat|codemods)/[\w./]+)`")
every_page = pytest.mark.parametrize("page", [page_of(rule) for rule in all_rules()], ids=lambda page: page.rule.code)


@every_page
def test_no_section_is_empty(page: Page) -> None:
    assert tuple(page.sections) == HEADINGS
    assert all(page.sections.values())
    assert page.summary


@every_page
def test_the_summary_is_one_paragraph(page: Page) -> None:
    assert page.summary.endswith(".")
    assert "\n\n" not in page.rule.documentation.partition("\n\n## ")[0]
    assert "|" not in page.summary + page.sections[LEAVES], "they are cells of a table"


@every_page
def test_the_reason_links_upstream(page: Page) -> None:
    assert "https://" in page.sections[WHY]
    assert page.links


@every_page
def test_numbers_name_the_place_of_their_measurement(page: Page) -> None:
    assert page.verdict
    if page.verdict in ("Same", "They can differ"):
        assert PATH.search(page.sections[NUMBERS])
    else:
        assert not re.search(r"to \d\S*e-\d", page.sections[NUMBERS])


@every_page
def test_the_files_that_it_names_are_there(page: Page) -> None:
    for path in PATH.findall(page.rule.documentation):
        assert (ROOT / path).exists(), path


@every_page
def test_the_rules_that_it_names_are_there(page: Page) -> None:
    for code in re.findall(r"TFM\d+", page.rule.documentation):
        assert rule_of(code) is not None, code


@every_page
def test_the_example_is_changed_or_reported_by_this_rule(page: Page) -> None:
    ast.parse(page.example.after if page.rule.stage is Stage.PYTHON_2 else page.rule.example)
    assert page.rule.code in page.example.codes


@every_page
def test_the_example_is_upgraded_at_once(page: Page) -> None:
    after = page.example.after
    again = example_of(after, destination(page.rule))
    assert again.after == after
    assert not again.changes


ONCE = {
    "TFM153": "TFM198: the file that is read is not the one that is written any more",
    "TFM201": "two parallel models of one name go to the shim",
    "TFM204": "two parallel models of one name go to the shim",
    "TFM316": "reported in place of TFM330: the name means two functions",
    "TFM348": "a function reads the first of two models of one name, or the second: TFM157 sees neither's end",
    "TFM373": "TFM232, TFM236: a loss of one of two models of one name",
}
"""Where the same code twice in one file is not what it is once, and why."""


@every_page
def test_the_example_twice_is_spoken_of_as_it_is_once(page: Page) -> None:
    """A notebook binds the same names again in each part."""
    if page.rule.stage is Stage.PYTHON_2 or page.rule.beside:
        return
    once, to = page.rule.example, destination(page.rule)
    lost = {*example_of(once, to).codes} - {*example_of(f"{once}\n{once}", to).codes}
    assert bool(lost) == (page.rule.code in ONCE), lost


@every_page
def test_a_rule_that_says_so_rewrites_nothing(page: Page) -> None:
    if "It rewrites nothing." in page.rule.documentation:
        assert page.rule.code not in [code for code, _ in page.example.changes]
