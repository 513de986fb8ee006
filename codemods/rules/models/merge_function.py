"""Call the function of `keras.layers` that `mode=` of `keras.layers.merge` named: `concatenate`, `add`, ...

## What it does

`merge([a, b], mode="concat", concat_axis=1)` becomes `concatenate([a, b], axis=1)`. A function given as `mode` becomes
a `Lambda` layer.

## Why

Keras 2.2 removed `merge`; since then the name is a module.
https://github.com/keras-team/keras/blob/2.1.6/keras/legacy/layers.py

## Numbers

Same. Thirteen merges of Keras 2.1.6 agree with the functions of Keras 3.15.1 to 2.4e-7, all but one to the bit
(`tests/compat/shims/keras/test_keras_1.py`).

## What it leaves to you

The mode `cos`, modes that the source does not show, `output_mask=`, and the layer `Merge`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.arguments import bind, literal, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, Manual, Stage, rule
from compat.tables.keywords.keras_1 import MERGE_MODES, MERGE_PARAMETERS, URL

_MERGES = ("keras.layers.merge", "keras.legacy.layers.merge")
_AXES = {"concat": ("concat_axis", "axis"), "dot": ("dot_axes", "axes")}
_OF_FUNCTIONS = ("output_shape", "arguments")


@rule(
    "TFM142",
    stage=Stage.STRUCTURES,
    example="""
    from keras.layers import merge

    merged = merge([left, right], mode="concat", concat_axis=1)
    """,
)
def merge_function(file: File) -> Iterator[Edit | Manual]:
    """Edit each call by itself; the import goes with the last of them."""
    for reference in file.references(*_MERGES):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed or reference.spelling.root != "keras":
            continue
        bound = bind(call, *MERGE_PARAMETERS)
        doubt = _doubt(file, bound)
        if bound is None or doubt:
            advice = "call the function of keras.layers for the mode: add, multiply, concatenate, average, dot, maximum"
            yield Manual(call, reference.canonical, f"merge() of Keras 1 is gone, and {doubt}", f"{advice} ({URL})")
        else:
            yield _edit(file, reference, call, bound)


def _doubt(file: File, bound: dict[str, cst.Arg] | None) -> str:
    if bound is None or not {"inputs"} <= set(bound) <= set(MERGE_PARAMETERS):
        return "its arguments are unpacked or unknown"
    if "output_mask" in bound:
        return "no function of today takes output_mask="
    mode = _mode(file, bound)
    if mode == "cos":
        return "its mode 'cos' is Reshape((1, 1))(dot(inputs, axes, normalize=True)) for vectors"
    if mode is None or (mode and mode not in MERGE_MODES):
        return "the source does not show its mode"
    return ""


def _mode(file: File, bound: dict[str, cst.Arg]) -> str | None:
    """The name of the mode, "" for a function, None if it is not known."""
    if "mode" not in bound:
        return "sum"
    value: cst.BaseExpression | None = bound["mode"].value
    if isinstance(value, cst.Name):
        binding = file.only_binding(value)
        if binding is not None and isinstance(binding.node, cst.FunctionDef):
            return ""
        value = file.only_value(value)
    if isinstance(value, cst.Lambda):
        return ""
    mode = literal(value) if value is not None else ...
    return mode if isinstance(mode, str) else None


def _edit(file: File, reference: Reference, call: cst.Call, bound: dict[str, cst.Arg]) -> Edit:
    mode = _mode(file, bound)
    assert mode is not None
    name = MERGE_MODES[mode] if mode else "Lambda"
    function, imports = _function(file, reference, name)
    layer = [] if mode else [*(named(bound[each], each) for each in _OF_FUNCTIONS if each in bound)]
    layer += [bound["name"]] if "name" in bound else []
    layer = [named(arg, "name") if arg is bound.get("name") else arg for arg in layer]
    inputs = bound["inputs"]
    inputs = inputs if inputs.keyword is None else named(inputs, "inputs")
    if mode:
        modern = with_args(call, [inputs, *_axes(mode, bound), *layer]).with_changes(func=function)
    else:
        made = with_args(call, [cst.Arg(bound["mode"].value), *layer]).with_changes(func=function)
        modern = cst.Call(
            made, [inputs.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT, comma=cst.MaybeSentinel.DEFAULT)]
        )
    said = f"merge(mode={mode!r}) is now {name}()" if mode else "merge() with a function is now a Lambda layer"
    return Edit(call, said, ((call, modern),), imports)


def _axes(mode: str, bound: dict[str, cst.Arg]) -> list[cst.Arg]:
    """The axis of `concatenate` is the last one by default, as it was; `dot` wants to be told."""
    legacy, modern = _AXES.get(mode, ("", ""))
    if legacy in bound:
        return [named(bound[legacy], modern)]
    return [named(cst.Arg(cst.parse_expression("-1")), modern)] if mode == "dot" else []


def _function(file: File, reference: Reference, name: str) -> tuple[cst.BaseExpression, tuple[Import, ...]]:
    """The function beside where `merge` came from, and the import that it needs."""
    node = reference.node
    if isinstance(node, cst.Attribute) and reference.canonical == _MERGES[0]:
        return node.with_changes(attr=cst.Name(name)), ()
    for imported in file.imports:
        if imported.spelling is not None and imported.spelling.canonical == f"keras.layers.{name}":
            return cst.Name(imported.local), ()
    local = name if not file.global_scope[name] and not file.scope(node)[name] else file.free_name(f"keras_{name}")
    return cst.Name(local), (Import("keras.layers", name, "" if local == name else local),)
