"""Report losses that keep a tensor on `self` and read it in their next call.

## What it does

Reports `self.alpha = tf.constant(self.alpha)` in a method of `y_true` and `y_pred`, as the loss of the well-known SSD
in Keras has it. It rewrites nothing.

## Why

Keras 3 calls the loss more than once, to train and to evaluate, each time in another graph, and the second call gets
the tensor of the first one: "Expected any non-tensor type, but got a tensor instead". Keras 2 called it once, in
`compile`. https://www.tensorflow.org/guide/function#creating_tensors_in_a_function

## Numbers

No numbers involved: Keras 3 fails, and so do the shims. Without the line the losses are those of Keras 2.3.1 on
TensorFlow 1.15.5 (`tests/codemods/rules/losses/test_tensors_kept_by_losses.py`).

## What it leaves to you

Every reported line: TensorFlow takes numbers as they are.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule

_MAKERS = ("tensorflow.", "keras.backend.")
_LABELS, _PREDICTIONS = ("true", "label", "target"), ("pred",)


@rule(
    "TFM345",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf
    from keras.layers import Dense
    from keras.models import Sequential

    class Scaled:
        def __init__(self, alpha):
            self.alpha = alpha

        def compute_loss(self, y_true, y_pred):
            self.alpha = tf.constant(self.alpha)
            return self.alpha * tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)

    model = Sequential([Dense(1, input_dim=8)])
    model.compile("sgd", loss=Scaled(2.0).compute_loss)
    """,
)
def tensors_kept_by_losses(file: File) -> Iterator[Manual]:
    """Report each assignment whose value is a tensor made of the attribute itself."""
    if not file.imports_family() or not goes_to_keras_3(file):
        return
    for target in file.every(cst.AssignTarget):
        node, statement, method = target.target, file.parent(target), file.function(target)
        if not isinstance(node, cst.Attribute) or not isinstance(statement, cst.Assign) or not _is_loss(method):
            continue
        owner = node.value
        if not isinstance(owner, cst.Name) or not is_self(file, owner) or not _makes_tensor(file, statement.value):
            continue
        name = f"{owner.value}.{node.attr.value}"
        if any(file.code(each) == name for each in nodes(statement.value, cst.Attribute)):
            said = f"the next call of this loss gets the tensor in {name} from this one: Keras 3 raises TypeError"
            yield Manual(target, name, said, "drop this line, or give the tensor a name of this function")


def _is_loss(function: cst.FunctionDef | cst.Module) -> bool:
    """True for `def f(self, y_true, y_pred)`."""
    if not isinstance(function, cst.FunctionDef):
        return False
    names = [each.name.value.lower() for each in function.params.params[1:3]]
    return (
        len(names) == 2  # noqa: PLR2004 - labels and predictions
        and any(part in names[0] for part in _LABELS)
        and any(part in names[1] for part in _PREDICTIONS)
    )


def _makes_tensor(file: File, value: cst.BaseExpression) -> bool:
    return isinstance(value, cst.Call) and (file.symbol(value.func) or "").startswith(_MAKERS)
