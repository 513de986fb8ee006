"""Losses over time steps are means over all steps, masked or not, as in Keras 2.3."""

import numpy as np
import pytest

from compat import keras

X = np.array([[1, 2, 3, 4], [2, 1, 0, 0], [3, 0, 0, 0]])
Y = np.ones((3, 4, 1), "float32")
SQUARES = np.where(X == 0, 0.0, (X - 1.0) ** 2)


def model_of(loss="mse", outputs=1):
    inputs = keras.layers.Input((4,))
    steps = keras.layers.Embedding(5, 1, mask_zero=True, name="steps")(inputs)
    made = [keras.layers.TimeDistributed(keras.layers.Dense(1, use_bias=False))(steps) for _ in range(outputs)]
    model = keras.models.Model(inputs, made if outputs > 1 else made[0])
    model.set_weights([np.arange(5.0).reshape(5, 1), *[np.ones((1, 1))] * outputs])
    model.compile(keras.optimizers.SGD(0.0), loss, metrics=["mae"] if outputs == 1 else None)
    return model


def test_the_mean_counts_masked_steps():
    loss, mae = model_of().train_on_batch(X, Y)
    assert loss == pytest.approx(SQUARES.mean())
    assert mae == pytest.approx(np.abs(X - 1)[X > 0].mean())  # metrics never counted them


def test_weights_of_rows_and_of_steps():
    rows = np.array([1.0, 0.0, 2.0])
    model = model_of()
    assert model.train_on_batch(X, Y, sample_weight=rows)[0] == pytest.approx((SQUARES * rows[:, None]).mean())
    steps = np.arange(12.0).reshape(3, 4)
    assert model.train_on_batch(X, Y, sample_weight=steps)[0] == pytest.approx((SQUARES * steps).mean())


def test_several_outputs():
    losses = model_of(outputs=2).train_on_batch(X, [Y, Y + 1])
    shifted = np.where(X == 0, 0.0, (X - 2.0) ** 2)
    assert losses[0] == pytest.approx(SQUARES.mean() + shifted.mean())


def test_evaluate_and_fit():
    model = model_of()
    assert model.evaluate(X, Y, verbose=0)[0] == pytest.approx(SQUARES.mean())
    assert model.fit(X, Y, verbose=0).history["loss"] == [pytest.approx(SQUARES.mean())]


def test_without_a_mask():
    model = keras.models.Sequential([keras.layers.Dense(1, use_bias=False, input_shape=(2,))])
    model.compile("sgd", "mse")
    model.set_weights([np.ones((2, 1))])
    weights = np.array([1.0, 3.0])
    loss = model.train_on_batch(np.array([[1.0, 2.0], [0.0, 1.0]]), np.zeros((2, 1)), sample_weight=weights)
    assert loss == pytest.approx((9 * 1 + 1 * 3) / 2)


def test_a_mask_of_more_steps_than_there_are():
    """Keras 3 hands masks on through pooling; they say nothing of fewer steps."""
    model = keras.models.Sequential([keras.layers.Masking(input_shape=(4, 1)), keras.layers.MaxPooling1D(2)])
    model.compile("sgd", "mse")
    steps = np.array([[[1.0], [2.0], [0.0], [0.0]]])
    assert model.evaluate(steps, np.zeros((1, 2, 1)), verbose=0) == pytest.approx(2.0)
