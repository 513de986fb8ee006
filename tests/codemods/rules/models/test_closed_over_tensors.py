"""Lambdas that read tensors from around them.

On Keras 2.3.1 they do, and layers that only such a tensor leads to are no part of the model: its `get_weights()` lacks
them. On Keras 3.15.1 building the model fails.
"""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = """from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense, Input, Lambda

x = Input((4,))
mean = Dense(2)(x)
scale = Dense(2)(x)
"""


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("z = Lambda(lambda t: t + mean)(mean)\n", "z = Lambda(lambda t: t + t)(mean)\n"),
        ("z = Lambda(lambda t: K.sum(mean), name='z')(mean)\n", "z = Lambda(lambda t: K.sum(t), name='z')(mean)\n"),
        ("z = Lambda(lambda t: t * K.exp(x))(mean)\n", "z = Lambda(lambda t: t[0] * K.exp(t[1]))([mean, x])\n"),
        ("z = Lambda(lambda t: x + t)(Dense(4)(x))\n", "z = Lambda(lambda t: t[1] + t[0])([Dense(4)(x), x])\n"),
        (
            "y = Dense(3)(mean)\nz = Lambda(lambda t: t + mean + x)(y)\n",
            "y = Dense(3)(mean)\nz = Lambda(lambda t: t[0] + t[1] + t[2])([y, mean, x])\n",
        ),
        (
            "z = Lambda(lambda t: t[0] * t[1] + x)([mean, scale])\n",
            "z = Lambda(lambda t: t[0] * t[1] + t[2])([mean, scale, x])\n",
        ),
        (
            "z = Lambda(lambda t: t[0] + mean)([mean, scale])\n",
            "z = Lambda(lambda t: t[0] + t[0])([mean, scale])\n",
        ),
    ],
)
def test_tensors_that_led_to_the_layer(legacy: str, modern: str, to: str) -> None:
    head = HEAD.replace("from tensorflow.keras", "from compat.keras") if to == "compat" else HEAD
    check_upgraded(head + legacy, head + modern, to=to)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("z = Lambda(lambda t: t * K.exp(scale))(mean)\n", 7),
        ("x = Dense(3)(x)\nz = Lambda(lambda t: t * K.exp(x))(mean)\n", 8),
        ("z = Lambda(lambda t: x + t, output_shape=(4,))(mean)\n", 7),
        ("add = Lambda(lambda t: x + t)\nz = add(mean)\n", 7),
        ("z = Lambda(lambda t: x + sum(t))([mean, scale])\n", 7),
        ("z = Lambda(lambda t, n=2: x + t)(mean)\n", 7),
        ("z = Lambda(lambda t: K.map_fn(lambda s: s + x, t))(mean)\n", 7),
        ("def moved(t):\n    return t + x\n\n\nz = Lambda(moved)(mean)\n", 8),
        ("z = Lambda(function=lambda t: t * K.shape(scale)[0])(mean)\n", 7),
    ],
)
def test_reported(source: str, line: int) -> None:
    assert "did not train" in check_declined(HEAD + source, "TFM213", line).advice


ON_SELF = """class A:
    def build(self):
        self.x = Input((4,))
        self.dense = Dense(2)
        self.mean = self.dense(self.x)
        return Lambda(lambda t: {})(self.mean)
"""


def test_a_tensor_on_self_is_reported() -> None:
    assert "self.x" in check_declined(HEAD + ON_SELF.format("t * K.sum(self.x)"), "TFM213", 12).message


@pytest.mark.parametrize("read", ["t * 2", "self.dense(t)", "t * K.int_shape(self.x)[1]", "t * self.factor"])
def test_other_attributes_are_left_alone(read: str) -> None:
    check_untouched(HEAD + ON_SELF.format(read))


@pytest.mark.parametrize(
    "source",
    [
        "z = Lambda(lambda t: t * 2)(mean)\n",
        "z = Lambda(lambda x: x * 2)(mean)\n",
        "z = Lambda(lambda t: t * K.int_shape(scale)[1])(mean)\n",
        "z = Lambda(lambda t: t * scale.shape[1])(mean)\n",
        "z = Lambda(lambda t: K.mean(t))(scale)\n",
        "z = Lambda(lambda t: own(t, mean=3))(scale)\n",
        "shape = K.int_shape(scale)\nz = Lambda(lambda t: t * shape[1])(mean)\n",
        "def moved(scale):\n    return scale + 1\n\n\nz = Lambda(moved)(mean)\n",
        "def moved(t):\n    mean = t * 2\n    return mean\n\n\nz = Lambda(moved)(scale)\n",
        "size = 3\nz = Lambda(lambda t: t * size)(mean)\n",
        "z = list(map(lambda t: t * scale, [mean]))\n",
        "from other import moved\nz = Lambda(moved)(mean)\n",
    ],
)
def test_left_alone(source: str) -> None:
    result = check_sound(HEAD + source)
    assert "TFM213" not in {each.code for each in (*result.changes, *result.findings)}


LOSS = """
from tensorflow.keras.layers import Layer

class Loss(Layer):
    def penalty(self, t):
        return K.mean(t + {})

    def call(self, inputs):
        self.add_loss(self.penalty(inputs))
        return inputs

y = Loss()(x)
"""


@pytest.mark.parametrize("to", ["native", "compat"])
def test_a_layer_that_reads_a_tensor_from_around_its_class(to: str) -> None:
    head = HEAD.replace("from tensorflow.keras", "from compat.keras") if to == "compat" else HEAD
    loss = LOSS.replace("from tensorflow.keras", "from compat.keras") if to == "compat" else LOSS
    findings = check_sound(head + loss.format("scale"), to=to).findings
    assert [each.code for each in findings if each.code == "TFM213"] == ["TFM213"]


@pytest.mark.parametrize("read", ["t", "3.0", "self.scale", "K.int_shape(scale)[1]", "factor"])
def test_a_layer_of_ones_own_that_is_left_alone(read: str) -> None:
    result = check_sound(HEAD + "factor = 3.0\n" + LOSS.format(read))
    assert "TFM213" not in {each.code for each in result.findings}


KEPT = """
from tensorflow.keras.layers import Layer

class Unpool(Layer):
    def __init__(self, orig, size, **kwargs):
        self.orig = orig
        self.size = size
        super().__init__(**kwargs)

    def call(self, t):
        return {}

    def together(self, t):
        return t + self.orig

{}
"""


@pytest.mark.parametrize("read", ["t + self.orig", "self.together(t)", "K.concatenate([t, K.exp(self.orig)])"])
@pytest.mark.parametrize("made", ["y = Unpool(scale, 3)(mean)", "y = Unpool(size=3, orig=K.exp(x))(mean)"])
def test_a_layer_that_keeps_a_tensor_that_it_is_given(read: str, made: str) -> None:
    findings = check_sound(HEAD + KEPT.format(read, made)).findings
    assert ["self.orig" in each.message for each in findings if each.code == "TFM213"] == [True]


@pytest.mark.parametrize(
    ("read", "made"),
    [
        ("t * self.size", "y = Unpool(scale, 3)(mean)"),
        ("t * K.int_shape(self.orig)[1]", "y = Unpool(scale, 3)(mean)"),
        ("t * self.orig.shape[1]", "y = Unpool(scale, 3)(mean)"),
        ("t + self.orig", "y = Unpool(2.0, 3)(mean)"),
        ("t + self.orig", "y = Unpool(K.constant([1.0]), 3)(mean)"),
        ("t + self.orig", "y = Unpool(orig=1.0, size=scale)(mean)"),
        ("{k: t[k] for k in t if k in self.orig}", "y = Unpool({'a': scale}, 3)(mean)"),
        ("[t[k] for k in self.orig.keys()]", "y = Unpool({'a': scale}, 3)(mean)"),
    ],
)
def test_a_layer_that_keeps_something_else(read: str, made: str) -> None:
    result = check_sound(HEAD + KEPT.format(read, made))
    assert "TFM213" not in {each.code for each in result.findings}


def test_the_keys_of_a_dictionary_are_no_tensors() -> None:
    source = """
    import tensorflow as tf

    class Picking(tf.keras.Model):
        def __init__(self, model, names):
            super().__init__()
            self.model = model
            self.inputs = {name: tf.keras.Input((3,), name=name) for name in names}

        def call(self, x):
            return self.model({key: x[key] for key in x if key in self.inputs})
    """
    assert "TFM213" not in {each.code for each in check_sound(source).findings}


def test_keras_2_is_left_alone() -> None:
    check_untouched(HEAD.replace("from tensorflow.keras", "from tf_keras") + "z = Lambda(lambda t: t + mean)(mean)\n")


@pytest.mark.parametrize("merging", ["concatenate([c, d], axis=-1)", "add([c, d])", "keras.layers.multiply([c, d])"])
def test_behind_a_function_among_the_layers(merging: str) -> None:
    before = f"""
import keras
from keras.layers import Dense, Input, Lambda, add, concatenate
from keras import ops
c = Input((4,))
d = Dense(4)(c)
e = {merging}
f = Dense(2)(e)
g = Lambda(lambda x: ops.add(1.0, f))(f)
"""
    check_upgraded(before, before.replace("1.0, f", "1.0, x"))
