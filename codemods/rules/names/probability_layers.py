"""Report layers of TensorFlow Probability in models of Keras 3, and name the package that it needs.

## What it does

Reports the first `tfp.layers.DenseFlipout(...)`, or another layer of `tensorflow_probability.layers`, in a file that
uses Keras. Where a file has no such layer it notes once, at the import, that TensorFlow Probability needs `tf_keras`.
It rewrites nothing.

## Why

The layers of TensorFlow Probability derive from those of Keras 2, in the package `tf_keras`. A `Sequential` of Keras 3
says ValueError: "Only instances of `keras.Layer` can be added", and a call on a `keras.Input` raises as well. A model
class of your own runs, without the variables of such layers: it does not train them. Without `tf_keras`, the first use
of the package, `tfp.distributions`, raises ModuleNotFoundError.
https://github.com/tensorflow/probability/releases/tag/v0.24.0

## Numbers

Not measured by the tests, which have no TensorFlow Probability. They differ in a model class of your own: by hand, on
TensorFlow 2.21 with TensorFlow Probability 0.25, a `DenseFlipout` had three trainable variables, and the model none.

## What it leaves to you

`pip install tf-keras`. To make the whole model with `tf_keras`, `import tf_keras as keras`, or to write the layer with
`tfp.distributions`, which work in a layer of Keras 3 and in its losses. Files that ask for Keras 2 themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_PACKAGE = "tensorflow_probability"
_LAYERS = f"{_PACKAGE}.layers"
_FAMILY_2 = "tf_keras"
_INSTALL = 'pip install tf-keras, or "tensorflow-probability[tf]"'
_NO_LAYERS = ("Regularizer", "Constraint", "_fn")
"""How the names of those end that are no layers, and are functions to Keras 3."""


@rule(
    "TFM485",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf
    import tensorflow_probability as tfp

    model = tf.keras.Sequential([tf.keras.layers.Dense(8), tfp.layers.DenseFlipout(1)])
    """,
)
def probability_layers(file: File) -> Iterator[Manual]:
    """One finding or note for each file, none where it has `tf_keras` for its Keras."""
    if not since(file.target, "keras 3.0") or _PACKAGE in file.local or _has_keras_2(file):
        return
    layers = [call for call in file.calls if _makes_layer(file, call)]
    if layers and any(each.canonical.startswith("keras.") for each in file.all_references()):
        said = (
            "layers of TensorFlow Probability are layers of Keras 2 (tf_keras), and have no place in models of Keras 3"
        )
        advice = f"make the whole model with tf_keras ({_INSTALL}), or write the layer with tfp.distributions"
        first = min(layers, key=file.order)
        yield Manual(first, _path(file, first.func), said, advice, severity=Severity.NUMBERS)
        return
    found = [each for each in file.imports if _is_of_tensorflow(each.qualified)]
    if found:
        imported = min(found, key=lambda each: file.order(each.alias))
        said = f"{_PACKAGE} needs the package tf_keras beside TensorFlow 2.16 and later"
        yield Manual(imported.alias, imported.qualified, said, f"run {_INSTALL}", is_note=True)


def _has_keras_2(file: File) -> bool:
    return file.asks_for_keras_2 or any(each.qualified.partition(".")[0] == _FAMILY_2 for each in file.imports)


def _is_of_tensorflow(path: str) -> bool:
    """True for the package, not for its form that runs on JAX."""
    return path.partition(".")[0] == _PACKAGE and not path.startswith(f"{_PACKAGE}.substrates")


def _makes_layer(file: File, call: cst.Call) -> bool:
    """True for `tfp.layers.DenseFlipout(1)`, not for `tfp.layers.IndependentNormal.params_size(2)`."""
    module, _, name = _path(file, call.func).rpartition(".")
    return module == _LAYERS and name[:1].isupper() and not name.endswith(_NO_LAYERS)


def _path(file: File, node: cst.BaseExpression) -> str:
    """The import path of a name, also through `tfpl = tfp.layers`."""
    found = file.qualified_name(node)
    if found is not None or not isinstance(node, cst.Attribute) or not isinstance(node.value, cst.Name):
        return found or ""
    module = file.only_value(node.value)
    above = file.qualified_name(module) if module is not None else None
    return f"{above}.{node.attr.value}" if above is not None else ""
