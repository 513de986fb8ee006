"""Losses that are tensors of a functional model become a layer at its end."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

LAYER = '''

class AddLoss(keras.layers.Layer):
    """Returns the first of its inputs, and adds the second to the loss of the model."""

    def call(self, inputs):
        outputs, loss = inputs
        self.add_loss(loss)
        return outputs
'''
BODY = "i = keras.Input((3,))\nx = keras.layers.Dense(3)(i)\nm = keras.Model(i, x)\n"
HEAD = f"import keras\n{BODY}"
DONE = "keras.Model(m.input, AddLoss()([m.output, {}]), name=m.name)"


@pytest.mark.parametrize("loss", ["x", "x - i", "keras.ops.mean(x)"])
def test_added(loss: str) -> None:
    check_upgraded(f"{HEAD}m.add_loss({loss})\n", f"import keras\n{LAYER}{BODY}m = {DONE.format(loss)}\n")


@pytest.mark.parametrize("use", ["m.summary()", "keras.utils.plot_model(m)", "m.load_weights('a.weights.h5')"])
def test_read_before(use: str) -> None:
    check_upgraded(f"{HEAD}{use}\nm.add_loss(x)\n", f"import keras\n{LAYER}{BODY}{use}\nm = {DONE.format('x')}\n")


@pytest.mark.parametrize("body", ["m.set_weights(n)", "return [each + n for each in m.get_weights()]", "print(n)"])
def test_passed_to_a_function_that_reads(body: str) -> None:
    function = f"def start(m, n):\n    {body}\n"
    after = f"import keras\n{LAYER}{function}{BODY}start(m, 1)\nm = {DONE.format('x')}\n"
    check_upgraded(f"import keras\n{function}{BODY}start(m, 1)\nm.add_loss(x)\n", after)


@pytest.mark.parametrize("body", ["return m", "m.compile('sgd')", "kept.append(m)", "other(m)", "m.own = 1"])
def test_passed_to_a_function_that_may_keep_it(body: str) -> None:
    check_declined(f"import keras\ndef start(m):\n    {body}\n{BODY}start(m)\nm.add_loss(x)\n", "TFM236", 8)


def test_twice() -> None:
    after = f"import keras\n{LAYER}{BODY}m = {DONE.format('x')}\nm = {DONE.format('x - i')}\n"
    check_upgraded(f"{HEAD}m.add_loss(x)\nm.add_loss(x - i)\n", after)


def test_behind_a_condition() -> None:
    lines = "if __name__ == '__main__':\n    {}\n    m.compile('sgd')\n    if m:\n        m = m.load_weights('a.weights.h5')\n"
    after = f"import keras\n{LAYER}{BODY}{lines.format('m = ' + DONE.format('x'))}"
    check_upgraded(f"{HEAD}{lines.format('m.add_loss(x)')}", after)


def test_in_a_function() -> None:
    function = "def build():\n" + "".join(f"    {each}\n" for each in BODY.splitlines())
    after = f"import keras\n{LAYER}{function}    m = {DONE.format('x')}\n    return m\n"
    check_upgraded(f"import keras\n{function}    m.add_loss(x)\n    return m\n", after)


def test_functions_of_the_backend() -> None:
    source = (
        "from keras import backend as K\nfrom keras.layers import Dense, Input\nfrom keras.models import Model\n"
        "i = Input((3,))\nx = Dense(3)(i)\nm = Model(i, x)\nm.add_loss(K.mean(K.square(x - i)))\n"
    )
    result = check_sound(source)
    assert b"m = keras.Model(m.input, AddLoss()([m.output, keras.ops.mean(keras.ops.square(x - i))])" in result.after
    assert not result.findings


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("m.compile('sgd')\nm.add_loss(x)\n", 6),
        ("n = m\nm.add_loss(x)\n", 6),
        ("y = m(i)\nm.add_loss(x)\n", 6),
        ("for _ in range(2):\n    m.add_loss(x)\n", 6),
        ("with open('a'):\n    m.add_loss(x)\n", 6),
        ("loss = m.add_loss(x)\n", 5),
        ("def add():\n    m.add_loss(x)\nadd()\n", 6),
        ("m = keras.Sequential([keras.layers.Dense(3)])\nm.add_loss(x)\n", 6),
        ("s = keras.Sequential([keras.layers.Dense(3)])\ns.add_loss(x)\n", 6),
    ],
)
def test_declined(code: str, line: int) -> None:
    check_declined(HEAD + code, "TFM236", line)


@pytest.mark.parametrize("code", ["m.add_loss(0.5)\n", "m.add_loss(loss)\n", "m.add_loss(lambda: 1.0)\n", "m.add(x)\n"])
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


def test_under_a_strategy() -> None:
    source = f"import tensorflow as tf\nstrategy = tf.distribute.MirroredStrategy()\n{HEAD}m.add_loss(x)\n"
    check_declined(source, "TFM236", 7)


def test_result_is_left_alone() -> None:
    check_untouched(f"import keras\n{LAYER}{BODY}m = {DONE.format('x')}\n")
