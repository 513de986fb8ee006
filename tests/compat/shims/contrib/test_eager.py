"""`tf.contrib.eager` as in TensorFlow 1.15.5, where every expectation was run."""

import os

import numpy as np
import pytest
from tensorflow.python.eager import context


@pytest.fixture(autouse=True)
def eagerly():
    with context.eager_mode():
        yield


@pytest.fixture
def tfe(tf):
    return tf.contrib.eager


@pytest.fixture
def loss(tf, tfe):
    weight, bias = tfe.Variable(2.0, name="weight"), tfe.Variable([1.0, 2.0], name="bias")
    return lambda x: tf.reduce_sum((weight * x + bias) ** 2)


def test_variables(tfe):
    variable = tfe.Variable([1, 2], trainable=False, name="a", dtype=np.float32)
    assert (variable.name, variable.trainable, variable.dtype.name) == ("a:0", False, "float32")
    assert isinstance(variable, tfe.Variable)


def test_gradients_of_variables(tf, tfe, loss):
    found = tfe.implicit_gradients(loss)(tf.constant(3.0))
    assert {each.name: float(tf.reduce_sum(gradient)) for gradient, each in found} == {"weight:0": 90.0, "bias:0": 30.0}
    value, found = tfe.implicit_value_and_gradients(loss)(tf.constant(3.0))
    assert (float(value), len(found)) == (113.0, 2)


def test_gradients_of_arguments(tfe):
    assert [float(each) for each in tfe.gradients_function(lambda a, b: a * a * b)(3.0, 2.0)] == [12.0, 9.0]
    assert [float(each) for each in tfe.gradients_function(lambda a, b: a * a * b, params=[1])(3.0, 2.0)] == [9.0]
    value, gradients = tfe.value_and_gradients_function(lambda a: a * a)(3.0)
    assert (float(value), float(gradients[0])) == (9.0, 6.0)


def test_training(tf, tfe, loss):
    optimizer = tf.train.MomentumOptimizer(0.01, 0.9)
    for _ in range(3):
        gradients = tfe.implicit_gradients(loss)(tf.constant(1.5))
        optimizer.apply_gradients(gradients)
    trained = {variable.name: variable.numpy() for _, variable in gradients}
    np.testing.assert_allclose(trained["weight:0"], 0.6245931, rtol=1e-6)
    np.testing.assert_allclose(trained["bias:0"], [0.59667504, 1.4863869], rtol=1e-6)
    assert len(tfe.get_optimizer_variables(optimizer)) == 2


def test_iterators(tf, tfe):
    assert [each.numpy().tolist() for each in tfe.Iterator(tf.data.Dataset.range(5).batch(2))] == [[0, 1], [2, 3], [4]]
    numbers = tfe.Iterator(tf.data.Dataset.range(5))
    assert [int(numbers.next()), int(numbers.get_next()), int(next(numbers))] == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "given", "batch", "value"),
    [
        ("Mean", (), ([1.0, 3.0, 5.0, 7.0],), 4.0),
        ("Mean", (), ([1, 3, 5, 7], [1, 1, 0, 0]), 2.0),
        ("Accuracy", (), ([1, 2, 3, 4], [0, 2, 3, 4]), 0.75),
        ("Accuracy", (), ([1, 2, 3, 4], [0, 2, 3, 4], [1, 1, 0, 0]), 0.5),
        ("CategoricalAccuracy", (), ([[0, 1], [1, 0]], [[0.2, 0.8], [0.3, 0.7]]), 0.5),
        ("BinaryAccuracy", (0.5,), ([1, 0, 1], [0.7, 0.6, 0.9]), 2 / 3),
        ("SparseAccuracy", (), ([1, 0], [[0.2, 0.8], [0.3, 0.7]]), 0.5),
    ],
)
def test_metrics(tfe, name, given, batch, value):
    metric = getattr(tfe.metrics, name)(*given)
    for _ in range(2):
        metric(*[np.array(each) for each in batch])
    assert (metric.name, metric.result().dtype.name) == (name, "float64")
    np.testing.assert_allclose(metric.result().numpy(), value, rtol=1e-12)
    assert [each.name for each in metric.variables] == [f"{name}/numer:0", f"{name}/denom:0"]
    metric.init_variables()
    assert np.isnan(metric.result().numpy())


def test_metrics_are_added_up(tfe):
    first, second = tfe.metrics.Mean("a b"), tfe.metrics.Mean("a b")
    first([1.0, 2.0])
    second([5.0])
    first.aggregate([second])
    np.testing.assert_allclose(first.result().numpy(), 8 / 3)
    with pytest.raises(TypeError, match="same type"):
        first.aggregate([tfe.metrics.Accuracy()])


def test_metrics_compare_shapes(tf, tfe):
    with pytest.raises(tf.errors.InvalidArgumentError, match="unequal"):
        tfe.metrics.Accuracy()([1, 2], [1, 2, 3])
    with pytest.raises(tf.errors.InvalidArgumentError, match="unequal"):
        tfe.metrics.SparseAccuracy()([1, 2, 3], [[0.1, 0.2]])


def test_a_metric_of_a_graph(tf, v1, tfe):
    with v1.Graph().as_default(), v1.Session() as session:
        metric = tfe.metrics.Mean()
        numbers = v1.placeholder(tf.float32, [None])
        added, mean = metric(numbers), metric.result()
        session.run(metric.init_variables())
        session.run(added, {numbers: [1.0, 2.0]})
        session.run(added, {numbers: [6.0]})
        assert session.run(mean) == 3.0
        assert [each.name for each in v1.local_variables()] == ["Mean/numer:0", "Mean/denom:0"]


def test_a_metric_of_ones_own(tfe):
    class Largest(tfe.metrics.Metric):
        def build(self, values):
            self.seen = self.add_variable("seen", values.shape[1:], np.float32)

        def call(self, values):
            self.seen.assign(np.maximum(self.seen.numpy(), values.max(0)))

        def result(self):
            return self.seen

    metric = Largest(name="largest")
    metric(np.ones((2, 3), "float32") * 4)
    assert metric.result().numpy().tolist() == [4.0, 4.0, 4.0]
    assert metric.result().name == "largest/seen:0"


def test_checkpoints(tf, tfe, tmp_path):
    variable, metric = tfe.Variable(1.0, name="a"), tfe.metrics.Mean()
    saver = tfe.Saver([variable])
    path = saver.save(str(tmp_path / "saved"), global_step=3)
    variable.assign(9.0)
    saver.restore(path)
    assert (os.path.basename(path), variable.numpy()) == ("saved-3", 1.0)
    metric([1.0])
    written = tf.train.Checkpoint(metric=metric).save(str(tmp_path / "whole"))
    names = [name for name, _ in tf.train.list_variables(written) if name.startswith("metric")]
    assert names == ["metric/denom/.ATTRIBUTES/VARIABLE_VALUE", "metric/numer/.ATTRIBUTES/VARIABLE_VALUE"]


def test_graphs_have_another_saver(v1, tfe):
    with v1.Graph().as_default(), pytest.raises(RuntimeError, match=r"Use tf\.train\.Saver"):
        tfe.Saver([])


def test_devices_and_modes(tfe):
    assert tfe.list_devices()[0] == "/job:localhost/replica:0/task:0/device:CPU:0"
    assert (tfe.SYNC, tfe.ASYNC) == (0, 1)
    assert int(tfe.DEVICE_PLACEMENT_SILENT) == 2
    assert tfe.in_eager_mode()
    with tfe.execution_mode(tfe.SYNC):
        assert float(tfe.Variable(2.0) * 2) == 4.0


def test_templates_share_variables(tf, tfe):
    shared = tfe.make_template("shared", lambda: tf.get_variable("a", [2], initializer=tf.ones_initializer()))
    assert shared() is shared()
