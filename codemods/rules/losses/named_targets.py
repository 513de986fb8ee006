"""Pass the targets of a model's only output by themselves, where Keras 2 also took them under its name.

## What it does

`fit(x, {"out": y})` becomes `fit(x, y)`, and `yield inputs, {"out": y}` in a generator that trains a model becomes
`yield inputs, y`. So do the loss and the inputs of a `Sequential`: `compile(loss={"out": "mse"})` becomes
`compile(loss="mse")`, and `fit({"dense_1_input": x}, y)` becomes `fit(x, y)`.

## Why

For a model with one output, Keras 3.15 takes the dictionary for the targets: TypeError, "Expected float32, but got out
of type 'str'". A `Sequential` does not know the name of its output: TypeError, "'NoneType' object is not iterable";
nor that of its input: ValueError, "The structure of `inputs` doesn't match".
https://keras.io/api/models/model_training_apis/#fit-method

## Numbers

Same: the losses of `tests/codemods/fixtures/named_targets` are those of Keras 2.3.1 on TensorFlow 1.15.5.

## What it leaves to you

Files with a model of several outputs, where a dictionary with one entry leaves the others out: TFM240 reports them.
Dictionaries that the file makes in another place: TFM305 reports what it can follow.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.batch_sources import STEPS, own_sequences, source_of
from codemods.analysis.models.model_outputs import are_named, begins_with_one_input, is_sequential, outputs_of
from codemods.source.file import File
from codemods.types import Edit, rule

_METHODS = (".evaluate", ".fit", ".test_on_batch", ".train_on_batch")
_ASKING = (".predict", ".predict_on_batch")
_DATA = ("x", "validation_data")


@rule(
    "TFM298",
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    x = Input((3,))
    model = Model(x, Dense(1, name="out")(x))
    model.compile("sgd", {"out": "mse"})
    model.fit(images, {"out": labels})
    """,
)
def named_targets(file: File) -> Iterator[Edit]:
    """Edit dictionaries with one entry."""
    compiled = [each for each in known_calls(file) if each.canonical.endswith(".compile")]
    if any(outputs_of(file, each) > 1 or are_named(file, each) for each in compiled):
        return
    losses = (each.argument("loss") for each in compiled if _is_of_sequential(file, each))
    given = [*_targets(file), *_inputs(file), *(arg.value for arg in losses if arg is not None)]
    seen: set[cst.CSTNode] = set()
    for node in given:
        named = _dictionary(file, node, given)
        if named is None or named in seen:
            continue
        seen.add(named)
        value = _only_value(named)
        said = f"Keras 3 takes no dictionary for a model's only output or input: {file.code(value)}"
        yield Edit(named, said, ((named, value),))


def _is_of_sequential(file: File, called: Called) -> bool:
    method = called.call.func
    return isinstance(method, cst.Attribute) and is_sequential(file, method.value)


def _inputs(file: File) -> Iterator[cst.BaseExpression]:
    """The inputs that each `Sequential` is given."""
    for called in training_calls(file):
        if called.canonical.startswith("keras.") and called.canonical.endswith((*_METHODS, *_ASKING)):
            given = called.argument("x")
            method = called.call.func
            if given is None or not isinstance(method, cst.Attribute):
                continue
            if begins_with_one_input(file, method.value):
                yield given.value


def _targets(file: File) -> Iterator[cst.BaseExpression]:
    """The targets that models are trained and tested with: arguments, and the second parts of batches."""
    batches: list[cst.BaseExpression] = []
    for called in training_calls(file):
        if not called.canonical.startswith("keras.") or not called.canonical.endswith(_METHODS):
            continue
        given = called.argument("y")
        if given is not None:
            yield given.value
        for data in _data(called):
            source = source_of(file, data)
            made = [each.node for each in source.batches if each.module is file] if source is not None else [data]
            batches += [each for each in made if source is None or _is_batch_alone(file, each)]
    batches += [batch.node for source in own_sequences(file) for batch in source.batches]
    for batch in batches:
        if isinstance(batch, cst.Tuple) and len(batch.elements) > 1:
            yield batch.elements[1].value


def _is_batch_alone(file: File, batch: cst.BaseExpression) -> bool:
    """True for what is yielded, or what a function returns that only one generator calls."""
    function = file.function(batch)
    if not isinstance(file.parent(batch), cst.Return) or not isinstance(function, cst.FunctionDef):
        return True
    name = function.name.value
    uses = [each for each in file.every(cst.Name) if each.value == name and file.parent(each) is not function]
    return name in STEPS or len(uses) == 1


def _data(called: Called) -> Iterator[cst.BaseExpression]:
    given = (called.argument(name) for name in _DATA)
    yield from (arg.value for arg in given if arg is not None)


def _dictionary(file: File, node: cst.BaseExpression, given: list[cst.BaseExpression]) -> cst.BaseExpression | None:
    """The dictionary with one entry that an expression is, or that a name holds which is read for targets alone."""
    if isinstance(node, cst.Name):
        values = file.definitions(node) or []
        if len(values) != 1 or any(use not in given for each in file.assignments(node) for use in each.uses):
            return None
        node = values[0]
    if isinstance(node, cst.Dict):
        return node if len(node.elements) == 1 and isinstance(node.elements[0], cst.DictElement) else None
    is_made = isinstance(node, cst.Call) and file.is_builtin(node.func, "dict") and len(node.args) == 1
    return node if isinstance(node, cst.Call) and is_made and node.args[0].keyword is not None else None


def _only_value(named: cst.BaseExpression) -> cst.BaseExpression:
    assert isinstance(named, cst.Dict | cst.Call)
    return named.elements[0].value if isinstance(named, cst.Dict) else named.args[0].value
