import compat.keras.backend as K  # noqa: N812
import numpy as np
import pytest

import compat.tensorflow as tf
from compat import keras


def test_session_options():
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options.allow_growth = True
    config.gpu_options.visible_device_list = "0,1"
    session = tf.Session(config=config)
    K.set_session(session)
    assert K.get_session() is session
    K.tensorflow_backend.set_session(tf.Session(config=tf.ConfigProto(gpu_options=tf.GPUOptions(allow_growth=True))))


def test_tensorflow_of_the_backend():
    assert K.tf is K.tensorflow_backend.tf is tf
    assert K.tf.log(K.constant(1.0)).numpy() == 0


def test_available_gpus():
    assert len(K.tensorflow_backend._get_available_gpus()) == 3


def test_values():
    variable = keras.layers.Dense(1)
    variable.build((None, 2))
    K.set_value(variable.kernel, [[1.0], [2.0]])
    assert K.get_value(variable.kernel).tolist() == [[1.0], [2.0]]
    assert K.get_value(3) == 3
    rate = K.get_value(K.variable(0.5))
    kept = [rate]
    rate *= 2
    assert (kept, rate) == ([0.5], 1.0)


def test_switch_of_rows():
    then, otherwise = K.constant([[1.0, 2.0], [3.0, 4.0]]), K.zeros((2, 2))
    condition = K.constant([True, False])
    assert K.switch(condition, then, otherwise).numpy().tolist() == [[1.0, 2.0], [0.0, 0.0]]
    assert K.switch(condition, lambda: then, lambda: otherwise).numpy().tolist() == [[1.0, 2.0], [0.0, 0.0]]
    assert K.switch(K.greater(then, 2.5), then, otherwise).numpy().tolist() == [[0.0, 0.0], [3.0, 4.0]]
    assert K.switch(condition[0], then, otherwise).numpy().tolist() == then.numpy().tolist()


def test_old_names():
    assert K.image_dim_ordering() == "tf"
    assert K.image_data_format() == "channels_last"
    assert np.allclose(K.get_value(K.mean(K.ones((2, 2)))), 1)


def test_tensorflow_names():
    import tensorflow  # noqa: ICN001

    tf.set_random_seed(1)
    tf.logging.set_verbosity(tf.logging.ERROR)
    with tf.device("/cpu:0"):
        assert tf.reduce_sum([1, 2]).numpy() == 3
    assert tf.keras.layers.Dense == tensorflow.keras.layers.Dense
    assert tf.keras.losses.MeanSquaredError is tensorflow.keras.losses.MeanSquaredError
    assert tf.nn.relu is tensorflow.nn.relu


def test_removed_names_say_what_became_of_them():
    with pytest.raises(AttributeError, match="subclass keras\\.layers\\.Layer"):
        _ = keras.layers.AbstractRNNCell
    with pytest.raises(AttributeError, match="use keras\\.layers\\.Embedding"):
        _ = tf.contrib.layers.embed_sequence
    with pytest.raises(AttributeError, match="the link has the list"):
        _ = tf.contrib.nonsense
    with pytest.raises(AttributeError, match="no legacy release had one"):
        _ = keras.layers.Nonsense


@pytest.fixture
def phases():
    from compat.shims.keras.learning_phases import given

    yield given
    given.clear()


def model_of(*layers):
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(2,)), *layers])
    model.compile(loss="mse", optimizer="sgd")
    return model


X, Y = np.ones((4, 2), "float32"), np.ones((4, 1), "float32")


def test_the_phase_that_was_set(phases):
    assert K.learning_phase() == 0
    K.set_learning_phase(1)
    assert K.learning_phase() == 1
    assert phases == [1]


@pytest.mark.parametrize("layer", ["Dropout(0.5)", "BatchNormalization()", "LSTM(2, dropout=0.5)"])
def test_a_phase_that_cannot_be_carried(phases, layer):
    """Keras 2 would have trained without Dropout, or predicted with it; never silently the other way."""
    made = eval("keras.layers." + layer)
    model = model_of(made if "LSTM" not in layer else keras.layers.Reshape((1, 1)), made)
    K.set_learning_phase(0)
    model.predict(X)
    with pytest.raises(RuntimeError, match="training=False"):
        model.fit(X, Y, verbose=0)
    K.set_learning_phase(1)
    with pytest.raises(RuntimeError, match="training=True"):
        model.predict(X)


def test_a_new_session_forgets_the_phase(phases):
    K.set_learning_phase(1)
    K.clear_session()
    assert K.learning_phase() == 0
    assert model_of(keras.layers.Dropout(0.5)).predict(X).shape == (4, 1)


def test_a_phase_that_makes_no_difference(phases):
    K.set_learning_phase(0)
    K.set_learning_phase(1)
    model = model_of(keras.layers.Dense(1))
    model.fit(X, Y, verbose=0)
    assert model.predict(X).shape == (4, 1)
