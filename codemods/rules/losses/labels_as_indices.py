"""Give whole numbers to what takes the labels of a loss for indices.

## What it does

In a loss of the file that a model is compiled with, `tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y_true,
logits=y_pred)` gets `labels=tf.cast(y_true, tf.int64)`, and so do `tf.one_hot(y_true, 10)`, `tf.gather(w, y_true)` and
the others of `compat/tables/behaviour/whole_labels.py`, also where the labels are reshaped first, or given to another
function of the file. So does the `call` of a class of losses. A loss of another module of the project is reported where
a model is compiled with it.

## Why

`tf.keras` of TensorFlow 2 gave a loss the labels as the data hold them. Keras 3 casts them to floats: "Value passed to
parameter 'labels' has DataType float32 not in list of allowed values: int32, int64".
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/losses/loss.py

## Numbers

Same: `tests/codemods/fixtures/labels_as_indices` has the losses of TensorFlow 2.3.4, to 1e-5.

## What it leaves to you

Labels that a function of your own gets on their way, and losses whose origin the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.models.compiled_functions import Function, compiled_functions, compiled_methods, names_behind
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.own_functions import function_elsewhere
from codemods.analysis.training.own_metrics import own_loss_classes
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.behaviour.whole_labels import WHOLE_LABELS

_LOSS = "loss"
_STATIC = "staticmethod"
_SHAPERS = frozenset(
    [
        *(f"tensorflow.{name}" for name in ("expand_dims", "identity", "reshape", "squeeze", "transpose")),
        *(f"keras.backend.{name}" for name in ("expand_dims", "flatten", "reshape", "squeeze", "transpose")),
    ]
)
"""What changes the shape of labels, and nothing else."""
_SAID = "Keras 3 gives a loss its labels as floats, and {} takes whole numbers"


@rule(
    "TFM507",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    def loss(y_true, y_pred):
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.squeeze(y_true, -1), logits=y_pred)

    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile("adam", loss=loss)
    """,
)
def labels_as_indices(file: File) -> Iterator[Edit | Manual]:
    """Edit the losses of the file, and report those of other modules where they are compiled."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for function, place in _followed(file, [*_losses(file)]):
        for call, labels in _takers(file, function, place):
            tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
            code = f"{tensorflow}.cast({file.code(labels)}, {tensorflow}.int64)"
            said = f"{_SAID.format(file.code(call.func))}: {code}"
            yield Edit(call, said, ((labels, cst.parse_expression(code)),), imports)
    for name, _ in names_behind(file, _LOSS):
        found = function_elsewhere(file, name)
        if found is None:
            continue
        for call, labels in _takers(found.file, found.function, 0):
            where, code = file.code(name), found.file.code(labels)
            said = f"{_SAID.format(found.file.code(call.func))}, in {where}"
            yield Manual(name, where, said, f"write tf.cast({code}, tf.int64) there")


def _losses(file: File) -> Iterator[tuple[Function, int]]:
    """Each loss of the file that a model is compiled with, and the place of the labels among its parameters."""
    yield from ((each, 0) for each in compiled_functions(file, _LOSS))
    for method in compiled_methods(file, _LOSS):
        is_static = any(file.is_builtin(each.decorator, _STATIC) for each in method.decorators)
        yield method, 0 if is_static else 1
    yield from ((method, 1) for method, _ in own_loss_classes(file))


def _followed(file: File, losses: list[tuple[Function, int]]) -> list[tuple[Function, int]]:
    """These, and the functions of the file that one of them gives its labels to."""
    found = [*dict.fromkeys(losses)]
    for function, place in found:  # grows meanwhile
        params = (*function.params.posonly_params, *function.params.params)
        for call in nodes(function.body, cst.Call) if place < len(params) else ():
            binding = file.only_binding(call.func) if isinstance(call.func, cst.Name) else None
            inner = binding.node if binding is not None else None
            if not isinstance(inner, cst.FunctionDef):
                continue
            names = [each.name.value for each in (*inner.params.posonly_params, *inner.params.params)]
            for name, arg in (bind(call, *names) or {}).items():
                if name in names and _are_labels(file, arg.value, params[place]):
                    further = (inner, names.index(name))
                    found += [further] if further not in found else []
    return found


def _takers(file: File, function: Function, place: int) -> Iterator[tuple[cst.Call, cst.BaseExpression]]:
    """The calls in a loss that take whole numbers, and get its labels; with these."""
    params = (*function.params.posonly_params, *function.params.params)
    if place >= len(params):
        return
    for call in nodes(function.body, cst.Call):
        row = WHOLE_LABELS.get(file.symbol(call.func) or "")
        given = (bind(call, *row.parameters) or {}).get(row.labels) if row is not None else None
        if given is not None and _are_labels(file, given.value, params[place]):
            yield call, given.value


def _are_labels(file: File, node: cst.BaseExpression, param: cst.Param, seen: frozenset[str] = frozenset()) -> bool:
    """True for the labels themselves, for a part of them, and for what only has another shape."""
    if isinstance(node, cst.Subscript):
        return _are_labels(file, node.value, param, seen)
    if isinstance(node, cst.Call):
        is_shaper = file.symbol(node.func) in _SHAPERS and bool(node.args) and not node.args[0].star
        return is_shaper and _are_labels(file, node.args[0].value, param, seen)
    if not isinstance(node, cst.Name):
        return False
    bindings = file.assignments(node)
    if node.value in seen:
        return bool(bindings)
    values = [file.assigned_value(each) for each in bindings if each.node is not param]
    seen |= {node.value}
    return bool(bindings) and all(each is not None and _are_labels(file, each, param, seen) for each in values)
