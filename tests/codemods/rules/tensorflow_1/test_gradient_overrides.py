"""Gradients that a script replaces below a Keras model are reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

MODEL = "model = keras.models.load_model('m.h5')\n"
WITH = "with tf.get_default_graph().gradient_override_map({'Relu': 'Guided'}):\n    "
KERAS = "import keras\nimport tensorflow as tf\n"


def _codes(code: str, to: str = "native", origin: str = "keras==2.3") -> list[str]:
    result = upgrade(code.encode(), Settings(to, origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.code for each in result.findings if each.code == "TFM321"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "code",
    [
        KERAS + WITH + MODEL,
        "import tensorflow as tf\nfrom tensorflow import keras\n" + WITH + MODEL,
        KERAS + "def modify(graph):\n    with graph.gradient_override_map({'Relu': 'Guided'}):\n        return "
        "keras.applications.VGG16()\n",
    ],
)
def test_reported(code: str, to: str) -> None:
    assert _codes(code, to) == ["TFM321"]


@pytest.mark.parametrize(
    "code",
    [
        "import tensorflow as tf\n" + WITH + "y = tf.nn.relu(x)\n",
        "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n" + WITH + "y = tf.nn.relu(x)\n",
        KERAS + "maps = graph.gradient_override_map\n" + MODEL,
        KERAS + MODEL,
    ],
)
def test_left_alone(code: str) -> None:
    assert _codes(code) == []


def test_code_for_keras_3_left_alone() -> None:
    assert _codes(KERAS + WITH + MODEL, origin="keras==3.3") == []
