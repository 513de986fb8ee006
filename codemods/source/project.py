"""The project around a source: what its own modules are called, and what they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from codemods.source.file import File


def _nothing(name: str) -> File | None:
    del name
    return None


class Project(NamedTuple):
    """What is known of the files beside a source.

    `local` names the modules of the project that are called as Keras or TensorFlow are. `module` gives the module of
    the project that an import of the source names, `.layers` or `models.unet`; None for all others. `beside` names the
    modules of the package that a source of Python 2 is in, which it could import without a dot.
    """

    local: frozenset[str] = frozenset()
    module: Callable[[str], File | None] = _nothing
    beside: frozenset[str] = frozenset()


ALONE = Project()
"""A source of which nothing but itself is known."""
