"""A rate that is assigned between two batches: Keras 2.2 trained on with the first one, Keras 3 takes the new one."""

from __future__ import annotations

import pytest

numpy = pytest.importorskip("numpy")
keras = pytest.importorskip("keras")
VERSION = tuple(int(part) for part in keras.__version__.split(".")[:2])


def _steps() -> list:
    """How far each of two batches moves the weight, as parts of its gradient."""
    model = keras.models.Sequential(
        [keras.layers.Dense(1, input_shape=(1,), kernel_initializer="zeros", use_bias=False)]
    )
    is_modern = VERSION >= (3, 0)
    name = "learning_rate" if is_modern else "lr"
    optimizer = keras.optimizers.SGD(**{name: 0.1})
    model.compile(optimizer, "mse")
    found = []
    for rate in (0.01, 0.001):
        before = float(model.get_weights()[0][0, 0])
        model.train_on_batch(numpy.ones((1, 1)), numpy.ones((1, 1)))
        found.append((float(model.get_weights()[0][0, 0]) - before) / (2 * (1 - before)))
        setattr(optimizer, name, rate)
    return found


@pytest.mark.skipif((2, 3) <= VERSION < (3, 0), reason="tf.keras obeys, and Keras 2.3 raises AttributeError")
def test_a_rate_that_is_assigned() -> None:
    second = 0.01 if VERSION >= (3, 0) else 0.1
    assert _steps() == pytest.approx([0.1, second], rel=1e-4)
