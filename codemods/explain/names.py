"""Finds the symbol that a person means by `tf.Session`, `K.set_session`, `Adam(lr=)` or `Model.fit_generator`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from codemods.releases import api, tables
from codemods.releases.api import Answer
from codemods.source.canonical_names import FAMILIES, spelling
from compat.tables.methods.gone_methods import GONE_METHODS

ALIASES = {"tf": "tensorflow", "K": "keras.backend"}
"""The names that scripts give to packages."""

PUBLIC_UNITS = ("keras", "tensorflow.keras", "tensorflow", "tensorflow.contrib", "tensorflow.compat.v1")
"""The units in which to look up a name without its package, in this order."""

_TEXT = re.compile(r"(?P<name>\.?[A-Za-z_][\w.]*?)\.?(?:\(\s*(?:(?P<keyword>\w+)\s*(?:=.*)?)?\))?")
_WELL_KNOWN = frozenset(name for row in GONE_METHODS if row.well_known for name in row.names)
"""Names to look up as methods before anything else that ends with them."""

_BASES = ("Model", "Layer", "Optimizer", "Estimator", "Dataset", "Strategy", "Callback", "Metric")
_CLOSE = 0.75
_NEAR = 5


class Subject(NamedTuple):
    """A path of the tables, and a keyword if one is meant; `others` are other paths that the same text can mean."""

    path: str
    keyword: str | None = None
    others: tuple[str, ...] = ()

    @property
    def last(self) -> str:
        return self.path.rpartition(".")[2]

    def __str__(self) -> str:
        return f"{self.path}({self.keyword}=)" if self.keyword else self.path


def subject_of(text: str) -> Subject | None:
    """The symbol that a text names; None if no release has it."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        return None
    name, keyword = found["name"], found["keyword"]
    searches = (_spelled, _methods, _ending) if name in _WELL_KNOWN else (_spelled, _ending, _methods)
    for search in searches:
        paths = search(name)
        known = [path for path in paths if keyword is None or _takes(path, keyword)]
        if known:
            return Subject(known[0], keyword, tuple(known[1:]))
    return None


def unlisted(text: str) -> Subject | None:
    """A name that the tables need not list: it is private, or below something that no longer exists."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        return None
    paths = list(_expanded(found["name"].lstrip(".")))
    path = paths[-1] if paths[-1].startswith("keras.") else paths[0]
    if path.split(".", maxsplit=1)[0] not in FAMILIES:
        return None
    above = listed_above(path)
    is_gone = above is not None and "." in above.path and above.releases[-1] != api.releases(above.distribution)[-1]
    return Subject(path, found["keyword"]) if is_gone or any(map(_is_private, path.split("."))) else None


def _is_private(part: str) -> bool:
    return part.startswith("_") or part in ("python", "src")


def as_written(text: str) -> Subject | None:
    """A name as written, with its package in full; the tables of the releases need not have it."""
    found = _TEXT.fullmatch(text.strip())
    return Subject(next(_expanded(found["name"].lstrip("."))), found["keyword"]) if found is not None else None


def known_part(text: str) -> api.Symbol | None:
    """The longest part of a name that the tables have, unless that is only the package."""
    found = _TEXT.fullmatch(text.strip())
    symbol = listed_above(next(iter(_expanded(found["name"].lstrip("."))))) if found is not None else None
    return symbol if symbol is not None and "." in symbol.path else None


def listed_above(path: str) -> api.Symbol | None:
    """The nearest symbol above a path that the tables have."""
    parts = path.split(".")
    return next((symbol for end in range(len(parts) - 1, 0, -1) if (symbol := api.lookup(".".join(parts[:end])))), None)


def near(text: str) -> list[str]:
    """Suggest known names that look like an unknown one."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        return []
    name, keyword = found["name"].strip("."), found["keyword"]
    without = subject_of(name) if keyword else None
    if without is not None:
        close = difflib.get_close_matches(keyword, _keywords(without.path), _NEAR, _CLOSE)
        return [f"{without.path}({each}=)" for each in close]
    last = name.rpartition(".")[2]
    ends: dict[str, list[str]] = {}
    for path in _public_paths():
        end = path.rpartition(".")[2]
        if abs(len(end) - len(last)) <= len(last) // 3:
            ends.setdefault(end, []).append(path)
    full = next(iter(_expanded(name)))
    close = difflib.get_close_matches(last, ends, _NEAR, _CLOSE)
    paths = [
        path for end in close for path in sorted(ends[end], key=lambda path: (-_likeness(path, full), len(path)))[:1]
    ]
    return sorted(paths, key=lambda path: -_likeness(path, full))


def _likeness(path: str, other: str) -> float:
    return difflib.SequenceMatcher(None, path, other).ratio()


def _expanded(name: str) -> Iterator[str]:
    """The full paths that a name can mean: as written, then under the package that users import."""
    head, dot, rest = name.partition(".")
    full = ALIASES.get(head, head) + dot + rest
    yield full
    found = spelling(full)
    if found is not None and found.root not in FAMILIES:
        is_tf_keras = found.plain.split(".", maxsplit=1)[0] == "keras"
        yield f"tensorflow.{found.plain}" if is_tf_keras else found.plain
        yield found.canonical


def _spelled(name: str) -> list[str]:
    """The path of a name that starts with a package; a place of definition is replaced by the public name."""
    known = [(path, symbol) for path in dict.fromkeys(_expanded(name)) if (symbol := api.lookup(path))]
    if known and all(symbol.kind == "private" for _, symbol in known):
        path, symbol = known[0]
        return [api.public(path, symbol.releases[-1]) or path]
    return [path for path, symbol in known if symbol.kind != "private"][:1]


def _ending(name: str) -> list[str]:
    """The paths that end with a name, the simplest first."""
    if name.startswith(".") or name.split(".", maxsplit=1)[0] in (*FAMILIES, *ALIASES):
        return []
    found = [path for path in _public_paths() if path.endswith(f".{name}")]
    owner, _, method = name.rpartition(".")
    if not found and owner:
        found = [f"{path}.{method}" for path in _ending(owner) if api.lookup(f"{path}.{method}")]
    return sorted(found, key=_plainness)


def _methods(name: str) -> list[str]:
    """The methods that a name such as `.fit_generator`, `model.fit_generator` or `fit_generator` can mean."""
    receiver, _, method = name.rpartition(".")
    if "." in receiver or receiver in (*FAMILIES, *ALIASES) or receiver.startswith("tensorflow_"):
        return []
    found = [f"{path}.{method}" for path in _classes_with(method)]
    found += [f"{path}.{method}" for row in GONE_METHODS if method in row.names for path in row.classes]
    return sorted(dict.fromkeys(found), key=lambda path: (not _is_named_for(path, receiver), *_plainness(path)))


def _is_named_for(path: str, receiver: str) -> bool:
    """True if `receiver` is named after the class (`model` for `Model`), or is "" and the class is a common base."""
    owner = path.split(".")[-2]
    return owner.lower() == receiver.lower() if receiver else owner in _BASES


def _classes_with(member: str) -> Iterator[str]:
    for unit in PUBLIC_UNITS:
        table = tables.table(unit)
        having = {number for number, texts in enumerate(table.members) if _has(table, texts, member)}
        for path in table.symbols:
            if (
                any(row.entry.members is not None for row in table.rows(path))
                and having
                and api.lookup(f"{path}.{member}")
            ):
                yield path


def _has(table: tables.Table, texts: list[int], member: str) -> bool:
    return any(table.texts[text].partition("(")[0] == member for text in texts)


def _public_paths() -> Iterator[str]:
    for unit in PUBLIC_UNITS:
        yield from tables.table(unit).symbols


def _plainness(path: str) -> tuple[bool, int, bool, int, str]:
    """Sort key: canonical names first, such as `keras.models.Model`, then short ones."""
    is_second = any(
        found.canonical != found.plain for each in (path, path.rpartition(".")[0]) if (found := spelling(each))
    )
    return is_second, path.count("."), not path.startswith("keras."), len(path), path


def _takes(path: str, keyword: str) -> bool:
    """True if any release is known to take a keyword, by name or through `**kwargs`."""
    symbol = api.lookup(path)
    return symbol is not None and any(api.accepts(path, keyword, release) is Answer.YES for release in symbol.releases)


def _keywords(path: str) -> Iterable[str]:
    symbol = api.lookup(path)
    assert symbol is not None
    signatures = (api.signature(path, release) for release in symbol.releases)
    return {keyword for signature in signatures if signature for keyword in signature.keywords}
