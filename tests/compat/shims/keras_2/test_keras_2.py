"""The Keras 2 that TensorFlow carries: models fit, are saved, and go into an Estimator with the numbers of NumPy."""

import os

import numpy as np
import pytest

from compat.namespace.releases import has_keras_3
from tests.compat.shims.estimator.linear_model import FEATURES, RATE, input_fn_of, samples, trained

pytestmark = pytest.mark.skipif(not has_keras_3(), reason="tf.keras is Keras 2")


@pytest.fixture
def keras():
    from compat.shims import keras_2

    return keras_2


def start(keras):
    return {
        "kernel_initializer": keras.initializers.Constant(0.5),
        "bias_initializer": keras.initializers.Constant(0.5),
    }


def dense(keras, **kwargs):
    return keras.layers.Dense(1, **start(keras), **kwargs)


def wide_deep(keras, optimizer):
    """A linear and a deep part that are linear regressions both; their sum starts where one with twice the weights does."""
    model = keras.experimental.WideDeepModel(
        keras.experimental.LinearModel(**start(keras)), keras.Sequential([dense(keras)])
    )
    model.compile(optimizer, "mse")
    return model


def close(model, expected):
    kernel, bias = model.get_weights()
    np.testing.assert_allclose(kernel[:, 0], expected[0], rtol=1e-5)
    np.testing.assert_allclose(bias[0], expected[1], rtol=1e-5)


def test_fit_evaluate_predict(keras):
    x, y = samples()
    model = keras.Sequential([dense(keras, input_shape=(FEATURES,))])
    model.compile(keras.optimizers.SGD(RATE), "mse")
    history = model.fit(x, y[:, None], batch_size=8, epochs=2, shuffle=False, verbose=0).history
    expected, losses = trained(8, 12)
    close(model, expected)
    np.testing.assert_allclose(history["loss"], [np.mean(losses[:6]), np.mean(losses[6:])], rtol=1e-5)
    predicted = x @ expected[0] + expected[1]
    np.testing.assert_allclose(model.evaluate(x, y[:, None], verbose=0), np.mean((predicted - y) ** 2), rtol=1e-4)
    np.testing.assert_allclose(model.predict(x)[:, 0], predicted, rtol=1e-4, atol=1e-6)


def test_fit_under_a_strategy(keras):
    import tensorflow  # noqa: ICN001

    x, y = samples()
    on_one = tensorflow.distribute.ReductionToOneDevice()  # strategies of one process share the keys of collectives
    strategy = tensorflow.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"], on_one)
    with strategy.scope():
        model = keras.Sequential([dense(keras, input_shape=(FEATURES,))])
        model.compile(keras.optimizers.SGD(RATE), "mse")
    dataset = tensorflow.data.Dataset.from_tensor_slices((x, y[:, None])).batch(8)
    model.fit(strategy.experimental_distribute_dataset(dataset), steps_per_epoch=6, verbose=0)
    close(model, trained(8, 6)[0])


def test_slots_under_a_strategy(keras, tf, tmp_path):
    """Momentum moves the variables of both replicas as it moves one."""
    import tensorflow  # noqa: ICN001

    def train(strategy, batch, folder):
        model = keras.Sequential([dense(keras, input_shape=(FEATURES,))])
        model.compile(keras.optimizers.SGD(RATE, momentum=0.5), "mse")
        config = tf.estimator.RunConfig(train_distribute=strategy)
        estimator = model_to_estimator(model, str(tmp_path / folder), config)
        estimator.train(lambda: input_fn_of(batch)().map(lambda x, y: (x, y[:, None])))
        return [estimator.get_variable_value(each.name[:-2]) for each in model.trainable_variables]

    on_one = tensorflow.distribute.ReductionToOneDevice()
    strategy = tensorflow.compat.v1.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"], on_one)
    for found, expected in zip(train(strategy, 4, "two"), train(None, 8, "one")):
        np.testing.assert_allclose(found, expected, rtol=1e-5)


@pytest.mark.parametrize("name", ["model.h5", "folder"])
def test_save_and_load(keras, tmp_path, name):
    x, _ = samples()
    inputs = keras.Input((FEATURES,))
    model = keras.Model(inputs, dense(keras)(keras.layers.BatchNormalization()(inputs)))
    path = str(tmp_path / name)
    model.save(path)
    np.testing.assert_allclose(keras.models.load_model(path).predict(x), model.predict(x), rtol=1e-6)
    assert os.listdir(str(tmp_path)) == [name]


@pytest.mark.parametrize("kind", ["tensor", "list", "dict"])
def test_linear_model(keras, kind):
    x, y = samples()
    model = keras.experimental.LinearModel(**start(keras))
    model.compile(keras.optimizers.SGD(RATE), "mse")
    columns = {name: x[:, place : place + 1] for place, name in enumerate("abc")}
    inputs = {"tensor": x, "list": list(columns.values()), "dict": columns}[kind]
    model.fit(inputs, y[:, None], batch_size=8, shuffle=False, verbose=0)
    expected = trained(8, 6)[0]
    *kernels, bias = sorted(model.get_weights(), key=lambda each: -each.ndim)
    np.testing.assert_allclose(np.concatenate(kernels)[:, 0], expected[0], rtol=1e-5)
    np.testing.assert_allclose(bias[0], expected[1], rtol=1e-5)
    if kind == "dict":
        with pytest.raises(ValueError, match=r"Missing keys: {'c'}"):
            model({"a": columns["a"], "b": columns["b"]})


def test_wide_deep_model_with_one_optimizer(keras):
    """Both parts get the gradient of their sum, so that the sum goes twice as far."""
    x, y = samples()
    model = wide_deep(keras, keras.optimizers.SGD(RATE / 2))
    model.fit(x, y[:, None], batch_size=8, shuffle=False, verbose=0)
    parts = [part.get_weights() for part in (model.linear_model, model.dnn_model)]
    kernel, bias = (sum(each) for each in zip(*parts))
    expected = trained(8, 6, (np.full(FEATURES, 1.0), 1.0))[0]
    np.testing.assert_allclose(kernel[:, 0], expected[0], rtol=1e-5)
    np.testing.assert_allclose(bias[0], expected[1], rtol=1e-5)


@pytest.mark.parametrize("has_two", [False, True])
def test_wide_deep_model_in_an_estimator(keras, tf, tmp_path, has_two):
    """`fit` and the training graph of an Estimator come to the same weights, with each part's own rate."""
    rates = (0.02, 0.05 if has_two else 0.02)
    optimizers = [keras.optimizers.SGD(rate) for rate in rates]
    x, y = samples()
    fitted = wide_deep(keras, optimizers if has_two else optimizers[0])
    fitted.fit(x, y[:, None], batch_size=8, shuffle=False, verbose=0)
    kernel, bias, deep_kernel, deep_bias = fitted.get_weights()

    model = wide_deep(keras, optimizers if has_two else optimizers[0])
    model._set_inputs(keras.Input((FEATURES,)))
    estimator = model_to_estimator(model, str(tmp_path))
    estimator.train(lambda: input_fn_of(8)().map(lambda x, y: (x, y[:, None])))
    names = sorted(name for name in estimator.get_variable_names() if name.startswith("wide_deep_model"))
    for name, expected in zip(names, (bias, kernel, deep_bias, deep_kernel)):
        np.testing.assert_allclose(estimator.get_variable_value(name), expected, rtol=1e-5)
    assert (np.abs(deep_kernel - 0.5).max() > 2 * np.abs(kernel - 0.5).max()) == has_two


def model_to_estimator(model, folder, config=None):
    """The genuine one, for a model of Keras 2; `tf.keras.estimator` is for Keras 3."""
    from compat.shims.estimator.package import connect

    connect()
    from tensorflow_estimator.python.estimator.keras_lib import model_to_estimator

    return model_to_estimator(model, model_dir=folder, config=config, checkpoint_format="saver")


def test_layers_rebuilt_from_their_configs(keras, tf):
    columns = [tf.feature_column.numeric_column("x", shape=(FEATURES,))]
    layers = [
        keras.layers.DenseFeatures(columns),
        keras.layers.BatchNormalization(momentum=0.5),
        keras.layers.GRU(2, reset_after=False),
        keras.layers.LSTM(2),
        keras.experimental.LinearModel(2),
        wide_deep(keras, "sgd"),
    ]
    for layer in layers:
        rebuilt = keras.layers.deserialize(keras.layers.serialize(layer))
        assert type(rebuilt) is type(layer)
        assert rebuilt.get_config() == layer.get_config()


def test_names_that_layers_of_tf_1_get(keras, tf):
    from compat.shims.keras_2.v1 import layers

    keras.backend.clear_session()
    columns = [tf.feature_column.numeric_column("x")]
    assert layers.DenseFeatures(columns).name == "dense_features"
    assert layers.BatchNormalization().name == "batch_normalization"
    assert layers.LSTM(1).recurrent_activation is keras.activations.hard_sigmoid


def test_keras_3_is_what_it_was(keras):
    import tensorflow  # noqa: ICN001

    model = tensorflow.keras.Sequential([tensorflow.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    x, y = samples()
    model.fit(x, y, verbose=0)
    assert type(model).__module__.startswith("keras.")
    assert "WideDeepModel" not in tensorflow.keras.utils.get_custom_objects()
