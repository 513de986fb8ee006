"""Which files of a project load models as they were compiled."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from codemods.cli.module_paths import content_of, sources_of

_LOADING = re.compile(rb"^(?![ \t]*def\b)[^#\n]*\bload_model\((?![^\n]*\bcompile\s*=\s*False)", re.MULTILINE)
_KERAS = re.compile(rb"\bkeras\b")

asked: dict[Path, tuple[Path, ...]] = {}
"""For each file that asked, those files; what is kept of a file rests on them."""


def loading_beside(top: Path, file: Path) -> tuple[Path, ...]:
    """The other files of a project that load models as they were compiled."""
    asked[file] = tuple(each for each in _loading(top) if each != file)
    return asked[file]


@cache
def _loading(top: Path) -> tuple[Path, ...]:
    return tuple(each.resolve() for each in sources_of(top) if _loads(content_of(each)))


def _loads(content: bytes) -> bool:
    return _KERAS.search(content) is not None and _LOADING.search(content) is not None
