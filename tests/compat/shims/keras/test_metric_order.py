"""Names and values of metrics come in the order of Keras 2.3.1, from `compile` on."""

import numpy as np
import pytest

from compat import keras
from tests.quick import first

X, Y = np.random.RandomState(0).rand(2, 4, 3).astype("float32")
TARGETS = [Y[:, :1], Y[:, :1]]


def own(y_true, y_pred):
    return abs(y_true - y_pred)


def with_two_outputs():
    inputs = keras.layers.Input((3,))
    first = keras.layers.Dense(1, name="b", kernel_initializer="ones")(inputs)
    second = keras.layers.Dense(1, name="a", kernel_initializer="zeros")(inputs)
    return keras.models.Model(inputs, [first, second])


@pytest.mark.parametrize(
    ("metrics", "names"),
    first(
        2,
        [
            (None, ""),
            (["mae"], "b_mae a_mae"),
            ({"a": "mae"}, "a_mae"),
            ({"a": ["mse", own], "b": "mae"}, "b_mae a_mse a_own"),
            ([["mae"], ["accuracy"]], "b_mae a_accuracy"),
        ],
    ),
)
def test_several_outputs(metrics, names):
    model = with_two_outputs()
    model.compile("sgd", "mse", metrics=metrics)
    expected = ["loss", "b_loss", "a_loss", *names.split()]
    assert model.metrics_names == expected
    given = dict(zip(expected, model.evaluate(X, TARGETS, verbose=0)))
    assert model.metrics_names == expected
    first, second = (abs(outputs - Y[:, :1]) for outputs in model.predict(X))
    measured = {
        "loss": np.mean(first**2) + np.mean(second**2),
        "b_loss": np.mean(first**2),
        "a_loss": np.mean(second**2),
        "b_mae": np.mean(first),
        "a_mae": np.mean(second),
        "a_mse": np.mean(second**2),
        "a_own": np.mean(second),
        "a_accuracy": 0.0,
    }
    assert given == pytest.approx({name: measured[name] for name in expected}, rel=1e-5)
    assert dict(zip(expected, model.test_on_batch(X, TARGETS))) == pytest.approx(given, rel=1e-5)
    assert dict(zip(expected, model.train_on_batch(X, TARGETS))) == pytest.approx(given, rel=1e-5)


def test_one_output():
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(3,))])
    model.compile("sgd", "mse", metrics=["acc", own])
    assert model.metrics_names == ["loss", "acc", "own"]
    assert len(model.train_on_batch(X, TARGETS[0])) == len(model.metrics_names)
    model.compile("sgd", "mse")
    assert model.metrics_names == ["loss"]
    assert np.ndim(model.evaluate(X, TARGETS[0], verbose=0)) == 0


def test_the_first_batch_still_shows_which_accuracy_is_meant():
    model = keras.models.Sequential([keras.layers.Dense(3, input_shape=(3,), activation="softmax")])
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
    assert model.metrics_names == ["loss", "accuracy"]
    labels = model.predict(X).argmax(axis=-1)[:, None]
    assert model.evaluate(X, labels, verbose=0)[1] == 1.0
