"""Results of recurrent layers that code uses as lists."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = """import numpy as np
from keras.layers import *
from keras.models import Model
x, y, h = Input((4, 3)), Input((4, 3)), Input((5,))
lstm = LSTM(5, return_state=True)
"""
OWN = """import tensorflow as tf
class Encoder(tf.keras.Model):
    def __init__(self):
        super(Encoder, self).__init__()
        self.gru = tf.keras.layers.GRU(4, return_sequences=True, return_state=True)
    def call(self, x):
"""
RNN_OF_FUNCTION = "def rnn(n):\n    return GRU(n, return_state=True)\n"
STATES_OF_FUNCTION = "def states(x):\n    return LSTM(5, return_state=True)(x)[1:]\n"
LISTED_OF_FUNCTION = "def states(x):\n    return list(LSTM(5, return_state=True)(x))[1:]\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("z = [y] + lstm(x)\n", "z = [y] + list(lstm(x))\n"),
        ("z = [y] + lstm(x)[1:]\n", "z = [y] + list(lstm(x))[1:]\n"),
        ("z = lstm(x)[1:] + [y]\n", "z = list(lstm(x))[1:] + [y]\n"),
        ("z = lstm(x)\nz = z[1:]\nw = [y] + z\n", "z = list(lstm(x))\nz = z[1:]\nw = [y] + z\n"),
        (
            "z = LSTM(5, return_state=True)(x)[1:]\nw = [y] + z\n",
            "z = list(LSTM(5, return_state=True)(x))[1:]\nw = [y] + z\n",
        ),
        (
            "z = Bidirectional(GRU(5, return_state=True))(x)\nw = [y] + z[1:]\n",
            "z = list(Bidirectional(GRU(5, return_state=True))(x))\nw = [y] + z[1:]\n",
        ),
        (
            "z = RNN(LSTMCell(5), return_state=True)(x)\nz.append(y)\n",
            "z = list(RNN(LSTMCell(5), return_state=True)(x))\nz.append(y)\n",
        ),
        ("z = lstm(x)\nz[0] = y\n", "z = list(lstm(x))\nz[0] = y\n"),
        ("z = lstm(x)\ndel z[0]\n", "z = list(lstm(x))\ndel z[0]\n"),
        ("z = lstm(x)\nz += [y]\n", "z = list(lstm(x))\nz += [y]\n"),
        (
            "z = lstm(x)[1:]\nif not isinstance(z, list):\n    z = [z]\n",
            "z = list(lstm(x))[1:]\nif not isinstance(z, list):\n    z = [z]\n",
        ),
        (f"{RNN_OF_FUNCTION}z = [y] + rnn(4)(x)\n", f"{RNN_OF_FUNCTION}z = [y] + list(rnn(4)(x))\n"),
        (f"{STATES_OF_FUNCTION}z = [y] + states(x)\n", f"{LISTED_OF_FUNCTION}z = [y] + states(x)\n"),
    ],
)
def test_lists(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)


def test_layers_of_an_own_model() -> None:
    check_upgraded(f"{OWN}        return [x] + self.gru(x)[1:]\n", f"{OWN}        return [x] + list(self.gru(x))[1:]\n")


def test_results_on_self() -> None:
    after = "        self.z = list(self.gru(x))\n        self.z.append(x)\n        return self.z[0]\n"
    check_upgraded(OWN + after.replace("list(self.gru(x))", "self.gru(x)"), OWN + after)


@pytest.mark.parametrize(
    "code",
    [
        "out, a, b = lstm(x)\n",
        "out, *z = lstm(x)\nw = [y] + z\n",
        "out = lstm(x)[0]\nw = out + y\n",
        "z = lstm(x)\nw = LSTM(5)(y, initial_state=z[1:])\n",
        "z = lstm(x)[1:]\nw = Concatenate()(z)\n",
        "z = list(lstm(x))\nz.append(y)\n",
        "z = lstm(x)\nw = [y] + [*z]\n",
        "z = lstm(x)\nw = [y] + [each for each in z]\n",
        "z = lstm(x)\nw = isinstance(z, (list, tuple))\n",
        "z = GRU(5)(x)\nw = z + y\n",
        "z = GRU(5, return_sequences=True)(x)\nw = z + y\n",
        "z = Bidirectional(LSTM(5))(x)\nw = z + h\n",
        "def rnn(n, states):\n    return GRU(n, return_state=states)\nz = rnn(4, False)(x) + y\n",
        "r = LSTM(5, return_state=True) if h is None else LSTM(5)\nz = r(x) + y\n",
        "out, a, b = lstm(x)\nm = Model(x, [a, b])\n",
        "m = Model(x, lstm(x)[1:])\n",
        "z = lstm(x)\nm = Model(inputs=x, outputs=z)\n",
        "z = lstm(x)\nm = Model(z[0], y)\n",
        "z = lstm(x)\nz = [z[1]]\nw = [y] + z\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


def test_the_layers_of_the_shims_return_lists() -> None:
    code = (
        "from keras.layers import CuDNNLSTM, LSTM, Input\nx = Input((4, 3))\nz = [x] + LSTM(5, return_state=True)(x)\n"
    )
    check_upgraded(code, code.replace("from keras", "from compat.keras"), to="compat")


@pytest.mark.tensorflow
def test_the_lists() -> None:
    """Three outputs on Keras 2.3.1; TypeError today, without the change."""
    pytest.importorskip("tensorflow")
    code = (
        f"{HEAD}out = lstm(x)\nm = Model([x, y], [ReLU()(y)] + out[1:])\nn = len(m.predict([np.ones((2, 4, 3))] * 2))\n"
    )
    result = upgrade(code.encode())
    assert isinstance(result, Upgraded)
    found: dict[str, object] = {}
    exec(compile(result.after, "code", "exec"), found)
    assert found["n"] == 3
