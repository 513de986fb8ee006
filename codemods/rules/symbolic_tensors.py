"""Report functions of TensorFlow that are called with symbolic tensors of Keras.

## What it does

Follows what `Input` makes through layers, operators and the file's own functions. It rewrites one thing:
`x.shape.as_list()` of such a tensor is `list(x.shape)`.

## Why

Keras 2 made a layer of `tf.nn.relu(x)` in a functional model. Keras 3 raises "A KerasTensor cannot be used as input to
a TensorFlow function", and its shapes are tuples.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

No numbers involved.

## What it leaves to you

Every reported call: a layer, a function of `keras.ops`, or a `Lambda` layer around it does the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import since
from codemods.analysis.evidence import has_keras_2_only
from codemods.analysis.symbolic import is_symbolic
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_SAFE = ("tensorflow.estimator.", "tensorflow.function", "tensorflow.is_tensor", "tensorflow.nest.", "tensorflow.test.")
_KEYWORDS = frozenset({"input", "input_tensor", "inputs", "tensor", "values", "x"})


@rule(
    "TFM222",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    inputs = tf.keras.Input((4,))
    hidden = tf.nn.relu(tf.keras.layers.Dense(3)(inputs))
    model = tf.keras.Model(inputs, hidden)
    """,
)
def symbolic_tensors(file: File) -> Iterator[Edit | Manual]:
    """Only calls by a name of `tf`, and only where an `Input` certainly reaches an argument."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for call in file.calls:
        reference = file.reference(call.func)
        symbol = reference.canonical if reference is not None else ""
        if reference is None:
            yield from _shape(file, call)
        elif symbol.startswith("tensorflow.") and not symbol.startswith(_SAFE) and not _is_inside_lambda(file, call):
            given = next((arg for arg in call.args if _is_input(arg) and is_symbolic(file, arg.value)), None)
            if given is not None:
                yield Manual(
                    call,
                    reference.qualified,
                    f"{file.code(call.func)} gets a symbolic tensor of Keras, which Keras 3 refuses",
                    f"wrap it: tf.keras.layers.Lambda(lambda x: {file.code(call.func)}(x)), or use keras.ops",
                )


def _is_input(arg: cst.Arg) -> bool:
    return not arg.star and (arg.keyword is None or arg.keyword.value in _KEYWORDS)


def _is_inside_lambda(file: File, call: cst.Call) -> bool:
    return any(isinstance(above, cst.Lambda) for above in file.ancestors(call))


def _shape(file: File, call: cst.Call) -> Iterator[Edit]:
    """`x.shape.as_list()` and `x.get_shape().as_list()`."""
    function = call.func
    if call.args or not isinstance(function, cst.Attribute) or function.attr.value != "as_list":
        return
    shape = function.value
    if isinstance(shape, cst.Call) and isinstance(shape.func, cst.Attribute) and shape.func.attr.value == "get_shape":
        tensor = shape.func.value
    elif isinstance(shape, cst.Attribute) and shape.attr.value == "shape":
        tensor = shape.value
    else:
        return
    if is_symbolic(file, tensor):
        code = f"list({file.code(tensor)}.shape)"
        yield Edit(call, f"the shape of a symbolic tensor is a tuple: {code}", ((call, cst.parse_expression(code)),))
