"""Targets by name and of one dimension, names of losses, and copies of compiled models; numbers of Keras 2.3.1."""

import numpy as np
import pytest

from compat import keras

X = np.array([[0.5, 0.7, 0.6], [0.5, 0.4, 0.6]], dtype="float32")
Y = np.array([0.4, 0.1], dtype="float32")


def made(units=1):
    dense = keras.layers.Dense(units, activation="sigmoid", kernel_initializer="ones", input_shape=(3,), name="out")
    return keras.models.Sequential([dense])


def own(y_true, y_pred):
    return keras.backend.mean(keras.backend.square(y_true - y_pred), axis=-1)


@pytest.mark.parametrize("loss", ["mse", {"out": "mse"}, {"out": own}])
@pytest.mark.parametrize("targets", [Y, {"out": Y}])
def test_one_output_by_name(loss, targets):
    model = made()
    model.compile("sgd", loss)
    assert model.evaluate(X, targets, verbose=0) == pytest.approx(0.3624067, rel=1e-6)
    assert model.test_on_batch(X, targets) == pytest.approx(0.3624067, rel=1e-6)


@pytest.mark.parametrize("inputs", [{"out_input": X}, {"out_input": X, "other": Y}])
def test_inputs_of_a_sequential_by_name(inputs):
    model = made()
    model.compile("sgd", "mse")
    assert model.evaluate(inputs, Y, verbose=0) == pytest.approx(0.3624067, rel=1e-6)
    np.testing.assert_allclose(model.predict(inputs), model.predict(X))
    np.testing.assert_allclose(model.predict_on_batch(inputs), model.predict(X))


class Summed(keras.layers.Layer):
    def call(self, inputs):
        return inputs["a"] + inputs["b"]


def test_a_first_layer_that_takes_a_dictionary_gets_it():
    model = keras.models.Sequential([Summed(), keras.layers.Dense(1, kernel_initializer="ones")])
    np.testing.assert_allclose(model.predict({"a": X, "b": X}), 2 * X.sum(axis=1, keepdims=True), rtol=1e-6)


def test_an_input_of_another_name():
    with pytest.raises(ValueError, match='No data provided for "out_input"'):
        made().predict({"other": X, "another": X})


@pytest.mark.parametrize("names", ["ab", "a"])
def test_targets_that_no_output_has_are_passed_over(names):
    x = keras.layers.Input((3,))
    model = keras.models.Model(x, [keras.layers.Dense(1, kernel_initializer="ones", name=each)(x) for each in names])
    model.compile("sgd", "mse")
    targets = dict.fromkeys(names, Y)
    expected = model.evaluate(X, targets, verbose=0)
    assert model.evaluate(X, {"other": Y, **targets}, verbose=0) == pytest.approx(expected)
    assert model.test_on_batch(X, {**targets, "other": Y}) == pytest.approx(expected)


def test_weights_by_name_of_several_outputs():
    x = keras.layers.Input((3,))
    ends = [keras.layers.Dense(1, kernel_initializer="ones", name=name)(x) for name in "ab"]
    model = keras.models.Model(x, ends)
    model.compile("sgd", {"a": "mse", "b": "mae"}, loss_weights={"a": 1.0, "b": 0.5})
    targets = {"a": Y, "b": Y}
    weights = {"a": np.array([1.0, 0.5]), "b": np.array([0.0, 1.0])}
    history = model.fit(X, targets, sample_weight=weights, verbose=0, shuffle=False)
    assert history.history["loss"][0] == pytest.approx(1.8200002, rel=1e-6)
    assert model.evaluate(X, targets, sample_weight=weights, verbose=0)[0] == pytest.approx(1.7333028, rel=1e-6)


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("binary_crossentropy", 1.3921955),
        ("hinge", 0.7874915),
        ("squared_hinge", 0.63723874),
        ("poisson", 0.87852782),
        ("kullback_leibler_divergence", -0.25772122),
        ("logcosh", 0.16973044),
        ("cosine_proximity", 1.0),
    ],
)
def test_metrics_of_labels_of_one_dimension(metric, value):
    model = made()
    model.compile("sgd", "mse", metrics=[metric])
    assert model.evaluate(X, Y, verbose=0)[1] == pytest.approx(value, rel=1e-5)
    assert model.metrics_names[1] == metric


@pytest.mark.parametrize(
    ("loss", "value"),
    [("kullback_leibler_divergence", -0.25772122), ("logcosh", 0.16973044), ("cosine_proximity", -1.0)],
)
def test_names_of_losses(loss, value):
    model = made()
    model.compile("sgd", loss)
    assert model.evaluate(X, Y, verbose=0) == pytest.approx(value, rel=1e-5)


def test_copies_of_a_compiled_model_are_not_compiled():
    model = made()
    model.compile("sgd", own)
    for copy in (keras.models.clone_model(model), keras.models.model_from_json(model.to_json())):
        copy.set_weights(model.get_weights())
        np.testing.assert_allclose(copy.predict(X), model.predict(X), rtol=1e-6)
        with pytest.raises(RuntimeError, match="compile"):
            copy.evaluate(X, Y)
    assert model.evaluate(X, Y, verbose=0) > 0
