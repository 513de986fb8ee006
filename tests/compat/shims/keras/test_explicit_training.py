"""`layer(x, training=True)` in a functional model wins over the mode of the model, as in Keras 2.3.1."""

import numpy as np
import pytest

from compat import keras

L = keras.layers
X = np.random.RandomState(0).rand(64, 30).astype("float32")


def _changes(model):
    return np.abs(model.predict(X) - X).max() > 0.5


def test_dropout_in_prediction(tmp_path):
    layer, x = L.Dropout(0.5), L.Input((30,))
    model = keras.models.Model(x, layer(x, training=True))
    assert _changes(model)
    for form in ("h5", "keras"):
        model.save(str(tmp_path / f"model.{form}"))
        assert _changes(keras.models.load_model(str(tmp_path / f"model.{form}")))
    assert _changes(keras.models.clone_model(model))
    assert not _changes(keras.models.Model(x, layer(x)))  # the same layer, which was not told there
    assert not _changes(keras.models.Model(x, L.Dropout(0.5)(x)))


def _trains(model):
    """Whether the model drops out in training."""
    model.compile("sgd", "mse")
    assert not _changes(model)
    np.testing.assert_array_equal(model(X, training=False), X)
    return np.abs(np.asarray(model(X, training=True)) - X).max() > 0.2


def test_layers_that_were_not_told_drop_out_in_training(tmp_path):
    x = L.Input((30,))
    model = keras.models.Model(x, L.Dropout(0.5)(x))
    assert _trains(model)
    assert _trains(keras.models.clone_model(model))
    assert _trains(keras.models.Model.from_config(model.get_config()))
    assert _trains(keras.models.model_from_json(model.to_json()))
    for form in ("h5", "keras"):
        model.save(str(tmp_path / f"model.{form}"))
        assert _trains(keras.models.load_model(str(tmp_path / f"model.{form}")))
    assert not _trains(keras.models.Model(x, L.Dropout(0.5)(x, training=False)))


def test_a_recurrent_layer_that_was_not_told_drops_out_in_training():
    x = L.Input((4, 3))
    model = keras.models.Model(x, L.LSTM(8, dropout=0.5)(x))
    ones = np.ones((2, 4, 3))
    for each in (model, keras.models.clone_model(model)):
        assert np.abs(np.asarray(each(ones, training=True)) - each.predict(ones)).max() > 1e-3


class Own(keras.models.Model):
    def __init__(self):
        x = L.Input((30,))
        super().__init__(x, L.Dropout(0.5)(x, training=True))


def test_models_in_models():
    x = L.Input((30,))
    inner = keras.models.Sequential([L.Dropout(0.5, input_shape=(30,))])
    assert _changes(keras.models.Model(x, inner(x, training=True)))
    assert _changes(Own())


def test_statistics_that_stay():
    x = L.Input((30,))
    layer = L.BatchNormalization()
    model = keras.models.Model(x, layer(x, training=False))
    model.compile("sgd", "mse")
    model.train_on_batch(X, X)
    np.testing.assert_array_equal(layer.get_weights()[2], np.zeros(30))


@pytest.mark.full
def test_layers_that_were_not_told_train():
    x = L.Input((30,))
    layer = L.BatchNormalization()
    model = keras.models.Model(x, layer(L.Dropout(0.5)(x, training=False)))
    model.compile("sgd", "mse")
    model.train_on_batch(X, X)
    assert np.abs(layer.get_weights()[2]).max() > 0


def test_prediction_moves_no_statistics():
    x = L.Input((30,))
    layer = L.BatchNormalization()
    model = keras.models.Model(x, layer(x, training=True))
    assert _changes(model)
    np.testing.assert_array_equal(layer.get_weights()[2], np.zeros(30))
    model.compile("sgd", "mse")
    model.train_on_batch(X, X)
    assert np.abs(layer.get_weights()[2]).max() > 0
