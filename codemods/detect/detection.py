"""Finds the releases that a script can run on: the pairs of TensorFlow and Keras that meet all its demands."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from codemods.analysis.requirements import Demand, Option, demands
from codemods.engine.prefilter import may_need_work
from codemods.releases import api
from codemods.releases.environments import Environment, Pair, newest, pairs
from codemods.source.file import File, from_module
from codemods.source.parsing import check_syntax, parse
from codemods.types import Failure

DISTRIBUTIONS = ("tensorflow", "keras")


@dataclass(frozen=True)
class Evidence:
    """A use that sets a limit; `line` and `column` are 1-based, `releases` are all that have `symbol`."""

    line: int
    column: int
    symbol: str
    distribution: str
    releases: tuple[str, ...]


@dataclass(frozen=True)
class End:
    """One end of a range: `beyond` is the next release, `evidence` rules it out, `more` counts uses not shown."""

    distribution: str
    beyond: str
    is_later: bool
    evidence: tuple[Evidence, ...]
    more: int


@dataclass(frozen=True)
class Era:
    """The releases that meet a set of compatible uses; () for a distribution that is not used."""

    tensorflow: tuple[str, ...]
    keras: tuple[str, ...]
    ends: tuple[End, ...]
    environment: Environment

    def releases(self, distribution: str) -> tuple[str, ...]:
        return self.keras if distribution == "keras" else self.tensorflow


@dataclass(frozen=True)
class Detected:
    """The eras of a source: none if it does not use Keras or TensorFlow, several if its uses exclude each other."""

    eras: tuple[Era, ...]


def detect(source: bytes, local: frozenset[str] = frozenset()) -> Detected | Failure:
    """Find the releases that have everything a source uses; `local` names the top-level modules of the project."""
    tree = check_syntax(source)
    if isinstance(tree, Failure):
        return tree
    if not may_need_work(source, tree):
        return Detected(())
    module = parse(source)
    if isinstance(module, Failure):
        return module
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # from strings that are evaluated
            file = File(module, source, local=local)
            return Detected(tuple(_eras(file)) if file.imports_family() else ())
    except RecursionError:
        return Failure("nested too deeply to analyse", "split the expression into several statements")


# --- releases that meet a demand


@dataclass(frozen=True)
class _Condition:
    """A condition on releases: the pairs that meet it, and the uses that impose it."""

    met: frozenset[Pair]
    uses: tuple[tuple[Demand, Option], ...]


@cache
def _meeting(distribution: str, releases: frozenset[str]) -> frozenset[Pair]:
    place = DISTRIBUTIONS.index(distribution)
    return frozenset(pair for pair in pairs() if pair[place] in releases)


def _conditions(found: Sequence[Demand], depth: int = 0) -> list[_Condition]:
    """One condition for each use, and one for each choice of the script: at least one of its branches must work."""
    conditions: list[_Condition] = []
    choices: dict[object, list[Demand]] = {}
    for demand in found:
        if len(demand.branches) > depth:
            choices.setdefault(demand.branches[depth].owner, []).append(demand)
        else:
            met = frozenset().union(*(_meeting(each.distribution, each.releases) for each in demand.options))
            conditions.append(_Condition(met, tuple((demand, each) for each in demand.options)))
    conditions += [_choice(members, depth) for members in choices.values()]
    return [each for each in conditions if each.met != pairs()]


def _choice(members: Sequence[Demand], depth: int) -> _Condition:
    """The condition that at least one way through a choice works; a way without demands always works."""
    met: frozenset[Pair] = frozenset()
    uses: list[tuple[Demand, Option]] = []
    for way in members[0].branches[depth].open_ways:
        inner = _conditions([each for each in members if each.branches[depth].index == way], depth + 1)
        met |= _common(inner)
        uses += [use for each in inner for use in each.uses]
    return _Condition(met, tuple(uses)) if met != pairs() else _Condition(pairs(), ())


def _common(conditions: Iterable[_Condition]) -> frozenset[Pair]:
    return pairs().intersection(*(each.met for each in conditions))


# --- eras


def _eras(file: File) -> list[Era]:
    conditions = [each for each in _conditions(demands(file)) if each.met]
    used = _used(file)
    together = _together(conditions)
    return [_era(file, used, group) for group in together]


def _together(conditions: Sequence[_Condition]) -> list[list[_Condition]]:
    """One group if all conditions can be met together; otherwise groups that can, the earliest releases first."""
    if _common(conditions):
        return [list(conditions)]
    left = sorted(conditions, key=_last)
    groups: list[list[_Condition]] = []
    while left:
        group = _grown([], left)
        left = [each for each in left if each not in group]
        groups.append(_grown(group, [each for each in conditions if each not in group]))
    return groups


def _grown(group: list[_Condition], more: Iterable[_Condition]) -> list[_Condition]:
    """Add each condition to a group unless that leaves no pair of releases."""
    for each in more:
        if _common([*group, each]):
            group = [*group, each]
    return group


def _last(condition: _Condition) -> tuple[int, int]:
    """Sort key: the latest pair of releases that meets a condition."""
    tensorflow, keras = api.releases("tensorflow"), api.releases("keras")
    return max((tensorflow.index(first), keras.index(second)) for first, second in condition.met)


def _used(file: File) -> frozenset[str]:
    """The distributions that a file imports from."""
    names = [name.qualified for name in file.imports if name.spelling]
    names += [module for star in file.star_imports if file.spelling(module := from_module(star))]
    return frozenset("keras" if name.split(".", maxsplit=1)[0] == "keras" else "tensorflow" for name in names)


def _era(file: File, used: frozenset[str], conditions: list[_Condition]) -> Era:
    met = _common(conditions)
    ranges = {name: _releases(met, name) if name in used else () for name in DISTRIBUTIONS}
    ends = [end for name in DISTRIBUTIONS if name in used for end in _ends(file, name, met, conditions)]
    return Era(ranges["tensorflow"], ranges["keras"], tuple(ends), newest(met, keras="keras" in used))


def _releases(met: frozenset[Pair], distribution: str) -> tuple[str, ...]:
    place = DISTRIBUTIONS.index(distribution)
    found = {pair[place] for pair in met}
    return tuple(release for release in api.releases(distribution) if release in found)


# --- evidence

_SHOWN = 2
"""The maximum number of uses to show for one end of a range."""


def _ends(file: File, distribution: str, met: frozenset[Pair], conditions: Sequence[_Condition]) -> list[End]:
    """The lower and the upper end of a range, unless it reaches the first or last known release."""
    order = api.releases(distribution)
    inside = _releases(met, distribution)
    first, last = order.index(inside[0]), order.index(inside[-1])
    ends = []
    for edge, beyond, is_later in ((inside[0], order[:first][::-1], False), (inside[-1], order[last + 1 :], True)):
        if beyond:
            deciding = _deciding(file, _meeting(distribution, frozenset(beyond)), conditions)
            at_edge = met & _meeting(distribution, frozenset({edge}))
            evidence = [each for each in deciding if at_edge & _meeting(each.distribution, frozenset(each.releases))]
            shown = tuple(evidence[:_SHOWN])
            ends.append(End(distribution, beyond[0], is_later, shown, len(evidence) - len(shown)))
    return ends


def _deciding(file: File, excluded: frozenset[Pair], conditions: Sequence[_Condition]) -> list[Evidence]:
    """The uses that rule out the pairs `excluded`: each of them alone if possible, otherwise a small set together."""
    chosen = [each for each in conditions if not each.met & excluded]
    left = frozenset() if chosen else excluded
    while left:
        best = max(conditions, key=lambda each: len(left - each.met))
        chosen.append(best)
        left &= best.met
    found = [_evidence(file, demand, option) for each in chosen for demand, option in each.uses]
    return list(_once(sorted(found, key=lambda each: (each.line, each.column))))


def _once(found: Iterable[Evidence]) -> Iterator[Evidence]:
    """Each symbol that limits the releases, once; keywords and methods with the same releases are skipped."""
    said: list[Evidence] = []
    for evidence in found:
        is_narrow = len(evidence.releases) < len(api.releases(evidence.distribution))
        if is_narrow and not any(
            evidence.symbol.startswith(other.symbol) and evidence.releases == other.releases for other in said
        ):
            said.append(evidence)
            yield evidence


def _evidence(file: File, demand: Demand, option: Option) -> Evidence:
    place = file.position(demand.node)
    order = api.releases(option.distribution)
    releases = tuple(release for release in order if release in option.releases)
    return Evidence(place.line, place.column + 1, option.symbol, option.distribution, releases)
