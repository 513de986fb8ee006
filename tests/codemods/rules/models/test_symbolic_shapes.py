from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

FUNCTIONAL = """import tensorflow as tf
from tensorflow.keras.layers import Dense, Input

inputs = Input((4,))
hidden = Dense(3)(inputs)
{use}
"""


@pytest.mark.parametrize("use", ["hidden.shape.as_list()", "hidden.get_shape().as_list()"])
def test_shape(use: str) -> None:
    check_upgraded(FUNCTIONAL.format(use=f"n = {use}[-1]"), FUNCTIONAL.format(use="n = list(hidden.shape)[-1]"))


@pytest.mark.parametrize("tensor", ["model.input", "model.inputs[0]", "model.outputs[0]"])
def test_the_ends_of_a_model(tensor: str) -> None:
    made = "model = tf.keras.Model(inputs, hidden)\nn = {}[-1]"
    legacy, modern = made.format(f"{tensor}.shape.as_list()"), made.format(f"list({tensor}.shape)")
    check_upgraded(FUNCTIONAL.format(use=legacy), FUNCTIONAL.format(use=modern))


LISTED = """import tensorflow as tf


def smallest(tensors):
    return min([{one}[1] for each in tensors])


def merged(tensors):
    for each in tensors:
        print({other})
    return smallest(tensors)


{made}
"""
SYMBOLIC = "inputs = tf.keras.Input((4,))\nmerged([inputs, tf.keras.layers.Dense(3)(inputs)])"


def test_tensors_in_a_list_that_functions_are_given() -> None:
    legacy = LISTED.format(one="each.get_shape().as_list()", other="each.get_shape()", made=SYMBOLIC)
    check_upgraded(legacy, LISTED.format(one="list(each.shape)", other="each.shape", made=SYMBOLIC))


@pytest.mark.parametrize("made", ["merged([tf.ones((2, 3)), tf.zeros((2, 4))])", "x = tf.keras.Input((4,))"])
def test_other_tensors_in_a_list(made: str) -> None:
    check_untouched(LISTED.format(one="each.shape.as_list()", other="each.shape", made=made))


@pytest.mark.parametrize("use", ["hidden.shape.ndims", "hidden.get_shape().ndims", "hidden.shape.rank"])
def test_rank(use: str) -> None:
    check_upgraded(FUNCTIONAL.format(use=f"n = {use} - 1"), FUNCTIONAL.format(use="n = len(hidden.shape) - 1"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n = int(hidden.get_shape()[1])", "n = int(hidden.shape[1])"),
        ("s = hidden.get_shape()\nn = int(s[1] * s[2])", "s = hidden.shape\nn = int(s[1] * s[2])"),
        ("s = hidden.get_shape()\nn = s[1] * 2\nDense(n)", "s = hidden.shape\nn = s[1] * 2\nDense(n)"),
        ("s = hidden.get_shape()\nn = s.as_list()[1]", "s = hidden.shape\nn = list(s)[1]"),
        ("s = hidden.get_shape()[1:]\nn = len(s)", "s = hidden.shape[1:]\nn = len(s)"),
        ("s = hidden.shape\nn = s.ndims + len(s.as_list())", "s = hidden.shape\nn = len(s) + len(list(s))"),
        ("n = hidden.get_shape()[1:].as_list()", "n = list(hidden.shape[1:])"),
        ("b, n = hidden.get_shape()\nDense(n)", "b, n = hidden.shape\nDense(n)"),
        ("for n in hidden.get_shape(): print(n)", "for n in hidden.shape: print(n)"),
        ("n = [int(d) for d in hidden.get_shape()[1:]]", "n = [int(d) for d in hidden.shape[1:]]"),
        ("n = hidden.get_shape()[1].value", "n = tf.compat.dimension_value(hidden.shape[1])"),
        (
            "import numpy as np\nn = np.prod(hidden.get_shape()[1:])",
            "import numpy as np\nn = np.prod(hidden.shape[1:])",
        ),
    ],
)
def test_get_shape(before: str, after: str) -> None:
    check_upgraded(FUNCTIONAL.format(use=before), FUNCTIONAL.format(use=after))


@pytest.mark.parametrize(
    "use",
    [
        "n = hidden.get_shape().dims",
        "n = hidden.get_shape().num_elements()",
        "s = hidden.get_shape()\nn = s.is_fully_defined()",
        "s = hidden.get_shape()\nn = (s[1] * s[2]).value",
        "s = hidden.get_shape()\nn = s[1]\nm = n.value",
        "s = hidden.get_shape()\nn = s[1] * 2\nm = n.value",
        "b, n = hidden.get_shape()\nm = n.value",
        "n = [d.value for d in hidden.get_shape()]",
        "n = own(hidden.get_shape())",
        "n = own(hidden.get_shape()[1])",
        "n = hidden.get_shape()[0] * 2",
        "n = hidden.get_shape() == inputs.get_shape()",
        "class A: pass\nA.shape = hidden.get_shape()",
        "def f():\n    return hidden.get_shape()",
        "def f():\n    return hidden.get_shape()[1]",
    ],
)
def test_what_only_a_shape_of_tensorflow_has(use: str) -> None:
    result = upgrade(FUNCTIONAL.format(use=use).encode())
    assert isinstance(result, Upgraded)
    assert {each.code for each in result.findings} == {"TFM197"}
    assert b"get_shape" in result.after


@pytest.mark.parametrize(
    "use",
    [
        "n = tf.ones([3]).get_shape()[1]",
        "n = tf.ones([3]).shape.ndims",
        "n = hidden.rank",
        "model = tf.keras.Model(inputs, hidden)",
        "out = hidden * 2 + 1",
        "out = tf.keras.layers.Lambda(lambda x: tf.nn.relu(x))(hidden)",
        "out = tf.nn.relu(tf.ones([3]))",
        "def scaled(x):\n    return tf.nn.relu(x)",
        "class Own(tf.keras.layers.Layer):\n    def call(self, x):\n        return tf.nn.relu(x)",
        "n = tf.ones([3]).shape.as_list()",
        "flat = tf.nest.flatten([hidden, inputs])",
        "x = Dense(2)(hidden)\nx = load()\nout = tf.nn.relu(x)",
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(FUNCTIONAL.format(use=use))


PARTS = """import tensorflow as tf
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Conv2D

{code}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def widen(x):\n    n = 5 - x.get_shape().as_list()[3]\n    return Conv2D(n, 1)(x)",
            "def widen(x):\n    n = 5 - list(x.shape)[3]\n    return Conv2D(n, 1)(x)",
        ),
        (
            "def widen(x):\n    y = Conv2D(3, 1)(x)\n    return Conv2D(int(y.get_shape()[-1]), 1)(y)",
            "def widen(x):\n    y = Conv2D(3, 1)(x)\n    return Conv2D(int(y.shape[-1]), 1)(y)",
        ),
        (
            "class Net:\n    def widen(self, x):\n        return Conv2D(x.shape.as_list()[1], 1)(x)",
            "class Net:\n    def widen(self, x):\n        return Conv2D(list(x.shape)[1], 1)(x)",
        ),
        ("def rank(x):\n    return K.ndim(x) > 2", "def rank(x):\n    return len(x.shape) > 2"),
        ("def kind(x):\n    return K.dtype(Conv2D(3, 1)(x))", "def kind(x):\n    return Conv2D(3, 1)(x).dtype"),
    ],
)
def test_parameters_of_functions_that_make_layers(before: str, after: str) -> None:
    check_upgraded(PARTS.format(code=before), PARTS.format(code=after))


@pytest.mark.parametrize(
    "code",
    [
        "def rows(x):\n    return x.get_shape().as_list()[0]",
        "def kind(x):\n    return K.dtype(x)",
        "class Own(tf.keras.layers.Layer):\n    def call(self, x):\n        return x * x.shape.as_list()[3]",
        "def other(x, y):\n    n = y.shape.as_list()[0]\n    return Conv2D(n, 1)(x)",
        "def rank(*x):\n    return K.ndim(*x)",
        "class Own(tf.keras.layers.Layer):\n    def call(self, x):\n        return x * K.ndim(x)",
    ],
)
def test_other_parameters_are_left_alone(code: str) -> None:
    check_untouched(PARTS.format(code=code))
