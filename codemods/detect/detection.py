"""Finds the releases that a script can run on: the pairs of TensorFlow and Keras that meet all its demands."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from codemods.analysis.releases.eras import (
    DISTRIBUTIONS,
    Condition,
    common,
    conditions_of,
    meeting,
    of_its_time,
    together,
    used_distributions,
)
from codemods.analysis.releases.requirements import Demand, Option, demands
from codemods.engine.form_feeds import without_form_feeds
from codemods.engine.indentation import evenly_indented
from codemods.engine.prefilter import may_need_work
from codemods.releases import api
from codemods.releases.environments import Environment, Pair, newest, pairs
from codemods.source.file import File
from codemods.source.parsing import check_syntax, parse
from codemods.source.project import ALONE, Project
from codemods.types import Failure


class Evidence(NamedTuple):
    """A use that sets a limit; `line` and `column` are 1-based, `releases` are all that have `symbol`.

    `cell` is the cell of a notebook in which they count, 0 in a script.
    """

    line: int
    column: int
    symbol: str
    distribution: str
    releases: tuple[str, ...]
    cell: int = 0


class End(NamedTuple):
    """One end of a range: `beyond` is the next release, `evidence` rules it out, `more` counts uses not shown.

    `vintage` is what else than the text rules it out, "" if nothing does.
    """

    distribution: str
    beyond: str
    is_later: bool
    evidence: tuple[Evidence, ...]
    more: int
    vintage: str = ""


class Era(NamedTuple):
    """The releases that meet a set of compatible uses; () for a distribution that is not used."""

    tensorflow: tuple[str, ...]
    keras: tuple[str, ...]
    ends: tuple[End, ...]
    environment: Environment

    def releases(self, distribution: str) -> tuple[str, ...]:
        return self.keras if distribution == "keras" else self.tensorflow


class Detected(NamedTuple):
    """The eras of a source: none if it does not use Keras or TensorFlow, several if its uses exclude each other.

    `unread` says why it was not looked at, if that is so.
    """

    eras: tuple[Era, ...]
    unread: str = ""


def detect(source: bytes, project: Project = ALONE) -> Detected | Failure:
    """Find the releases that have everything a source uses; `project` knows the modules around it."""
    source = evenly_indented(without_form_feeds(source))
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
            file = File(module, source, project=project)
            return Detected(tuple(_eras(file)) if file.imports_family() else ())
    except RecursionError:
        return Failure("nested too deeply to analyse", "split the expression into several statements")


# --- eras


def _eras(file: File) -> list[Era]:
    conditions = [each for each in conditions_of(demands(file)) if each.met]
    there = of_its_time(file, common(conditions))
    if there != pairs():
        conditions.append(Condition(there, ()))
    used = used_distributions(file)
    return [_era(file, used, group) for group in together(conditions)]


def _era(file: File, used: frozenset[str], conditions: list[Condition]) -> Era:
    met = common(conditions)
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


def _ends(file: File, distribution: str, met: frozenset[Pair], conditions: Sequence[Condition]) -> list[End]:
    """The lower and the upper end of a range, unless it reaches the first or last known release."""
    order = api.releases(distribution)
    inside = _releases(met, distribution)
    first, last = order.index(inside[0]), order.index(inside[-1])
    ends = []
    for edge, beyond, is_later in ((inside[0], order[:first][::-1], False), (inside[-1], order[last + 1 :], True)):
        if beyond:
            deciding = _deciding(file, meeting(distribution, frozenset(beyond)), conditions)
            at_edge = met & meeting(distribution, frozenset({edge}))
            evidence = [each for each in deciding if at_edge & meeting(each.distribution, frozenset(each.releases))]
            shown = tuple(evidence[:_SHOWN])
            more = len(evidence) - len(shown)
            ends.append(End(distribution, beyond[0], is_later, shown, more, _vintage(file, distribution, beyond)))
    return ends


def _vintage(file: File, distribution: str, beyond: Sequence[str]) -> str:
    """The vintage of a file, if it rules out these releases."""
    vintage = file.project.vintage()
    return "" if vintage.pairs & meeting(distribution, frozenset(beyond)) else str(vintage)


def _deciding(file: File, excluded: frozenset[Pair], conditions: Sequence[Condition]) -> list[Evidence]:
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
