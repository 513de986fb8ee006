"""Facts about a symbol from the tables of `compat`, in sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import singledispatch
from typing import NamedTuple

from codemods.explain.names import Subject
from codemods.source.canonical_names import spelling
from compat.tables.behaviour.changed_calls import CHANGED_CALLS
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS, EARLIER_DEFAULTS
from compat.tables.behaviour.changed_values import CHANGED_VALUES
from compat.tables.behaviour.deviations import CONTRIB_DEVIATIONS, DEVIATIONS
from compat.tables.behaviour.preprocessing_defaults import CHANGED_IN as PREPROCESSING_CHANGED_IN
from compat.tables.behaviour.preprocessing_defaults import PREPROCESSING_DEFAULTS, PreprocessingDefault
from compat.tables.behaviour.preprocessing_defaults import URL as PREPROCESSING_URL
from compat.tables.behaviour.read_only import READ_ONLY, ReadOnly
from compat.tables.behaviour.strategies import STRATEGIES
from compat.tables.behaviour.update_rules import UPDATE_RULES
from compat.tables.keywords.ignored_keywords import IGNORED_KEYWORDS
from compat.tables.keywords.keras_1 import KERAS_1_FUNCTION_ROWS, KERAS_1_LAYERS
from compat.tables.keywords.keras_1 import URL as KERAS_1
from compat.tables.keywords.renamed_keywords import RENAMED_KEYWORDS
from compat.tables.methods.generator_methods import GENERATOR_METHODS
from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.methods.renamed_methods import RENAMED_METHODS
from compat.tables.names import tensorflow_1
from compat.tables.names.moved_modules import MOVED_MODULES, RESPELLED_CLASSES
from compat.tables.names.moved_symbols import MOVED_SYMBOLS
from compat.tables.names.own_names import OWN_NAMES, OwnName
from compat.tables.names.own_names import URL as OWN
from compat.tables.names.plain_names import PLAIN_NAMES
from compat.tables.names.shims import SHIMS
from compat.tables.names.tensorflow_0 import TENSORFLOW_0
from compat.tables.names.tensorflow_0 import URL as TENSORFLOW_1_0
from compat.tables.removed import REMOVED
from compat.tables.removed.ended_packages import ENDED_PACKAGES
from compat.tables.rows import (
    REQUIRED,
    ChangedCall,
    ChangedDefault,
    ChangedValue,
    Deviation,
    GeneratorMethod,
    GoneMethod,
    IgnoredKeyword,
    Keras1Layer,
    MovedModule,
    MovedSymbol,
    Removed,
    RenamedKeywords,
    RenamedMethod,
    UpdateRule,
)

TENSORFLOW_2 = "https://www.tensorflow.org/guide/migrate"


class Fact(NamedTuple):
    """One sentence, its label, and the upstream page that says so."""

    label: str
    text: str
    url: str = ""


class _Asked(NamedTuple):
    """A question: the names under which the tables may list a symbol, and a keyword."""

    names: tuple[str, ...]
    keyword: str | None

    def is_one_of(self, symbols: Iterable[str]) -> bool:
        """True if `symbols` include one of the names; `module.*` counts only if a keyword is asked for."""
        modules = {f"{name.rpartition('.')[0]}.*" for name in self.names} if self.keyword is not None else set()
        return not modules.union(self.names).isdisjoint(symbols)

    def is_about(self, keywords: Iterable[str]) -> bool:
        return self.keyword is None or self.keyword in keywords


def facts(subject: Subject) -> list[Fact]:
    """All facts about a symbol; facts about every class of a module are left out unless a keyword is asked for."""
    asked = _Asked(_names(subject.path), subject.keyword)
    tables = (
        *MOVED_MODULES,
        *RESPELLED_CLASSES,
        *MOVED_SYMBOLS,
        *GENERATOR_METHODS,
        *GONE_METHODS,
        *READ_ONLY,
        *OWN_NAMES,
        *RENAMED_METHODS,
        *RENAMED_KEYWORDS,
        *KERAS_1_LAYERS,
        *KERAS_1_FUNCTION_ROWS,
        *IGNORED_KEYWORDS,
        *CHANGED_VALUES,
        *CHANGED_CALLS,
        *UPDATE_RULES,
        *CHANGED_DEFAULTS,
        *EARLIER_DEFAULTS,
        *PREPROCESSING_DEFAULTS,
    )
    found = [fact for row in tables for fact in _said(row, asked)]
    for name in asked.names:
        if name in TENSORFLOW_0:
            found.append(Fact("became", TENSORFLOW_0[name].modern, TENSORFLOW_1_0))
        if name in tensorflow_1.MOVED:
            found.append(Fact("became", PLAIN_NAMES.get(name, tensorflow_1.MOVED[name]), TENSORFLOW_2))
        if name in tensorflow_1.CHANGED:
            found.append(Fact("changed", "what has this name since TensorFlow 2.0 is another thing", TENSORFLOW_2))
    if asked.keyword is None:
        found += [Fact("measured", row.measured, row.url) for row in STRATEGIES if asked.is_one_of(row.names)]
    removed = _removed(asked.names)
    if removed is not None and not any(fact.label in ("became", "instead") for fact in found):
        found.append(Fact("instead", removed.advice, removed.url))
    return found


def shim_of(subject: Subject) -> str | None:
    """The name in `compat` that keeps the legacy behaviour of a symbol; None if there is none."""
    names = _names(subject.path)
    return next((f"compat.{name}" for shim in SHIMS for name in shim.symbols if name in names), None)


def deviations(subject: Subject, codes: Collection[str]) -> Iterator[Fact]:
    """The known deviations of a symbol's shim, or of shims that the rules with these codes lead to."""
    for row in _rows_about(subject):
        if row.deviation and (shim_of(subject) or not set(codes).isdisjoint(row.codes)):
            yield Fact("deviates", row.deviation)


def _rows_about(subject: Subject) -> list[Deviation]:
    """The rows for a name as it is spelled or, if there are none, those for its other spellings."""
    for name in _names(subject.path):
        found = [
            row
            for row in (*DEVIATIONS, *CONTRIB_DEVIATIONS)
            if any(fnmatchcase(name, pattern) for pattern in row.names)
        ]
        if found:
            return found
    return []


def _names(path: str) -> tuple[str, ...]:
    """The names under which the tables may list a path."""
    found = spelling(path)
    owner, _, last = path.rpartition(".")
    above = spelling(owner)
    below = [f"{above.canonical}.{last}", f"{above.plain}.{last}"] if above else []
    return tuple(dict.fromkeys([path, *([found.canonical, found.plain] if found else []), *below]))


def _removed(names: Iterable[str]) -> Removed | None:
    """The row for a name, or for the nearest name above it."""
    rows = {row.legacy: row for row in (*REMOVED, *ENDED_PACKAGES)}
    for name in names:
        above = name
        while above:
            if above in rows:
                return rows[above]
            above = above.rpartition(".")[0]
    return None


@singledispatch
def _said(row: object, asked: _Asked) -> Iterator[Fact]:
    raise TypeError(f"there are no words for {type(row).__name__}, asked for {asked.names}")


@_said.register
def _(row: MovedModule, asked: _Asked) -> Iterator[Fact]:
    for name in row.names:
        if f"{row.legacy}.{name}" in asked.names:
            yield Fact("became", f"{row.modern}.{name}", row.url)
            return
    if row.legacy in asked.names:
        yield Fact("became", f"{row.modern}, for {_some(row.names)}", row.url)


@_said.register
def _(row: MovedSymbol, asked: _Asked) -> Iterator[Fact]:
    if row.legacy in asked.names:
        yield Fact("became", row.modern, row.url)


@_said.register
def _(row: RenamedKeywords, asked: _Asked) -> Iterator[Fact]:
    for legacy, modern in row.keywords.items():
        if asked.is_one_of(row.symbols) and asked.is_about([legacy]):
            yield Fact("became", f"{legacy}= is {modern}= since {row.gone_in}", row.url)


@_said.register
def _(row: Keras1Layer, asked: _Asked) -> Iterator[Fact]:
    if asked.keyword is None or not asked.is_one_of(row.symbols):
        return
    if asked.keyword in row.keywords:
        yield Fact("became", f"{asked.keyword}= of Keras 1 is {row.keywords[asked.keyword]}=", KERAS_1)
    elif asked.keyword in row.kernel:
        yield Fact("became", f"{', '.join(row.kernel)} of Keras 1 are kernel_size=", KERAS_1)
    if asked.keyword in row.unlike:
        yield Fact("instead", row.unlike[asked.keyword], KERAS_1)


@_said.register
def _(row: GeneratorMethod, asked: _Asked) -> Iterator[Fact]:
    if any(name.startswith("keras.") and name.endswith(f".{row.legacy}") for name in asked.names):
        yield Fact("became", f"{row.modern}, which takes generators")


@_said.register
def _(row: GoneMethod, asked: _Asked) -> Iterator[Fact]:
    modules = {owner.rpartition(".")[0] for owner in row.classes}  # a base class stands for all classes in its module
    if any(name.rpartition(".")[2] in row.names and name.rsplit(".", 2)[0] in modules for name in asked.names):
        yield Fact("instead", f"{row.advice} (gone since {row.gone_in})", row.url)


@_said.register
def _(row: ReadOnly, asked: _Asked) -> Iterator[Fact]:
    modules = {owner.rpartition(".")[0] for owner in row.classes}
    if any(name.rpartition(".")[2] in row.names and name.rsplit(".", 2)[0] in modules for name in asked.names):
        yield Fact("changed", f"read-only in Keras 3: {row.advice}")


@_said.register
def _(row: OwnName, asked: _Asked) -> Iterator[Fact]:
    modules = {owner.rpartition(".")[0] for owner in row.classes}
    if any(name.rpartition(".")[2] in row.names and name.rsplit(".", 2)[0] in modules for name in asked.names):
        yield Fact("changed", f"a method of your own cannot have this name: Keras 3 {row.does}", OWN)


@_said.register
def _(row: RenamedMethod, asked: _Asked) -> Iterator[Fact]:
    modules = {owner.rpartition(".")[0] for owner in row.classes}
    if any(name.rpartition(".")[2] == row.legacy and name.rsplit(".", 2)[0] in modules for name in asked.names):
        yield Fact("became", f"{row.modern}, a method with the same arguments, since {row.since}", row.url)


@_said.register
def _(row: IgnoredKeyword, asked: _Asked) -> Iterator[Fact]:
    if asked.is_one_of(row.symbols) and asked.is_about(row.keywords):
        keywords = f"{asked.keyword}=" if asked.keyword else _list(row.keywords)
        yield Fact("keyword", f"{keywords} {row.effect} since {row.gone_in}: {row.advice}", row.url)


@_said.register
def _(row: ChangedValue, asked: _Asked) -> Iterator[Fact]:
    if asked.is_one_of(row.symbols) and asked.is_about(row.keywords):
        yield Fact(
            "values", f"of {asked.keyword or _list(row.keywords)}, since {row.changed_in}: {row.advice}", row.url
        )


@_said.register
def _(row: ChangedCall, asked: _Asked) -> Iterator[Fact]:
    if asked.is_one_of(row.symbols) and (not row.given or asked.is_about(row.given)):
        yield Fact("meaning", f"{row.changed}: {row.advice}", row.url)


@_said.register
def _(row: UpdateRule, asked: _Asked) -> Iterator[Fact]:
    if row.symbol in asked.names and asked.keyword is None:
        yield Fact("meaning", row.changed, "https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py")


@_said.register
def _(row: ChangedDefault, asked: _Asked) -> Iterator[Fact]:
    if row.symbol in asked.names and asked.is_about([row.keyword]):
        now = "must be given" if row.modern == REQUIRED else f"is {row.modern!r}"
        yield Fact("default", f"{row.keyword}= was {row.legacy!r}, {now} in Keras 3", row.url)


@_said.register
def _(row: PreprocessingDefault, asked: _Asked) -> Iterator[Fact]:
    if row.symbol in asked.names and asked.is_about([row.keyword]):
        said = f"{row.keyword}= was {row.legacy!r} before TensorFlow {PREPROCESSING_CHANGED_IN}: it {row.meaning}"
        yield Fact("default", said, PREPROCESSING_URL)


_FEW = 4


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:_FEW]) + (f" and {len(names) - _FEW} more" if len(names) > _FEW else "")


def _list(keywords: Iterable[str]) -> str:
    return ", ".join(f"{each}=" for each in keywords)
