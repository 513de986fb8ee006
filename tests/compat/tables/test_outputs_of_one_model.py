"""What TFM346 says: Keras 3 reports one loss for two outputs of a model within the trained one."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")
keras = tf.keras
RELEASE = tuple(int(part) for part in tf.__version__.split(".")[:2])
IS_MODERN = RELEASE >= (2, 16)
pytestmark = pytest.mark.skipif(RELEASE < (1, 15), reason="layers of TensorFlow 1.15 and later")


def model(around):
    x = keras.Input((2,))
    ends = [keras.layers.Dense(1, kernel_initializer=each)(x) for each in ("ones", "zeros")]
    inner = keras.Model(x, ends, name="inner")
    z = keras.Input((2,))
    made = keras.Model(z, around(inner(z)))
    made.compile(keras.optimizers.SGD(0.0), ["mse", "mse"])
    return made.train_on_batch(np.ones((4, 2)), [np.zeros((4, 1)), np.ones((4, 1))])


def test_both_are_the_last():
    losses = model(lambda ends: ends)
    assert losses == pytest.approx([5.0, 1.0, 1.0] if IS_MODERN else [5.0, 4.0, 1.0])


@pytest.mark.skipif(not IS_MODERN, reason="as it is mended")
def test_named_outputs():
    losses = model(lambda ends: [keras.layers.Identity(name=f"end_{i}")(end) for i, end in enumerate(ends)])
    assert losses == pytest.approx([5.0, 4.0, 1.0])
