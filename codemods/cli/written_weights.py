"""Which files of a project write weights or checkpoints that Keras 3 gives another name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from codemods.cli.module_paths import content_of, sources_of
from codemods.cli.spelled_names import HOLE, name_called, names_in, with_holes
from codemods.source.project import HDF5, stem_of

_WEIGHTS = (
    re.compile(rb"\bsave_weights\([^)\n]*?['\"/]([\w.{}:%+-]+\.(?:h5|hdf5|hdf))['\"]"),
    re.compile(
        rb"\bModelCheckpoint\([^)]*?['\"/]([\w.{}:%+-]+\.(?:h5|hdf5|hdf))['\"][^)]*?save_weights_only\s*=\s*True"
    ),
)
_MODELS = re.compile(rb"\bModelCheckpoint\([^)]*?['\"/]([\w.{}:%+-]+\.(?:h5|hdf5|hdf))['\"]")
_ABSOLUTE = re.compile(rb"['\"](/[^'\"\n]*/)([^'\"\n/]+\.(?:h5|hdf5|hdf))['\"]")
_WRITERS = ("save_weights", "ModelCheckpoint")
_WRITING = re.compile(rb"\b(?:save_weights|ModelCheckpoint)\(")
asked: defaultdict[Path, dict[str, tuple[str, str] | None]] = defaultdict(dict)
"""For each file the names that it was asked for, and who writes them; what is kept of a file rests on them."""


def writer_in(top: Path, file: Path, name: str) -> tuple[str, str] | None:
    """The path in the project of another file that writes a file of this name, and the name that Keras 3 gives it.

    Both may have `{}` where something is filled in. A name with a folder from the root on means a file there.
    """
    known = _writers(top)
    folder, _, base = name.rpartition("/")
    found = [*known.get(stem_of(name), ()), *known.get(f"{stem_of(name)}.h5", ()), *_filled_in(known, stem_of(name))]
    others = (each for each in found if top / each[0] != file and each[1] != base)
    asked[file][name] = first = next((each for each in others if not _is_elsewhere(top / each[0], folder, base)), None)
    return first


def _is_elsewhere(source: Path, folder: str, name: str) -> bool:
    """True if a source names such files from the root on, in other folders alone."""
    own = stem_of(name)
    named = [(place.decode(), stem_of(with_holes(text.decode()))) for place, text in _ABSOLUTE.findall(_read(source))]
    folders = [place for place, stem in named if stem == own or any(_filled_in({stem: [("", "")]}, own))]
    return bool(folder and folders) and f"{folder}/" not in folders


def _filled_in(known: dict[str, list[tuple[str, str]]], stem: str) -> Iterator[tuple[str, str]]:
    """The writers of a template that gives a name with this stem, `weights-07` of `weights-{}`."""
    if HOLE in stem:
        return
    for template, writers in known.items():
        parts = template.removesuffix(".h5").split(HOLE)
        if len(parts) > 1 and any(parts) and re.fullmatch(".+".join(map(re.escape, parts)), stem) is not None:
            for path, modern in writers:
                yield path, stem + modern[len(template.removesuffix(".h5")) :]


@cache
def _writers(top: Path) -> dict[str, list[tuple[str, str]]]:
    """By the stem of weights, and by the modern name of a checkpoint."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for source in sources_of(top):
        content, path = _read(source), source.relative_to(top).as_posix()
        weights = {each.decode() for pattern in _WEIGHTS for each in pattern.findall(content)}
        models = {each.decode() for each in _MODELS.findall(content)}
        more_weights, more_models = _spelled(content)
        for stem in _stems(weights | more_weights):
            found[stem].append((path, f"{stem}.weights.h5"))
        for stem in _stems(models | more_models):
            found[f"{stem}.h5"].append((path, f"{stem}.h5"))
    return found


def _stems(names: set[str]) -> list[str]:
    """The stems of names, without those that are filled in and say nothing themselves."""
    stems = sorted({stem_of(with_holes(name)) for name in names})
    return [each for each in stems if any(char.isalnum() for char in each)]


def _spelled(content: bytes) -> tuple[set[str], set[str]]:
    """The names of weights, and of checkpoints, whose paths a script puts together or gives a name."""
    weights: set[str] = set()
    models: set[str] = set()
    names = names_in(content) if _WRITING.search(content) is not None else None
    if names is None:
        return weights, models
    for call in names.calls:
        name, keywords = name_called(call), {each.arg: each.value for each in call.keywords}
        path = keywords.get("filepath") or next(iter(call.args), None)
        if name in _WRITERS and path is not None:
            kind = weights if name == _WRITERS[0] or _is_true(keywords.get("save_weights_only")) else models
            kind |= {each for each in names.names(path) if each.endswith(HDF5)}
    return weights, models


def _is_true(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _read(path: Path) -> bytes:
    """The bytes of a source, with the quotes of a notebook as they are in its cells."""
    return content_of(path).replace(b'\\"', b'"')
