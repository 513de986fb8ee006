"""Which scripts of a project save models that may have `Lambda` layers."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from codemods.cli.module_paths import content_of, importers_of, sources_of
from codemods.cli.saved_models import may_be, stems_in
from codemods.cli.spelled_names import HOLE
from codemods.source.project import stem_of

_LAMBDA = re.compile(rb"\bLambda\(")
asked: defaultdict[Path, dict[str, tuple[tuple[Path, bool], ...]]] = defaultdict(dict)
"""For each file the names that it was asked for, and the answers; what is kept of a file rests on them."""


def saving_lambdas_beside(top: Path, file: Path, name: str) -> tuple[tuple[Path, bool], ...]:
    """The other files that may save such a model under a name, and whether they do it under no other; `{}` is any."""
    stem = stem_of(name)
    saving = {path: stems for path, stems in _saving(top).items() if any(may_be(stem, each) for each in stems)}
    is_known = _is_spelled(stem) and all(
        path in _making(top) and any(_is_spelled(each) and may_be(stem, each) for each in stems)
        for path, stems in saving.items()
    )
    found = tuple((path, is_known) for path in saving if path != file and path in _making(top))
    asked[file][name] = found
    return found


def _is_spelled(stem: str) -> bool:
    """True for a name of which more than what is filled in is known."""
    return any(char.isalnum() for char in stem.replace(HOLE, ""))


@cache
def _saving(top: Path) -> dict[Path, set[str]]:
    """The scripts of a project that save models, and the stems of their names."""
    if not _making(top):
        return {}
    found = ((source.resolve(), stems_in(content_of(source))) for source in sources_of(top))
    return {path: stems for path, stems in found if stems}


@cache
def _making(top: Path) -> frozenset[Path]:
    """The scripts of a project that make such layers, and those that import one of these."""
    own = [each.resolve() for each in sources_of(top) if _LAMBDA.search(content_of(each)) is not None]
    return frozenset((*own, *(importer for each in own for importer in importers_of(each))))
