"""Make datasets of arrays with `tf.data` instead of a strategy.

## What it does

`strategy.experimental_make_numpy_dataset(arrays)` becomes `tf.data.Dataset.from_tensor_slices(arrays)`.

## Why

The method is gone since TensorFlow 2.4: AttributeError.
https://www.tensorflow.org/api_docs/python/tf/data/Dataset#from_tensor_slices

## Numbers

Same. Both give the rows of the arrays in order: a training loop under `MirroredStrategy` keeps the losses of TensorFlow
2.1.4 and 2.3.4 to 1e-5 (`tests/codemods/fixtures/custom_loops`).

## What it leaves to you

Calls with a session, which TFM197 reports.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.object_types import Own, Receiver, Unknown, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind, literal
from codemods.source.file import File, name_of
from codemods.source.method_calls import method_calls
from codemods.types import Edit, rule

_LEGACY = "experimental_make_numpy_dataset"
_V1 = "tensorflow.compat.v1.distribute.Strategy"


@rule(
    "TFM182",
    example="""
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy()
    batches = strategy.experimental_make_numpy_dataset((images, labels)).batch(64)
    """,
)
def numpy_datasets(file: File) -> Iterator[Edit]:
    """Replace the whole call; in a file of TensorFlow 1 the strategy becomes one that still has the method."""
    if written_for(file).tensorflow == 1:
        return
    for call, receiver in method_calls(file, _LEGACY):
        arrays = _arrays(call)
        if arrays is None or not _is_strategy(file, receiver):
            continue
        tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
        function = f"{tensorflow}.data.Dataset.from_tensor_slices"
        new = call.with_changes(func=cst.parse_expression(function), args=[arrays])
        yield Edit(call, f"{_LEGACY}() is now {function}()", ((call, new),), imports)


def _arrays(call: cst.Call) -> cst.Arg | None:
    """The argument of `from_tensor_slices`; None if the call also names a session."""
    bound = bind(call, "numpy_input", "session") or {}
    session = bound.get("session")
    if "numpy_input" not in bound or (session is not None and literal(session.value) is not None):
        return None
    return bound["numpy_input"].with_changes(
        keyword=None,
        equal=cst.MaybeSentinel.DEFAULT,
        comma=cst.MaybeSentinel.DEFAULT,
        whitespace_after_arg=cst.SimpleWhitespace(""),
    )


def _is_strategy(file: File, node: cst.BaseExpression) -> bool:
    """True unless it is known to be something else; strategies of `tf.compat.v1` still have the method."""
    if isinstance(node, cst.Attribute) and node.attr.value == "extended":
        node = node.value
    origin = origin_of(file, node)
    if isinstance(origin, Receiver):
        return not origin.shimmed and origin.is_a("tensorflow.distribute.Strategy") and not origin.is_a(_V1)
    is_object = name_of(node) is not None and not isinstance(origin, Own) and origin is not Unknown.FOREIGN
    return is_object and file.imports_family() and file.qualified_name(node) is None
