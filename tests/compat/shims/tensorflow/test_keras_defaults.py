"""`tf.keras` on the shims has the defaults of TensorFlow 2, standalone Keras those of Keras 2.3."""

import pytest

from compat import keras
from compat import tensorflow as tf


@pytest.mark.parametrize(
    ("name", "of_keras", "of_tensorflow"),
    [("Adadelta", 1.0, 0.001), ("Adagrad", 0.01, 0.001), ("Adamax", 0.002, 0.001), ("Nadam", 0.002, 0.001)],
)
def test_rates(name, of_keras, of_tensorflow):
    """The values of Keras 2.3.1 and of tf.keras in TensorFlow 2.3.4 and 1.15.5."""
    for root, rate in ((keras, of_keras), (tf.keras, of_tensorflow)):
        assert float(getattr(root.optimizers, name)().lr.numpy()) == pytest.approx(rate)
        model = root.models.Sequential([root.layers.Dense(1)])
        model.compile(name.lower(), "mse")
        assert float(model.optimizer.lr.numpy()) == pytest.approx(rate)


def test_positional_arguments():
    config = tf.keras.optimizers.RMSprop(0.1, 0.8, 0.5, 1e-3).get_config()
    assert [config[name] for name in ("rho", "momentum", "epsilon")] == [0.8, 0.5, 1e-3]
    assert keras.optimizers.RMSprop(0.1, 0.8, 1e-3).epsilon == 1e-3


def test_each_gradient_is_clipped_by_itself():
    assert tf.keras.optimizers.Adam(clipnorm=1.0).clipnorm == 1.0
    assert keras.optimizers.Adam(clipnorm=1.0).global_clipnorm == 1.0


def test_legacy_keywords():
    optimizer = tf.keras.optimizers.Adam(lr=0.5, decay=0.1)
    assert float(optimizer.lr.numpy()) == 0.5
    assert optimizer.initial_decay == pytest.approx(0.1)
    assert tf.keras.optimizers.Adagrad().initial_accumulator_value == pytest.approx(0.1)
    assert keras.optimizers.Adagrad().initial_accumulator_value == 0.0


def test_layers():
    assert tf.keras.layers.GRU(2).reset_after
    assert not keras.layers.GRU(2).reset_after
    assert tf.compat.v2.keras.layers.GRUCell(2).reset_after


def test_subclasses_and_clones_compile_alike():
    class Own(tf.keras.Model):
        pass

    own, template = Own(), tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    clone = tf.keras.models.clone_model(template)
    for model in (own, clone):
        model.compile("nadam", "mse")
        assert float(model.optimizer.lr.numpy()) == pytest.approx(0.001)
    assert isinstance(own, keras.models.Model)
