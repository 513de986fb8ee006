"""Scopes of custom objects inside of each other, around the reading of models."""

import numpy as np
import pytest

from compat import keras


class Scale(keras.layers.Layer):
    def __init__(self, factor=1.0, **options):
        super().__init__(**options)
        self.factor = factor

    def call(self, inputs):
        return inputs * self.factor

    def get_config(self):
        return dict(super().get_config(), factor=self.factor)


def halved(inputs):
    return inputs / 2


@pytest.fixture
def model():
    dense = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", input_shape=(2,), activation=halved)
    return keras.models.Sequential([dense, Scale(3.0)])


def predicted(model):
    return float(model.predict(np.ones((1, 2)))[0, 0])


def test_scopes_add_up(model, tmp_path):
    path = str(tmp_path / "model.h5")
    model.save(path)
    with keras.utils.CustomObjectScope({"Scale": Scale}):
        with keras.utils.custom_object_scope({"halved": halved}):
            assert predicted(keras.models.load_model(path)) == 3.0
        with pytest.raises((ValueError, TypeError), match="halved"):
            keras.models.load_model(path)


def test_several_dictionaries_and_a_model_of_json(model):
    text = model.to_json()
    with keras.utils.CustomObjectScope({"Scale": Scale}, {"halved": halved}):
        read = keras.models.model_from_json(text)
    read.set_weights(model.get_weights())
    assert predicted(read) == 3.0
    with pytest.raises((ValueError, TypeError), match=r"Scale|halved"):
        keras.models.model_from_json(text)


def test_layers_that_share_their_names_with_operations(tmp_path):
    path = str(tmp_path / "merged.h5")
    one, two = keras.layers.Input((2,)), keras.layers.Input((2,))
    merged = [merge([one, two]) for merge in (keras.layers.add, keras.layers.maximum, keras.layers.concatenate)]
    model = keras.models.Model([one, two], [*merged, keras.layers.Reshape((2, 1))(one)])
    model.save(path)
    rows = [np.ones((1, 2)), np.full((1, 2), 2.0)]
    for read, made in zip(keras.models.load_model(path).predict(rows), model.predict(rows)):
        np.testing.assert_array_equal(read, made)


def tripled(inputs):
    return inputs * 3


def logcosh(y_true, y_pred):
    return 7.0 + 0.0 * keras.backend.mean(y_pred - y_true, axis=-1)


def test_names_stand_for_custom_objects_before_those_of_keras():
    with keras.utils.CustomObjectScope({"relu6": tripled, "logcosh": logcosh, "mae": logcosh}):
        dense = keras.layers.Dense(1, "relu6", use_bias=False, kernel_initializer="ones", input_shape=(2,))
        model = keras.models.Sequential([dense, keras.layers.Activation(activation="relu6")])
        model.compile("sgd", loss="logcosh", metrics=["mae"])
    assert predicted(model) == 18.0
    np.testing.assert_allclose(model.evaluate(np.ones((2, 2)), np.ones((2, 1)), verbose=0), [7.0, 7.0])
    keras.utils.get_custom_objects()["relu6"] = tripled
    try:
        assert predicted(keras.models.Sequential([keras.layers.Activation("relu6", input_shape=(2,))])) == 3.0
    finally:
        del keras.utils.get_custom_objects()["relu6"]


def scaled_error(y_true, y_pred):
    return 3 * keras.backend.mean(keras.backend.abs(y_true - y_pred), axis=-1)


def test_objects_set_on_a_module(monkeypatch, tmp_path):
    """Standalone Keras looked names up in the globals of its modules; what is taken back is known on."""
    monkeypatch.setattr(keras.losses, "scaled_error", scaled_error, raising=False)
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", loss="scaled_error")
    x, y = np.ones((4, 2)), np.zeros((4, 1))
    loss = model.evaluate(x, y, verbose=0)
    assert loss == pytest.approx(3 * np.abs(model.predict(x)).mean(), rel=1e-5)
    model.save(str(tmp_path / "model.h5"))
    again = keras.models.load_model(str(tmp_path / "model.h5"))
    assert again.evaluate(x, y, verbose=0) == pytest.approx(loss, rel=1e-5)


class Mixed:
    """A loss by a class of no base, with a `get_config` alone."""

    def __init__(self, share):
        self.share = share

    def __call__(self, y_true, y_pred, sample_weight=None):
        return self.share * keras.losses.mse(y_true, y_pred)

    def get_config(self):
        return {"share": self.share}


def test_a_class_without_from_config(tmp_path):
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", Mixed(0.3))
    model.save(str(tmp_path / "model.h5"))
    with keras.utils.CustomObjectScope({"Mixed": Mixed}):
        assert keras.losses.deserialize({"class_name": "Mixed", "config": {"share": 0.3}}).share == 0.3
        scoped = keras.models.load_model(str(tmp_path / "model.h5"))
    for each in (scoped, keras.models.load_model(str(tmp_path / "model.h5"), custom_objects={"Mixed": Mixed})):
        assert type(each.loss) is Mixed
        assert each.loss.share == 0.3
