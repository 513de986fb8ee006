"""Report methods of own layers and models whose names Keras 3 uses for itself.

## What it does

Reports `def quantize(self, x)` in a layer, `def compute_loss(self, x, y)` in a model that `fit` trains, `def loss` in
any model, and other names of methods and attributes that Keras 2 did not have. It rewrites nothing.

## Why

Keras 3 wraps, calls or sets what has such a name: "compute_loss() takes 3 positional arguments but 5 were given",
"'NoneType' object is not callable".
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/layers/layer.py

## Numbers

No numbers involved: a method with another signature raises (`tests/compat/tables/test_own_names.py` tries each name on
Keras 3.15.1). On Keras 2.2.4 and on `tf.keras` 2.3.4 the public names did not matter.

## What it leaves to you

To rename the method, here and where it is called. Methods that take what Keras 3 passes are left alone, and so are
those that matter in training or saving only, where the file does neither.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import lineage, method
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.object_types import Receiver, derived_from, origin_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File, name_of, once_per_file
from codemods.types import Manual, Stage, rule
from compat.tables.names.own_names import ALWAYS, OWN_NAMES, SAVE, STEP, OwnName, Passed

_ROWS = {name: row for row in OWN_NAMES for name in row.names}
_TRAINING = frozenset({"fit", "fit_generator", "train_on_batch"})
_SAVING = frozenset({"save", "save_weights", "load_weights"})
_SAVERS = ("keras.models.save_model", "keras.models.load_model")


@rule(
    "TFM334",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    class Codebook(tf.keras.layers.Layer):
        def quantize(self, x):
            return tf.round(x)

        def call(self, x):
            return self.quantize(x)
    """,
)
def own_method_names(file: File) -> Iterator[Manual]:
    """Report each definition in a class that derives from a layer or a model of Keras."""
    if not goes_to_keras_3(file):
        return
    for owner in file.every(cst.ClassDef):
        known = derived_from(file, owner)
        for function, row in _named(owner) if known is not None else ():
            is_meant = known is not None and any(map(known.is_a, row.classes))
            if is_meant and _matters(file, owner, row) and _clashes(file, function, row):
                name = function.name.value
                said = f"Keras 3 uses the name {name}: it {row.does}"
                advice = f"rename {name}, here and where it is called"
                yield Manual(function.name, f"{row.classes[0]}.{name}", said, advice)


def _named(owner: cst.ClassDef) -> Iterator[tuple[cst.FunctionDef, OwnName]]:
    """The methods of a class that the table has, with their rows."""
    for each in owner.body.body:
        if isinstance(each, cst.FunctionDef) and each.name.value in _ROWS:
            yield each, _ROWS[each.name.value]


# --- the method


def _clashes(file: File, function: cst.FunctionDef, row: OwnName) -> bool:
    """True unless a method takes what Keras 3 passes; a property clashes where Keras 3 sets the attribute."""
    if any(file.code(each.decorator) in _accessors(function) for each in function.decorators):
        return False
    if any(file.is_builtin(each.decorator, "property") for each in function.decorators):
        return row.is_set and not _has_setter(file, function)
    if row.is_set and _is_static(file, function):
        return _is_read_from_objects(file, function)
    return row.passed is None or not _takes(file, function, row.passed)


def _has_setter(file: File, function: cst.FunctionDef) -> bool:
    """True if the class has `@name.setter` for a property."""
    owner = file.enclosing_class(function)
    others = owner.body.body if owner is not None else ()
    decorators = (each for other in others if isinstance(other, cst.FunctionDef) for each in other.decorators)
    return any(file.code(each.decorator) == f"{function.name.value}.setter" for each in decorators)


def _accessors(function: cst.FunctionDef) -> list[str]:
    """The decorators that make a function a part of the property of its name."""
    return [f"{function.name.value}.{each}" for each in ("setter", "getter", "deleter")]


def _is_static(file: File, function: cst.FunctionDef) -> bool:
    return any(file.is_builtin(each.decorator, "staticmethod") for each in function.decorators)


def _is_read_from_objects(file: File, function: cst.FunctionDef) -> bool:
    """True if the file reads an attribute of this name, and not only as `Own.loss`."""
    owner = file.enclosing_class(function)
    read = (node.value for node in file.attributes if node.attr.value == function.name.value)
    return any(name_of(each) != (owner and owner.name.value) for each in read)


def _takes(file: File, function: cst.FunctionDef, passed: Passed) -> bool:
    """True if a call with these arguments is possible; `training` comes only if a method has it."""
    params = function.params
    positional = [*params.posonly_params, *params.params][0 if _is_static(file, function) else 1 :]
    if len(positional) < passed.positions and not isinstance(params.star_arg, cst.Param):
        return False
    rest = {each.name.value: each for each in (*positional[passed.positions :], *params.kwonly_params)}
    lacking = [each for each in passed.keywords if each not in rest]
    required = {name for name, each in rest.items() if each.default is None}
    return (not lacking or params.star_kwarg is not None) and required <= {*passed.keywords, "training"}


# --- its uses


def _matters(file: File, owner: cst.ClassDef, row: OwnName) -> bool:
    """True if the file uses objects of a class in a way that makes Keras 3 come across the name."""
    if row.when == ALWAYS:
        return True
    if row.when == SAVE:
        return _saves(file)
    if method(file, owner, "fit") is not None or (row.when == STEP and method(file, owner, "train_step") is not None):
        return False
    return any(_may_be(file, each, owner) for each in _receivers(file, _TRAINING))


@once_per_file
def _saves(file: File) -> bool:
    saved = (evidence(file, each, Kind.MODEL).is_enough for each in _receivers(file, _SAVING))
    return bool(file.references(*_SAVERS)) or any(saved)


def _receivers(file: File, names: frozenset[str]) -> Iterator[cst.BaseExpression]:
    """The objects of which a method with one of these names is called."""
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in names:
            yield call.func.value


def _may_be(file: File, node: cst.BaseExpression, owner: cst.ClassDef) -> bool:
    """True for an object of a class of the file or of one below it, and for a model of unknown origin."""
    origin = origin_of(file, node)
    if isinstance(origin, Receiver):
        return any(owner in lineage(file, each) for each in origin.derived)
    return evidence(file, node, Kind.MODEL).is_enough
