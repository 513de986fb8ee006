"""Which files of a project write weights or checkpoints that Keras 3 gives another name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from codemods.cli.module_paths import content_of, sources_of
from codemods.source.project import stem_of

_WEIGHTS = (
    re.compile(rb"\bsave_weights\([^)\n]*?['\"/]([\w.{}:%+-]+\.(?:h5|hdf5|hdf))['\"]"),
    re.compile(
        rb"\bModelCheckpoint\([^)]*?['\"/]([\w.{}:%+-]+\.(?:h5|hdf5|hdf))['\"][^)]*?save_weights_only\s*=\s*True"
    ),
)
_MODELS = re.compile(rb"\bModelCheckpoint\([^)]*?['\"/]([\w.{}:%+-]+\.(?:h5|hdf5|hdf))['\"]")
_FIELD = re.compile(r"\{[^{}]*\}|%[\d.]*[a-z]")
asked: defaultdict[Path, dict[str, tuple[str, str] | None]] = defaultdict(dict)
"""For each file the names that it was asked for, and who writes them; what is kept of a file rests on them."""


def writer_in(top: Path, file: Path, name: str) -> tuple[str, str] | None:
    """The path in the project of another file that writes a file of this name, and the name that Keras 3 gives it."""
    known = _writers(top)
    found = [*known.get(stem_of(name), ()), *known.get(f"{stem_of(name)}.h5", ()), *_filled_in(known, stem_of(name))]
    asked[file][name] = first = next((each for each in found if top / each[0] != file and each[1] != name), None)
    return first


def _filled_in(known: dict[str, list[tuple[str, str]]], stem: str) -> Iterator[tuple[str, str]]:
    """The writers of a template that gives a name with this stem, `weights-07` of `weights-{epoch:02d}`."""
    for template, writers in known.items():
        parts = _FIELD.split(template.removesuffix(".h5"))
        if len(parts) > 1 and any(parts) and re.fullmatch(".+".join(map(re.escape, parts)), stem) is not None:
            for path, modern in writers:
                yield path, stem + modern[len(template.removesuffix(".h5")) :]


@cache
def _writers(top: Path) -> dict[str, list[tuple[str, str]]]:
    """By the stem of weights, and by the modern name of a checkpoint."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for source in sources_of(top):
        content, path = _read(source), source.relative_to(top).as_posix()
        for name in sorted({each.decode() for pattern in _WEIGHTS for each in pattern.findall(content)}):
            found[stem_of(name)].append((path, f"{stem_of(name)}.weights.h5"))
        for name in sorted({each.decode() for each in _MODELS.findall(content)}):
            found[f"{stem_of(name)}.h5"].append((path, f"{stem_of(name)}.h5"))
    return found


def _read(path: Path) -> bytes:
    """The bytes of a source, with the quotes of a notebook as they are in its cells."""
    return content_of(path).replace(b'\\"', b'"')
