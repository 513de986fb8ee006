"""Whether a script of a project saves a whole model under some name: one that it reads is then its own."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from codemods.cli.module_paths import content_of, sources_of
from codemods.cli.spelled_names import HOLE, Names, name_called, names_in
from codemods.source.project import HDF5, stem_of

_SAVING = re.compile(rb"\b(?:save|save_model|ModelCheckpoint)\(")
_SPELLED = re.compile(rb"\b(?:save|save_model|ModelCheckpoint)\([^)\n]*?['\"/]([\w.{}:%+-]+\.(?:h5|hdf5|hdf))['\"]")
_PLACES = {"save": 0, "save_model": 1, "ModelCheckpoint": 0}
"""The places of the paths among the arguments."""
_KERAS = re.compile(rb"keras|tensorflow")
_MODEL = re.compile(r"(?i)model|net\b|network")
asked: defaultdict[Path, dict[str, bool]] = defaultdict(dict)
"""For each file the names that it was asked for, and the answers; what is kept of a file rests on them."""


def is_saved_in(top: Path, file: Path, name: str) -> bool:
    """True if a script of the project may save a model under this name; `{}` is what is filled in."""
    asked[file][name] = found = any(may_be(stem_of(name), each) for each in _stems(top))
    return found


def may_be(stem: str, other: str) -> bool:
    """True if two names with holes may be the same."""
    return any(
        re.fullmatch(".*".join(map(re.escape, one.split(HOLE))), another) is not None
        for one, another in ((stem, other), (other, stem))
    )


@cache
def _stems(top: Path) -> frozenset[str]:
    """The stems of the names under which the scripts of a project save models; `{}` for a name that is not shown."""
    contents = (content_of(source) for source in sources_of(top))
    return frozenset(stem for content in contents for stem in stems_in(content))


def stems_in(content: bytes) -> set[str]:
    """The stems of the names under which a script saves models."""
    if _SAVING.search(content) is None or _KERAS.search(content) is None:
        return set()
    names = names_in(content)
    if names is None:
        found = _SPELLED.findall(content.replace(b'\\"', b'"'))
        return {stem_of(each.decode()) for each in found} or {HOLE}
    return {stem for call in names.calls for stem in _stems_of(names, call)}


def _stems_of(names: Names, call: ast.Call) -> set[str]:
    """The stems of the names under which a call saves a model; nothing of one that saves something else."""
    func, name = call.func, name_called(call)
    place = _PLACES.get(name)
    path = next((each.value for each in call.keywords if each.arg in ("filepath", "path")), None)
    if place is not None and path is None and len(call.args) > place:
        path = call.args[place]
    if place is None or path is None:
        return set()
    is_of_model = name != "save" or (isinstance(func, ast.Attribute) and _MODEL.search(ast.unparse(func.value)))
    found = (each for each in names.names(path) if each.endswith((*HDF5, HOLE)))
    return {stem_of(each) for each in found if is_of_model or each.endswith(HDF5)}
