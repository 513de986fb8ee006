"""Cast the rows of lookup layers to floats where TensorFlow itself takes them.

## What it does

Of a `StringLookup`, an `IntegerLookup` or a `TextVectorization` with `output_mode="one_hot"`, `"multi_hot"` or
`"count"`, `tf.concat([lookup(x), rest], axis=-1)` becomes `tf.concat([tf.cast(lookup(x), "float32"), rest], axis=-1)`.
Calls with symbolic tensors stay, whose rows are floats, and so do rows that go into a layer, which casts them.

## Why

The rows were floats in Keras 2. In Keras 3 they are int64, whatever `dtype=` says: "Tensors in list passed to 'values'
of 'ConcatV2' Op have types [int64, float32] that don't all match". An array beside them is cut to whole numbers without
an error.
https://keras.io/api/layers/preprocessing_layers/categorical/string_lookup/

## Numbers

Same: the rows of TensorFlow 2.10.1 and 2.15.1 (`tests/codemods/rules/layers/test_lookup_rows.py`).

## What it leaves to you

Files that do not show for which TensorFlow they were written: a finding asks for `--from`. Rows that go another way
before TensorFlow takes them, through a dictionary, a dataset or another module.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import places_of
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, derived_from
from codemods.analysis.objects.provenance import calls_of, leaves
from codemods.analysis.releases.possible_releases import is_before_keras_3, is_since
from codemods.analysis.tensors.symbolic import takes_symbolic
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Severity, Stage, Undecided, rule

_LOOKUPS = ("keras.layers.IntegerLookup", "keras.layers.StringLookup", "keras.layers.TextVectorization")
_MODES = ("binary", "count", "multi_hot", "one_hot")
_FLOATS = "float32"
_TENSORFLOW = "tensorflow."
_PASSING = frozenset({"expand_dims", "gather", "identity", "reshape", "reverse", "squeeze", "tile", "transpose"})
"""Functions that give the type that they are given."""
_INDIFFERENT = frozenset({"argmax", "cast", "constant", "convert_to_tensor", "print", "rank", "shape", "size", "where"})
_DEPTH = 6
_SAID = "rows of a {} are whole numbers in Keras 3, and were floats"


@rule(
    "TFM384",
    stage=Stage.BEHAVIOUR,
    severity=Severity.NUMBERS,
    example="""
    import tensorflow as tf
    from tensorflow.keras.layers.experimental.preprocessing import StringLookup

    colours = StringLookup(vocabulary=["red", "blue"], output_mode="multi_hot")

    def encode(row, label):
        return tf.concat([colours(row["colour"]), row["size"]], axis=-1), label
    """,
)
def lookup_rows(file: File) -> Iterator[Edit | Undecided]:
    """Each call of such a layer whose rows TensorFlow takes."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or is_since(file, "2.16", "3.0"):
        return
    if not file.references(*_LOOKUPS):
        return
    for call in file.calls:
        name = _lookup(file, call)
        if name is None or takes_symbolic(file, call) or not _is_taken(file, call, _DEPTH):
            continue
        if is_before_keras_3(file):
            tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
            made = cst.Call(
                cst.parse_expression(f"{tensorflow}.cast"), [cst.Arg(call), cst.Arg(cst.SimpleString(f'"{_FLOATS}"'))]
            )
            yield Edit(call, _SAID.format(name), ((call, made),), imports)
        else:
            write = f'write tf.cast(..., "{_FLOATS}") around it, unless whole numbers are meant'
            yield Undecided(call, f"{name}(output_mode=)", "tensorflow==2.15", _SAID.format(name), write)


def _lookup(file: File, call: cst.Call) -> str | None:
    """The class of the layer that is called, if it is a lookup that makes rows."""
    if not call.args or file.reference(call.func) is not None:
        return None
    made = leaves(file, call.func) or []
    if not made or not all(isinstance(each, cst.Call) and _makes_rows(file, each) for each in made):
        return None
    return (file.symbol(cst.ensure_type(made[0], cst.Call).func) or "").rpartition(".")[2]


def _makes_rows(file: File, call: cst.Call) -> bool:
    reference = file.reference(call.func)
    if reference is None or reference.canonical not in _LOOKUPS or reference.spelling.shimmed:
        return False
    mode, dtype = keyword(call, "output_mode"), keyword(call, "dtype")
    is_plain = dtype is None or literal(dtype.value) in (None, _FLOATS)
    return mode is not None and literal(mode.value) in _MODES and is_plain


def _is_taken(file: File, node: cst.CSTNode, depth: int) -> bool:
    """True if a function of TensorFlow, or arithmetic in code that Keras gives real tensors, takes the value."""
    above = file.parent(node)
    if not depth or above is None:
        return False
    if isinstance(above, cst.Element):
        listed = file.parent(above)
        return (
            isinstance(listed, cst.List | cst.Tuple)
            and isinstance(file.parent(listed), cst.Arg)
            and _is_taken(file, listed, depth)
        )
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        return isinstance(call, cst.Call) and _takes(file, call, depth)
    if isinstance(above, cst.BinaryOperation):
        return _has_real_tensors(file, above)
    if isinstance(above, cst.Assign):
        uses = (
            use
            for target in above.targets
            if isinstance(target.target, cst.Name | cst.Attribute)
            for use in places_of(file, target.target)
        )
        return any(use is not node and _is_taken(file, use, depth - 1) for use in uses)
    if isinstance(above, cst.Return):
        function = file.function(above)
        calls = calls_of(file, function) if isinstance(function, cst.FunctionDef) else []
        return any(_is_taken(file, each, depth - 1) for each in calls)
    return False


def _takes(file: File, call: cst.Call, depth: int) -> bool:
    symbol = file.symbol(call.func) or ""
    name = symbol.rpartition(".")[2]
    if not symbol.startswith(_TENSORFLOW) or name in _INDIFFERENT or not name.islower():
        return False
    return _is_taken(file, call, depth - 1) if name in _PASSING else True


def _has_real_tensors(file: File, node: cst.CSTNode) -> bool:
    """True inside of the `call` of a layer or model, and of a function that a dataset maps."""
    for above in file.ancestors(node):
        if isinstance(above, cst.Lambda):
            return _is_mapped(file, above)
        if isinstance(above, cst.FunctionDef):
            owner = file.enclosing_class(above)
            known = derived_from(file, owner) if owner is not None else None
            if known is not None and known.is_a(LAYER):
                return above.name.value == "call"
            return any(_is_mapped(file, use) for each in file.scope(above)[above.name.value] for use in each.uses)
    return False


def _is_mapped(file: File, function: cst.CSTNode) -> bool:
    above = file.parent(function)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    return isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "map"
