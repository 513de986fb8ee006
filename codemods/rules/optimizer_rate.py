"""Read and set an optimizer's rate as `learning_rate`.

## What it does

`model.optimizer.lr` becomes `model.optimizer.learning_rate`, and so does `.lr` of whatever else is, or
is used as, a Keras optimizer. `hasattr(model.optimizer, "lr")` and the like follow.

## Why

Keras 3 has no `lr`: reading it raises AttributeError, and setting it makes a new attribute that changes nothing.
https://github.com/keras-team/keras/issues/18467

## Numbers

Not measured. It is the same value under its modern name.

## What it leaves to you

`.lr` of other objects: whether they are optimizers does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.evidence import Kind, evidence
from codemods.analysis.object_types import Receiver, origin_of
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, rule


@rule(
    "TFM111",
    example="""
    from keras import backend as K
    from keras.models import load_model

    model = load_model("model.h5")
    K.set_value(model.optimizer.lr, 1e-4)
    """,
)
def optimizer_rate(file: File) -> Iterator[Edit | Manual]:
    """Rename the attribute on objects that are, or are used as, Keras optimizers."""
    for attribute in file.every(cst.Attribute):
        if attribute.attr.value == "lr" and _is_optimizer(file, attribute.value):
            new = attribute.with_changes(attr=cst.Name("learning_rate"))
            code = file.code(attribute)
            yield Edit(attribute, f"{code} is now {code[: -len('lr')]}learning_rate", ((attribute, new),))
    for call in file.calls:
        if file.is_builtin(call.func, "hasattr", "getattr", "setattr") and len(call.args) > 1:
            owner, name = call.args[0].value, call.args[1].value
            if isinstance(name, cst.SimpleString) and literal(name) == "lr" and _is_optimizer(file, owner):
                text = name.with_changes(value=f"{name.quote}learning_rate{name.quote}")
                yield Edit(name, f"{file.code(owner)}.lr is now learning_rate", ((name, text),))


def _is_optimizer(file: File, node: cst.BaseExpression) -> bool:
    origin = origin_of(file, node)
    shimmed = isinstance(origin, Receiver) and origin.shimmed
    return not shimmed and evidence(file, node, Kind.OPTIMIZER).is_enough
