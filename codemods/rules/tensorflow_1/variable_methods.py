"""Call what only a `tf.Variable` has on the `tf.Variable` that a variable of Keras 3 holds.

## What it does

`v.read_value()` becomes `v.value.read_value()` where `v` is a weight of a layer or model. Likewise `ref`, `device` and
the `scatter` methods. `v.value()` becomes `v.value.read_value()`, and `assign(x, read_value=False)` loses its keyword.
`for v in set(model.weights)` is `for v in model.weights`. `v.get_shape()` becomes `v.shape`, and
`v.assign(x, use_locking)` keeps its value alone, also where another module of the project passes the variables.

## Why

The weights of `tf.keras` were variables of TensorFlow. Those of Keras 3 are not, have few of the methods, and cannot be
the elements of a set: AttributeError, TypeError.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: `tests/codemods/fixtures/variable_methods` gives on TensorFlow 2.21.0 what it gave on 2.15.1.

## What it leaves to you

Variables whose origin the project does not show, sets of weights that are more than gone through, and what is read of
`v.get_shape()` besides `as_list()`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.layers.model_layers import is_layer_of_model
from codemods.analysis.objects.object_types import LAYER, VARIABLE, VARIABLES, Receiver, origin_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.tensors.passed_variables import may_be_variable
from codemods.source.arguments import keyword, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_HELD = frozenset(
    {
        *("batch_scatter_update", "device", "experimental_ref", "gather_nd", "read_value", "ref", "sparse_read"),
        *("scatter_add", "scatter_div", "scatter_max", "scatter_min", "scatter_mul", "scatter_sub", "scatter_update"),
        *("scatter_nd_add", "scatter_nd_max", "scatter_nd_min", "scatter_nd_sub", "scatter_nd_update"),
    }
)
"""What `tf.Variable` has on 1.15 and on 2.21, and `keras.Variable` has not."""
_OF_LAYERS = ("bias", "kernel")
_ASSIGNS = ("assign", "assign_add", "assign_sub")
_SHAPE = "get_shape"
_KEPT = ("value", "delta", "read_value")
"""The names of the value that `assign`, and the other two, take, and what is dropped with a word of its own."""


@rule(
    "TFM245",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    values = [v.read_value() for v in model.trainable_variables]
    """,
)
def variable_methods(file: File) -> Iterator[Edit | Manual]:
    """Only on what a known layer, model or optimizer holds as its variables."""
    if not goes_to_keras_3(file):
        return
    for node in file.attributes:
        name, call = node.attr.value, file.parent(node)
        called = call if isinstance(call, cst.Call) and call.func is node else None
        if name in _HELD and _is_variable(file, node.value):
            new = node.with_changes(value=cst.Attribute(node.value, cst.Name("value")))
            said = f"a variable of Keras 3 has no {name}: the one that it holds has"
            yield Edit(node, said, ((node, new),))
        elif name == "value" and called is not None and not called.args and _is_variable(file, node.value):
            new = cst.Attribute(node, cst.Name("read_value"))
            said = f"{file.code(node)} is no method in Keras 3: {file.code(new)}()"
            yield Edit(node, said, ((node, new),))
        elif name in _ASSIGNS and called is not None and _is_variable(file, node.value):
            arg = keyword(called, "read_value")
            if arg is not None:
                kept = with_args(called, [each for each in called.args if each is not arg])
                yield Edit(arg, f"{name} of Keras 3 has no read_value=, and returns the value", ((called, kept),))
        if called is not None and name in (*_ASSIGNS, _SHAPE) and _is_one(file, node.value):
            yield from _shape(file, node, called) if name == _SHAPE else _assigned(called, name)
    yield from _sets(file)


def _is_one(file: File, node: cst.BaseExpression) -> bool:
    return _is_variable(file, node) or may_be_variable(file, node)


def _shape(file: File, node: cst.Attribute, called: cst.Call) -> Iterator[Edit | Manual]:
    """`v.get_shape()`: a variable of Keras 3 has a tuple as its `shape`, one of TensorFlow a `TensorShape`."""
    shape, above = cst.Attribute(node.value, cst.Name("shape")), file.parent(called)
    said = f"a variable of Keras 3 has no {_SHAPE}: {file.code(shape)}"
    outer = file.parent(above) if isinstance(above, cst.Attribute) else None
    if not isinstance(above, cst.Attribute):
        yield Edit(node, said, ((called, shape),))
    elif above.attr.value == "as_list" and isinstance(outer, cst.Call) and not outer.args:
        yield Edit(node, said, ((outer, cst.Call(cst.Name("list"), [cst.Arg(shape)])),))
    else:
        yield Manual(node, f"{VARIABLE}.{_SHAPE}", said, "take its shape, which is a tuple")


def _assigned(called: cst.Call, name: str) -> Iterator[Edit]:
    """`v.assign(x, use_locking)`: locks mean nothing to the variables of TensorFlow 2."""
    kept = [each for each in called.args if each.keyword is not None and each.keyword.value in _KEPT]
    kept = [*called.args[:1], *kept] if called.args and called.args[0].keyword is None else kept
    if len(kept) < len(called.args) and not any(each.star for each in called.args):
        said = f"{name} of Keras 3 takes the value alone"
        yield Edit(called, said, ((called, with_args(called, kept)),))


def _is_variable(file: File, node: cst.BaseExpression) -> bool:
    known = value_of(file, node)
    names: tuple[str, ...] | frozenset[str] = _OF_LAYERS
    if isinstance(known, cst.Subscript):
        known, names = known.value, VARIABLES
    if isinstance(known, cst.Attribute) and known.attr.value in names and is_layer_of_model(file, known.value):
        return True
    origin = origin_of(file, node)
    return isinstance(origin, Receiver) and origin.is_a(VARIABLE) and not origin.shimmed


def _sets(file: File) -> Iterator[Edit | Manual]:
    """`set(model.trainable_weights)`."""
    for call in file.calls:
        if len(call.args) == 1 and file.is_builtin(call.func, "set") and _is_list(file, call.args[0].value):
            weights = call.args[0].value
            above = file.parent(call)
            said = f"variables of Keras 3 have no hash, and {file.code(weights)} has each of them once"
            if isinstance(above, cst.For | cst.CompFor) and above.iter is call:
                yield Edit(call, said, ((call, weights),))
            else:
                advice = "make a dictionary of them by id(variable), or a set of the ids"
                yield Manual(call, f"set of {file.code(weights)}", said, advice)


def _is_list(file: File, node: cst.BaseExpression) -> bool:
    if not isinstance(node, cst.Attribute) or node.attr.value not in VARIABLES:
        return False
    owner = origin_of(file, node.value)
    return isinstance(owner, Receiver) and owner.is_a(LAYER) and not owner.defines(file, node.attr.value)
