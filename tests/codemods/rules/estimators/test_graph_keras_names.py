"""What the Keras for the graph of a `model_fn` does not have is reported."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import pytest

from compat.namespace.releases import has_keras_3
from compat.tables.names.graph_keras import GRAPH_KERAS_LACKS
from tests.codemods.checks import check_sound

HEAD = "import tensorflow as tf\n"
SPEC = "\n    return tf.estimator.EstimatorSpec(mode, predictions=x)\n"


def _lines(head: str, use: str, to: str) -> list[str]:
    found = check_sound(f"{HEAD}{head}\ndef model_fn(features, mode):\n    x = {use}(features){SPEC}", to=to)
    lines = found.after.decode().splitlines()
    return [lines[each.line - 1] for each in found.findings if each.code == "TFM472"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("head", "use", "name"),
    [
        ("from tensorflow.python.keras import layers", "layers.TimeDistributed(layers.Dense(2))", "TimeDistributed"),
        ("from tensorflow.keras import layers", "layers.GaussianNoise(0.1)", "GaussianNoise"),
        ("from tensorflow.keras.layers import Bidirectional, LSTM", "Bidirectional(LSTM(3))", "import Bidirectional"),
        ("", "tf.keras.layers.LayerNormalization()", "LayerNormalization"),
        ("import tensorflow.keras as K", "K.layers.AlphaDropout(0.1)", "AlphaDropout"),
    ],
)
def test_reported(head: str, use: str, name: str, to: str) -> None:
    (line,) = _lines(head, use, to)
    assert name in line


@pytest.mark.parametrize(
    ("head", "use"),
    [
        ("from tensorflow.python.keras import layers", "layers.Dense(2)"),
        ("from tensorflow.keras.layers import Dense, LSTM", "LSTM(3)"),
        ("", "tf.keras.layers.BatchNormalization()"),
        ("from own import layers", "layers.TimeDistributed()"),
        ("class TimeDistributed: pass", "TimeDistributed()"),
    ],
)
def test_left_alone(head: str, use: str) -> None:
    assert _lines(head, use, "native") == []


def test_outside_of_a_graph_left_alone() -> None:
    found = check_sound(f"{HEAD}layer = tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(2))\n")
    assert not found.findings


@pytest.mark.skipif(find_spec("tensorflow") is None or not has_keras_3(), reason="of the Keras beside Keras 3")
@pytest.mark.parametrize("home", ["compat.shims.graph_keras", "compat.shims.graph_keras.v2"])
def test_what_is_absent(home: str) -> None:
    keras = import_module(home)
    for each in GRAPH_KERAS_LACKS:
        module, _, name = each.partition(".")
        assert not hasattr(getattr(keras, module), name), each
