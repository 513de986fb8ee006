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


@every_page
def test_a_rule_that_says_so_rewrites_nothing(page: Page) -> None:
    if "It rewrites nothing." in page.rule.documentation:
        assert page.rule.code not in [code for code, _ in page.example.changes]
