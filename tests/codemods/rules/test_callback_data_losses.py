"""The loss in the logs of a batch, which callbacks read."""

from __future__ import annotations

import pytest

from codemods.engine.engine import Settings, upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Finding, Upgraded
from tests.codemods.checks import check_sound

HEAD = "from keras.callbacks import Callback\nclass Seen(Callback):\n"


def _findings(source: str) -> tuple[Finding, ...]:
    """What is reported of a source for standalone Keras."""
    result = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.3")))
    assert isinstance(result, Upgraded)
    return result.findings


@pytest.mark.parametrize("read", ['logs["loss"]', 'logs.get("loss")', 'logs.get("loss", 0)'])
@pytest.mark.parametrize("method", ["on_batch_end(self, batch, logs=None)", "on_train_batch_end(self, b, logs)"])
def test_loss_of_a_batch(method: str, read: str) -> None:
    found = _findings(f"{HEAD}    def {method}:\n        self.losses.append({read})\n")
    assert [(each.code, each.line) for each in found] == [("TFM228", 4)]


@pytest.mark.parametrize(
    "body",
    [
        'def on_epoch_end(self, epoch, logs=None):\n        print(logs["loss"])\n',
        'def on_batch_end(self, batch, logs=None):\n        print(logs["acc"])\n',
        'def on_batch_end(self, batch, logs=None):\n        print(other["loss"])\n',
        'def on_batch_end(self, batch, logs=None):\n        logs["loss"] = 3\n',
        'def on_test_batch_end(self, batch, logs=None):\n        print(logs["loss"])\n',
        "def on_batch_end(self, batch, logs=None):\n        print(logs[key])\n",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "TFM228" not in {each.code for each in _findings(f"{HEAD}    {body}")}


def test_a_shim_of_something_else_does_not_tell_the_loss() -> None:
    """Native code takes the hard sigmoid of Keras 2 from the shims; callbacks and models are those of Keras 3."""
    layer = "import keras\nlayer = keras.layers.LSTM(3, recurrent_activation='hard_sigmoid')\n"
    read = '    def on_batch_end(self, batch, logs=None):\n        print(logs["loss"])\n'
    assert "TFM228" in {each.code for each in _findings(layer + HEAD + read)}


def test_code_for_tensorflow_2() -> None:
    source = (
        "import tensorflow as tf\ntf.function(print)\nclass Seen(tf.keras.callbacks.Callback):\n"
        '    def on_train_batch_end(self, batch, logs=None):\n        print(logs["loss"])\n'
    )
    assert "TFM228" not in {each.code for each in check_sound(source).findings}


def test_unknown_release() -> None:
    source = (
        "from keras.callbacks import Callback\nclass Seen(Callback):\n"
        '    def on_batch_end(self, batch, logs=None):\n        print(logs["loss"])\n'
    )
    assert "TFM228" in {each.code for each in check_sound(source).notes}
