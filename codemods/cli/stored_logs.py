"""Which files of a project write the history of a training, or its logs, to a disk."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from codemods.cli.module_paths import content_of, sources_of

_WRITERS = r"dump|dumps|save|savez|savemat|write|DataFrame|from_dict"
_STORING = re.compile(rf"\b(?:{_WRITERS})\([^\n]*\bhist(?:ory)?\b|\bCSVLogger\(".encode())

asked: dict[Path, tuple[Path, ...]] = {}
"""For each file that asked, those files; what is kept of a file rests on them."""


def storing_beside(top: Path, file: Path) -> tuple[Path, ...]:
    """The other files of a project that write a history, or logs, to a disk."""
    asked[file] = tuple(each for each in _storing(top) if each != file)
    return asked[file]


@cache
def _storing(top: Path) -> tuple[Path, ...]:
    return tuple(each.resolve() for each in sources_of(top) if _STORING.search(content_of(each)) is not None)
