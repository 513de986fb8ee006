"""Whether a name is that of an input, or of another layer, in the scripts of a project."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from codemods.cli.module_paths import content_of, sources_of
from codemods.cli.spelled_names import name_called
from codemods.source.parsing import python_tree
from codemods.source.project import LayerKind

_KERAS = re.compile(rb"keras|tensorflow")
_INPUTS = frozenset({"Input", "InputLayer"})
asked: defaultdict[Path, dict[str, str]] = defaultdict(dict)
"""For each file the names that it was asked for, and the answers; what is kept of a file rests on them."""


def kind_of_layer_in(top: Path, file: Path, name: str) -> LayerKind:
    """What the scripts of a project make under a name."""
    are_inputs = _are_inputs(top, name)
    found = LayerKind.UNKNOWN
    if are_inputs:
        found = LayerKind.INPUT if are_inputs == {True} else LayerKind.OTHER
    asked[file][name] = found.value
    return found


@cache
def _are_inputs(top: Path, name: str) -> frozenset[bool]:
    """True for an input of this name, and False for a call of anything else that is given it."""
    contents = (content_of(source) for source in sources_of(top))
    return frozenset(each for content in contents for each in _are_inputs_in(content, name))


def _are_inputs_in(content: bytes, name: str) -> set[bool]:
    if name.encode() not in content or _KERAS.search(content) is None:
        return set()
    tree = python_tree(content)
    calls = (each for each in ast.walk(tree) if isinstance(each, ast.Call)) if tree is not None else ()
    return {name_called(call) in _INPUTS for call in calls if _is_named(call, name)}


def _is_named(call: ast.Call, name: str) -> bool:
    given = (each.value for each in call.keywords if each.arg == "name")
    return name_called(call) != "get_layer" and any(
        isinstance(each, ast.Constant) and each.value == name for each in given
    )
