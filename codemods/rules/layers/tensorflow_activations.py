"""Name activations of layers that Keras 3 does not find again: `tf.nn.softmax`, `tf.nn.swish`.

## What it does

`Dense(3, activation=tf.nn.softmax)` becomes `Dense(3, activation="softmax")`, and `tf.nn.swish` and `tf.nn.silu` become
`"swish"`. Other functions of `tf.nn` have the names of activations, and stay.

## Why

A layer saves the name of its activation. That of `tf.nn.softmax` is `softmax_v2`, for which Keras 2 knew `softmax`.
Keras 3 does not: `load_model`, `model_from_json` and `clone_model` fail with `Unknown activation function`.
https://github.com/keras-team/keras/blob/v2.15.0/keras/src/activations.py

## Numbers

Same: the activation, and the crossentropy of what it returns, which both take from the logits: 60.0 where a probability
is zero (`tests/codemods/rules/layers/test_tensorflow_activations.py`).

## What it leaves to you

Activations that come from variables, and those of layers that the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls, since
from codemods.analysis.objects.provenance import calls_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Stage, rule

_LAYERS = "keras.layers."
_KEYWORDS = ("activation", "recurrent_activation")
_NAMES = {
    "tensorflow.nn.softmax": "softmax",
    "tensorflow.math.softmax": "softmax",
    "tensorflow.nn.swish": "swish",
    "tensorflow.nn.silu": "swish",
}


_COPYING = frozenset(
    {
        "ModelCheckpoint",
        "clone_model",
        "deepcopy",
        "from_config",
        "get_config",
        "load_model",
        "model_from_json",
        "multi_gpu_model",
        "pickle",
        "save",
        "save_model",
        "to_json",
    }
)
"""What saves, reads or copies a model, by name."""
_IMPORTING = ("import",)
"""What each module has that imports another."""


@rule(
    "TFM368",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf
    from keras.layers.core import Dense

    layer = Dense(3, activation=tf.nn.softmax)
    """,
)
def tensorflow_activations(file: File) -> Iterator[Edit]:
    """Look at layers of Keras itself; where nothing tells of Keras 2, only if the project saves or copies models."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    if not file.references(*_NAMES):
        return
    is_legacy, are_copied = written_for(file).keras is not None, _copies_models(file)
    for called in known_calls(file):
        runs = not are_copied and not _gets_out(file, called.call)
        if not called.canonical.startswith(_LAYERS) or (runs and not is_legacy):
            continue
        for keyword in _KEYWORDS:
            arg = called.argument(keyword)
            name = _NAMES.get(file.symbol(arg.value) or "") if arg is not None else None
            if arg is not None and name is not None:
                said = f"Keras 3 finds no {file.code(arg.value)} when it reads a model: the activation is called {name}"
                yield Edit(arg, said, ((arg.value, cst.SimpleString(f'"{name}"')),), still_runs=runs)


def _copies_models(file: File) -> bool:
    """True if the file, or a module that imports it, names what saves or copies a model."""
    return any(name.value in _COPYING for name in file.every(cst.Name)) or file.project.mentioned(_COPYING)


def _gets_out(file: File, layer: cst.Call) -> bool:
    """True if a function returns what it makes of a layer, and nothing shows who calls it."""
    function = file.function(layer)
    if isinstance(function, cst.FunctionDef) and calls_of(file, function):
        return False
    returns = nodes(function, cst.Return) if isinstance(function, cst.FunctionDef) else ()
    return any(each.value is not None for each in returns) and not file.project.mentioned(_IMPORTING)
