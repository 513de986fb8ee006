"""Which files of a project may tell of the releases that another one was written for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from codemods.cli.module_paths import content_of, linked_to, sources_of, top_of

_FAMILY = re.compile(rb"keras|tensorflow")
_MOST, _LARGEST = 40, 100_000
"""More files than a project has that is about one thing, and more bytes of one, than are quickly read."""
_PINS = re.compile(r"requirements[\w.-]*\.txt")

asked: dict[Path, tuple[Path, ...]] = {}
"""For each file that asked, the files that tell of its releases; what is kept of a file rests on them."""


def linked_beside(file: Path) -> tuple[Path, ...]:
    """The files that run together with one, and use Keras or TensorFlow."""
    return _asked(file, tuple(each for each in linked_to(file) if _FAMILY.search(content_of(each)) is not None))


def neighbours_of(file: Path) -> tuple[Path, ...]:
    """The other files of a project that use Keras or TensorFlow, but for large ones; none if they are many."""
    return _asked(file, tuple(each for each in _of_project(top_of(file.parent)) if each != file))


def pins_beside(file: Path) -> tuple[str, ...]:
    """The lines of the files beside a file, and at the top of its project, that say what to install."""
    paths = _asked(file, _pinning_beside(file))
    texts = (content_of(path).decode(errors="replace") for path in paths)
    return tuple(line.partition("#")[0].strip() for text in texts for line in text.splitlines())


def told_beside(file: Path) -> tuple[Path, ...]:
    """All files that may tell of the releases of one."""
    return (*linked_beside(file), *neighbours_of(file), *_pinning_beside(file))


def _pinning_beside(file: Path) -> tuple[Path, ...]:
    places = dict.fromkeys((file.parent, top_of(file.parent)))
    return tuple(path for place in places for path in _pinning(place))


def _asked(file: Path, found: tuple[Path, ...]) -> tuple[Path, ...]:
    asked[file] = tuple(dict.fromkeys((*asked.get(file, ()), *found)))
    return found


@cache
def _of_project(top: Path) -> tuple[Path, ...]:
    found = [each.resolve() for each in sources_of(top) if _FAMILY.search(content_of(each)) is not None]
    return tuple(each for each in found if len(content_of(each)) <= _LARGEST) if len(found) <= _MOST else ()


@cache
def _pinning(folder: Path) -> tuple[Path, ...]:
    try:
        return tuple(sorted(each for each in folder.iterdir() if _PINS.fullmatch(each.name) and each.is_file()))
    except OSError:
        return ()
