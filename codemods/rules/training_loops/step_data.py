"""Take the first two parts of what a `train_step` of one's own gets, where single batches are trained.

## What it does

In a `train_step` or `test_step` of a model, `x, y = data` becomes `x, y = data[:2]`, in a file that calls
`train_on_batch` or `test_on_batch`.

## Why

These methods hand on inputs, targets and weights in Keras 3, of which the last are None: "too many values to unpack".
`tf.keras` left out weights that were not given.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/backend/tensorflow/trainer.py

## Numbers

Same: the loss of such a step is that of TensorFlow 2.3.4 (`tests/codemods/rules/training_loops/test_step_data.py`).

## What it leaves to you

Steps whose model another file trains batch by batch.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, rule

_STEPS = ("test_step", "train_step")
_ON_BATCH = ("test_on_batch", "train_on_batch")
_PAIR = 2


@rule(
    "TFM357",
    example="""
    import tensorflow as tf


    class Net(tf.keras.Model):
        def train_step(self, data):
            x, y = data
            return {"loss": self.step_on(x, y)}


    net = Net()
    net.train_on_batch(images, labels)
    """,
)
def step_data(file: File) -> Iterator[Edit]:
    """Only where the parameter itself is taken apart into two names."""
    if not goes_to_keras_3(file) or not any(method_of(call) in _ON_BATCH for call in file.calls):
        return
    for step in file.every(cst.FunctionDef):
        owner, params = file.enclosing_class(step), step.params.params
        if step.name.value not in _STEPS or owner is None or len(params) != _PAIR or not is_layer_or_model(file, owner):
            continue
        for assign in nodes(step.body, cst.Assign):
            names, value = assign.targets[0].target, assign.value
            is_pair = isinstance(names, cst.Tuple) and len(names.elements) == _PAIR
            if not is_pair or not isinstance(value, cst.Name) or value.value != params[1].name.value:
                continue
            if all(isinstance(each.node, cst.Param) for each in file.assignments(value)):
                pair = cst.parse_expression(f"{value.value}[:2]")
                said = f"on a single batch {value.value} has a third part, the weights: {value.value}[:2]"
                yield Edit(assign, said, ((value, pair),))
