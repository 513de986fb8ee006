"""Positional arguments mean what they meant: the numbers are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest
from compat.keras.layers import Dense
from compat.keras.models import Sequential

X = np.random.RandomState(0).rand(24, 3).astype("float32")
Y = X.sum(1, keepdims=True) * 0.5


def compiled():
    model = Sequential([Dense(1, kernel_initializer="ones", input_shape=(3,))])
    model.compile("sgd", "mse", ["mae"], [0.5])
    return model


def batches():
    while True:
        for start in range(0, 24, 6):
            yield X[start : start + 6], Y[start : start + 6]


def test_arrays():
    model = compiled()
    weights = np.arange(24.0)
    history = model.fit(X, Y, 6, 2, 0, [], 0.0, (X, Y), False, None, None, 1, None, None, 1).history
    np.testing.assert_allclose([*history["loss"], *history["val_loss"]], [0.29377, 0.26881], atol=2e-5)
    np.testing.assert_allclose(model.evaluate(X, Y, 6, 0, weights, None), [2.53275, 0.69497], atol=2e-5)
    np.testing.assert_allclose(model.predict(X, 6, 0, None)[:2, 0], [1.80769, 1.5593], atol=2e-5)
    np.testing.assert_allclose(model.train_on_batch(X, Y, weights), [2.53275, 0.69497], atol=2e-5)


def test_generator_methods_of_keras_2_2_and_2_3():
    model = compiled()
    expected = model.evaluate(X, Y, verbose=0)
    for rest in ((), (5,), (5, 1, False, 0), (None,), ([], 5, 1, False, 0)):
        np.testing.assert_allclose(model.evaluate_generator(batches(), 4, *rest), expected, rtol=1e-5)
        assert len(model.predict_generator(batches(), 4, *rest)) == 24
    of_2_2 = compiled().fit_generator(batches(), 4, 2, 0, [], (X, Y), None, None, 5, 1, False, False, 1)
    of_2_3 = compiled().fit_generator(batches(), 4, 2, 0, [], (X, Y), None, 1, None, 5, 1, False, False, 1)
    assert len(of_2_2.history["loss"]) == 1
    np.testing.assert_allclose(of_2_2.history["loss"], of_2_3.history["loss"])


def test_an_argument_too_many():
    model = compiled()
    with pytest.raises(TypeError, match="at most"):
        model.predict(X, 6, 0, None, None, 10, 1, False, 3)
    with pytest.raises(TypeError, match="multiple values"):
        model.predict(X, 6, batch_size=6)
