"""Weigh the losses of several outputs as Keras 2 did.

## What it does

`compile("sgd", "mse", loss_weights=[2, 3])` becomes `compile("sgd", ["mse", "mse"], loss_weights=[2, 3])`. A dictionary
of weights beside a loss that is none becomes a list in the order of the outputs, and one that leaves outputs out gets
their weight, 1.

## Why

Keras 3 wants loss and weights in the same form: it raises ValueError or KeyError, or sorts the weights of a dictionary
by name, and gives them to the outputs in that order.
https://github.com/keras-team/keras/blob/master/keras/src/trainers/compile_utils.py

## Numbers

Same: the losses of `tests/codemods/fixtures/loss_weights` are those of Keras 2.3.1 on TensorFlow 1.15.5 and of
TensorFlow 2.15.1.

## What it leaves to you

Dictionaries of weights where the file does not show the names of all outputs.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.models.model_outputs import output_names, outputs_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.scopes import IMPORT
from codemods.types import Edit, Manual, Severity, Stage, rule

_SAID = "Keras 3 wants loss and loss_weights in one form"


@rule(
    "TFM253",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input(shape=(8,))
    model = Model(image, [Dense(1, name="weight")(image), Dense(1, name="age")(image)])
    model.compile("adam", "mse", loss_weights={"age": 3.0})
    """,
    severity=Severity.NUMBERS,
)
def loss_weights(file: File) -> Iterator[Edit | Manual]:
    """Edit where the file shows the outputs; a list of losses with a list of weights is left alone."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    for called in training_calls(file):
        if not called.canonical.endswith(".compile"):
            continue
        loss, weights = called.argument("loss"), called.argument("loss_weights")
        given = _spelled(file, weights.value) if weights is not None else None
        if loss is None or weights is None or given is None:
            continue
        form = _spelled(file, loss.value)
        if isinstance(given, cst.Dict) and isinstance(form, cst.Dict):
            yield from _completed(weights, given, form)
        elif isinstance(given, cst.Dict):
            yield from _listed(file, called, loss, weights, given)
        elif form is None and len(given.elements) > 1 and _is_one(file, loss.value):
            count = len(given.elements)
            yield Edit(loss, f"{_SAID}: {count} losses", ((loss.value, _repeated(loss.value, count)),))


def _spelled(file: File, node: cst.BaseExpression) -> cst.Dict | cst.List | cst.Tuple | None:
    """The list or dictionary that an argument is, also through a name."""
    value = value_of(file, node)
    return value if isinstance(value, cst.Dict | cst.List | cst.Tuple) else None


def _is_one(file: File, loss: cst.BaseExpression) -> bool:
    """True if an argument is certainly one loss, which may be written several times."""
    if isinstance(literal(loss), str) or file.reference(loss) is not None:
        return True
    bindings = file.assignments(loss) if isinstance(loss, cst.Name) else []
    return bool(bindings) and all(
        isinstance(each.node, cst.FunctionDef)
        or (each.kind != IMPORT and isinstance(literal(file.assigned_value(each) or loss), str))
        for each in bindings
    )


def _repeated(loss: cst.BaseExpression, count: int) -> cst.List:
    return cst.List([cst.Element(loss.deep_clone()) for _ in range(count)])


def _keys(node: cst.Dict) -> list[str] | None:
    keys = [literal(each.key) if isinstance(each, cst.DictElement) else ... for each in node.elements]
    names = [each for each in keys if isinstance(each, str)]
    return names if len(names) == len(keys) else None


def _completed(weights: cst.Arg, given: cst.Dict, losses: cst.Dict) -> Iterator[Edit | Manual]:
    """Give the outputs that a dictionary of weights leaves out the weight that they had."""
    keys, names = _keys(given), _keys(losses)
    missing = [each for each in names or () if keys is not None and each not in keys]
    if not missing:
        return
    said = f"outputs without a loss weight had 1: {', '.join(missing)}"
    if weights.value is not given:
        yield Manual(weights, "keras.models.Model.compile(loss_weights=)", said, "name them too", culprit=given)
        return
    added = [cst.DictElement(cst.SimpleString(f'"{each}"'), cst.Float("1.0")) for each in missing]
    yield Edit(weights, said, ((given, given.with_changes(elements=[*given.elements, *added])),))


def _listed(file: File, called: Called, loss: cst.Arg, weights: cst.Arg, given: cst.Dict) -> Iterator[Edit | Manual]:
    """Write a dictionary of weights beside one loss, or a list of them, as a list."""
    names, keys = output_names(file, called), _keys(given)
    count = max(outputs_of(file, called), len(names or ()))
    if len(given.elements) < 2 and count < 2:  # noqa: PLR2004
        return
    is_list = isinstance(_spelled(file, loss.value), cst.List | cst.Tuple)
    plain = names is not None and keys is not None and set(keys) <= set(names) and weights.value is given
    if not plain or names is None or keys is None or not (is_list or _is_one(file, loss.value)):
        if is_list or _is_one(file, loss.value):
            said = f"{_SAID}: it takes the weights of a dictionary in the order of their names"
            advice = "write both as dictionaries, or both as lists in the order of the outputs"
            yield Manual(weights, f"{called.path}(loss_weights=)", said, advice)
        return
    values = {key: each.value for key, each in zip(keys, given.elements, strict=True)}
    listed = cst.List([cst.Element(values.get(name, cst.Float("1.0"))) for name in names])
    both = () if is_list else ((loss.value, _repeated(loss.value, len(names))),)
    yield Edit(weights, f"{_SAID}: lists in the order of the outputs", ((given, listed), *both))
