"""The READMEs of the repository as pages of the site, with links that lead to its pages."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from pathlib import Path

from codemods.explain.documents import filled
from codemods.explain.pages import rule_of
from codemods.site.markdown import CODE, Link, adapted, section, shifted
from codemods.site.rule_pages import INDEX, rule_page_name

ROOT = Path(__file__).parents[2]
HOME = "index.md"

INCLUDED = {
    "codemods/README.md": "reference/commands.md",
    "compat/README.md": "reference/shims.md",
    "CONTRIBUTING.md": "reference/contributing.md",
    "CHANGELOG.md": "reference/changelog.md",
    "reference_impls/minigooglenet_cifar10/README.md": "tutorials/minigooglenet_cifar10.md",
    "reference_impls/fashion_mnist_estimator/README.md": "tutorials/fashion_mnist_estimator.md",
    "reference_impls/retinal_oct_estimator/README.md": "tutorials/retinal_oct_estimator.md",
    "reference_impls/efficientnet_ai_or_not/README.md": "tutorials/efficientnet_ai_or_not.md",
    "reference_impls/flowers_standard_loop/README.md": "tutorials/flowers_standard_loop.md",
    "reference_impls/mnist_fault_tolerant/README.md": "tutorials/mnist_fault_tolerant.md",
    "tests/equivalence/README.md": "proof/equivalence.md",
    "compat/tables/behaviour/README.md": "proof/behaviour.md",
    "tests/behaviour/README.md": "proof/catalogue.md",
    "tests/estimator/README.md": "proof/estimator.md",
    "tests/keras_suite/README.md": "proof/keras_suite.md",
    "tests/README.md": "proof/tests.md",
}
"""The documents of the repository that are pages, and their places on the site."""

_RULES = "codemods/rules/README.md"
_TARGETS = {**INCLUDED, _RULES: INDEX, "README.md": HOME}
_TITLES = {"codemods/README.md": "Commands in detail", "tests/README.md": "What is tested"}


def included() -> dict[str, str]:
    """The pages that are documents of the repository."""
    return {page: on_page(_document(name), name, page) for name, page in INCLUDED.items()}


def included_section(name: str, heading: str, page: str) -> str:
    """A section of a document, without its heading, for a page. Raises ValueError if there is none."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return on_page(shifted(section(text, heading), 0), name, page)


def on_page(text: str, name: str, page: str) -> str:
    """A document of the repository, or a part of it, with the links of a page."""
    return adapted(text, _link(name, page), code_link(page))


def code_link(page: str) -> Callable[[str], str | None]:
    """What leads from a page to that of a rule; a page does not link to itself."""

    def link(code: str) -> str | None:
        target = rule_page_name(code)
        return _relative(target, page) if rule_of(code) and target != page else None

    return link


def _link(name: str, page: str) -> Link:
    def link(text: str, target: str) -> str:
        if target.startswith(("#", "https://", "http://", "mailto:")):
            return f"[{text}]({target})"
        path, _, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        if path == _RULES:
            return f"[{text}]({_relative(_rule_page(text, anchor), page)})"
        if path in _TARGETS:
            return f"[{text}]({_relative(_TARGETS[path], page)}{f'#{anchor}' if anchor else ''})"
        if not (ROOT / path).exists():
            raise ValueError(f"{name}: the link to {target} leads nowhere")
        return f"{text} (`{path}`)"

    return link


def _rule_page(text: str, anchor: str) -> str:
    """The page of the rule that an anchor or the text of a link names, else the index."""
    code = anchor.partition("-")[0].upper() or text
    return rule_page_name(code) if CODE.fullmatch(code) else INDEX


def _relative(target: str, page: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def _document(name: str) -> str:
    text = (ROOT / name).read_text(encoding="utf-8")
    if name == "codemods/README.md":
        text = filled(text, "rules", "The [rules](rules/README.md) are listed by what they are about.")
    if name in _TITLES:
        text = f"# {_TITLES[name]}\n{text.partition(chr(10))[2]}"
    return text
