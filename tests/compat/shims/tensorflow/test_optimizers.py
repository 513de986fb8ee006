"""The optimizers of `tf.keras` leave the rows of an embedding alone that a batch does not have."""

import numpy as np
import pytest

from compat import tensorflow as tf
from tests.quick import first

keras = tf.keras


def steps(optimizer, rows):
    model = keras.models.Sequential([keras.layers.Embedding(4, 1, input_length=1), keras.layers.Flatten()])
    model.build((None, 1))
    model.set_weights([np.ones((4, 1))])
    model.compile(optimizer, "mse")
    for row in rows:
        model.train_on_batch(np.array([[row]]), np.zeros((1, 1)))
    return model.get_weights()[0].ravel()


@pytest.mark.parametrize(
    "optimizer",
    first(
        2,
        [
            lambda: keras.optimizers.SGD(0.1, momentum=0.9),
            lambda: keras.optimizers.Adadelta(0.5),
            lambda: keras.optimizers.Adamax(0.1),
            lambda: keras.optimizers.Nadam(0.1),
            lambda: keras.optimizers.RMSprop(0.1, momentum=0.9),
            lambda: keras.optimizers.Ftrl(0.1),
        ],
    ),
)
def test_rows_without_a_gradient(optimizer):
    first = steps(optimizer(), [1])
    assert first[1] != 1.0
    np.testing.assert_array_equal(first[[0, 2, 3]], 1.0)
    assert steps(optimizer(), [1, 2])[1] == first[1]


def test_adam_moves_all_rows():
    optimizer = keras.optimizers.Adam(0.1)
    assert steps(optimizer, [1, 2])[1] < steps(keras.optimizers.Adam(0.1), [1])[1]


def test_epsilon_of_a_centered_rmsprop():
    moved = 1 - steps(keras.optimizers.RMSprop(0.1, rho=0.5, centered=True, epsilon=0.5), [1])[1]
    # the gradient is 2: a mean square of 2 and a mean of 1
    assert moved == pytest.approx(0.1 * 2 / (np.sqrt(2 - 1) + 0.5))


def test_clipping_twice():
    moved = 1 - steps(keras.optimizers.SGD(1.0, clipnorm=1.0, clipvalue=0.25), [1])[1]
    assert moved == pytest.approx(0.25)


@pytest.mark.parametrize("decay", [0.0, 0.5])
def test_the_rate_of_the_step_as_a_metric(decay):
    """TensorFlow 2.3.4 shows 0.0666667 and 0.05 with the decay: one step an epoch, and the rate after it."""
    optimizer = keras.optimizers.Adam(learning_rate=0.1, decay=decay)

    def lr(y_true, y_pred):
        return optimizer._decayed_lr(tf.float32)

    model = keras.Sequential([keras.layers.Dense(1, input_shape=(3,))])
    model.compile(optimizer, "mse", metrics=[lr])
    history = model.fit(np.ones((8, 3)), np.ones(8), epochs=2, verbose=0).history["lr"]
    assert history == pytest.approx([0.1 / 1.5, 0.1 / 2] if decay else [0.1, 0.1])
    schedule = keras.optimizers.schedules.ExponentialDecay(0.1, decay_steps=1, decay_rate=0.5)
    assert float(keras.optimizers.SGD(schedule)._decayed_lr("float32")) == pytest.approx(0.1)
