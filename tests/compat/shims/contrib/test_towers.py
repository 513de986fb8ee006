"""A model_fn on two towers trains, evaluates and predicts as it did on TensorFlow 1.15.5."""

import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat.shims.contrib.towers import TowerOptimizer, replicate_model_fn
from tests.compat.shims.estimator.linear_model import input_fn_of, model_fn_of
from tests.quick import first

MEAN, SUM = "weighted_sum_by_nonzero_weights", "weighted_sum"
RECORDED = {
    (MEAN, 1): ([0.99351567, -2.93852520, 0.83699995], 0.36253393, 0.49771515, -0.83120197),
    (MEAN, 2): ([0.99351567, -2.93852496, 0.83699989], 0.36253372, 0.49771510, -0.83120179),
    (SUM, 2): ([1.37724519, -3.94514084, 0.53811640], 2.62385250, 0.97539980, -1.08874130),
}
"""Eight steps of momentum on TensorFlow 1.15.5: the kernel, the loss, the metric and the first prediction."""


def batches():
    def with_shape(x, y):
        return tensorflow.ensure_shape(x, [8, 3]), tensorflow.ensure_shape(y, [8])

    return input_fn_of(8)().map(with_shape)


@pytest.fixture
def estimators(tf):
    try:
        return tf.estimator.Estimator
    except ImportError:
        pytest.skip("tf.estimator needs tensorflow-estimator")


@pytest.mark.parametrize("case", first(1, map(pytest.param, RECORDED)))
def test_numbers(tf, v1, estimators, tmp_path, case):
    reduction, towers = case
    optimizer = TowerOptimizer(lambda: v1.train.MomentumOptimizer(0.1, 0.9))
    model_fn = replicate_model_fn(model_fn_of(tf, v1, optimizer=optimizer), reduction, ["/cpu:0"] * towers)
    estimator = estimators(model_fn, str(tmp_path))
    estimator.train(input_fn_of(8, epochs=2), steps=8)
    kernel, loss, metric, first = RECORDED[case]
    assert estimator.get_variable_value("weights/kernel").ravel() == pytest.approx(kernel, rel=1e-5)
    found = estimator.evaluate(batches)
    assert (found["loss"], found["mae"]) == pytest.approx((loss, metric), rel=1e-5)
    predicted = [each["y"] for each in estimator.predict(batches)]
    assert len(predicted) == 48
    assert predicted[0] == pytest.approx(first, rel=1e-5)


def test_an_optimizer_without_towers(tf, v1, estimators, tmp_path):
    estimator = estimators(replicate_model_fn(model_fn_of(tf, v1), devices=["/cpu:0"] * 2), str(tmp_path))
    with pytest.raises(ValueError, match="wrap optimizers with TowerOptimizer"):
        estimator.train(input_fn_of(8), steps=1)


def test_no_reduction():
    with pytest.raises(ValueError, match="need to be reduced"):
        replicate_model_fn(print, "none")


ROWS = {"a": [[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]], "id": [0, 1, 2, 0, 1, 2]}


@pytest.mark.full
def test_three_towers_with_a_dictionary_and_sparse_gradients(tf, v1, estimators, tmp_path):
    """Each row of the table gets its gradient from two towers, or one."""

    def model_fn(features, labels, mode, params):
        table = v1.get_variable("table", [3, 1], initializer=v1.constant_initializer(0.5))
        y = features["a"] * v1.nn.embedding_lookup(table, features["id"])
        loss = v1.losses.mean_squared_error(labels, y)
        optimizer = TowerOptimizer(v1.train.GradientDescentOptimizer(params["rate"]))
        step = optimizer.minimize(loss, v1.train.get_or_create_global_step())
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step)

    def input_fn():
        labels = [[0.0]] * 6
        return tensorflow.data.Dataset.from_tensor_slices((ROWS, labels)).batch(6, drop_remainder=True)

    replicated = replicate_model_fn(model_fn, devices=["/cpu:0"] * 3)
    estimator = estimators(replicated, str(tmp_path), params={"rate": 0.1})
    estimator.train(input_fn, steps=1)
    squares = [1 + 16, 4 + 25, 9 + 36]
    expected = [0.5 - 0.1 * 2 * 0.5 * each / 6 for each in squares]
    assert estimator.get_variable_value("table").ravel() == pytest.approx(expected, rel=1e-5)
