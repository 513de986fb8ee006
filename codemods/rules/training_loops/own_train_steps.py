"""Report `train_step` and `test_step` of own models whose loss or metrics Keras 3 reports as other numbers.

## What it does

Reports `self.compiled_loss(...)`, `self.compiled_metrics.update_state(...)`, and a step of a class derived from a Keras
model that returns `{"loss": loss}` and updates no metric. It rewrites nothing.

## Why

In Keras 2 `compiled_loss` kept the mean that was reported as `loss`, and a step reported what it returned. In Keras 3
`compiled_loss` keeps no mean; `compiled_metrics` updates each metric of the model, the mean of the loss with the
predictions; and where a step returns the names that the model's own metrics have, the metrics are reported.
https://keras.io/guides/custom_train_step_in_tensorflow/

## Numbers

They can differ, without an error. A model of one `Dense` layer with `loss="mse"`, whose losses in two epochs of
TensorFlow 1.15.5 are 4.0 and 0.64, reports 0.0 and 0.0 on TensorFlow 2.21 with Keras 3.15.1 if its step returns
`{"loss": loss}`, with `compiled_loss` or without; with `metrics=["mae"]` it stops with "Cannot get result() since the
metric has not yet been built". With `compiled_metrics` it reports the mean of the predictions, 2.0 and 0.8. With the
advice it reports 4.0 and 0.64, and those of the step that Keras has, regularized or not
(`tests/compat/tables/test_own_train_steps.py`).

## What it leaves to you

The step:

    loss = self.compute_loss(x, y, y_pred)
    ...
    for m in self.metrics:
        m.update_state(loss) if m.name == "loss" else m.update_state(y, y_pred)
    return {m.name: m.result() for m in self.metrics}

`compute_loss` adds the losses of regularizers, which `compiled_loss` only did if it was given
`regularization_losses`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.own_classes import lineage
from codemods.analysis.objects.object_types import MODEL, derives_from, own_members
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule

_LOSS, _METRICS = "compiled_loss", "compiled_metrics"
_MODELS = (MODEL, "keras.Model", "keras.models.Sequential", "keras.Sequential")
_STEPS = ("train_step", "test_step")
_DEPTH = 4
_SAID = {
    _LOSS: "compiled_loss keeps no mean in Keras 3: the loss that fit and evaluate report is 0, or another number",
    _METRICS: "compiled_metrics updates every metric in Keras 3, and the reported loss with the predictions",
}
_SAID_OF_RETURN = "Keras 3 reports its own mean of the loss in place of this one, and nothing updates that: it is 0"
_UPDATE = 'for each m in self.metrics: m.update_state(loss) if m.name == "loss" else m.update_state(y, y_pred)'
_ADVICE = f"loss = self.compute_loss(x, y, y_pred); {_UPDATE}"


@rule(
    "TFM325",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    class Net(tf.keras.Model):
        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                y_pred = self(x, training=True)
                loss = self.compiled_loss(y, y_pred)
            gradients = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
            self.compiled_metrics.update_state(y, y_pred)
            return {m.name: m.result() for m in self.metrics}
    """,
    severity=Severity.NUMBERS,
)
def own_train_steps(file: File) -> Iterator[Manual]:
    """Report each function once: where it computes the loss, else where it updates the metrics or returns."""
    if not file.imports_family() or not goes_to_keras_3(file):
        return
    seen = set()
    for name in (_LOSS, _METRICS):
        for node in file.attributes:
            function = file.function(node)
            if node.attr.value != name or function in seen or not _is_called(file, node) or _is_own(file, name):
                continue
            seen.add(function)
            if name != _LOSS or not _reports_loss(file, node):
                yield Manual(node, f"{MODEL}.{name}", _SAID[name], _ADVICE)
    for function in file.every(cst.FunctionDef):
        returned = _lone_loss(file, function) if function not in seen and function.name.value in _STEPS else None
        if returned is not None:
            yield Manual(returned, f"{MODEL}.{function.name.value}", _SAID_OF_RETURN, _UPDATE)


def _is_called(file: File, node: cst.Attribute) -> bool:
    """True for `self.compiled_loss(...)` and `self.compiled_metrics.update_state(...)`."""
    above = file.parent(node)
    if node.attr.value == _LOSS:
        return isinstance(above, cst.Call) and above.func is node
    return isinstance(above, cst.Attribute) and above.attr.value == "update_state"


def _is_own(file: File, name: str) -> bool:
    """True if a class of the file gives the name a meaning of its own."""
    return any(name in own_members(file, each) for each in file.every(cst.ClassDef))


def _reports_loss(file: File, node: cst.CSTNode) -> bool:
    """True in a class whose `metrics` have one for the loss, which the step updates: that is the last of this name."""
    owner, function = file.enclosing_class(node), file.function(node)
    if owner is None or "metrics" not in own_members(file, owner):
        return False
    kept = {
        name_of(target.target)
        for each in nodes(owner, cst.Assign)
        for target in each.targets
        if _is_named_loss(file, each.value)
    }
    updated = {name_of(call.func) for call in nodes(function, cst.Call)}
    return any(f"{name}.update_state" in updated or name in updated for name in kept if name is not None)


def _is_named_loss(file: File, made: cst.BaseExpression) -> bool:
    """True for `keras.metrics.Mean(name="loss")`."""
    if not isinstance(made, cst.Call) or not (file.symbol(made.func) or "").startswith("keras.metrics."):
        return False
    named = keyword(made, "name") or next(iter(made.args), None)
    return named is not None and literal(named.value) == "loss"


def _lone_loss(file: File, step: cst.FunctionDef) -> cst.Return | None:
    """The `return {"loss": loss}` of a step that updates no metric of Keras's own."""
    owner = file.enclosing_class(step)
    if owner is None or file.parent(step) is not owner.body or not _is_model(OfModule(file, owner)):
        return None
    if any(_has_metrics(file, each) for each in lineage(file, owner)):
        return None
    if any(method_of(call) == "update_state" for call in nodes(step, cst.Call)):
        return None
    return next((each for each in nodes(step, cst.Return) if each.value is not None and _is_lone(each.value)), None)


def _is_model(owner: OfModule) -> bool:
    return any(derives_from(each.module, each.owner, *_MODELS) for each in islice(lineage_in_project(owner), _DEPTH))


def _has_metrics(file: File, owner: cst.ClassDef) -> bool:
    """True if a class has metrics of its own, so that a step returns other names than the model has."""
    made = any(each.canonical.startswith("keras.metrics.") for each in file.references_in(owner))
    return made or "metrics" in own_members(file, owner)


def _is_lone(value: cst.BaseExpression) -> bool:
    """True for a dictionary of `loss` alone, unless it is the result of a metric."""
    if not isinstance(value, cst.Dict) or len(value.elements) != 1:
        return False
    item = value.elements[0]
    if not isinstance(item, cst.DictElement) or literal(item.key) != "loss":
        return False
    return not isinstance(item.value, cst.Call) or method_of(item.value) != "result"
