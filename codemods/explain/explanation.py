"""Explains what became of a symbol."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from codemods.explain.examples import Example, destination, example_of, example_of_rule
from codemods.explain.names import Subject, as_written, listed_above, subject_of, unlisted
from codemods.explain.pages import page_of, rule_of
from codemods.explain.rows import Fact, deviations, facts, shim_of
from codemods.explain.snippets import snippet
from codemods.releases import api
from codemods.releases.api import Answer, Kind, Parameter
from codemods.releases.target import Target

_FEW = 3
FAMILIES = {"tensorflow": "TensorFlow", "keras": "Keras"}


class Explanation(NamedTuple):
    """The explanation of a symbol; `facts` are labelled sentences, and `links` lead upstream."""

    title: str
    facts: tuple[Fact, ...]
    example: Example
    links: tuple[str, ...]


def explain_name(name: str) -> Explanation | None:
    """Explain what became of a name; None if neither a release nor a row of the tables has it."""
    subject = subject_of(name) or unlisted(name)
    if subject is None:
        written = as_written(name)
        subject = written if written is not None and facts(written) else None
    return explain_symbol(subject) if subject is not None else None


def explain_symbol(subject: Subject, target: Target | None = None) -> Explanation:
    """Explain what a symbol was, when it went, what replaces it, and what the codemods do with it."""
    known = [*_origin(subject, target or Target())]
    rows = facts(subject)
    if not any(fact.label == "became" for fact in rows):
        known += _elsewhere(subject, target or Target())
    example = _example(subject)
    if not rows and not example.codes and api.lookup(subject.path) is not None:
        known.append(Fact("today", "nothing to do: the codemods leave it as it is"))
    handled = [Fact("rule", f"{rule.code} {rule.name}") for code in example.codes if (rule := rule_of(code))]
    links = dict.fromkeys([*(fact.url for fact in rows if fact.url), *_links(example)])
    return Explanation(str(subject), (*known, *rows, *handled, *_on_shims(subject, example)), example, tuple(links))


def _origin(subject: Subject, target: Target) -> Iterator[Fact]:
    """The kind, signature and releases of a symbol."""
    symbol = api.lookup(subject.path)
    if symbol is None:
        yield Fact("is", "in no table of a release: they have the public names, and the files of private modules")
        above = listed_above(subject.path)
        if above is not None and "." in above.path:
            yield Fact("in", f"{above.path}, of {availability(above)}")
        return
    signature = _signature(subject, symbol)
    article = "an" if symbol.kind[0] in "aeiou" else "a"
    yield Fact("is" if target.has(subject.path) else "was", f"{article} {symbol.kind}{signature}")
    yield Fact("in", availability(symbol))
    if subject.keyword is not None:
        yield Fact(f"{subject.keyword}=", _taken(subject.keyword, symbol))
    other = _counterpart(subject.path)
    if other is not None:
        yield Fact("also", f"{other.path}, in {availability(other)}")
    if subject.others:
        shown = ", ".join(subject.others[:_FEW]) + (", ..." if len(subject.others) > _FEW else "")
        yield Fact("others", f"{shown}: ask for one by its full name")


def availability(symbol: api.Symbol) -> str:
    """Format the releases of a symbol: `TensorFlow 1.12-1.15, gone since 2.0`."""
    order = api.releases(symbol.distribution)
    following = order[order.index(symbol.releases[-1]) + 1 :][:1]
    gone = f", gone since {api.ranges(symbol.distribution, following)}" if following else ""
    return f"{FAMILIES[symbol.distribution]} {symbol.availability}{gone}"


def _taken(keyword: str, symbol: api.Symbol) -> str:
    answers = {release: api.accepts(symbol.path, keyword, release) for release in symbol.releases}
    takes = [release for release, answer in answers.items() if answer is Answer.YES]
    refuses = [release for release, answer in answers.items() if answer is Answer.NO]
    said = f"taken by {FAMILIES[symbol.distribution]} {api.ranges(symbol.distribution, takes)}"
    refused = api.ranges(symbol.distribution, refuses)
    return f"{said}; refused {'' if refused.startswith('since') else 'by '}{refused}" if refuses else said


def _signature(subject: Subject, symbol: api.Symbol) -> str:
    """The last signature, without the keywords that pass through `**kwargs`."""
    found = api.signature(subject.path, symbol.releases[-1])
    if found is None:
        return ""
    parts = [_written(each) for each in found.parameters if each.kind is not Kind.HIDDEN]
    starred = next((n for n, each in enumerate(found.parameters) if each.kind is Kind.KEYWORD_ONLY), None)
    if starred is not None and not found.has_args:
        parts.insert(starred, "*")
    return f": {subject.last}({', '.join(parts)})"


def _written(parameter: Parameter) -> str:
    stars = {Kind.VAR_POSITIONAL: "*", Kind.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    return f"{stars}{parameter.name}" + (f"={parameter.default}" if parameter.default is not None else "")


def _counterpart(path: str) -> api.Symbol | None:
    """The name in the other family: `tf.keras` beside `keras`."""
    if path.startswith("keras."):
        return api.lookup(f"tensorflow.{path}")
    return api.lookup(path.removeprefix("tensorflow.")) if path.startswith("tensorflow.keras.") else None


def _elsewhere(subject: Subject, target: Target) -> Iterator[Fact]:
    """Another name for the same object in the target, if the target no longer has this one."""
    symbol = api.lookup(subject.path)
    if symbol is None or target.has(subject.path):
        return
    names = sorted(symbol.aliases, key=lambda name: name.rpartition(".")[2] != subject.last)
    modern = next((name for name in names if target.has(name)), None)
    if modern is not None:
        yield Fact("became", f"{modern}, which is the same object")


def _example(subject: Subject) -> Example:
    """Upgrade a few lines that use the symbol; if a rule's own example uses it, take that example."""
    example = example_of(snippet(subject))
    word = re.compile(rf"\b{re.escape(subject.last)}\b" + (rf"\(.*\b{subject.keyword}=" if subject.keyword else ""))
    for code in example.codes:
        rule = rule_of(code)
        if rule is not None and destination(rule) == "native" and word.search(rule.example):
            return example_of_rule(rule)
    return example


def _links(example: Example) -> Iterable[str]:
    rules = [rule for code in example.codes if (rule := rule_of(code))]
    return [link for rule in rules for link in page_of(rule).links]


def _on_shims(subject: Subject, example: Example) -> Iterator[Fact]:
    """The shim of a symbol, and its known deviations."""
    shim = shim_of(subject)
    if shim is not None:
        yield Fact("shim", shim)
    yield from deviations(subject, example.codes)
