"""What TFM327 says: a `tf.Module` has no variables of the layers of Keras 3 that it keeps."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")
IS_MODERN = tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 16)
pytestmark = pytest.mark.skipif(not IS_MODERN, reason="layers of Keras 2 are modules")

X = np.ones((2, 3), "float32")


def module(kept):
    made = tf.Module()
    made.kept = kept
    return made


def dense():
    layer = tf.keras.layers.Dense(1, kernel_initializer="ones")
    layer.build((None, 3))
    return layer


@pytest.mark.parametrize(
    "make",
    [
        dense,
        lambda: [dense()],
        lambda: tf.keras.Sequential([tf.keras.Input((3,)), dense()]),
        lambda: module(dense()),
    ],
)
def test_variables_of_layers_are_not_seen(make):
    made = module(make())
    assert made.trainable_variables == ()
    assert made.variables == ()


def test_checkpoints_have_the_layers(tmp_path):
    first, second = module(dense()), module(dense())
    first.kept.kernel.assign(3 * X[0][:, None])
    path = tf.train.Checkpoint(net=first).save(str(tmp_path / "checkpoint"))
    tf.train.Checkpoint(net=second).restore(path).assert_consumed()
    np.testing.assert_array_equal(second.kept.kernel, first.kept.kernel)


@pytest.mark.parametrize("is_module", [False, True])
def test_the_advice_trains(is_module):
    class Net(tf.Module if is_module else tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

        def __call__(self, x):
            return self.dense(x)

    net, optimizer, losses = Net(), tf.keras.optimizers.SGD(0.1), []
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(net(X) ** 2)
        trained = (net.dense if is_module else net).trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, trained), trained))
        losses.append(float(loss))
    np.testing.assert_allclose(losses, [9.0, 0.36], rtol=1e-6)
