"""The pages that are written by hand, and the marks in them that stand for facts of the repository.

`<!-- section README.md: Limits -->` is a section of a document, `<!-- script train.py: FOLDER/NAME -->` the first
script of a pair of fixtures, `<!-- pair FOLDER/NAME -->` both, and `<!-- rules TFM170 TFM171 -->` a table of rules.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from codemods.explain.pages import page_of
from codemods.rules import rules_by_code
from codemods.site.fixtures import pair_of
from codemods.site.gallery import fenced, views
from codemods.site.included import code_link, included_section
from codemods.site.markdown import adapted
from codemods.site.rule_pages import rule_rows

PAGES = Path(__file__).with_name("pages")
SCRIPT = re.compile(r"^<!-- script (?P<file>\S+): (?P<pair>\S+) -->$", flags=re.MULTILINE)
_MARK = re.compile(r"^<!-- (section|script|pair|rules) (.+?) -->$", flags=re.MULTILINE)


def written() -> dict[str, str]:
    """The pages, with what their marks stand for."""
    return {name: _filled(text, name) for name, text in originals().items()}


def originals() -> dict[str, str]:
    """The pages as they are in the repository, by their names on the site."""
    return {
        path.relative_to(PAGES).as_posix(): path.read_text(encoding="utf-8") for path in sorted(PAGES.rglob("*.md"))
    }


def _filled(text: str, page: str) -> str:
    linked = adapted(text, lambda shown, target: f"[{shown}]({target})", code_link(page))
    return _MARK.sub(lambda mark: _meaning(mark[1], mark[2], page), linked)


def _meaning(kind: str, about: str, page: str) -> str:
    if kind == "rules":
        rules = rules_by_code()
        folder = posixpath.relpath("rules", posixpath.dirname(page) or ".")
        return rule_rows([page_of(rules[code]) for code in about.split()], f"{folder}/")
    if kind == "pair":
        return views(pair_of(about))
    name, _, rest = about.partition(": ")
    if kind == "script":
        return fenced(pair_of(rest).before, "python", name)
    return included_section(name, rest, page).strip()
