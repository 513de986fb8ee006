"""Give the `call` of an own model a parameter `training`, without which the `fit` of Keras 3 tells no phase.

## What it does

In a class that is derived from a model of Keras, `def call(self, inputs)` becomes
`def call(self, inputs, training=None)`: if the class, or what it makes of the project's own classes and functions, has
something that behaves otherwise in training, such as `Dropout`, `BatchNormalization` or a layer whose `call` takes
`training`, or is given layers; and if the project trains with `fit`, `fit_generator` or `train_on_batch`. Calls that
such a `call` passes its `**kwargs` on to get `training=training`.

## Why

Keras 2 told the phase to every layer that a model calls, whatever the `call` of the model took. The training of Keras 3
tells it to a model whose `call` names `training`, and to no other: its layers drop nothing, and `BatchNormalization`
takes its moving statistics in training, and never moves them.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/backend/tensorflow/trainer.py

## Numbers

Same: the losses of two epochs with `BatchNormalization` are those of TensorFlow 1.15.5, 2.3.4, 2.10.1 and 2.15.1
(`tests/codemods/fixtures/phase_of_models`). Without the parameter the first one is 30.8 in place of 3.36.

## What it leaves to you

A `call` that does more with its `**kwargs`, in which Keras 2 passed `training`, than pass them on: it is reported. A
loop of one's own, and a `train_step` of one's own, say themselves what they train; `model(x, training=True)` reaches
the layers as before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.layers.custom_objects import project_modules
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import MODEL, derived_from, derives_from
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project, lineage_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import keyword, named
from codemods.source.file import File, Reference, name_of, once_per_file
from codemods.source.walk import every_node, nodes
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.behaviour.phases import FUNCTIONS_OF_PHASE, LAYERS_OF_PHASE, LAYERS_WITH_DROPOUT, RATES

_MODELS = (MODEL, "keras.Model", "keras.models.Sequential", "keras.Sequential")
_PHASE = "training"
_STEP = "train_step"
_TRAININGS = ("fit", "fit_generator", "train_on_batch")
_EQUAL = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
_COMMA = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
_SAID = "the call of {} names training: the fit of Keras 3 tells the phase to no other model"
_LEFT = "the fit of Keras 3 tells the phase to no model whose call does not name training"
_ADVICE = "write training=None before **{}, and pass it on where the call reads training of it"


@rule(
    "TFM504",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.drop = tf.keras.layers.Dropout(0.5)
            self.dense = tf.keras.layers.Dense(1)

        def call(self, inputs):
            return self.dense(self.drop(inputs))

    model = Net()
    model.compile("sgd", "mse")
    model.fit(x, y)
    """,
    severity=Severity.NUMBERS,
)
def phase_of_models(file: File) -> Iterator[Edit | Manual]:
    """Edit the `call` of each model that Keras trains, and that holds what depends on the phase."""
    if not file.imports_family() or not goes_to_keras_3(file):
        return
    for owner in file.every(cst.ClassDef):
        call = own_method(owner, "call")
        if call is None or _names_phase(call.params) or not _is_model(file, owner) or _has_own_step(file, owner):
            continue
        if not _has_phase(file) or not _is_trained(file):
            return
        if not _may_hold_phase(file, owner, set()):
            continue
        rest = call.params.star_kwarg
        passing = _passing_on(file, call, rest.name.value) if rest is not None else []
        if rest is not None and passing is None:
            yield Manual(call.name, f"{MODEL}.call", _LEFT, _ADVICE.format(rest.name.value))
        elif _has_inputs(call.params):
            passed = [(each, _with_phase_before(each)) for each in passing or ()]
            replacements = ((call.params, _with_phase(call.params)), *passed)
            yield Edit(call.name, _SAID.format(owner.name.value), replacements)


def _is_model(file: File, owner: cst.ClassDef) -> bool:
    """True for a class derived from a model of Keras itself, in one module of the project or another."""
    found = derived_from(file, owner)
    if found is not None:
        return found.is_a(MODEL) and not found.shimmed
    return any(derives_from(each.module, each.owner, *_MODELS) for each in lineage_in_project(OfModule(file, owner)))


def _has_own_step(file: File, owner: cst.ClassDef) -> bool:
    """True if the class calls itself in training, and so says the phase."""
    steps = [own_method(each.owner, _STEP) for each in lineage_in_project(OfModule(file, owner))]
    return any(each is not None and not _leaves_to_keras(each) for each in steps)


def _leaves_to_keras(step: cst.FunctionDef) -> bool:
    return any(method_of(call) == _STEP for call in nodes(step, cst.Call))


def _names_phase(params: cst.Parameters) -> bool:
    every = (*params.posonly_params, *params.params, *params.kwonly_params)
    return any(each.name.value == _PHASE for each in every)


def _has_inputs(params: cst.Parameters) -> bool:
    """True if the method names `self` and an input; TFM288 names those of `call(self, *args)`."""
    return len((*params.posonly_params, *params.params)) > 1


def _may_hold_phase(file: File, node: cst.ClassDef | cst.FunctionDef, seen: set[int]) -> bool:
    """True if a class makes what behaves otherwise in training, itself or by what it names, or is given layers."""
    seen.add(id(node))
    inside = {id(each) for each in every_node(node)}
    if _calls_what_it_is_given(node) or any(
        id(use.node) in inside and _depends_on_phase(file, use) for use in file.all_references()
    ):
        return True
    for name in (*nodes(node, cst.Name), *nodes(node, cst.Attribute)):
        found = definition(file, name)
        if found is None or id(found[1]) in seen:
            continue
        call = own_method(found[1], "call") if isinstance(found[1], cst.ClassDef) else None
        if (call is not None and _names_phase(call.params)) or _may_hold_phase(*found, seen):
            return True
    return False


def _calls_what_it_is_given(node: cst.ClassDef | cst.FunctionDef) -> bool:
    """True if a parameter becomes an attribute that is called or iterated over, such as a list of layers."""
    given = {
        target
        for function in nodes(node, cst.FunctionDef)
        for assign in nodes(function, cst.Assign)
        if isinstance(assign.value, cst.Name) and assign.value.value in _names_of(function.params)
        for target in (name_of(each.target) for each in assign.targets)
        if target is not None
    }
    called = [each.func for each in nodes(node, cst.Call)]
    called += [each.iter for each in nodes(node, cst.For)] + [each.iter for each in nodes(node, cst.CompFor)]
    return any(name in given for name in map(name_of, called))


def _names_of(params: cst.Parameters) -> frozenset[str]:
    return frozenset(each.name.value for each in nodes(params, cst.Param))


@once_per_file
def _has_phase(file: File) -> bool:
    """True if the file, or a module of the project that it imports, has what behaves otherwise in training."""
    return any(_has_phase_itself(module) for module in (file, *project_modules(file)))


@once_per_file
def _has_phase_itself(file: File) -> bool:
    if any(_depends_on_phase(file, each) for each in file.all_references()):
        return True
    own = (each for each in file.every(cst.FunctionDef) if each.name.value == "call")
    return any(_names_phase(each.params) for each in own)


def _depends_on_phase(file: File, use: Reference) -> bool:
    if use.canonical in LAYERS_OF_PHASE or use.canonical.startswith(FUNCTIONS_OF_PHASE):
        return True
    made = file.call_of(use) if use.canonical in LAYERS_WITH_DROPOUT else None
    return made is not None and any(keyword(made, rate) is not None for rate in RATES)


@once_per_file
def _is_trained(file: File) -> bool:
    """True if the file, or a module that imports it, trains a model by a method of Keras."""
    if _trains(file):
        return True
    return any(_trains(module) for name in _TRAININGS for module in file.project.importers(f".{name}("))


@once_per_file
def _trains(file: File) -> bool:
    return any(_may_train_model(file, call) for call in file.calls if method_of(call) in _TRAININGS)


def _may_train_model(file: File, call: cst.Call) -> bool:
    """True unless the object is known to be something else, such as one of an own class that is no model."""
    trained = call.func.value if isinstance(call.func, cst.Attribute) else None
    if trained is None or evidence(file, trained, Kind.MODEL) is Evidence.FOREIGN:
        return False
    classes = [*lineage_of(file, trained)]
    return not classes or any(_is_model(each.module, each.owner) for each in classes)


def _passing_on(file: File, call: cst.FunctionDef, name: str) -> list[cst.Call] | None:
    """The calls that a `call` passes its keywords on to, with the phase among them; None if it reads them otherwise."""
    found: list[cst.Call] = []
    for use in nodes(call.body, cst.Name):
        if use.value != name:
            continue
        arg = file.parent(use)
        passing = file.parent(arg) if isinstance(arg, cst.Arg) and arg.star == "**" else None
        if not isinstance(passing, cst.Call) or passing in found or keyword(passing, _PHASE) is not None:
            return None
        found.append(passing)
    is_nested = any(each in found for passing in found for each in file.ancestors(passing))
    return None if is_nested else found


def _with_phase_before(call: cst.Call) -> cst.Call:
    """The call with `training=training` before the keywords that it unpacks."""
    at = next(place for place, arg in enumerate(call.args) if arg.star == "**")
    phase = named(cst.Arg(cst.Name(_PHASE), comma=_COMMA), _PHASE)
    return call.with_changes(args=[*call.args[:at], phase, *call.args[at:]])


def _with_phase(params: cst.Parameters) -> cst.Parameters:
    """The parameters with `training=None` behind those that a call may pass by their places."""
    phase = cst.Param(cst.Name(_PHASE), default=cst.Name("None"), equal=_EQUAL)
    if isinstance(params.star_arg, cst.Param | cst.ParamStar):
        return params.with_changes(kwonly_params=_appended(params.kwonly_params, phase))
    return params.with_changes(params=_appended(params.params, phase))


def _appended(params: Sequence[cst.Param], phase: cst.Param) -> list[cst.Param]:
    """The parameters with one more, on a line of its own if the one before it has one."""
    if not params:
        return [phase]
    *others, last = params
    before = _without_comment(others[-1].comma) if others else _COMMA
    if not isinstance(last.comma, cst.Comma):
        return [*others, last.with_changes(comma=before), phase]
    return [
        *others,
        last.with_changes(comma=_with_comment_of(before, last.comma)),
        phase.with_changes(comma=_without_comment(last.comma)),
    ]


def _without_comment(comma: cst.Comma | cst.MaybeSentinel) -> cst.Comma:
    """A comma with the line that begins behind it."""
    if not isinstance(comma, cst.Comma):
        return _COMMA
    after = comma.whitespace_after
    if isinstance(after, cst.ParenthesizedWhitespace):
        after = after.with_changes(first_line=cst.TrailingWhitespace(newline=after.first_line.newline), empty_lines=())
    return comma.with_changes(whitespace_after=after)


def _with_comment_of(comma: cst.Comma, ended: cst.Comma) -> cst.Comma:
    """A comma with the comment that stood behind the last parameter."""
    here, there = comma.whitespace_after, ended.whitespace_after
    if not isinstance(there, cst.ParenthesizedWhitespace):
        return comma
    if not isinstance(here, cst.ParenthesizedWhitespace):
        return ended
    return comma.with_changes(whitespace_after=here.with_changes(first_line=there.first_line))
