"""The parameters that positional arguments reached in the releases that a file was written for, and reach today."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.releases.eras import used_distributions
from codemods.analysis.releases.keras_1_traces import is_of_keras_1
from codemods.analysis.releases.possible_releases import fitting_pairs
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.releases.environments import Pair, pairs
from codemods.releases.origin import KerasLine
from codemods.releases.versions import minor_version
from codemods.source.arguments import literal
from codemods.source.file import File, name_of, once_per_file
from compat.tables.keywords.positions import NO_NUMBERS, NUMBERS, READ_FROM_ARGS, SAME_PLACE, TEXTS

_PLACES = {"tensorflow": 0, "keras": 1}
"""The place of each distribution in a `Pair`."""

_OLDEST = {"keras": (2, 0), "tensorflow": (1, 12)}
_FIRST_OF_KERAS_3 = {"keras": (3, 0), "tensorflow": (2, 16)}
_LINES: dict[KerasLine, tuple[str, tuple[int, int], tuple[int, int]]] = {
    KerasLine.STANDALONE: ("keras", (2, 0), (2, 4)),
    KerasLine.TENSORFLOW_1: ("tensorflow", (1, 0), (2, 0)),
    KerasLine.TENSORFLOW_2: ("tensorflow", (2, 0), (2, 16)),
}
"""The distribution that a line is released with, the first release of the line, and the first one after it."""


class Place(NamedTuple):
    """One positional argument: its legacy names, one unless the releases differ, and its name today, if any."""

    arg: cst.Arg
    legacy: frozenset[str]
    modern: str | None
    defaults: frozenset[str | None]
    """The texts of the legacy defaults."""

    @property
    def name(self) -> str | None:
        """The legacy name, if all releases agree."""
        return next(iter(self.legacy)) if len(self.legacy) == 1 else None

    @property
    def names(self) -> str:
        """The legacy names, to be shown: `decay= or momentum=`."""
        return " or ".join(f"{each}=" for each in sorted(self.legacy))

    @property
    def today(self) -> str:
        """The name of today, to be shown: `momentum=`, or `nothing`."""
        return f"{self.modern}=" if self.modern else "nothing"

    @property
    def moved(self) -> bool:
        """True if the place means something else today than in one of the releases."""
        return any(not _is_same(each, self.modern) for each in self.legacy)


def means_another(place: Place) -> bool:
    """True for a place that moved; a literal `True` is `nesterov` or `amsgrad`, as it is today."""
    is_flag = isinstance(literal(place.arg.value), bool) and place.modern in place.legacy
    return place.moved and not is_flag and name_then(place) != place.modern


def from_the_first_moved(known: list[Place]) -> list[Place]:
    """The places from the first one that means another argument; none if all mean what they meant."""
    first = next((index for index, place in enumerate(known) if means_another(place)), len(known))
    return known[first:]


def name_then(place: Place) -> str | None:
    """The legacy name, also where the releases differ, and the argument is called like one: `decay`, `self.decay`."""
    called = (name_of(place.arg.value) or "").rpartition(".")[2]
    return place.name or (called if called in place.legacy else None)


def _is_same(legacy: str, modern: str | None) -> bool:
    return legacy == modern or (legacy, modern or "") in SAME_PLACE


def places(file: File, called: Called) -> list[Place]:
    """The positional arguments of a call, as far as the legacy releases had parameters for them."""
    args = [arg for arg in called.call.args if arg.keyword is None and arg.star != "**"]
    if not args or any(arg.star == "*" for arg in called.call.args):
        return []
    release = file.target.release(called.path)
    modern = api.signature(called.path, release) if api.exists(called.path, release) else None
    if modern is None:
        return []
    now = modern.positional
    if modern.has_args:
        now += READ_FROM_ARGS.get(called.path.rpartition(".")[2], ())
        if now == modern.positional:
            return []
    found = []
    known = _signatures(file, called.path)
    if any(not each.positional for each in known):  # such as Layer(**kwargs): nobody wrote this call for that release
        return []
    signatures = [each for each in known if _suits(each, args)]
    for index, arg in enumerate(args if signatures else ()):
        names = frozenset(each.positional[index] for each in signatures)
        defaults = frozenset(p.default for each in signatures for p in each.parameters if p.name in names)
        found.append(Place(arg, names, now[index] if index < len(now) else None, defaults))
    return found


def _suits(signature: api.Signature, args: list[cst.Arg]) -> bool:
    """True if every argument that is written out as a literal can be meant for its parameter."""
    if len(args) > len(signature.positional):
        return False
    defaults = {each.name: each.default for each in signature.parameters}
    return all(
        _can_mean(name, defaults[name], value)
        for name, arg in zip(signature.positional, args, strict=False)
        for value in _values(arg.value)
    )


def _values(node: cst.BaseExpression) -> list[object]:
    """The literal value, or those in a list; `()` stands for the list itself, `...` for what is not written out."""
    if isinstance(node, cst.List | cst.Tuple | cst.Set):
        return [(), *(literal(each.value) for each in node.elements)]
    return [()] if isinstance(node, cst.Dict) else [literal(node)]


def _can_mean(name: str, default: str | None, value: object) -> bool:
    """False for text where a number is taken, a number where text is, and anything but a flag where a flag is."""
    if value is ... or value is None:
        return True
    if name == "name":
        return isinstance(value, str)
    if name in TEXTS:
        return value in TEXTS[name]
    if name in NUMBERS or (default or "")[:1].isdigit():
        return not isinstance(value, str)
    if name in NO_NUMBERS:
        return not isinstance(value, int | float)
    return default not in ("True", "False") or value in (0, 1)


def _signatures(file: File, path: str) -> tuple[api.Signature, ...]:
    """The signatures of a callable in the releases that the file may be written for."""
    named = _written_path(file, path)
    return _signatures_in(named, legacy_releases(file, named.split(".", maxsplit=1)[0]))


@cache
def _signatures_in(path: str, releases: tuple[str, ...]) -> tuple[api.Signature, ...]:
    there = (api.signature(path, release) for release in releases if api.exists(path, release))
    found = {signature.text: signature for signature in there if signature is not None}
    return tuple(found.values())


def _written_path(file: File, path: str) -> str:
    """The path below the distribution whose Keras the file imports."""
    used = used_distributions(file.original)
    if path.startswith("keras.") and used == {"tensorflow"}:
        return f"tensorflow.{path}"
    return path.removeprefix("tensorflow.") if path.startswith("tensorflow.keras.") and used == {"keras"} else path


@once_per_file
def legacy_releases(file: File, distribution: str) -> tuple[str, ...]:
    """The releases before Keras 3 that a file may be written for; none if it is written for Keras 3."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3:
        return ()
    of_line = _releases_of(line, distribution)
    fitting = {pair[_PLACES[distribution]] for pair in fitting_pairs(file)}
    chosen = (of_line & fitting) or of_line
    if line is KerasLine.STANDALONE and distribution == "keras" and _is_of_keras_1(file, fitting):
        chosen = frozenset({min(chosen, key=minor_version)})
    return tuple(each for each in api.releases(distribution) if each in chosen and _is_legacy(distribution, each))


def _is_of_keras_1(file: File, fitting: set[str]) -> bool:
    """True for code of Keras 1, whose names other rules turn into those of the first Keras 2."""
    is_said = bool(fitting) and all(minor_version(each) < _OLDEST["keras"] for each in fitting)
    return is_said or is_of_keras_1(file)


@cache
def _releases_of(line: KerasLine | None, distribution: str) -> frozenset[str]:
    return frozenset(pair[_PLACES[distribution]] for pair in pairs() if line is None or _is_in(line, pair))


def _is_in(line: KerasLine, pair: Pair) -> bool:
    distribution, first, end = _LINES[line]
    return first <= minor_version(pair[distribution == "keras"]) < end


def _is_legacy(distribution: str, release: str) -> bool:
    return _OLDEST[distribution] <= minor_version(release) < _FIRST_OF_KERAS_3[distribution]


def legacy_defaults(file: File, path: str, name: str) -> frozenset[str | None]:
    """The texts of a parameter's defaults in the releases that the file may be written for."""
    parameters = (each for signature in _signatures(file, path) for each in signature.parameters)
    return frozenset(each.default for each in parameters if each.name == name and each.kind is not api.Kind.HIDDEN)


def takes(file: File, path: str, name: str) -> Answer:
    """Tell whether the target takes a keyword."""
    return api.accepts(path, name, file.target.release(path))
