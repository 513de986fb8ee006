"""The project around a source: what its own modules are called, and what they hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from codemods.releases.vintage import Vintage

if TYPE_CHECKING:
    from codemods.source.file import File


def _nothing(name: str) -> File | None:
    del name
    return None


class LayerKind(Enum):
    """What the scripts of a project make under the name of a layer."""

    INPUT = "an input"
    OTHER = "another layer, at least once"
    UNKNOWN = "nothing"


def _nothing_known(name: str) -> LayerKind:
    del name
    return LayerKind.UNKNOWN


def _nobody(name: str) -> tuple[str, str] | None:
    del name
    return None


def _none(*texts: str) -> Iterable[File]:
    del texts
    return ()


def _no_pins() -> Iterable[str]:
    return ()


def _no_others(name: str) -> Iterable[tuple[File, bool]]:
    del name
    return ()


def _perhaps(name: str) -> bool:
    del name
    return True


def _never() -> bool:
    return False


def _unmentioned(words: Collection[str]) -> bool:
    del words
    return False


HDF5 = (".h5", ".hdf5", ".hdf")
"""The suffixes of HDF5 files."""


def _no_package(name: str) -> bool | None:
    del name
    return None


def _of_any_time() -> Vintage:
    return Vintage()


def stem_of(name: str) -> str:
    """The name of a file of weights without its folder and suffixes: "best" of "out/best.weights.h5"."""
    stem = name.rpartition("/")[2]
    for suffix in (*HDF5, ".weights"):
        stem = stem.removesuffix(suffix)
    return stem


class Project(NamedTuple):
    """What is known of the files beside a source.

    `local` names the modules of the project that are called as Keras or TensorFlow are. `module` gives the module of
    the project that an import of the source names, `.layers` or `models.unet`; None for all others. `beside` names the
    modules of the package that a source of Python 2 is in, which it could import without a dot. `writer` gives the path
    of another file of the project that writes weights or a checkpoint of a name, and the name that Keras 3 gives it.
    `names_in` gives a module for the names that it binds, also where the objects of other modules are not followed.
    `importers` gives the modules that import the source, directly or through others, and have some texts in them,
    `direct_importers` those that do so themselves, and `mentioned` says whether one of the former has one of some
    words. `storing` gives those that write the history of a
    training to a disk; `loading` says whether another file loads compiled models. `is_saved` says whether a file of the
    project may save a model under a name, as any may of which nothing is known, and `kind_of_layer` whether a name is
    that of an input in one of them. `saving_lambdas` gives the modules that may save a model with `Lambda` layers
    under a name, `{}` for any, and whether nothing else has that name. `linked` gives the modules that
    run together with the source: those that import it, and all that these and the source import. `neighbours` gives the
    other files of the project, if they are few, and `pins` what its requirements ask for. `home` tells the source from
    all others of the project. `vintage` tells when it was written. `asks_for_keras_2` says whether the package that an
    import names, `.` for that of the source, sets `TF_USE_LEGACY_KERAS`; None if there is no such package.
    """

    local: frozenset[str] = frozenset()
    module: Callable[[str], File | None] = _nothing
    beside: frozenset[str] = frozenset()
    writer: Callable[[str], tuple[str, str] | None] = _nobody
    names_in: Callable[[str], File | None] = _nothing
    importers: Callable[..., Iterable[File]] = _none
    direct_importers: Callable[[], Iterable[File]] = _none
    mentioned: Callable[[Collection[str]], bool] = _unmentioned
    storing: Callable[[], Iterable[File]] = _none
    loading: Callable[[], bool] = _never
    home: str = ""
    is_saved: Callable[[str], bool] = _perhaps
    kind_of_layer: Callable[[str], LayerKind] = _nothing_known
    saving_lambdas: Callable[[str], Iterable[tuple[File, bool]]] = _no_others
    linked: Callable[[], Iterable[File]] = _none
    neighbours: Callable[[], Iterable[File]] = _none
    pins: Callable[[], Iterable[str]] = _no_pins
    vintage: Callable[[], Vintage] = _of_any_time
    asks_for_keras_2: Callable[[str], bool | None] = _no_package


ALONE = Project()
"""A source of which nothing but itself is known."""
