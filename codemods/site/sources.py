"""All pages of the site as Markdown, and the configuration of mkdocs with what leads to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codemods.explain.pages import pages_by_topic
from codemods.site.fixtures import topics, words
from codemods.site.gallery import gallery, page_name
from codemods.site.included import INCLUDED, code_link, included
from codemods.site.markdown import adapted
from codemods.site.rule_pages import INDEX, rule_page_name, rule_pages
from codemods.site.written import written

CONFIGURATION = Path(__file__).with_name("mkdocs.yml")
GUIDES = ("multi_gpu_model", "estimators", "contrib", "custom_loops", "notebooks", "repositories")


def sources() -> dict[str, str]:
    """The Markdown of each page, by its path on the site."""
    generated = {
        name: adapted(text, lambda shown, target: f"[{shown}]({target})", code_link(name))
        for name, text in {**rule_pages(), **gallery()}.items()
    }
    return {**written(), **generated, **included()}


def configuration() -> str:
    """`mkdocs.yml`; what JSON writes is YAML, too."""
    return f"{CONFIGURATION.read_text(encoding='utf-8')}\nnav: {json.dumps(navigation())}\n"


def navigation() -> list[Any]:
    """The navigation as mkdocs takes it; pages without a title of their own have that of their first heading."""
    rules = [{topic: [rule_page_name(page.rule.code) for page in pages]} for topic, pages in pages_by_topic()]
    return [
        {"Home": "index.md"},
        {"What do you have?": ["guides/index.md", *(f"guides/{name}.md" for name in GUIDES)]},
        {"Rules": [INDEX, *rules]},
        {"Gallery": ["gallery/index.md", *({words(topic): page_name(topic)} for topic in topics())]},
        {"A case": "case_study.md"},
        {"Proof": _included("proof")},
        {"Tutorials": _included("tutorials")},
        {"Reference": _included("reference")},
        {"In CI": "ci.md"},
        {"Limits": "limits.md"},
    ]


def _included(folder: str) -> list[str]:
    return [page for page in INCLUDED.values() if page.startswith(f"{folder}/")]
