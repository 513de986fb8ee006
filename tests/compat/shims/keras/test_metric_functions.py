"""Functions of `keras.metrics` and `keras.losses`: what they take and return is what those of Keras 2.3.1 did."""

import numpy as np
import pytest
from compat.keras.utils import losses_utils, metrics_utils

from compat import keras
from compat.keras import backend

ONE_HOT = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], "float32")
FOUND = np.array([[0.3, 0.2, 0.1], [0.1, 0.2, 0.7], [0.0, 0.4, 0.6]], "float32")


@pytest.mark.parametrize(
    ("name", "truth", "given", "expected"),
    [
        ("binary_accuracy", ONE_HOT, {}, [2 / 3, 1 / 3, 1]),
        ("binary_accuracy", ONE_HOT, {"threshold": 0.25}, [1 / 3, 1 / 3, 2 / 3]),
        ("categorical_accuracy", ONE_HOT, {}, [0, 0, 1]),
        ("sparse_categorical_accuracy", np.array([[1.0], [0.0], [2.0]]), {}, [0, 0, 1]),
        ("sparse_categorical_accuracy", np.array([1.0, 0.0, 2.0]), {}, [0, 0, 1]),
        ("top_k_categorical_accuracy", ONE_HOT, {"k": 2}, [1, 0, 1]),
        ("sparse_top_k_categorical_accuracy", np.array([[1.0], [0.0], [2.0]]), {"k": 2}, [1, 0, 1]),
    ],
)
@pytest.mark.parametrize("made", [backend.variable, backend.constant], ids=["variables", "tensors"])
def test_accuracies(made, name, truth, given, expected):
    function = getattr(keras.metrics, name)
    found = backend.eval(function(made(truth), made(FOUND), **given))
    np.testing.assert_allclose(np.ravel(found), expected, rtol=1e-6)


def test_compiled_by_function_and_by_name(tmp_path):
    model = keras.models.Sequential([keras.layers.Dense(3, activation="softmax", input_shape=(2,))])
    functions = [keras.metrics.binary_accuracy, keras.metrics.categorical_accuracy]
    model.compile("sgd", "categorical_crossentropy", metrics=functions)
    x = np.random.RandomState(0).rand(3, 2)
    found = model.evaluate(x, ONE_HOT, verbose=0)
    assert model.metrics_names == ["loss", "binary_accuracy", "categorical_accuracy"]
    model.save(str(tmp_path / "a.h5"))
    again = keras.models.load_model(str(tmp_path / "a.h5"))
    assert again.evaluate(x, ONE_HOT, verbose=0) == pytest.approx(found)
    model.compile("sgd", "categorical_crossentropy", metrics=["binary_accuracy", "categorical_accuracy"])
    assert model.evaluate(x, ONE_HOT, verbose=0) == pytest.approx(found)


@pytest.mark.parametrize(
    ("name", "each"),
    [
        ("LogCoshError", lambda truth, found: np.log(np.cosh(found - truth))),
        ("Poisson", lambda truth, found: found - truth * np.log(found)),
    ],
)
def test_metrics_of_integers(name, each):
    truth, found = np.array([[4, 8, 12], [8, 1, 3]]), np.array([[1, 9, 2], [5, 2, 6]])
    metric = getattr(keras.metrics, name)()
    assert float(backend.eval(metric(backend.constant(truth), found))) == pytest.approx(
        np.mean(each(truth, found)), rel=1e-5
    )


def test_curves():
    metric = keras.metrics.AUC(curve="PR", summation_method="majoring")
    assert metric.curve == metrics_utils.AUCCurve.PR == metrics_utils.AUCCurve.from_str("PR")
    assert metric.summation_method == metrics_utils.AUCSummationMethod.MAJORING


def test_a_loss_of_a_function():
    def scaled(y_true, y_pred, factor):
        return factor * keras.losses.mean_squared_error(y_true, y_pred)

    loss = keras.losses.LossFunctionWrapper(scaled, name="scaled", factor=2.0)
    assert (loss.name, loss.reduction) == ("scaled", losses_utils.Reduction.SUM_OVER_BATCH_SIZE)
    truth, found = backend.constant([[1.0, 9.0], [2.0, 5.0]]), backend.constant([[4.0, 8.0], [12.0, 3.0]])
    weights = backend.constant([1.2, 0.5])
    assert float(backend.eval(loss(truth, found, sample_weight=weights))) == pytest.approx(32.0)
    assert loss.get_config() == {"reduction": loss.reduction, "name": "scaled", "factor": 2.0}

    class Own(keras.losses.LossFunctionWrapper):
        def __init__(self, factor=3.0, name="own"):
            super().__init__(scaled, name=name, factor=factor)

    model = keras.models.Sequential([keras.layers.Dense(2, kernel_initializer="identity", input_shape=(2,))])
    model.compile("sgd", Own())
    assert model.evaluate(np.ones((2, 2)), np.zeros((2, 2)), verbose=0) == pytest.approx(3.0)


def test_serialized():
    assert keras.metrics.serialize(keras.metrics.categorical_accuracy) == "categorical_accuracy"
    assert keras.losses.serialize(keras.losses.mean_squared_error) == "mean_squared_error"
    found = keras.losses.serialize(keras.losses.MeanSquaredError(name="mine"))
    assert (sorted(found), found["class_name"], found["config"]["name"]) == (
        ["class_name", "config"],
        "MeanSquaredError",
        "mine",
    )
    assert keras.losses.deserialize(found).name == "mine"
    for optimizer in (keras.optimizers.SGD(lr=0.25), keras.optimizers.Adam(lr=0.25)):
        found = keras.optimizers.serialize(optimizer)
        assert (sorted(found), found["class_name"]) == (["class_name", "config"], type(optimizer).__name__)
        again = keras.optimizers.deserialize(found)
        assert float(backend.get_value(again.lr)) == 0.25
        assert found["class_name"] == type(optimizer).__name__.lower()
