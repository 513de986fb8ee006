"""`metrics=["accuracy"]` is chosen by the loss, and rounds a single output; the numbers are those of Keras 2.3.1."""

import numpy as np
import pytest

from compat import keras, tensorflow

ROWS = np.arange(12, dtype="float32").reshape(6, 2) / 4
GRADES = np.array([0, 1, 2, 3, 4, 6])


def compiled(units, loss, metrics, activation=None, keras=keras):
    layer = keras.layers.Dense(units, activation=activation, kernel_initializer="ones", input_shape=(2,))
    model = keras.models.Sequential([layer])
    model.compile(optimizer="sgd", loss=loss, metrics=metrics)
    return model


@pytest.mark.parametrize("targets", [GRADES, GRADES[:, None]])
@pytest.mark.parametrize("loss", ["mse", "mae", "hinge"])
def test_one_output_is_rounded(targets, loss):
    """The outputs are 0.25, 1.25, ..., 5.25."""
    model = compiled(1, loss, ["accuracy"])
    assert model.evaluate(ROWS, targets, verbose=0)[1] == pytest.approx(5 / 6)


@pytest.mark.parametrize("metrics", [["accuracy"], ["acc"]])
@pytest.mark.parametrize("loss", ["binary_crossentropy", keras.losses.binary_crossentropy])
def test_several_outputs_beside_binary_crossentropy(metrics, loss):
    targets = np.eye(3)[[0, 1, 2, 0, 1, 2]]
    model = compiled(3, loss, metrics, "sigmoid")
    assert model.evaluate(ROWS, targets, verbose=0)[1] == pytest.approx(1 / 3)
    assert metrics[0] in model.fit(ROWS, targets, verbose=0).history


def test_several_outputs_beside_other_losses():
    targets = np.eye(3)[[0, 0, 0, 0, 1, 2]]
    model = compiled(3, "categorical_crossentropy", ["accuracy"], "softmax")
    assert model.evaluate(ROWS, targets, verbose=0)[1] == pytest.approx(4 / 6)
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
    assert model.evaluate(ROWS, np.argmax(targets, axis=1), verbose=0)[1] == pytest.approx(4 / 6)


@pytest.mark.parametrize("metrics", [["accuracy"], {"a": "accuracy", "b": ["accuracy"]}])
@pytest.mark.parametrize("loss", [["binary_crossentropy", "mse"], {"a": "binary_crossentropy", "b": "mse"}])
def test_each_output_by_its_own_loss(metrics, loss):
    inputs = keras.layers.Input((2,))
    a = keras.layers.Dense(3, activation="sigmoid", kernel_initializer="ones", name="a")(inputs)
    b = keras.layers.Dense(1, kernel_initializer="ones", name="b")(inputs)
    model = keras.models.Model(inputs, [a, b])
    model.compile(optimizer="sgd", loss=loss, metrics=metrics)
    values = model.evaluate(ROWS, [np.eye(3)[[0, 1, 2, 0, 1, 2]], GRADES], verbose=0)
    found = dict(zip(model.metrics_names, values))
    assert (found["a_accuracy"], found["b_accuracy"]) == (pytest.approx(1 / 3), pytest.approx(5 / 6))


@pytest.mark.parametrize("name", ["model.h5", "model.keras"])
def test_saved_models(tmp_path, name):
    model = compiled(1, "mse", ["accuracy"])
    model.evaluate(ROWS, GRADES, verbose=0)
    model.save(str(tmp_path / name))
    again = keras.models.load_model(str(tmp_path / name))
    assert again.evaluate(ROWS, GRADES, verbose=0)[1] == pytest.approx(5 / 6)


def test_tf_keras_asks_whether_an_output_is_above_a_half():
    model = compiled(1, "mse", ["accuracy"], keras=tensorflow.keras)
    assert model.evaluate(ROWS, GRADES, verbose=0)[1] == pytest.approx(2 / 6)
