"""The releases that the files around a file tell of: it runs with them, or stands beside them in one project."""

from __future__ import annotations

import re

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
    have written them. Files that do not run together with it tell that it was not written for Keras 3, and two of them
    whether it was for TensorFlow 1.
    """
    for told in (_linked(file), _pinned(file), _beside(file)):
        both = told & own
        if told != pairs() and both and both != own and _are_legacy(both):
            own = both
    return own


@once_per_file
def _linked(file: File) -> frozenset[Pair]:
    """The pairs of those that run together with a file."""
    return pairs().intersection(*map(_own, file.project.linked()))


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
    """All legacy pairs, if those of the other files are legacy; those of one TensorFlow if two of these tell of it."""
    others = [_own(each) for each in file.project.neighbours()]
    together = pairs().intersection(*others)
    if not together or not _are_legacy(together):
        return pairs()
    majors = [_majors(each) for each in others]
    told = [each for each in majors if len(each) == 1]
    return frozenset(
        pair for pair in pairs() if _is_legacy(pair) and (len(told) <= 1 or minor_version(pair[0])[0] in told[0])
    )


@once_per_file
def _own(file: File) -> frozenset[Pair]:
    return common(conditions_of(own_demands(file)))


def _majors(found: frozenset[Pair]) -> set[int]:
    """The major versions of TensorFlow."""
    return {minor_version(tensorflow)[0] for tensorflow, _ in found}


def _are_legacy(found: frozenset[Pair]) -> bool:
    return all(map(_is_legacy, found))


def _is_legacy(pair: Pair) -> bool:
    tensorflow, keras = map(minor_version, pair)
    return tensorflow < _WITH_KERAS_3 and keras < _KERAS_3
