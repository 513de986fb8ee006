"""Report crossentropies with `from_logits=True` of models that end with a softmax or a sigmoid.

## What it does

Looks for losses such as `SparseCategoricalCrossentropy(from_logits=True)` that a model is compiled with, or that are
called on what a model returns, and for functions such as `binary_crossentropy(y, p, from_logits=True)`, where the model
is seen to end with a softmax or a sigmoid. It rewrites nothing.

## Why

These releases took the probabilities for logits, and the loss could not get small. Keras 3 knows the numbers before
the activation, and takes the crossentropy of them, as TensorFlow 2.4 to 2.15 did.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/backend/tensorflow/nn.py

## Numbers

They can differ: a loss is 1.0882 in TensorFlow 1.15.5 and 2.3.4, and 1.0766 in 2.10.1, 2.15.1 and Keras 3
(`tests/codemods/rules/losses/test_logits_of_probabilities.py`).

## What it leaves to you

To drop `from_logits=True`, which leaves what Keras 3 computes, or to keep the numbers by the loss of `y_pred * 1.0`,
of which Keras 3 knows nothing more. Where nothing tells TensorFlow 2.3 from later releases, `--from tensorflow==2.10`
says that all is as it was. Models whose last layer the project does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.models.compiled_functions import compiled_functions
from codemods.analysis.models.last_activations import last_activation, last_activation_of
from codemods.analysis.objects.evidence import has_keras_2_only, has_models_of_shims
from codemods.analysis.objects.own_calls import calls_of
from codemods.analysis.releases.legacy_places import legacy_releases
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.releases.versions import minor_version
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule

_LOSSES = frozenset(
    f"keras.losses.{name}"
    for name in ("BinaryCrossentropy", "CategoricalCrossentropy", "SparseCategoricalCrossentropy")
)
_FUNCTIONS = frozenset(
    f"keras.losses.{name}crossentropy" for name in ("binary_", "categorical_", "sparse_categorical_")
)
_PROBABILITIES = frozenset({"sigmoid", "softmax"})
_KNOWS_LOGITS = (2, 4)
"""The first TensorFlow that knows the numbers before an activation, also where it runs eagerly."""
_EXAMPLE = "tensorflow==2.3"
_ADVICE = "drop from_logits=True; to keep the numbers, take the loss of y_pred * 1.0"
_LOGITS = "from_logits"
_DEPTH = 3


@rule(
    "TFM520",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(3, activation="softmax", input_shape=(4,))])
    model.compile("sgd", loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    """,
    severity=Severity.NUMBERS,
)
def logits_of_probabilities(file: File) -> Iterator[Manual | Undecided]:
    """Once for each loss, where it is made."""
    line = written_for(file).keras
    if not file.target.is_modern or line is KerasLine.KERAS_3 or has_keras_2_only(file) or has_models_of_shims(file):
        return
    seen: set[cst.Call] = set()
    for loss, last in (*_compiled(file), *_called(file)):
        if loss not in seen and last in _PROBABILITIES:
            seen.add(loss)
            found = _found(file, loss, last, line)
            if found is not None:
                yield found


def _found(file: File, loss: cst.Call, last: str, line: KerasLine | None) -> Manual | Undecided | None:
    symbol = f"{file.symbol(loss.func)}(from_logits=)"
    of_tensorflow_2 = [minor_version(each) < _KNOWS_LOGITS for each in legacy_releases(file, "tensorflow")]
    is_certain = line is not None and line is not KerasLine.TENSORFLOW_2
    if is_certain or all(of_tensorflow_2):
        said = f"the model ends with a {last}, which legacy took for logits: Keras 3 takes the numbers before it"
        return Manual(loss, symbol, said, _ADVICE)
    if not any(of_tensorflow_2):
        return None
    stake = f"the model ends with a {last}, which TensorFlow 2.0 to 2.3 took for logits: Keras 3 takes those before it"
    return Undecided(loss, symbol, _EXAMPLE, stake, "drop from_logits=True, which is what Keras 3 computes")


def _compiled(file: File) -> Iterator[tuple[cst.Call, str | None]]:
    """The losses with logits that models are compiled with, and the last activations of these."""
    for called in training_calls(file):
        given = called.argument("loss") if called.canonical.endswith(".compile") else None
        loss = _with_logits(file, given.value) if given is not None else None
        if loss is not None:
            yield loss, last_activation(file, called.call)


def _called(file: File) -> Iterator[tuple[cst.Call, str | None]]:
    """The losses with logits that are called on the output of a model, and its last activation."""
    for call in file.calls:
        is_function = file.symbol(call.func) in _FUNCTIONS and _says_logits(call)
        loss = call if is_function else _with_logits(file, call.func)
        given = (bind(call, "y_true", "y_pred", _LOGITS, "axis") or {}).get("y_pred") if loss is not None else None
        if loss is not None and given is not None:
            yield from ((loss, each) for each in _activations(file, given.value, _DEPTH))


def _with_logits(file: File, node: cst.BaseExpression) -> cst.Call | None:
    """The call that makes the loss, where `from_logits` is true."""
    made = node if isinstance(node, cst.Call) else only_value_of(file, node)
    if not isinstance(made, cst.Call) or file.symbol(made.func) not in _LOSSES:
        return None
    first = next((each for each in made.args[:1] if each.keyword is None), None)
    is_first = first is not None and literal(first.value) is True
    return made if is_first or _says_logits(made) else None


def _says_logits(call: cst.Call) -> bool:
    given = keyword(call, _LOGITS)
    return given is not None and literal(given.value) is True


def _activations(file: File, output: cst.BaseExpression, depth: int) -> Iterator[str | None]:
    """The last activations of the models that an output can be of, also where a function is given it."""
    if isinstance(output, cst.Call):
        yield last_activation_of(file, output.func)
        return
    if not isinstance(output, cst.Name) or not depth:
        return
    for binding in file.assignments(output):
        value = file.assigned_value(binding)
        if isinstance(value, cst.Call):
            yield last_activation_of(file, value.func)
        function = file.function_of(binding.node) if isinstance(binding.node, cst.Param) else None
        if function is not None:
            yield from _given(file, function, output.value, depth)


def _given(file: File, function: cst.FunctionDef, param: str, depth: int) -> Iterator[str | None]:
    """The last activations of what calls of a function give, and of the model that it is a loss of."""
    compiled = compiled_functions(file, "loss").get(function)
    if compiled is not None:
        yield last_activation(file, compiled)
    for call, skipped in calls_of(file, function):
        names = [each.name.value for each in function.params.params][skipped:]
        given = (bind(call, *names) or {}).get(param)
        if given is not None:
            yield from _activations(file, given.value, depth - 1)
