"""A model that is called on a tensor of another rank gets it reshaped, or is reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "from keras import layers\nfrom keras.layers import *\n".replace(
    "*", "Dense, Dropout, Embedding, Flatten, Input, Reshape"
)
HEAD += "from keras.models import Model, Sequential\n"
LABEL = "x = Embedding(10, 4)(Input(shape=(1,)))\n"


@pytest.mark.parametrize(
    ("model", "tensor"),
    [
        ("m = Sequential()\nm.add(Dense(6, input_dim=4))\nm.add(Reshape((2, 3)))\n", LABEL),
        ("m = Sequential([Dense(6, input_shape=(4,)), Dropout(0.5), Flatten()])\n", LABEL),
        ("m = Sequential([Input((4,)), Dense(6), Flatten()])\n", LABEL),
        (
            "m = Sequential([Dense(6, input_dim=4), layers.LeakyReLU(0.2), Flatten()])\n",
            LABEL.replace("x =", "e =") + "n = Input((4,))\nx = layers.multiply([n, e])\n",
        ),
    ],
)
@pytest.mark.parametrize("to", ["native", "compat"])
def test_axis_of_one(model: str, tensor: str, to: str) -> None:
    before = f"{HEAD}{model}{tensor}y = m(x)\n"
    check_upgraded(before, f"{HEAD}{model}{tensor}y = m(Reshape((4,))(x))\n", to=to)


def test_on_the_shims() -> None:
    head = HEAD.replace("from keras", "from compat.keras")
    model = f"m = Sequential([Dense(6, input_dim=4), Flatten()])\n{LABEL}"
    check_upgraded(f"{head}{model}y = m(x)\n", f"{head}{model}y = m(Reshape((4,))(x))\n", to="compat")


def test_import_of_reshape() -> None:
    head = "from keras.layers import Dense, Embedding, Flatten, Input\nfrom keras.models import Sequential\n"
    model = f"m = Sequential([Dense(6, input_dim=4), Flatten()])\n{LABEL}"
    after = f"from keras.layers import Reshape\n{head}"
    check_upgraded(f"{head}{model}y = m(x)\n", f"{after}{model}y = m(Reshape((4,))(x))\n")


def test_module_of_layers() -> None:
    head = (
        "from tensorflow import keras\nL = keras.layers\nx = keras.layers.Embedding(9, 4)(keras.layers.Input((1,)))\n"
    )
    model = "m = keras.Sequential([keras.layers.Dense(6, input_dim=4), keras.layers.Flatten()])\n"
    check_upgraded(f"{head}{model}y = m(x)\n", f"{head}{model}y = m(keras.layers.Reshape((4,))(x))\n")


@pytest.mark.parametrize(
    ("model", "tensor"),
    [
        ("m = Sequential([Dense(6, input_dim=4), Dense(2)])", "x = Embedding(10, 4)(Input(shape=(1,)))"),
        ("m = Sequential([Dense(6, input_dim=4), Flatten()])", "x = Embedding(10, 4)(Input(shape=(5,)))"),
        ("m = Sequential([Dense(6, input_dim=n), Flatten()])", "x = Embedding(10, k)(Input(shape=(1,)))"),
        ("m = Sequential([Dropout(0.5, noise_shape=s, input_shape=(4,)), Flatten()])", LABEL.strip()),
        ("m = Sequential([layers.Conv2D(2, 3, input_shape=(8, 8, 1)), Flatten()])", "x = Input((5, 8, 8, 1))"),
        ("i = Input((4,))\nm = Model(i, Dense(2)(i))", "x = Input((5, 4))"),
        ("m = Sequential([Dense(6, input_shape=(5, 4)), Flatten()])", "x = Input((20,))"),
    ],
)
def test_other_rank(model: str, tensor: str) -> None:
    source = f"{HEAD}{model}\n{tensor}\ny = m(x)\n"
    finding = check_declined(source, "TFM125", source.count("\n"))
    assert "axes" in finding.message


def test_rank_of_the_first_call() -> None:
    model = "m = Sequential([Dense(6), Flatten()])\nx = m(Input((4,)))\n"
    check_declined(f"{HEAD}{model}y = m(Input((5, 4)))\n", "TFM125", 6)
    after = f"{HEAD}{model}e = Embedding(10, 4)(Input((1,)))\n"
    check_upgraded(f"{after}y = m(e)\n", f"{after}y = m(Reshape((4,))(e))\n")
    check_untouched(f"{HEAD}{model}y = m(Input((3,)))\nz = m(own)\n")


@pytest.mark.parametrize(
    ("model", "tensor"),
    [
        ("m = Sequential([Dense(6, input_dim=4)])", "x = Input((4,))"),
        ("m = Sequential([Dense(6)])", "x = Input((5, 4))"),
        ("m = Sequential([Dense(6, input_dim=4)])", "x = Input(shape)"),
        ("m = Sequential([Dense(6, input_dim=4)])", "x = own(Input((5, 4)))"),
        ("m = Sequential([Dense(6, input_shape=(4,))])", "x = Input((4, 1))"),
        ("m = Sequential([Dense(6, input_shape=(4, 1))])", "x = Input((4,))"),
        ("m = Sequential([Dense(6, input_dim=4)])", "x = Input((5, 4))\nx = Flatten()(x)"),
        ("m = Sequential([Dense(6, input_dim=4)])", "x = Embedding(10, 4)(Input((1,)))\nx, = x,"),
        ("class m(Model): pass", "x = Input((5, 4))"),
        ("def m(x): return x", "x = Input((5, 4))"),
        ("m = layers.TimeDistributed(Sequential([Dense(6, input_dim=4)]))", "x = Input((5, 4))"),
    ],
)
def test_left_alone(model: str, tensor: str) -> None:
    check_untouched(f"{HEAD}{model}\n{tensor}\ny = m(x)\n")


ROWS = """import numpy as np
from keras.layers import Dense, Embedding, Input, LSTM
from keras.models import Model

data = {}
i = Input(shape={})
model = Model(i, Dense(1)(LSTM(3)(Embedding(10, 4)(i))))
for k in range(3):
    print(model.predict({}))
"""
MATRIX = "np.zeros((12, 5))"


@pytest.mark.parametrize(
    ("data", "row"),
    [
        (MATRIX, "data[k]"),
        (MATRIX, "data[0]"),
        ("np.random.randint(1, 9, (12, 5))", "data[k]"),
        ("np.random.RandomState(0).randint(1, 9, size=(12, 5))", "data[k]"),
        (MATRIX, "[data[k]]"),
        ("np.zeros(12)", "data"),
        ("np.zeros(12)", "[data]"),
        ("np.zeros(12)", "x=data[2:5]"),
    ],
)
def test_one_row(data: str, row: str) -> None:
    assert "one row" in check_declined(ROWS.format(data, "(None,)", row), "TFM125", 9).message


@pytest.mark.parametrize(
    ("data", "shape", "row"),
    [
        (MATRIX, "(None,)", "data[k:k + 1]"),
        (MATRIX, "(None,)", "data[k][None]"),
        (MATRIX, "(None,)", "[data[k:k + 1]]"),
        (MATRIX, "(None,)", "[data[k], data[k]]"),
        (MATRIX, "(None,)", "data[[k]]"),
        (MATRIX, "(None,)", "data[chosen]"),
        (MATRIX, "(None,)", "data"),
        (MATRIX, "(1,)", "data[k]"),
        ("np.zeros((12, 1, 5))", "(None,)", "data[k]"),
        ("load()", "(None,)", "data[k]"),
    ],
)
def test_rows_left_alone(data: str, shape: str, row: str) -> None:
    check_untouched(ROWS.format(data, shape, row))
