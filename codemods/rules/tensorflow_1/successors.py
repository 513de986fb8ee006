"""Call the successors of functions that only TensorFlow 1 had: `tf.cast` for `tf.to_float`.

## What it does

`tf.to_float(x)` becomes `tf.cast(x, tf.float32)`, `tf.gfile.Exists(path)` becomes `tf.io.gfile.exists(path)`,
`tf.arg_max(x, 1)` becomes `tf.argmax(x, 1)`. Arguments go where the successor has them.
Functions that TensorFlow warns of are replaced under `tf.compat.v1`, too; `check` finds nothing there, as they run.

## Why

The names are gone from TensorFlow 2. `tf.compat.v1` has them, and warns that it will not for long.
https://www.tensorflow.org/guide/migrate/upgrade

## Numbers

Same. Both functions were called with every parameter (`tests/compat/tables/test_successors.py`).

## What it leaves to you

A call of `tf.div` whose numbers may be whole: those it rounds down, which `tf.divide` does not.
A call with an argument that the successor does not know, and a function that is passed on uncalled and whose successor
takes its arguments at other places or besides others: TFM103 takes it to `tf.compat.v1`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.float_values import is_float
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.graphs.graph_mode import graph_uses, swap
from codemods.analysis.graphs.same_meaning import LAST, can_go, has_keyword, legacy_places
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.releases import api
from codemods.rewriting.rename import respelled_in_place, start_of
from codemods.source.arguments import named, with_args
from codemods.source.canonical_names import V1, below, in_v1
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, rule
from compat.tables.names.successors import FLOATS_ONLY, SUCCESSORS, Successor
from compat.tables.names.tensorflow_1 import CHANGED

_RAW = "tensorflow.raw_ops"
"""The operations themselves, which take keywords only."""


@rule(
    "TFM105",
    example="""
    import tensorflow as tf

    weights = tf.to_float(tf.not_equal(labels, 0))
    if not tf.gfile.Exists(folder):
        tf.gfile.MakeDirs(folder)
    """,
)
def successors(file: File) -> Iterator[Edit]:
    """Replace a call if every argument has a place in the successor."""
    for reference in file.all_references():
        edit = successor_edit(file, reference)
        if edit is not None:
            yield edit


def successor_edit(file: File, reference: Reference) -> Edit | None:
    """The use of the successor; None if there is none for this use."""
    row = SUCCESSORS.get(reference.spelling.in_tensorflow_1)
    if row is None or not reference.certain or reference.spelling.shimmed:
        return None
    if below(reference.spelling.plain, V1) and not row.deprecated:
        return None  # it is still there, beside its successor
    modern = _path(file, reference, row)
    if modern is None or Choices(file).leading_to(reference.node):
        return None
    if row.legacy in CHANGED and not is_written_for_tensorflow_1(file):
        return None
    call = file.call_of(reference)
    return _call_edit(file, reference, call, row, modern) if call is not None else _name_edit(file, reference, row)


def _call_edit(file: File, reference: Reference, call: cst.Call, row: Successor, modern: str) -> Edit | None:
    args = _arguments(file, reference, call, row)
    if args is None or (row.legacy in FLOATS_ONLY and not any(is_float(file, arg.value) for arg in args[:2])):
        return None
    function, imports = _spelled(file, reference, modern)
    made = with_args(call, args).with_changes(func=function)
    if made.deep_equals(call):
        return None
    is_there = below(reference.spelling.plain, V1)
    is_renamed = row.modern not in (row.legacy, in_v1(row.legacy))
    said = f"is now {modern}" if is_renamed else "takes other arguments in TensorFlow 2"
    return Edit(call, f"{reference.qualified} {said}", ((call, made),), imports, still_runs=is_there)


def _name_edit(file: File, reference: Reference, row: Successor) -> Edit | None:
    """The name of the successor for a function that is handed on, if whoever calls it may go on calling it so."""
    is_name = isinstance(reference.node, cst.Attribute) and file.longer(reference) is None
    if not is_name or below(reference.spelling.plain, V1) or not is_called_alike(file, row):
        return None
    return respelled_in_place(file, reference, row.modern)


def _path(file: File, reference: Reference, row: Successor) -> str | None:
    """The path of the successor below the name of TensorFlow that the call goes through; None if it has none there."""
    start = start_of(file, reference)
    if start is None or not below(start.qualified, "tensorflow"):
        return None
    if below(row.modern, V1):
        return row.modern
    if start.node is reference.node:
        return None if graph_uses(file) else row.modern  # imported by itself
    if not below(start.qualified, V1) and swap(file) is None:
        return row.modern
    path = in_v1(row.modern)
    if row.modern in CHANGED or not api.exists(path, file.target.tensorflow):
        return None
    return path if below(start.qualified, V1) else row.modern


def _arguments(file: File, reference: Reference, call: cst.Call, row: Successor) -> list[cst.Arg] | None:
    """The arguments of the successor; None if one has no place there."""
    legacy, modern = api.signature(row.legacy, LAST), api.signature(row.modern, file.target.tensorflow)
    if legacy is None or modern is None:
        return None
    defaults = {each.name: each.default for each in legacy.parameters}
    places = () if below(row.modern, _RAW) else legacy_places(row.modern, modern)
    positional: list[cst.Arg] = []
    keywords: dict[str, cst.Arg] = {}
    for index, arg in enumerate(call.args):
        name = arg.keyword.value if arg.keyword else legacy.positional[index] if index < len(legacy.positional) else ""
        parameter = row.parameters.get(name)
        if arg.star or parameter in keywords:
            return None
        if parameter is None:
            if not can_go(row.legacy, name, arg.value, defaults.get(name)):
                return None
        elif arg.keyword is None and not keywords and places[len(positional) : len(positional) + 1] == (parameter,):
            positional.append(arg)
        else:
            keywords[parameter] = named(arg, parameter)
    if any(name in places[: len(positional)] for name in keywords):
        return None
    for name, code in _added(file, reference, row):
        if places[len(positional) : len(positional) + 1] == (name,):
            positional.append(cst.Arg(code))
        else:
            keywords[name] = named(cst.Arg(code), name)
    return [*positional, *keywords.values()]


def is_called_alike(file: File, row: Successor) -> bool:
    """True if a successor takes the same arguments at the same places, and no call in the file names a gone one."""
    legacy, modern = api.signature(row.legacy, LAST), api.signature(row.modern, file.target.tensorflow)
    if legacy is None or modern is None or row.added or row.legacy in FLOATS_ONLY or below(row.modern, _RAW):
        return False
    words = {name: row.parameters.get(name) for name in legacy.keywords}
    places = tuple(words[name] for name in legacy.positional)
    gone = {name for name, parameter in words.items() if name != parameter}
    return places == legacy_places(row.modern, modern)[: len(places)] and not has_keyword(file, gone)


def _added(file: File, reference: Reference, row: Successor) -> Iterator[tuple[str, cst.BaseExpression]]:
    """The arguments that the successor takes besides: literals, and names of TensorFlow as the file spells them."""
    for name, value in row.added.items():
        code = cst.parse_expression(value)
        is_name = isinstance(code, cst.Name) and value not in ("True", "False")
        yield name, _spelled(file, reference, f"tensorflow.{value}")[0] if is_name else code


def _spelled(file: File, reference: Reference, path: str) -> tuple[cst.BaseExpression, tuple[Import, ...]]:
    """A name of TensorFlow as the file would spell it at a reference."""
    start = start_of(file, reference)
    if start is not None and start.node is not reference.node and below(start.qualified, V1) and not below(path, V1):
        path = in_v1(path)
    edit = respelled_in_place(file, reference, path)
    ((_, code),) = edit.replacements
    assert isinstance(code, cst.BaseExpression)
    return code, edit.imports
