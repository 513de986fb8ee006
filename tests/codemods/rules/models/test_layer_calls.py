from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

BLOCK = """import tensorflow as tf
from blocks import Stem, scaled


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)
        self.norm = tf.keras.layers.BatchNormalization()
        self.stem = Stem()
        self.stems = [Stem() for _ in range(3)]

    def call(self, inputs, other=None, training=None, rate=0.5):
        {body}

    def own(self, inputs, training):
        return inputs


block = Block()
"""


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("use", "written"),
    [
        ("return self.norm(inputs, training)", "return self.norm(inputs, training=training)"),
        ("return self.norm(inputs, True, **self.on)", "return self.norm(inputs, training=True, **self.on)"),
        ("return self.norm(self.dense(inputs), True)", "return self.norm(self.dense(inputs), training=True)"),
        ("return Block()(inputs, inputs, training)", "return Block()(inputs, inputs, training=training)"),
        ("return Block()(inputs, inputs, self.on)", "return Block()(inputs, inputs, training=self.on)"),
        (
            "return Block()(inputs, other, training, self.rate)",
            "return Block()(inputs, other, training=training, rate=self.rate)",
        ),
    ],
)
def test_flags_in_a_layer(use: str, written: str, to: str) -> None:
    check_upgraded(BLOCK.format(body=use), BLOCK.format(body=written), to=to)


def test_flag_of_a_layer_of_keras() -> None:
    source = "import tensorflow as tf\ny = tf.keras.layers.Dropout(0.5)(x, {})\n"
    check_upgraded(source.format("1"), source.format("training=1"))


def test_states_of_a_layer_of_keras() -> None:
    check_untouched("import tensorflow as tf\ny = tf.keras.layers.LSTM(3)(x, states)\n")


def test_flag_of_a_model() -> None:
    source = "import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(3)])\ny = model(x, {})\n"
    check_upgraded(source.format("False"), source.format("training=False"))


def test_place_of_an_own_parameter() -> None:
    source = """import tensorflow as tf
class Scale(tf.keras.layers.Layer):
    def call(self, inputs, by):
        return inputs * by
y = Scale()(x, {})
"""
    check_upgraded(source.format("2"), source.format("by=2"))


COUNTED = """import tensorflow as tf
class Scale(tf.keras.layers.Layer):
    def call(self, inputs, by):
        return inputs * by
scale = Scale()
for {}:
    x = scale(x, {})
"""


@pytest.mark.parametrize("loop", ["i in range(3)", "i, y in enumerate(values)"])
def test_numbers_of_a_loop(loop: str) -> None:
    check_upgraded(COUNTED.format(loop, "i"), COUNTED.format(loop, "by=i"))


@pytest.mark.parametrize("loop", ["i in values", "y, i in enumerate(values)", "i in tf.range(3)", "i, y in zip(a, b)"])
def test_tensors_of_a_loop(loop: str) -> None:
    check_untouched(COUNTED.format(loop, "i"))


HELD = """import tensorflow as tf
class Noise(tf.keras.Model):
    {extra}
    def call(self, images, times, low, high):
        return images
class Agent:
    def __init__(self):
        self.noise = Noise()
        self.times = 3
        self.low = {low}
    def act(self, images, other):
        return self.noise({given})
def act(noise, images, times):
    return noise(images, times, 0.0, 1.0)
n = 4
act(Noise(), x, n)
"""
OF_FUNCTION = ("noise(images, times, 0.0, 1.0)", "noise(images, times=times, low=0.0, high=1.0)")


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("images, self.times, self.low, 1.0", "images, times=self.times, low=self.low, high=1.0"),
        ("images, other, self.low, 1.0", "images, other, low=self.low, high=1.0"),
        ("images, images.shape[0], 0.0, other", "images, times=images.shape[0], low=0.0, high=other"),
        ("images.shape[0], other, 0.0, 1.0", "images=images.shape[0], times=other, low=0.0, high=1.0"),
        ("len(images), other, other, other", "images=len(images), times=other, low=other, high=other"),
    ],
)
def test_numbers_that_something_holds(given: str, written: str) -> None:
    source = HELD.format(given=given, low="0.5", extra="rate = 1")
    after = HELD.format(given=written, low="0.5", extra="rate = 1")
    check_upgraded(source, after.replace(*OF_FUNCTION))


@pytest.mark.parametrize(
    ("given", "low", "extra"),
    [
        ("images, other, self.low, self.low", "tf.constant(0.5)", "rate = 1"),
        ("images, other, self.low, self.low", "made() if on else 0.5", "rate = 1"),
        ("images, other, self.high, self.high", "0.5", "rate = 1"),
        ("images.shape[0], other, other, other", "0.5", "def build(self, shape): pass"),
        ("images.shape, other, other, other", "0.5", "rate = 1"),
    ],
)
def test_what_may_be_tensors_left_alone(given: str, low: str, extra: str) -> None:
    source = HELD.format(given=given, low=low, extra=extra)
    check_upgraded(source, source.replace(*OF_FUNCTION))


OWN_CALL = """import tensorflow as tf


class Base(tf.keras.layers.Layer):
    {}
    def call(self, inputs, training=None, mask=None):
        return inputs


class Own(Base):
    def __call__(self, inputs, training=None, mask=None, **kwargs):
        return {}
"""


@pytest.mark.parametrize(
    ("use", "written"),
    [
        ("super().__call__(inputs, training, **kwargs)", "super().__call__(inputs, training=training, **kwargs)"),
        ("super(Own, self).__call__(inputs, training)", "super(Own, self).__call__(inputs, training=training)"),
        ("super().__call__(inputs, training, mask)", "super().__call__(inputs, training=training, mask=mask)"),
    ],
)
def test_own_call(use: str, written: str) -> None:
    check_upgraded(OWN_CALL.format("", use), OWN_CALL.format("", written))


@pytest.mark.parametrize(
    ("base", "use"),
    [
        ("", "super().__call__(inputs, **kwargs)"),
        ("", "super().__call__(inputs, training=training)"),
        ("", "super().call(inputs, training)"),
        ("def __call__(self, inputs, flag):\n        return inputs\n", "super().__call__(inputs, training)"),
    ],
)
def test_own_call_left_alone(base: str, use: str) -> None:
    check_untouched(OWN_CALL.format(base, use))


def test_own_call_of_an_unknown_base() -> None:
    source = OWN_CALL.format("", "super().__call__(inputs, training)").replace(
        "Own(Base)", "Own(object if on else Base)"
    )
    check_untouched(source)
    check_declined(source + "\n    def call(self, inputs, training=None):\n        return inputs\n", "TFM220", 12)


def test_masks_of_an_own_layer() -> None:
    """Keras 3 fills in the mask where it is None."""
    source = """import tensorflow as tf
class Own(tf.keras.layers.Layer):
    def call(self, inputs, mask=None):
        return inputs
y = Own()(x, {})
"""
    check_upgraded(source.format("None"), source.format("mask=None"))
    check_upgraded(source.format("mask"), source.format("mask=mask"))
    check_untouched(source.format("mask").replace("mask=None", "scale=None"))


def test_masks_in_code_of_keras_3() -> None:
    """What runs on Keras 3 passes no None there, but for one that is written out."""
    source = """import keras
from keras import ops
class Own(keras.layers.Layer):
    def call(self, inputs, mask=None):
        return ops.abs(inputs)
y = Own()(x, {})
"""
    check_untouched(source.format("mask"))
    check_upgraded(source.format("None"), source.format("mask=None"))


def test_masks_that_are_inputs_left_alone() -> None:
    check_untouched("""import tensorflow as tf
class Own(tf.keras.layers.Layer):
    def call(self, inputs, mask=None):
        return inputs
x = tf.keras.Input((8,))
segments = tf.keras.Input((8,))
y = Own()(x, segments)
""")


@pytest.mark.parametrize(
    "use",
    [
        "return self.stem(inputs, training)",
        "return self.stems[0](inputs, training)",
        "for stem in self.stems: inputs = stem(inputs, training)",
    ],
)
def test_layer_from_another_module(use: str) -> None:
    finding = check_declined(BLOCK.format(body=use), "TFM220", 14)
    assert "training=training" in finding.advice


@pytest.mark.parametrize(
    "use",
    [
        "return self.norm(inputs, training=training)",
        "return self.norm(inputs)",
        "return Block()(inputs, inputs)",
        "return Block()(inputs, None)",
        "return self.own(inputs, training)",
        "return scaled(inputs, training)",
        "return self.stem(inputs, other)",
        "return self.norm(*inputs)",
        "return self.norm.call(inputs, training)",
        "return tf.concat([inputs, other], 1)",
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(BLOCK.format(body=use))


def test_methods_of_a_base_class_left_alone() -> None:
    check_untouched("""import tensorflow as tf
class Block(tf.keras.layers.Layer):
    def residual(self, inputs, training):
        return inputs
class Wide(Block):
    def call(self, inputs, training=None):
        return self.residual(self.mask_for_cell(inputs, training), training)
""")


def test_layer_that_a_base_class_of_the_file_sets() -> None:
    source = """import tensorflow as tf
from blocks import Stem
class Block(tf.keras.layers.Layer):
    def build(self, shape):
        self.stem = Stem()
class Wide(Block):
    def call(self, inputs, training=None):
        return self.stem(inputs, training)
"""
    check_declined(source, "TFM220", 8)


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\nclass Own(tf.Module):\n    def __call__(self, x, training):\n        return x\nOwn()(x, True)\n",
        "import tensorflow as tf\ndef model(x, training):\n    return x\nmodel(x, True)\n",
        "import sonnet as snt\nimport tensorflow as tf\nnorm = snt.BatchNorm(True, True)\nnorm(x, True)\n",
        "import torch\nmodel(x, True)\n",
        "import tf_keras as keras\nkeras.layers.Dropout(0.5)(x, True)\n",
    ],
)
def test_other_calls(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize("use", ["block(x, False, *masks)", "self.norm(x, training, *masks)"])
def test_a_flag_beside_what_is_unpacked(use: str) -> None:
    inside = use.startswith("self")
    source = BLOCK.format(body=f"return {use}" if inside else "pass") + ("" if inside else f"y = {use}\n")
    finding = check_declined(source, "TFM220", 14 if inside else 21)
    assert "by position" in finding.message


@pytest.mark.parametrize("use", ["block(x, *masks)", "block(*masks)", "block(x, y, *masks)", "other(x, False, *masks)"])
def test_tensors_beside_what_is_unpacked(use: str) -> None:
    check_untouched(BLOCK.format(body="pass") + f"z = {use}\n")
