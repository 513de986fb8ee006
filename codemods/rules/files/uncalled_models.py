"""Tell Keras 3 that a model is built which has no `call`, and saves its weights.

## What it does

Puts `gan.built = True` before `gan.save_weights(...)`, where `gan` is of a class of the project that is derived from
`Model`, and neither it nor a class above has a `call` that takes an input: its networks are called alone, in a
`train_step` or in methods of its own. `load_weights` of such a model is reported, and so is a
`ModelCheckpoint(save_weights_only=True)` in the call of its `fit`.

## Why

A model is built when it is called, and this one never is. Keras 2 saved what its networks had. Keras 3 raises
ValueError: "You are saving a model that has not yet been built", after the training.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/saving/saving_lib.py

## Numbers

Same: the weights that are saved (`tests/codemods/rules/files/test_uncalled_models.py`).

## What it leaves to you

`load_weights`: its networks need weights, `model.built = True` does not give them any. Models that the file does not
show, such as a parameter.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.flow.self_attributes import is_self, only_value_of
from codemods.analysis.objects.object_types import MODEL, derived_from, receiver_of
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_CHECKPOINT = "keras.callbacks.ModelCheckpoint"
_SAVES, _LOADS, _FITS = "save_weights", "load_weights", "fit"
_CALLS = frozenset({"call", "__call__"})
_BUILDS = frozenset({"build", "built"})
_TAKEN_OVER = "__dict__"
_SAID = "{} is never called, and Keras 3 {} no weights of a model that is not built: ValueError"
_ADVICE = "set {}.built = True before, where its networks have their weights"


@rule(
    "TFM527",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf


    class Agent(tf.keras.Model):
        def __init__(self):
            super(Agent, self).__init__()
            self.net = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(4,))])

        def act(self, state):
            return self.net(state)


    agent = Agent()
    agent.save_weights("agent.weights.h5")
    """,
)
def uncalled_models(file: File) -> Iterator[Edit | Manual]:
    """Look at what saves, loads and trains models of own classes."""
    if not since(file.target, "keras 3.0"):
        return
    for call in file.calls:
        name = method_of(call)
        if name not in (_SAVES, _LOADS, _FITS) or not isinstance(call.func, cst.Attribute):
            continue
        model = call.func.value
        if (name == _FITS and not _keeps_weights(file, call)) or not _is_uncalled(file, model):
            continue
        yield _saved(file, call, model) if name == _SAVES else _left(file, call, model)


def _saved(file: File, call: cst.Call, model: cst.BaseExpression) -> Edit | Manual:
    line, named = file.statement(call), file.code(model)
    is_alone = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
    if not is_alone or not isinstance(model, cst.Name | cst.Attribute):
        return _left(file, call, model)
    assert isinstance(line, cst.SimpleStatementLine)
    built = file.parse_statement(f"{named}.built = True").with_changes(leading_lines=line.leading_lines)
    below = line.with_changes(leading_lines=())
    said = f"{named} is never called, which Keras 3 takes for not built: {named}.built = True"
    return Edit(call, said, ((line, cst.FlattenSentinel([built, below])),))


def _left(file: File, call: cst.Call, model: cst.BaseExpression) -> Manual:
    named, name = file.code(model), method_of(call) or ""
    done = "loads" if name == _LOADS else "saves"
    return Manual(call, f"{MODEL}.{name}", _SAID.format(named, done), _ADVICE.format(named))


def _keeps_weights(file: File, fit: cst.Call) -> bool:
    """True if one of the callbacks of a training is seen to save weights alone."""
    given = keyword(fit, "callbacks")
    listed = only_value_of(file, given.value) or given.value if given is not None else None
    elements = [each.value for each in listed.elements] if isinstance(listed, cst.List) else []
    made = (only_value_of(file, each) or each for each in elements)
    return any(isinstance(each, cst.Call) and _saves_weights(file, each) for each in made)


def _saves_weights(file: File, callback: cst.Call) -> bool:
    given = keyword(callback, "save_weights_only")
    return file.symbol(callback.func) == _CHECKPOINT and given is not None and literal(given.value) is True


def _is_uncalled(file: File, model: cst.BaseExpression) -> bool:
    """True if nothing can call a model, and nothing builds it: its class in the project has no `call`."""
    owners = list(_owners(file, model))
    lineage = [each for owner in owners for each in lineage_in_project(owner)]
    is_started = any(own_method(each.owner, "__init__") is not None for each in lineage)
    return is_started and not any(_may_be_built(each) for each in lineage) and not _is_built(file, model)


def _owners(file: File, model: cst.BaseExpression) -> Iterator[OfModule]:
    """The classes of a model, of `self` in a method of one, too."""
    if isinstance(model, cst.Name) and is_self(file, model):
        owner = file.enclosing_class(model)
        found = derived_from(file, owner) if owner is not None else None
        if owner is not None and found is not None and not found.shimmed and _is_model(found.path):
            yield OfModule(file, owner)
        return
    receiver = receiver_of(file, model)
    if receiver is not None and _is_model(receiver.path):
        yield from receiver.classes(file)


def _is_model(path: str) -> bool:
    return path.removeprefix("tensorflow.") in (MODEL, "keras.Model", "keras.engine.training.Model")


def _may_be_built(owner: OfModule) -> bool:
    """True for a class with a `call` that takes an input, and for one that is built, or may be a functional model.

    A class that takes over the `__dict__` of a model is what that model is.
    """
    calls = (own_method(owner.owner, name) for name in _CALLS)
    if any(_takes_inputs(each) for each in calls if each is not None) or own_method(owner.owner, "build") is not None:
        return True
    starts = [each for each in nodes(owner.owner, cst.Call) if method_of(each) == "__init__"]
    is_plain = all(_gives_no_tensors(owner.module, each, arg) for each in starts for arg in each.args)
    return not is_plain or any(each.attr.value in (*_BUILDS, _TAKEN_OVER) for each in nodes(owner.owner, cst.Attribute))


def _takes_inputs(function: cst.FunctionDef) -> bool:
    return len(function.params.params) > 1 or isinstance(function.params.star_arg, cst.Param)


def _gives_no_tensors(file: File, start: cst.Call, arg: cst.Arg) -> bool:
    """True for the object itself, a name, and `**kwargs`: what the networks are is given by position."""
    if arg.keyword is not None:
        return arg.keyword.value in ("name", "dtype")
    is_own = isinstance(arg.value, cst.Name) and is_self(file, arg.value)
    return arg.star == "**" or (is_own and arg is start.args[0])


def _is_built(file: File, model: cst.BaseExpression) -> bool:
    """True if the file builds a model of that name, or sets that it is built."""
    named = file.code(model)
    return any(each.attr.value in _BUILDS and file.code(each.value) == named for each in file.attributes)
