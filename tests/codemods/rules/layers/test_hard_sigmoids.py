"""The hard sigmoid stays that of Keras 2."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

SHIM = "from compat.keras.activations import hard_sigmoid\n"
HEAD = "from keras.layers import Activation, LSTM\n"


def _upgraded(source: str, origin: str = "keras==2.3", to: str = "native") -> str:
    result = upgrade(source.encode(), Settings(to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (HEAD + "a = Activation('hard_sigmoid')\n", SHIM + HEAD + "a = Activation(hard_sigmoid)\n"),
        (
            HEAD + "a = LSTM(3, recurrent_activation='hard_sigmoid')\n",
            SHIM + HEAD + "a = LSTM(3, recurrent_activation=hard_sigmoid)\n",
        ),
        (
            HEAD + "hard_sigmoid = 1\na = Activation('hard_sigmoid')\n",
            SHIM.replace("\n", " as legacy_hard_sigmoid\n")
            + HEAD
            + "hard_sigmoid = 1\na = Activation(legacy_hard_sigmoid)\n",
        ),
        ("from keras.activations import hard_sigmoid\nhard_sigmoid(x)\n", SHIM + "hard_sigmoid(x)\n"),
        (
            "import keras\ny = keras.activations.hard_sigmoid(x)\n",
            SHIM + "import keras\ny = hard_sigmoid(x)\n",
        ),
    ],
)
def test_function_of_the_shims(legacy: str, modern: str) -> None:
    assert _upgraded(legacy) == modern
    assert _upgraded(modern) == modern


@pytest.mark.parametrize("origin", ["keras==2.2.4", "tensorflow==1.15"])
def test_defaults(origin: str) -> None:
    root = "tensorflow.keras" if origin.startswith("tensorflow") else "keras"
    source = f"from {root}.layers import LSTM\na = LSTM(3)\n"
    assert "a = LSTM(3, recurrent_activation=hard_sigmoid)\n" in _upgraded(source, origin)


@pytest.mark.parametrize(
    ("source", "origin", "to"),
    [
        (HEAD + "a = Activation('hard_sigmoid')\n", "", "native"),
        (HEAD + "a = Activation('sigmoid')\n", "keras==2.3", "native"),
        (HEAD + "a = own(activation='hard_sigmoid')\n", "keras==2.3", "native"),
        (HEAD + "import keras.ops\na = Activation('hard_sigmoid')\n", "", "native"),
        ("from compat.keras.layers import LSTM\na = LSTM(3, activation='hard_sigmoid')\n", "keras==2.3", "compat"),
        ("from torch.nn.functional import hard_sigmoid\nhard_sigmoid(x)\n", "keras==2.3", "native"),
    ],
)
def test_left_alone(source: str, origin: str, to: str) -> None:
    assert _upgraded(source, origin, to) == source
