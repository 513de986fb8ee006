"""Losses and their weights for several outputs, with the numbers of Keras 2.3.1."""

import numpy as np
import pytest

from compat import keras
from tests.quick import first

X = np.ones((2, 1), "float32")
Y = [np.zeros((2, 1), "float32"), np.full((2, 1), 3.0, "float32")]


def loss_of(**options):
    given = keras.layers.Input((1,))
    made = {"use_bias": False, "kernel_initializer": "ones"}
    outputs = [keras.layers.Dense(1, name=name, **made)(given) for name in ("a", "b")]
    model = keras.models.Model(given, outputs)
    model.compile(keras.optimizers.SGD(0.0), **options)
    return model.train_on_batch(X, Y)


@pytest.mark.parametrize(
    ("options", "loss"),
    [
        ({"loss": "mse"}, 5.0),
        ({"loss": "mse", "loss_weights": [1.0, 0.5]}, 3.0),
        ({"loss": "mse", "loss_weights": {"b": 0.5, "a": 1.0}}, 3.0),
        ({"loss": "mse", "loss_weights": {"b": 0.5}}, 3.0),
        ({"loss": {"a": "mse", "b": "mae"}, "loss_weights": {"b": 0.5}}, 2.0),
        ({"loss": {"a": "mse", "b": "mae"}, "loss_weights": [1.0, 0.5]}, 2.0),
        ({"loss": ["mse", "mae"], "loss_weights": [1.0, 0.5]}, 2.0),
    ],
)
def test_weighted(options, loss):
    assert loss_of(**options)[0] == pytest.approx(loss)


def test_states_of_a_model():
    given = keras.layers.Input(batch_shape=(1, 2, 1))
    model = keras.models.Model(given, keras.layers.LSTM(2, stateful=True)(given))
    x = np.ones((1, 2, 1), "float32")
    first = model.predict(x, batch_size=1)
    assert abs(first - model.predict(x, batch_size=1)).max() > 1e-4
    model.reset_states()
    np.testing.assert_allclose(first, model.predict(x, batch_size=1), rtol=1e-6)


def named(first, second):
    given = keras.layers.Input((1,))
    made = {"use_bias": False, "kernel_initializer": "ones"}
    outputs = [keras.layers.Dense(1, name=name, **made)(given) for name in (first, second)]
    return keras.models.Model(given, outputs)


@pytest.mark.parametrize(
    ("names", "targets"),
    first(
        2,
        [
            (("a", "b"), {"b": Y[1]}),
            (("b", "a"), {"b": Y[1]}),
            (("b", "a"), Y[1]),
            (("a", "b"), [Y[1]]),
            (("a", "b"), Y),
        ],
    ),
)
def test_loss_of_one_output(names, targets):
    model = named(*names)
    model.compile(keras.optimizers.SGD(0.0), loss={"b": "mse"}, metrics={"b": "mae"})
    assert np.ravel(model.train_on_batch(X, targets)).tolist() == [4.0, 4.0, 2.0]
    history = model.fit(X, targets, validation_data=(X, targets), verbose=0).history
    assert (history["val_loss"], history["val_b_mae"]) == ([4.0], [2.0])


def test_data_without_targets_and_metrics_without_losses():
    """What Keras 2.3.1 took: `fit(x, None)`, metrics of outputs that have no loss, and lists in place of arrays."""
    inputs = keras.layers.Input((1,))
    first = keras.layers.Dense(1, name="first", kernel_initializer="ones")(inputs)
    second = keras.layers.Dense(1, name="second", kernel_initializer="ones")(first)
    for loss, metrics, targets in (
        ({"second": "mse"}, ["mae"], [X]),
        ({"second": "mse"}, {"first": "mae"}, X),
    ):
        model = keras.models.Model(inputs, [first, second])
        model.compile("sgd", loss, metrics=metrics)
        own = [name for name in model.metrics_names if name not in ("loss", "second_loss")]
        assert own == (["second_mae"] if metrics == ["mae"] else [])
        model.fit([X], targets, verbose=0)
    model = keras.models.Model(inputs, [first, second])
    model.add_loss(keras.backend.mean(first + second))
    model.compile("sgd", None, metrics=["mae"])
    assert model.metrics_names == ["loss"]
    assert model.train_on_batch(X, None) == pytest.approx(model.test_on_batch(X, None), rel=1.0)
    assert list(model.fit(X, None, validation_data=(X, None), verbose=0).history) == ["loss", "val_loss"]


def test_list_of_numbers():
    model = keras.models.Sequential([keras.layers.Dense(1, input_dim=1, kernel_initializer="zeros")])
    with pytest.raises(RuntimeError, match="must compile"):
        model.train_on_batch(X, X)
    model.compile("sgd", "mse")
    assert model.test_on_batch(X, [1, 3]) == pytest.approx(5.0)


def test_metrics_of_several_outputs():
    """Each output has a metric of its own, also if it is an object. The numbers are those of Keras 2.3.1."""
    given = keras.layers.Input((1,))
    made = {"use_bias": False, "kernel_initializer": "ones"}
    model = keras.models.Model(given, [keras.layers.Dense(1, name=name, **made)(given) for name in ("a", "b")])
    first, second = (keras.metrics.MeanSquaredError(name=name) for name in ("plain", "weighted"))
    model.compile(keras.optimizers.SGD(0.0), "mse", metrics=[first], weighted_metrics=[second])
    weights = {"b": np.array([1.0, 3.0])}
    targets = [np.zeros((2, 1)), np.array([[1.0], [3.0]])]
    expected = {"a_plain": 1.0, "a_weighted": 1.0, "b_plain": 2.0, "b_weighted": 3.0}
    for values in (
        model.evaluate(X, targets, sample_weight=weights, verbose=0),
        model.test_on_batch(X, targets, sample_weight=weights),
        model.evaluate_generator(iter([(X, targets, weights)]), 1),
    ):
        found = dict(zip(model.metrics_names, values))
        assert {name: found[name] for name in expected} == expected
        assert (found["a_loss"], found["b_loss"], found["loss"]) == (1.0, 6.0, 7.0)


@pytest.mark.parametrize(
    ("loss", "name", "expected"),
    [({"a": "mse"}, "a_loss", [0.5, 1.0]), ([None, "mse"], "b_loss", [2.0, 4.0])],
)
def test_the_only_output_with_a_loss(loss, name, expected):
    """It tells its loss beside the total, which has the weight."""
    given = keras.layers.Input((1,))
    hidden = keras.layers.Dense(1, name="a", use_bias=False, kernel_initializer="ones")(given)
    model = keras.models.Model(given, [hidden, keras.layers.Lambda(lambda x: x, name="b")(hidden)])
    model.compile(keras.optimizers.SGD(0.0), loss, loss_weights={"a": 0.5, "b": 0.5})
    targets = [Y[0] if name == "a_loss" else Y[1]]
    assert model.metrics_names == ["loss", name]
    assert model.train_on_batch(X, targets) == pytest.approx(expected)
    history = model.fit(X, targets, verbose=0, validation_data=(X, targets)).history
    assert set(history) == {"loss", name, "val_loss", "val_" + name}
    assert model.evaluate(X, targets, verbose=0) == pytest.approx(expected)
