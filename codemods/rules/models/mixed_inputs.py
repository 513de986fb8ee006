"""Convert the arrays of NumPy in a list of inputs that has tensors as well.

## What it does

Looks for calls of functional models, `critic([states, actor(states)])`, whose list, tuple or dictionary has an array of
NumPy beside a tensor, and makes tensors of the arrays. Under a `GradientTape` also of parameters that may be arrays:
a tensor stays what it is.

## Why

Keras 3 refuses both together: "In a nested call() argument, you cannot mix tensors and non-tensors". Keras 2 converted
the arrays. `fit`, `predict` and layers take such lists.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py

## Numbers

Same: the converted call gives the numbers of TensorFlow 2.3 (`tests/compat/tables/test_mixed_inputs.py`).

## What it leaves to you

Lists in which the file does not show that there is an array and a tensor.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.eager_kinds import EagerKind, eager_kind
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.objects.object_types import MODEL, Receiver, origin_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.types import Edit, Stage, rule


@rule(
    "TFM396",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    import tensorflow as tf
    from keras.layers import Dense, Input, concatenate
    from keras.models import Model

    state, action = Input((3,)), Input((1,))
    actor = Model(state, Dense(1)(state))
    critic = Model([state, action], Dense(1)(concatenate([state, action])))
    states = np.ones((8, 3))
    loss = -tf.reduce_mean(critic([states, actor(states)]))
    """,
)
def mixed_inputs(file: File) -> Iterator[Edit]:
    """Where the file shows both kinds, or a tensor beside a parameter under a tape."""
    if not goes_to_keras_3(file):
        return
    for call in file.calls:
        given = call.args[0].value if call.args and not call.args[0].star else None
        if not isinstance(given, cst.List | cst.Tuple | cst.Dict):
            continue
        kinds = [(each.value, eager_kind(file, each.value)) for each in given.elements]
        if not any(kind is EagerKind.TENSOR for _, kind in kinds) or not _is_functional(file, call.func):
            continue
        is_watched = any(isinstance(each, cst.With) and _is_tape(file, each) for each in file.ancestors(call))
        arrays = [
            value
            for value, kind in kinds
            if kind is EagerKind.ARRAY or (kind is None and is_watched and _is_parameter(file, value))
        ]
        if arrays:
            tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
            new = tuple(
                (each, cst.parse_expression(f"{tensorflow}.convert_to_tensor({file.code(each)})")) for each in arrays
            )
            yield Edit(call, "Keras 3 takes no arrays beside tensors: convert_to_tensor", new, imports)


def _is_tape(file: File, scope: cst.With) -> bool:
    calls = [each.item for each in scope.items if isinstance(each.item, cst.Call)]
    return any(file.symbol(each.func) == "tensorflow.GradientTape" for each in calls)


def _is_parameter(file: File, node: cst.BaseExpression) -> bool:
    """True for a parameter that nothing in the function has bound before."""
    bindings = reaching(file, node) if isinstance(node, cst.Name) else []
    return bool(bindings) and all(isinstance(each.node, cst.Param) for each in bindings)


def _is_functional(file: File, node: cst.BaseExpression) -> bool:
    origin = origin_of(file, node)
    return isinstance(origin, Receiver) and origin.is_a(MODEL) and origin.is_plain
