"""The optimizers of old scripts on Keras 2.4 to 2.15, where the newest ignore `lr=` and refuse `decay=`."""

import numpy as np
import pytest

from compat import keras
from compat import tensorflow as tf

X = np.linspace(-1.0, 1.0, 32).reshape(8, 4).astype("float32")
Y = 2.0 * X.sum(axis=1, keepdims=True)


def trained(package, optimizer, steps=3):
    model = package.models.Sequential([package.layers.Dense(1, kernel_initializer="ones", input_shape=(4,))])
    model.compile(loss="mse", optimizer=optimizer)
    for _ in range(steps):
        model.train_on_batch(X, Y)
    return model.get_weights()[0]


@pytest.mark.parametrize("package", [keras, tf.keras], ids=["keras", "tf.keras"])
@pytest.mark.parametrize("name", ["SGD", "RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax"])
def test_rate_and_decay(package, name):
    cls = getattr(package.optimizers, name)
    optimizer = cls(lr=0.25, decay=0.5)
    assert package.backend.get_value(optimizer.lr) == 0.25
    assert float(package.backend.get_value(optimizer.decay)) == 0.5
    assert not np.allclose(trained(package, optimizer), trained(package, cls(lr=0.25)))
    assert not np.allclose(trained(package, cls(lr=0.5)), trained(package, cls(lr=0.25)))


@pytest.mark.parametrize(
    ("name", "rate"), [("SGD", 0.01), ("RMSprop", 0.001), ("Adagrad", 0.01), ("Adadelta", 1.0), ("Adamax", 0.002)]
)
def test_default_rates_of_keras_2_3(name, rate):
    assert np.isclose(keras.backend.get_value(getattr(keras.optimizers, name)().lr), rate)
    assert np.isclose(keras.backend.get_value(keras.optimizers.get(name.lower()).lr), rate)


def test_positions_of_keras_2_2():
    optimizer = keras.optimizers.SGD(0.5, 0.9, 0.25, True)
    found = [keras.backend.get_value(value) for value in (optimizer.lr, optimizer.momentum, optimizer.decay)]
    assert np.allclose(found, [0.5, 0.9, 0.25])
    assert optimizer.nesterov


def test_clipnorm_is_that_of_all_gradients():
    assert keras.optimizers.SGD(clipnorm=0.5).global_clipnorm == 0.5
    assert tf.keras.optimizers.SGD(clipnorm=0.5).clipnorm == 0.5


def test_classes_of_tf_keras_are_native():
    import tensorflow  # noqa: ICN001 - tf is the namespace of compat

    mine = tf.keras.optimizers.Adam
    assert mine in (tensorflow.keras.optimizers.Adam, getattr(tensorflow.keras.optimizers, "legacy", tf).Adam)


def test_saved_under_the_names_of_tf_keras(tmp_path):
    import tensorflow  # noqa: ICN001 - tf is the namespace of compat

    model = keras.models.Sequential([keras.layers.GRU(2, input_shape=(4, 2)), keras.layers.Dense(1)])
    model.compile(loss="mse", optimizer=keras.optimizers.Adam(lr=0.25))
    model.train_on_batch(X.reshape(-1, 4, 2), Y[:4])
    model.save(str(tmp_path / "model.h5"))
    loaded = tensorflow.keras.models.load_model(str(tmp_path / "model.h5"))
    np.testing.assert_allclose(loaded.predict(X.reshape(-1, 4, 2)), model.predict(X.reshape(-1, 4, 2)), rtol=1e-5)
    assert float(tensorflow.keras.backend.get_value(loaded.optimizer.learning_rate)) == 0.25
