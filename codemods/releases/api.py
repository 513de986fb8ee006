"""Every public symbol of every release of TensorFlow and Keras, recorded from the releases themselves.

    >>> lookup("tensorflow.contrib.distribute.MirroredStrategy").availability
    '1.12-1.15'
    >>> exists("keras.models.Model.fit_generator", "2.3.1")
    True
    >>> accepts("keras.optimizers.SGD", "lr", "3.15.1")
    <Answer.NO: 'no'>

A path starts with `tensorflow` or `keras` and belongs to the distribution of that name.
A release is a version that `releases` lists for that distribution; `nearest` finds one for any version.
`tensorflow.keras` belongs to TensorFlow; since 2.16, the Keras beside it (`beside`) determines what it contains.
A path may continue below a class, to a method or an attribute.

The place where a public class or function is defined is also known; `public` returns its public name.
Other private modules are known only by their files, not by their contents.
Attributes that only an instance has are not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from typing import NamedTuple

from codemods.releases import tables
from codemods.releases.signatures import Answer, Kind, Parameter, Signature, parse
from codemods.releases.versions import minor_version

__all__ = [
    "Answer",
    "Kind",
    "Parameter",
    "Signature",
    "Symbol",
    "accepts",
    "aliases",
    "beside",
    "derives",
    "exists",
    "importable",
    "is_open",
    "kind",
    "lookup",
    "methods",
    "nearest",
    "public",
    "ranges",
    "releases",
    "signature",
]

_OPEN = ("*",)
_MODULES = ("module", "namespace", tables.PRIVATE_MODULE)
_FIRST_CLOSED = {"tensorflow": (2, 16), "keras": (3, 0)}
_OPEN_MODULES = re.compile(
    r"tensorflow\b.*\.(python|experimental\.numpy|contrib)\b"
    r"|tensorflow\.compat\.v[12]\.(compat|test|flags|app\.flags)$|keras\.src\b"
)


class Symbol(NamedTuple):
    """A name, over all releases.

    `kind` is module, namespace (a module that no import statement can name), class, function, constant, method,
    attribute, private (the place where something public is defined), or private module (any other on disk). It is taken
    from the last release that has the name.
    """

    path: str
    kind: str
    releases: tuple[str, ...]
    availability: str

    @property
    def distribution(self) -> str:
        """`tensorflow` or `keras`."""
        return tables.distribution_of(self.path)

    @property
    def aliases(self) -> tuple[str, ...]:
        """The other names of the same object, in any release."""
        return tuple(
            sorted({name for release in self.releases for name in aliases(self.path, release)}, key=_plainness)
        )


def releases(distribution: str) -> tuple[str, ...]:
    """The releases in the tables, oldest first."""
    return tuple(tables.versions()[distribution])


def beside(distribution: str, release: str) -> str | None:
    """The release of the other distribution that was installed when this one was walked."""
    return tables.versions()[distribution].get(release) or None


def nearest(distribution: str, version: str) -> str | None:
    """The release to use for a version: itself, or the last one of its minor version, or the last one before that."""
    known = releases(distribution)
    if version in known:
        return version
    minor = minor_version(version)
    before = [release for release in known if minor_version(release) <= minor]
    return before[-1] if before else None


@cache
def lookup(path: str) -> Symbol | None:
    """The symbol with that name; None if no release has it."""
    found = _find(path)
    if not found:
        return None
    order = releases(tables.distribution_of(path))
    numbers = [number for row in found for number in range(row.first, row.last + 1)]
    return Symbol(path, found[-1].kind, tuple(order[number] for number in numbers), _availability(path, numbers))


def exists(path: str, release: str) -> bool:
    """Return True if a release has a name."""
    return _at(path, release) is not None


def kind(path: str, release: str) -> str | None:
    """The kind of a name in a release, as in `Symbol.kind`; None if the release does not have it."""
    found = _at(path, release)
    return found.kind if found is not None else None


def importable(path: str, release: str) -> bool:
    """Return True if `import path` or `from path import ...` works.

    This includes `tensorflow.keras.saving` with Keras 3, which is not an attribute of `tf.keras`.
    """
    if kind(path, release) == "module":
        return True
    order = releases(tables.distribution_of(path))
    return any(release in order[row.first : row.last + 1] for row in _find_private_module(path))


def public(path: str, release: str) -> str | None:
    """The public name of the object at a path in a release: Keras's own before TensorFlow's, then the shortest."""
    found = _at(path, release)
    return found.identity if found is not None else None


def signature(path: str, release: str) -> Signature | None:
    """The signature of a function, class or method; None if it is not known."""
    found = _object(path, release)
    return parse(found.signature) if found is not None and found.signature is not None else None


def accepts(path: str, keyword: str, release: str) -> Answer:
    """Tell whether a call of `path` may pass `keyword=`."""
    found = signature(path, release)
    return found.accepts(keyword) if found is not None else Answer.UNKNOWN


def methods(class_path: str, release: str) -> Mapping[str, Signature | None]:
    """The public methods of a class, its own and inherited ones; None stands for an unknown signature."""
    found = _object(class_path, release)
    members = _members(found.members) if found is not None and found.members is not None else {}
    return {name: parse(text) if text != "?" else None for name, text in sorted(members.items()) if text is not None}


def derives(class_path: str, base: str, release: str) -> bool:
    """Return True if a class is `base` or derives from it, according to the member tables of its bases."""
    found, above = _object(class_path, release), _object(base, release)
    if found is None or above is None or not found.members or not above.members or not above.members[0]:
        return class_path == base
    return above.members[0] in found.members


def is_open(path: str, release: str) -> bool:
    """Return True if a class or a module may have members that no table names.

    A class may because of `__getattr__` or a base class of another package. A module may if it is more than a list of
    exports, since it also has everything it imports: all modules do before Keras 3, some of `tf.compat.v1` still do.
    """
    found = _object(path, release)
    if found is None:
        return False
    if found.kind in _MODULES:
        return (
            _OPEN_MODULES.match(path) is not None
            or minor_version(release) < _FIRST_CLOSED[tables.distribution_of(path)]
        )
    return found.members is not None and _OPEN in found.members


def aliases(path: str, release: str) -> tuple[str, ...]:
    """The other names for the object at a path in a release, in TensorFlow and in the Keras beside it."""
    found = _at(path, release)
    if found is None or found.identity is None:
        return ()
    distribution = tables.distribution_of(path)
    here = {distribution: release}
    other = beside(distribution, release)
    if other:
        here["keras" if distribution == "tensorflow" else "tensorflow"] = other
    names = {found.identity, *tables.aliases(found.identity)} - {path}
    return tuple(sorted((name for name in names if _is_same(name, found.identity, here)), key=_plainness))


def _plainness(path: str) -> tuple[int, int, str]:
    return path.count("."), len(path), path


def _is_same(name: str, identity: str, here: Mapping[str, str]) -> bool:
    release = here.get(tables.distribution_of(name))
    found = _at(name, release) if release is not None else None
    return found is not None and found.identity == identity


class _Found(NamedTuple):
    """A symbol or a member of a class, over a range of releases."""

    first: int
    last: int
    kind: str
    signature: str | None
    identity: str | None
    members: tuple[tuple[str, ...], ...] | None


@cache
def _places(distribution: str) -> dict[str, int]:
    """Each release in the tables with its place in their order."""
    return {release: number for number, release in enumerate(releases(distribution))}


def _at(path: str, release: str) -> _Found | None:
    known = _history(path)
    if known is None:
        return None
    order, rows = known
    number = order.get(release)
    if number is None:
        raise ValueError(
            f"{tables.distribution_of(path)} {release} is not in the tables; nearest() finds a release that is"
        )
    for row in rows:
        if row.first <= number <= row.last:
            return row
    return None


@cache
def _history(path: str) -> tuple[Mapping[str, int], list[_Found]] | None:
    """The places of the releases, and what a path is in which of them; None outside TensorFlow and Keras."""
    if tables.modules_of(path) is None:
        return None
    return _places(tables.distribution_of(path)), _find(path)


def _object(path: str, release: str) -> _Found | None:
    """The object at a path; a private path is looked up under its public name."""
    found = _at(path, release)
    if found is None or found.kind != "private" or found.identity is None:
        return found
    distribution, public_one = tables.distribution_of(path), tables.distribution_of(found.identity)
    there = release if distribution == public_one else beside(distribution, release)
    return _at(found.identity, there) if there else None


@cache
def _find(path: str) -> list[_Found]:
    found = [_Found(row.first, row.last, *row.entry) for row in _rows(tables.unit_of(path), path)]
    return found or _find_member(path) or _find_private_module(path)


def _rows(unit: str | None, path: str) -> Iterable[tables.Row]:
    return tables.table(unit).rows(path) if unit else ()


def _find_private_module(path: str) -> list[_Found]:
    rows = _rows(tables.modules_of(path), path)
    return [_Found(row.first, row.last, row.entry.kind, None, None, None) for row in rows]


def _find_member(path: str) -> list[_Found]:
    owner, _, name = path.rpartition(".")
    found = []
    for first, last, entry in _rows(tables.unit_of(owner), owner):
        members = _members(entry.members or ())
        if name in members:
            text = members[name]
            kind = "attribute" if text is None else "method"
            found.append(_Found(first, last, kind, text if text != "?" else None, None, None))
    return found


def _members(member_tables: tuple[tuple[str, ...], ...]) -> dict[str, str | None]:
    """Each member with the text of its signature; the most derived class takes precedence."""
    found: dict[str, str | None] = {}
    for table in member_tables:
        for member in table:
            name, parenthesis, text = member.partition("(")
            found.setdefault(name, text[:-1] if parenthesis else None)
    found.pop(_OPEN[0], None)
    return found


def _availability(path: str, numbers: list[int]) -> str:
    distribution = tables.distribution_of(path)
    order = releases(distribution)
    return ranges(distribution, [order[number] for number in numbers])


def ranges(distribution: str, chosen: Iterable[str]) -> str:
    """Format releases as people write them: `1.12-1.15`, `since 2.4`; TensorFlow by minor version."""
    order = _places(distribution)
    names = [_short(distribution, release) for release in order]
    numbers = sorted({order[release] for release in chosen})
    parts = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        first, last = names[run[0]], names[run[-1]]
        if run[-1] == len(names) - 1:
            parts.append(f"since {first}")
        else:
            parts.append(first if first == last else f"{first}-{last}")
    return ", ".join(parts)


def _short(distribution: str, release: str) -> str:
    return ".".join(release.split(".")[:2]) if distribution == "tensorflow" else release
