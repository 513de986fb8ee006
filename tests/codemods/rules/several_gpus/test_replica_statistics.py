"""Moving statistics of BatchNormalization under a strategy."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

SOURCE = """import tensorflow as tf
from tensorflow.keras.layers import BatchNormalization, Dense
strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([Dense(3), BatchNormalization(), Dense(1)])
    other = tf.keras.Sequential([Dense(3), BatchNormalization()])
model.compile("sgd", "mse")
"""


def lines(code: str, to: str = "native", origin: str = "tensorflow==2.3") -> list[int]:
    result = upgrade(code.encode(), Settings(to, origin=parse_origin(origin), select=("TFM344",)))
    assert isinstance(result, Upgraded)
    assert result.findings == ()
    return [each.line for each in result.notes if each.code == "TFM344"]


@pytest.mark.parametrize(
    "code",
    [
        SOURCE,
        SOURCE.replace("distribute.Mirrored", "distribute.experimental.MultiWorkerMirrored"),
        SOURCE.replace("BatchNormalization()", "BatchNormalization(momentum=0.9)"),
        SOURCE.replace("BatchNormalization()", "BatchNormalization(synchronized=False)"),
    ],
)
def test_noted_once(code: str) -> None:
    assert lines(code) == [5]


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.replace("MirroredStrategy()", "OneDeviceStrategy('/cpu:0')"),
        SOURCE.replace("strategy = tf.distribute.MirroredStrategy()", "strategy = make()"),
        SOURCE.replace("BatchNormalization()", "BatchNormalization(synchronized=True)"),
        SOURCE.replace("BatchNormalization", "LayerNormalization"),
        SOURCE + "import compat\ncompat.distribute.exact(model)\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


def test_files_for_keras_3() -> None:
    assert lines(SOURCE, origin="tensorflow==2.18") == []
