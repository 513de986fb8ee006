"""The `training` of an own BatchNormalization."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

CLASS = """import tensorflow as tf

class Norm(tf.keras.layers.BatchNormalization):
    def call(self, x, training=False):
        if training is None:
            training = {}
        training = {}
        return super().call(x, training)
"""
LEGACY = CLASS.format("tf.constant(False)", "tf.logical_and(training, self.trainable)")
MODERN = CLASS.format("False", "training and self.trainable")


def after(code: str) -> str:
    result = upgrade(code.encode(), Settings(origin=parse_origin("tensorflow==2.3"), select=("TFM354",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


def test_rewritten() -> None:
    assert after(LEGACY) == MODERN
    assert after(MODERN) == MODERN
    swapped = LEGACY.replace("(training, self.trainable)", "(self.trainable, training)")
    assert after(swapped) == MODERN.replace("training and self.trainable", "self.trainable and training")


@pytest.mark.parametrize(
    "code",
    [
        LEGACY.replace("BatchNormalization", "Dense"),
        LEGACY.replace("tf.keras.layers.BatchNormalization", "object"),
        CLASS.format("False", "tf.logical_and(training, other)"),
        CLASS.format("False", "tf.logical_and(mask, self.trainable)"),
        CLASS.format("False", "tf.logical_or(training, self.trainable)"),
        CLASS.format("False", "training") + "        x = tf.constant(False)\n",
        "import tensorflow as tf\ntraining = tf.logical_and(training, trainable)\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert after(code) == code


STEPS = """
class Unit(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.conv = tf.keras.layers.Conv2D(3, 3, padding="same", kernel_initializer="ones", use_bias=False)
        self.norm = Norm()

    def call(self, x):
        return self.norm(self.conv(x))

inputs = tf.keras.Input((4, 4, 2))
model = tf.keras.Model(inputs, tf.keras.layers.Flatten()(Unit()(inputs)))
images = tf.reshape(tf.range(64.0) ** 0.5, (2, 4, 4, 2))
optimizer = tf.keras.optimizers.SGD(0.1)
losses = []
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(images, training=True) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    losses.append(float(loss))
"""


@pytest.mark.tensorflow
def test_losses_of_tensorflow_2_3() -> None:
    pytest.importorskip("tensorflow")
    found: dict[str, list[float]] = {}
    exec(compile(after(LEGACY + STEPS), "code", "exec"), found)
    assert found["losses"] == pytest.approx([1.999999, 1.742221, 1.517668], abs=1e-5)
    with pytest.raises(Exception, match="bool"):
        exec(compile(LEGACY + STEPS, "code", "exec"), {})
