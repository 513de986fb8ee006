"""`K.set_epsilon` was the default of optimizers in Keras 2."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

KERAS = "import keras\nfrom keras import backend as K\n\nmodel = keras.models.Sequential()\nK.set_epsilon(1e-4)\n"


def _reported(source: str, origin: str = "keras==2.3", to: str = "native") -> list[int]:
    result = upgrade(source.encode(), Settings(to, origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM333"]


@pytest.mark.parametrize(
    "made",
    [
        "keras.optimizers.Adam(0.1)\n",
        "keras.optimizers.RMSprop(lr=0.1)\n",
        "model.compile('adam', 'mse')\n",
        "for name in ['adam']:\n    model.compile(name, 'mse')\n",
        "make = keras.optimizers.Adam\nmake(0.1)\n",
    ],
)
def test_beside_optimizers(made: str) -> None:
    assert _reported(KERAS + made) == [5]
    assert _reported(KERAS + made, to="compat") == []


def test_nothing_is_written_for_another_default() -> None:
    result = upgrade((KERAS + "keras.optimizers.RMSprop(0.1)\n").encode(), Settings(origin=parse_origin("keras==2.3")))
    assert isinstance(result, Upgraded)
    assert b"RMSprop(0.1)" in result.after


@pytest.mark.parametrize(
    "made",
    [
        "keras.optimizers.SGD(0.1)\n",
        "keras.optimizers.Adam(0.1, epsilon=1e-7)\n",
        "model.compile('sgd', 'mse')\n",
        "x = K.epsilon()\n",
    ],
)
def test_left_alone(made: str) -> None:
    assert _reported(KERAS + made) == []


@pytest.mark.parametrize(("release", "expected"), [("1.13", [5]), ("1.15", []), ("2.3", [])])
def test_of_tf_keras(release: str, expected: list[int]) -> None:
    head = "import tensorflow as tf\n\nK = tf.keras.backend\no = tf.keras.optimizers.Adam(0.1)\n"
    assert _reported(head + "K.set_epsilon(1e-4)\n", f"tensorflow=={release}") == expected
