"""The weights that a layer is made with are set once it is built."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "from keras.layers import Conv2D, Dense, Embedding, GRU, TimeDistributed\nfrom keras.models import Sequential\n"
MODEL = "m = Sequential()\nm.add(Dense(3, input_shape=(4,)))\n"


@pytest.mark.parametrize(
    ("layer", "plain", "value"),
    [
        ("Dense(2, weights=[k, b])", "Dense(2)", "[k, b]"),
        ("Dense(2, weights=other.get_weights(), name='a')", "Dense(2, name='a')", "other.get_weights()"),
        ("Conv2D(2, 3, activation='relu', weights=[k, b])", "Conv2D(2, 3, activation='relu')", "[k, b]"),
        ("GRU(2, weights=[k, r, b], reset_after=False)", "GRU(2, reset_after=False)", "[k, r, b]"),
    ],
)
def test_added(layer: str, plain: str, value: str) -> None:
    check_upgraded(
        f"{HEAD}{MODEL}# these\nm.add({layer})  # weights\nm.summary()\n",
        f"{HEAD}{MODEL}# these\nm.add({plain})  # weights\nm.layers[-1].set_weights({value})\nm.summary()\n",
    )


def test_first_layer() -> None:
    head = f"{HEAD}m = Sequential()\n"
    check_upgraded(
        f"{head}if a:\n    m.add(Dense(2, weights=[k, b], input_dim=3))\n",
        f"{head}if a:\n    m.add(Dense(2, input_dim=3))\n    m.layers[-1].set_weights([k, b])\n",
    )


def test_called() -> None:
    check_upgraded(
        f"{HEAD}w = [k, b]\n# these\nx = Dense(2, weights=w)(x)  # weights\ny = Dense(3, weights=[c, d])(x)\n",
        f"{HEAD}w = [k, b]\n# these\ndense = Dense(2)\nx = dense(x)  # weights\ndense.set_weights(w)\n"
        "dense = Dense(3)\ny = dense(x)\ndense.set_weights([c, d])\n",
    )


def test_weights_from_a_function() -> None:
    head = f"{HEAD}def deeper(w):\n    return w, zeros\n{MODEL}w = deeper(k)\n"
    check_upgraded(f"{head}m.add(Dense(3, weights=w))\n", f"{head}m.add(Dense(3))\nm.layers[-1].set_weights(w)\n")


def test_none() -> None:
    check_upgraded(f"{HEAD}x = TimeDistributed(Dense(2, weights=None))\n", f"{HEAD}x = TimeDistributed(Dense(2))\n")


@pytest.mark.parametrize(
    "lines",
    [
        "m = Sequential()\nm.add(Dense(3))\nm.add(Dense(2, weights=[k, b]))\n",
        "m = Sequential()\nm.add(Embedding(input_dim=9, output_dim=2))\nm.add(Dense(2, weights=[k, b]))\n",
        f"{MODEL}m.add(Dense(2, weights=w))\n",
        f"{MODEL}m.add(TimeDistributed(Dense(2, weights=[k, b])))\n",
        f"{MODEL}m = Sequential()\nm.add(Dense(2, weights=[k, b]))\n",
        f"{MODEL}if a: m.add(Dense(2, weights=[k, b]))\n",
        "def f(m):\n    m.add(Dense(2, weights=[k, b]))\n",
        f"{MODEL}def f():\n    if a: return None\n    return [k]\nw = f()\nm.add(Dense(2, weights=w))\n",
        "layer = Dense(2, weights=[k, b])\n",
        "x = [Dense(2, weights=[k, b])(y)]\n",
        "def f(y, w=None):\n    x = Dense(2, weights=w)(y)\n",
        "m = Sequential([Dense(2, weights=[k, b])])\n",
    ],
)
def test_left_to_a_person(lines: str) -> None:
    check_declined(f"{HEAD}{lines}", "TFM196", (HEAD + lines).count("\n"))


def test_gru_of_unknown_form() -> None:
    result = check_sound("from tensorflow.keras.layers import GRU\nx = GRU(2, weights=[k, r, b])(y)\n")
    assert b"set_weights" not in result.after


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}x = Embedding(9, 2, weights=[k])(y)\n",
        "import keras\nx = Dense(2, weights=[k, b])(y)\n",
        "from compat.keras.layers import Dense\nx = Dense(2, weights=[k, b])(y)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
