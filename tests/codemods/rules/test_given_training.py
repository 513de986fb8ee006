"""`training=` given to the layers of functional models."""

from __future__ import annotations

import pytest

from codemods.engine.engine import Settings, upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Finding, Upgraded
from tests.codemods.checks import check_sound

HEAD = """\
from keras.applications import VGG16
from keras.layers import Dense, Dropout, Input, Layer
from keras.models import Model
inputs = Input(shape=(4,))
base = VGG16()
"""


def _findings(source: str) -> tuple[Finding, ...]:
    """What is reported of a source for standalone Keras."""
    result = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.3")))
    assert isinstance(result, Upgraded)
    return result.findings


@pytest.mark.parametrize(
    "code",
    [
        "Dropout(0.5)(inputs, training=True)",
        "base(inputs, training=False)",
        "base(Dense(3)(inputs), training=1)",
    ],
)
def test_reported(code: str) -> None:
    assert [(each.code, each.line) for each in _findings(f"{HEAD}out = {code}\n")] == [("TFM167", 6)]


def test_thawed_base() -> None:
    body = "base.trainable = False\nout = base(inputs, training=False)\nbase.trainable = True\n"
    assert [each.code for each in _findings(HEAD + body)] == ["TFM167"]


@pytest.mark.parametrize(
    "body",
    [
        "out = Dropout(0.5)(inputs)\n",
        "out = Dropout(0.5)(inputs, training=None)\n",
        "out = Dropout(0.5)(inputs, training=flag)\n",
        "base.trainable = False\nout = base(inputs, training=False)\n",
        "out = base(images, training=True)\n",
        "class Own(Layer):\n    def call(self, x):\n        return self.dropout(x, training=True)\n",
        "def step(batch):\n    return base(batch, training=True)\n",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "TFM167" not in {each.code for each in _findings(HEAD + body)}


def test_unknown_release() -> None:
    result = check_sound(f"{HEAD}out = Dropout(0.5)(inputs, training=True)\n")
    assert [each.code for each in result.notes] == ["TFM167"]


def test_code_for_keras_3() -> None:
    source = (
        "import keras\ninputs = keras.Input((4,))\nout = keras.ops.relu(inputs)\n"
        "out = keras.layers.Dropout(0.5)(out, training=True)\n"
    )
    result = check_sound(source)
    assert "TFM167" not in {each.code for each in (*result.findings, *result.notes)}
