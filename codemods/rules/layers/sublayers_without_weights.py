"""Give layers that are made inside of another one their weights before the first batch.

## What it does

Removes `compute_output_shape` from a layer of `tf.keras` that makes other layers in `build`, or in `__init__` beside a
`build` of its own, and calls them in `call`.

## Why

Where a layer has that method, Keras 3 does not run `call` to put a model together, so the inner layers have no weights
before the first batch: `get_weights`, `set_weights`, `load_weights` and `count_params` leave them out. `tf.keras` ran
`call`, and took the shape from it.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py

## Numbers

Same: the weights of the model are those of TensorFlow 1.13 to 2.15
(`tests/codemods/rules/layers/test_sublayers_without_weights.py`).

## What it leaves to you

Layers of standalone Keras, which did read the method, of a file that calls `compute_output_shape` itself or puts layers
into `TimeDistributed`, and layers that derive from another one than `Layer`: they are reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.output_shape_methods import SHAPE, only_keras_asks
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import LAYER, derived_from
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.tensors.repeated_code import methods_of
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, Stage, rule

_CALL, _BUILD, _INIT = "call", "build", "__init__"
_ADDING = ("add_weight", "add_variable")
_WITH_WEIGHTS = re.compile(
    "Conv|Dense|Normalization|Embedding|LSTM|GRU|RNN|Bidirectional|TimeDistributed|PReLU|MultiHead"
)


@rule(
    "TFM377",
    stage=Stage.BEHAVIOUR,
    example="""
    from tensorflow.keras.layers import Dense, Layer


    class Block(Layer):
        def build(self, input_shape):
            self.dense = Dense(8)
            super().build(input_shape)

        def call(self, x):
            return self.dense(x)

        def compute_output_shape(self, input_shape):
            return input_shape[:-1] + (8,)
    """,
    severity=Severity.NUMBERS,
)
def sublayers_without_weights(file: File) -> Iterator[Edit | Manual]:
    """Remove the method where nothing but Keras calls it, and `tf.keras` did not read it."""
    if not goes_to_keras_3(file):
        return
    for owner in file.every(cst.ClassDef):
        base = derived_from(file, owner)
        methods = methods_of(owner)
        if base is None or not base.is_a(LAYER) or not {SHAPE, _CALL, _BUILD} <= set(methods):
            continue
        inner = _without_weights(file, methods)
        if inner is None:
            continue
        said = f"Keras 3 does not run call() where a layer has {SHAPE}: {inner} has no weights before the first batch"
        if not only_keras_asks(file, base) or not _is_of_tensorflow(file, owner):
            advice = f"build {inner} in build(), {inner}.build(shape), or leave {SHAPE} out"
            yield Manual(methods[SHAPE], f"{LAYER}.{SHAPE}", said, advice)
        else:
            yield Edit(methods[SHAPE], said, ((methods[SHAPE], cst.RemoveFromParent()),))


def _without_weights(file: File, methods: dict[str, cst.FunctionDef]) -> str | None:
    """The first attribute of `self` that holds a layer which `call` calls, and nothing builds before."""
    called = {attribute_of_self(file, each.func) for each in nodes(methods[_CALL].body, cst.Call)}
    built = {
        attribute_of_self(file, each) for each in nodes(methods[_BUILD].body, cst.Attribute) if _is_used(file, each)
    }
    for name in (_BUILD, _INIT):
        for target in nodes(methods[name].body, cst.AssignTarget) if name in methods else ():
            attribute, statement = attribute_of_self(file, target.target), file.parent(target)
            if attribute is None or attribute not in called - built or not isinstance(statement, cst.Assign):
                continue
            if evidence(file, statement.value, Kind.LAYER) is Evidence.CERTAIN and _has_weights(file, statement.value):
                return file.code(target.target)
    return None


def _is_used(file: File, node: cst.Attribute) -> bool:
    """True for all but the target of an assignment: what `build` does with a layer may well build it."""
    return not isinstance(file.parent(node), cst.AssignTarget)


def _has_weights(file: File, made: cst.BaseExpression) -> bool:
    """True for layers of Keras that have weights, and for own ones that add some."""
    if not isinstance(made, cst.Call):
        return False
    owner = class_of(file, made.func) if isinstance(made.func, cst.Name) else None
    if owner is not None:
        return any(method_of(each) in _ADDING for each in nodes(owner, cst.Call))
    return bool(_WITH_WEIGHTS.search((file.symbol(made.func) or "").rpartition(".")[2]))


def _is_of_tensorflow(file: File, owner: cst.ClassDef) -> bool:
    return (file.qualified_name(owner.bases[0].value) or "").removeprefix("compat.").startswith("tensorflow.")
