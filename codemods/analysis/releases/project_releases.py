"""The releases that the files around a file tell of: it runs with them, or stands beside them in one project."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from codemods.analysis.releases.eras import common, conditions_of, meeting
from codemods.analysis.releases.installs import required
from codemods.analysis.releases.requirements import own_demands
from codemods.releases.environments import Pair, pairs
from codemods.releases.versions import minor_version
from codemods.source.file import File, once_per_file

_KERAS_3, _WITH_KERAS_3 = (3, 0), (2, 16)
_FAMILY = re.compile(r"(?i)tensorflow|keras|tf-nightly")


def project_pairs(file: File, own: frozenset[Pair]) -> frozenset[Pair]:
    """Those of the pairs that a file allows, `own`, that all files around it allow, too; `own` if they tell nothing.

    Files around that contradict each other, or the file, tell nothing. Nor do those for Keras 3 alone: an upgrade may
    have written them. Files that do not run together with it tell no more than that it was not written for Keras 3.
    """
    if not _may_be_legacy(own):
        return own
    for told in (_linked(file), _pinned(file), _beside(file)):
        both = told & own
        if told != pairs() and both and both != own and _are_legacy(both):
            own = both
    return own


@once_per_file
def _linked(file: File) -> frozenset[Pair]:
    """The pairs of those that run together with a file."""
    return _common(file.project.linked())


@once_per_file
def _pinned(file: File) -> frozenset[Pair]:
    """The pairs that the requirements of the project admit, if they pin some."""
    found = pairs()
    for line in file.project.pins():
        install = required(line) if _FAMILY.match(line) else None
        if install is not None and install.releases:
            found &= meeting(install.distribution, frozenset(install.releases))
    return found


@once_per_file
def _beside(file: File) -> frozenset[Pair]:
    """All legacy pairs, if those of the other files are legacy: a collection may have files for both TensorFlows."""
    together = _common(file.project.neighbours())
    return frozenset(filter(_is_legacy, pairs())) if together and _are_legacy(together) else pairs()


@once_per_file
def own_pairs(file: File) -> frozenset[Pair]:
    """The pairs that have all that a file uses."""
    return common(conditions_of(own_demands(file)))


def _common(files: Iterable[File]) -> frozenset[Pair]:
    """The pairs that all files allow; without a legacy one among them, those of the first files, which tell nothing."""
    found = pairs()
    for each in files:
        found &= own_pairs(each)
        if not _may_be_legacy(found):
            break
    return found


def _may_be_legacy(found: frozenset[Pair]) -> bool:
    return any(map(_is_legacy, found))


def _are_legacy(found: frozenset[Pair]) -> bool:
    return all(map(_is_legacy, found))


@cache
def _is_legacy(pair: Pair) -> bool:
    tensorflow, keras = map(minor_version, pair)
    return tensorflow < _WITH_KERAS_3 and keras < _KERAS_3
