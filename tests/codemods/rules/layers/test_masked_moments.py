"""Reports of batch normalization that a mask reaches."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = (
    "from keras.layers import (Activation, Add, BatchNormalization, Bidirectional, Dense, Embedding, Flatten, Input,\n"
    "    LSTM, Masking, TimeDistributed)\n"
    "from keras.models import Sequential\n"
    "tokens = Input((4,))\n"
    "words = Embedding(9, 2, mask_zero=True)(tokens)\n"
)


def reported(source: str, origin: str | None = "keras==2.3.1", to: str = "native") -> list[int]:
    result = upgrade(source.encode(), Settings(to=to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM365"]


@pytest.mark.parametrize(
    "code",
    [
        "y = BatchNormalization()(words)",
        "y = BatchNormalization()(Dense(3)(words))",
        "norm = BatchNormalization(); y = norm(Activation('relu')(words))",
        "y = BatchNormalization()(LSTM(3, return_sequences=True)(words))",
        "y = BatchNormalization()(Bidirectional(LSTM(3, return_sequences=True))(words))",
        "y = BatchNormalization()(TimeDistributed(Dense(3))(words))",
        "y = BatchNormalization()(Add()([words, Dense(2)(words)]))",
        "y = BatchNormalization()(Dense(3)(Masking()(tokens)))",
        "m = Sequential([Masking(0.0, input_shape=(4, 1)), Dense(2), BatchNormalization()])",
        "m = Sequential(); m.add(Masking(0.0, input_shape=(4, 1))); m.add(Dense(2)); m.add(BatchNormalization())",
        "x = words; x = Dense(2)(words); y = BatchNormalization()(x)",
    ],
)
def test_reported(code: str) -> None:
    assert reported(f"{HEAD}{code}\n") == [6]


@pytest.mark.parametrize(
    "code",
    [
        "y = BatchNormalization()(tokens)",
        "y = BatchNormalization()(Embedding(9, 2)(tokens))",
        "y = BatchNormalization()(Embedding(9, 2, mask_zero=False)(tokens))",
        "y = BatchNormalization()(LSTM(3)(words))",
        "y = BatchNormalization()(Bidirectional(LSTM(3))(words))",
        "y = BatchNormalization()(Flatten()(words))",
        "y = BatchNormalization()(Dense(3)(Flatten()(words)))",
        "y = BatchNormalization()(unknown(words))",
        "m = Sequential([Masking(0.0, input_shape=(4, 1)), LSTM(2), BatchNormalization()])",
        "m = Sequential([BatchNormalization(input_shape=(4, 1)), Masking(0.0), Dense(2)])",
        "x = words\nx = LSTM(2)(x)\nx = BatchNormalization()(x)",
    ],
)
def test_left_alone(code: str) -> None:
    assert reported(f"{HEAD}{code}\n") == []


LAYERS = """
from tensorflow.keras.layers import BatchNormalization, Embedding, Layer

class Block(Layer):
    def __init__(self):
        super().__init__()
        self.embedding = Embedding(9, 2, mask_zero=True)
        self.normalization = BatchNormalization()

    def call(self, tokens):
        x = self.embedding(tokens)
        return self.normalization(x)
"""


def test_layers_of_a_class() -> None:
    assert reported(LAYERS, "tensorflow==2.10") == [12]
    assert reported(LAYERS.replace("mask_zero=True", "mask_zero=False"), "tensorflow==2.10") == []


@pytest.mark.parametrize("release", ["tensorflow==2.12", "tensorflow==2.15"])
def test_releases_that_look_at_masks(release: str) -> None:
    assert reported(LAYERS, release) == []


def test_asks_for_the_release_where_nothing_tells_it() -> None:
    result = upgrade(LAYERS.encode(), Settings())
    assert isinstance(result, Upgraded)
    assert ["--from" in each.advice for each in result.findings if each.code == "TFM365"] == [True]


def test_layers_of_the_shims_have_the_legacy_moments() -> None:
    assert reported(f"{HEAD}y = BatchNormalization()(words)\n", to="compat") == []


STEP = """
import numpy as np
from keras.layers import BatchNormalization, Dense, Masking
from keras.models import Sequential

model = Sequential()
model.add(Masking(0.0, input_shape=(4, 1)))
model.add(BatchNormalization())
model.add(Dense(1, kernel_initializer="ones"))
model.compile("sgd", "mse")
x = np.array([[[1.0], [2.0], [0.0], [0.0]], [[3.0], [4.0], [5.0], [0.0]]])
model.train_on_batch(x, np.ones((2, 4, 1)))
print([float(each[0]) for each in model.get_weights()[2:4]])
"""
LEGACY = [0.01875, 1.0283984]
"""The moving mean and variance on Keras 2.3.1 with TensorFlow 1.15.5."""


@pytest.mark.parametrize(
    ("imports", "expected"), [("compat.keras", LEGACY), ("keras", [0.03, 1.01])], ids=["shims", "native"]
)
def test_moments(imports: str, expected: list[float]) -> None:
    pytest.importorskip("tensorflow")
    program = STEP.replace("from keras.", f"from {imports}.")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout.splitlines()[-1]) == pytest.approx(expected, rel=1e-5)
