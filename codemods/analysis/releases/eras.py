"""The pairs of TensorFlow and Keras releases that meet the demands of a file, alone and together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from codemods.analysis.releases.requirements import Demand, Option
from codemods.releases import api
from codemods.releases.environments import Pair, pairs
from codemods.source.file import File, from_module

DISTRIBUTIONS = ("tensorflow", "keras")
_TF_KERAS = ("tensorflow.keras", "tensorflow.python.keras", "tensorflow.contrib.keras")


class Condition(NamedTuple):
    """A constraint: the pairs of TensorFlow and Keras that satisfy it, and the uses that impose it."""

    met: frozenset[Pair]
    uses: tuple[tuple[Demand, Option], ...]


@cache
def meeting(distribution: str, releases: frozenset[str]) -> frozenset[Pair]:
    """The pairs with one of these releases."""
    place = DISTRIBUTIONS.index(distribution)
    return frozenset(pair for pair in pairs() if pair[place] in releases)


def conditions_of(found: Sequence[Demand], depth: int = 0) -> list[Condition]:
    """One for each use, and one for each choice of the script: that any of its branches works."""
    conditions: list[Condition] = []
    choices: dict[object, list[Demand]] = {}
    for demand in found:
        if len(demand.branches) > depth:
            choices.setdefault(demand.branches[depth].owner, []).append(demand)
        else:
            met = _met(frozenset((each.distribution, each.releases) for each in demand.options))
            conditions.append(Condition(met, tuple((demand, each) for each in demand.options)))
    conditions += [_choice(members, depth) for members in choices.values()]
    return [each for each in conditions if each.met is not pairs()]


@cache
def _met(options: frozenset[tuple[str, frozenset[str]]]) -> frozenset[Pair]:
    """The pairs with which one of some options works; `pairs()` itself if all do, as sets are slow to compare."""
    met = frozenset().union(*(meeting(*each) for each in options))
    return pairs() if met == pairs() else met


def _choice(members: Sequence[Demand], depth: int) -> Condition:
    """Merge the ways of a choice into one constraint: it is enough if one of them works."""
    met: frozenset[Pair] = frozenset()
    uses: list[tuple[Demand, Option]] = []
    for way in members[0].branches[depth].open_ways:
        inner = conditions_of([each for each in members if each.branches[depth].index == way], depth + 1)
        met |= common(inner)
        uses += [use for each in inner for use in each.uses]
    return Condition(met, tuple(uses)) if met != pairs() else Condition(pairs(), ())


def common(conditions: Iterable[Condition]) -> frozenset[Pair]:
    """The pairs that meet all of some conditions."""
    return pairs().intersection(*dict.fromkeys(each.met for each in conditions))


def of_its_time(file: File, found: frozenset[Pair]) -> frozenset[Pair]:
    """The pairs that there were when a file was written; all, if none of those that it allows, `found`, is of them."""
    there = file.original.project.vintage().pairs
    return there if there & found else pairs()


def together(conditions: Sequence[Condition]) -> list[list[Condition]]:
    """One group if all go together; else the groups that do, the one of the earliest releases first."""
    if common(conditions):
        return [list(conditions)]
    left = sorted(conditions, key=_last)
    groups: list[list[Condition]] = []
    while left:
        group = _grown([], left)
        left = [each for each in left if each not in group]
        groups.append(_grown(group, [each for each in conditions if each not in group]))
    return groups


def _grown(group: list[Condition], more: Iterable[Condition]) -> list[Condition]:
    """A group with each condition added that leaves it a release."""
    for each in more:
        if common([*group, each]):
            group = [*group, each]
    return group


def _last(condition: Condition) -> tuple[int, int]:
    """The latest releases that satisfy a constraint, as a key to sort by."""
    tensorflow, keras = api.releases("tensorflow"), api.releases("keras")
    return max((tensorflow.index(first), keras.index(second)) for first, second in condition.met)


def used_distributions(file: File) -> frozenset[str]:
    """The distributions that a file imports from; an `import keras` beside `tf.keras` may have come with an upgrade."""
    names = [name.qualified for name in file.imports if name.spelling]
    names += [module for star in file.star_imports if file.spelling(module := from_module(star))]
    if _is_said_of_tf_keras(file) and any(each.startswith(_TF_KERAS) for each in names):
        names = [each for each in names if each != "keras"]
    return frozenset("keras" if name.split(".", maxsplit=1)[0] == "keras" else "tensorflow" for name in names)


def _is_said_of_tf_keras(file: File) -> bool:
    """True if `--from` names a release of TensorFlow, and none of Keras."""
    return file.origin is not None and bool(file.origin.tensorflow) and not file.origin.keras


def distributions_at_hand(file: File) -> frozenset[str]:
    """The same; of a file that uses neither, those that the modules which it imports use."""
    own = used_distributions(file)
    return own or frozenset(each for module in file.imported_modules for each in used_distributions(module))
