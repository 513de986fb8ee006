"""Report Keras layers in a `tf.Module` whose variables the file reads from it.

## What it does

Reports a class derived from `tf.Module` that keeps layers or models of Keras on `self`, if something reads
`trainable_variables`, `variables` or `non_trainable_variables` of it. It rewrites nothing.

## Why

A layer of Keras 2 was a `tf.Module`, and a module has the variables of the modules that it keeps. A layer of Keras 3 is
none: the module does not see its variables, and a loop trains nothing, or only the variables beside the layers.
https://www.tensorflow.org/api_docs/python/tf/Module

## Numbers

They can differ. On TensorFlow 2.21 with Keras 3.15.1 `trainable_variables` of a module that keeps a built `Dense` layer
is `()`, and so it is with layers in a list, a `Sequential` model, and a module inside another. If nothing else is
there to train, `apply_gradients` raises ValueError: "not enough values to unpack". `tf.train.Checkpoint` and
`tf.saved_model.save` still find the variables of the layers (`tests/compat/tables/test_layers_in_modules.py`).

## What it leaves to you

The class. Layers that it is given from elsewhere, and what other modules read of its objects as parameters. Optimizers
were no modules in Keras 2 either.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import libcst as cst

from codemods.analysis.objects.kept_variables import MODULE, is_kept
from codemods.analysis.objects.object_types import LAYER, MODEL, Receiver, Unknown, origin_of
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule

_READ = frozenset({"trainable_variables", "variables", "non_trainable_variables"})
_MODELS = (MODEL, "keras.models.Sequential", "keras.models.load_model")
_DEPTH = 4
_SAID = "a layer of Keras 3 is no tf.Module: {} of this module has none of its variables"
_ADVICE = "derive the class from tf.keras.Model, or add up the variables of its layers where they are read"


@rule(
    "TFM327",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    class Net(tf.Module):
        def __init__(self):
            super(Net, self).__init__()
            self.dense = tf.keras.layers.Dense(1)

        def __call__(self, x):
            return self.dense(x)

    net = Net()
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x) ** 2)
    gradients = tape.gradient(loss, net.trainable_variables)
    """,
    severity=Severity.NUMBERS,
)
def layers_in_modules(file: File) -> Iterator[Manual]:
    """Report each class of the file once, at its first layer, and each read from a class of another module."""
    if not file.imports_family() or not goes_to_keras_3(file):
        return
    reported = set()
    for read in file.attributes:
        if read.attr.value in _READ and not isinstance(file.parent(read), cst.AssignTarget):
            for at in _layers_behind(file, read):
                if at not in reported:
                    reported.add(at)
                    culprit = read if at is not read else None
                    said = _SAID.format(read.attr.value)
                    yield Manual(at, f"{MODULE}.{read.attr.value}", said, _ADVICE, culprit=culprit)


def _layers_behind(file: File, read: cst.Attribute) -> Iterator[cst.CSTNode]:
    """The first layer of each class that a read is of; the read itself if that is in another module."""
    for owner in _read_of(file, read):
        found = _first_layer(owner) if not _defines(owner, read.attr.value) else None
        if found is not None:
            yield found[1] if found[0] is file else read


def _read_of(file: File, read: cst.Attribute) -> tuple[OfModule, ...]:
    """The classes of the object; those of the file for a parameter, if the file has no model that it may be."""
    origin = origin_of(file, read.value)
    if isinstance(origin, Receiver):
        return origin.classes(file) if origin.is_a(MODULE) else ()
    if origin is not Unknown.OPEN or _has_models(file):
        return ()
    made = (origin_of(file, call) for call in file.calls)
    found = (each for each in made if isinstance(each, Receiver) and each.is_a(MODULE))
    return tuple(dict.fromkeys(owner for each in found for owner in each.classes(file)))


def _has_models(file: File) -> bool:
    return bool(file.references(*_MODELS)) or any(
        each.canonical.startswith("keras.applications.") for each in file.all_references()
    )


def _first_layer(owner: OfModule, depth: int = _DEPTH) -> tuple[File, cst.Call] | None:
    """The first call in a class that makes a layer which it keeps, or a module that keeps one."""
    for each in _lineage(owner):
        for call in nodes(each.owner, cst.Call):
            if each.module.enclosing_class(call) is each.owner and is_kept(each.module, call):
                if _brings_layers(each.module, call, depth):
                    return each.module, call
    return None


def _brings_layers(file: File, call: cst.Call, depth: int) -> bool:
    origin = origin_of(file, call)
    if not isinstance(origin, Receiver) or not depth:
        return False
    if origin.is_a(LAYER):
        return True
    return origin.is_a(MODULE) and any(_first_layer(each, depth - 1) for each in origin.classes(file))


def _defines(owner: OfModule, name: str) -> bool:
    """True if a class has a property of that name."""
    return any(
        isinstance(statement, cst.FunctionDef) and statement.name.value == name
        for each in _lineage(owner)
        for statement in each.owner.body.body
    )


def _lineage(owner: OfModule) -> Iterator[OfModule]:
    """A class, and the classes of the project that it derives from."""
    return islice(lineage_in_project(owner), _DEPTH)
