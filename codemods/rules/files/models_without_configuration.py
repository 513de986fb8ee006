"""Report models of your own classes without `get_config` that are saved whole.

## What it does

Looks for `Actor(8).save("actor")`, and for a `ModelCheckpoint` of whole models beside `Actor(8).fit(...)`, where the
class `Actor` derives from `Model`, has no `get_config`, and its `__init__` has parameters without a default. It
rewrites nothing.

## Why

`tf.keras` wrote a SavedModel, which needs no configuration. Keras 3 writes the configuration of a model, and knows none
of such a class: NotImplementedError, with a `ModelCheckpoint` after the first epoch.
https://keras.io/guides/serialization_and_saving/#custom-objects

## Numbers

No numbers involved, as Keras 3 raises.

## What it leaves to you

To write `get_config`, or to save weights alone. Models that the file does not show, and classes all of whose parameters
have defaults: those are saved, and `load_model` needs the class in `custom_objects`, and makes it with the defaults.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.files.written_files import checkpoints, model_writers
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.objects.object_types import MODEL, derived_from
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import argument
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule

_MODELS = (MODEL, "keras.Model", "tensorflow.keras.Model", "tensorflow.keras.models.Model")
_LOAD = "keras.models.load_model"
_CALLBACKS = "callbacks"
_WRITING = ("get_config", "__getattribute__")
"""Methods of a class that is written down by itself, or hands `save` on to the model that it wraps."""
_FUNCTIONAL = ("inputs", "outputs")


@rule(
    "TFM517",
    stage=Stage.ADVICE,
    example="""
    from tensorflow import keras

    class Actor(keras.Model):
        def __init__(self, actions):
            super().__init__()
            self.dense = keras.layers.Dense(actions)

        def call(self, x):
            return self.dense(x)

    actor = Actor(4)
    actor.save("actor.keras")
    """,
)
def models_without_configuration(file: File) -> Iterator[Manual]:
    """Report the first place that saves a model of each such class."""
    if not goes_to_keras_3(file):
        return
    reported: set[cst.ClassDef] = set()
    for call, model in _saved(file):
        made = _class_behind(file, model)
        if made is None or made.owner in reported:
            continue
        reported.add(made.owner)
        name = made.owner.name.value
        said = f"Keras 3 does not save {name}, whose __init__ has parameters, without get_config (NotImplementedError)"
        advice = f"write get_config into {name}, and register the class, or save the weights alone"
        yield Manual(call, f"{MODEL}.get_config", said, advice)


def _saved(file: File) -> Iterator[tuple[cst.Call, cst.BaseExpression]]:
    """Each call that writes a whole model, with the model; a checkpoint with each model that the file trains."""
    for written in model_writers(file):
        function = written.call.func
        if isinstance(function, cst.Attribute) and file.reference(function) is None:
            yield written.call, function.value
        elif (given := argument(written.call, "model")) is not None:
            yield written.call, given.value
    trained = [each for each in training_calls(file) if each.canonical.endswith(".fit")]
    for written in checkpoints(file, weights_only=False):
        for each in trained:
            if isinstance(each.call.func, cst.Attribute) and _may_be_called(file, each, written.call):
                yield written.call, each.call.func.value


def _may_be_called(file: File, trained: Called, callback: cst.Call) -> bool:
    """True unless a training has no callbacks, or lists that the file shows without this one."""
    given = trained.argument(_CALLBACKS)
    if given is None:
        return any(arg.star for arg in trained.call.args)
    lists = leaves(file, given.value) or [given.value]
    if not all(isinstance(each, cst.List) for each in lists):
        return True
    elements = [each for made in lists if isinstance(made, cst.List) for each in made.elements]
    if any(isinstance(each, cst.StarredElement) for each in elements):
        return True
    made = [leaves(file, each.value) for each in elements]
    return any(each is None or callback in each for each in made)


def _class_behind(file: File, model: cst.BaseExpression) -> OfModule | None:
    """The class of the project that makes a model, if Keras 3 cannot write it down."""
    made = [each for each in leaves(file, model) or [] if not _is_loaded(file, each)]
    found = [_unwritten(file, each.func) if isinstance(each, cst.Call) else None for each in made]
    return found[0] if found and all(found) else None


def _is_loaded(file: File, node: cst.BaseExpression) -> bool:
    """True for `load_model(path)`: it reads what was saved before."""
    return isinstance(node, cst.Call) and file.symbol(node.func) == _LOAD


def _unwritten(file: File, function: cst.BaseExpression) -> OfModule | None:
    found = definition(file, function)
    if found is None or not isinstance(found[1], cst.ClassDef):
        return None
    made = OfModule(found[0], found[1])
    base = derived_from(made.module, made.owner)
    if base is None or base.path not in _MODELS or base.shimmed:
        return None
    owners = [each.owner for each in lineage_in_project(made)]
    is_plain = all(len(each.bases) == 1 for each in owners)
    is_written_down = any(own_method(each, name) is not None for each in owners for name in _WRITING)
    start = next((method for each in owners if (method := own_method(each, "__init__")) is not None), None)
    is_asking = start is not None and _needs_arguments(start) and not _is_functional(start)
    return made if is_asking and is_plain and not is_written_down else None


def _needs_arguments(method: cst.FunctionDef) -> bool:
    """True for a parameter besides `self` that has no default."""
    params = method.params
    return any(each.default is None for each in (*params.posonly_params, *params.params)[1:]) or any(
        each.default is None for each in params.kwonly_params
    )


def _is_functional(method: cst.FunctionDef) -> bool:
    """True for `super().__init__(inputs, outputs)`: Keras writes such a model down as a functional one."""
    for call in nodes(method.body, cst.Call):
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "__init__":
            names = [arg.keyword.value if arg.keyword is not None else "" for arg in call.args if not arg.star]
            if any(name in ("", *_FUNCTIONAL) for name in names):
                return True
    return False
