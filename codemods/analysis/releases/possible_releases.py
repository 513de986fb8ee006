"""The releases that a file can have been written for, as far as all its uses and `--from` leave them open."""

from __future__ import annotations

from codemods.analysis.releases.eras import of_its_time, used_distributions
from codemods.analysis.releases.project_releases import own_pairs, project_pairs
from codemods.releases.environments import Pair
from codemods.releases.versions import minor_version
from codemods.source.file import File, once_per_file

_FIRST_WITH_KERAS_3 = "2.16"


def is_since(file: File, tensorflow: str, keras: str) -> bool:
    """True if the Keras that a file uses can only be of these releases or later; nothing known is False."""
    found = fitting_pairs(file)
    of_keras = "keras" in used_distributions(file.original)
    least = minor_version(keras if of_keras else tensorflow)
    return bool(found) and all(minor_version(pair[of_keras]) >= least for pair in found)


def fitting_pairs(file: File) -> frozenset[Pair]:
    """The pairs of releases that its uses allow, and `--from` or its vintage; `--from` outweighs its uses."""
    found = _pairs(file.original)
    if file.origin is None:
        return found & of_its_time(file, found)
    return (found & file.origin.pairs) or file.origin.pairs


def deciding_vintage(file: File) -> str:
    """The vintage of a file, if it rules out a major release that its uses and `--from` leave open; else ""."""
    found = _pairs(file.original)
    is_decided = file.origin is None and _majors(found & of_its_time(file, found)) != _majors(found)
    return str(file.original.project.vintage()) if is_decided else ""


def _majors(found: frozenset[Pair]) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(minor_version(each)[0] for each in pair) for pair in found)


@once_per_file
def _pairs(file: File) -> frozenset[Pair]:
    own = own_pairs(file)
    return project_pairs(file, own) if own and file.origin is None and file.imports_family() else own


def is_before_keras_3(file: File) -> bool:
    """True if the file was written for a TensorFlow whose Keras is Keras 2, as `--from` or its uses say."""
    return is_before(file, _FIRST_WITH_KERAS_3)


def is_before(file: File, tensorflow: str) -> bool:
    """True if the TensorFlow that a file was written for is older than this release, as `--from` or its uses say."""
    found = fitting_pairs(file)
    return bool(found) and all(minor_version(pair[0]) < minor_version(tensorflow) for pair in found)
