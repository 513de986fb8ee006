"""Metrics of scripts: `add_weight` takes the name first, and `reset_states` starts an epoch."""

import keras as keras3
import numpy as np

from compat import keras


class Vector(keras.metrics.Metric):
    def __init__(self, name="vector"):
        super().__init__(name=name)
        self.total = self.add_weight("total", (3,), initializer="zeros")
        self.count = self.add_weight("count", initializer="zeros")

    def reset_states(self):
        keras.backend.set_value(self.total, np.zeros(3))
        keras.backend.set_value(self.count, 0)

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.total.assign_add(np.ones(3, "float32"))
        self.count.assign_add(1.0)

    def result(self):
        return self.total[0] + self.count


def test_a_metric_of_keras_2():
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(3,))])
    model.compile("sgd", "mse", metrics=[Vector()])
    history = model.fit(np.ones((8, 3)), np.ones((8, 1)), batch_size=4, epochs=2, verbose=0).history
    assert history["vector"] == [4.0, 4.0]


def test_other_orders_and_classes():
    metric = Vector()
    assert metric.add_weight((2,), "ones", name="kept").shape == (2,)
    assert isinstance(metric, keras3.metrics.Metric)
    assert isinstance(keras3.metrics.AUC(), keras.metrics.Metric)
    mean = keras.metrics.Mean()
    mean.update_state([1.0, 3.0])
    assert float(mean.result()) == 2.0
    mean.reset_states()
    assert float(mean.result()) == 0.0


def test_metrics_have_the_methods_of_keras_2():
    for name in ("SparseCategoricalAccuracy", "AUC", "MeanSquaredError", "MeanIoU"):
        metric = getattr(keras.metrics, name)(*([2] if name == "MeanIoU" else []))
        metric.update_state([1, 0], [[0.0, 1.0], [0.0, 1.0]] if name.startswith("Sparse") else [1, 0])
        assert round(float(metric.result()), 5) == (
            0.5 if name.startswith("Sparse") else 0.0 if name == "MeanSquaredError" else 1.0
        )
        metric.reset_states()
        assert metric.stateful
        assert [float(keras.backend.get_value(each).sum()) for each in metric.weights] == [0.0] * len(metric.weights)
