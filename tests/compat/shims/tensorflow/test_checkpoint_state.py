"""Weights under the names of checkpoints: their folder, and the latest of them. TensorFlow 2.3.4 gave the same."""

import os

import numpy as np
import pytest

from compat import keras
from compat import tensorflow as tf
from tests.compat.releases import IS_MODERN

pytestmark = pytest.mark.skipif(not IS_MODERN, reason="the shims of modern releases")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def made(api=tf.keras):
    model = api.models.Sequential([api.layers.Dense(1, input_shape=(3,), kernel_initializer="ones")])
    model.compile("sgd", "mse")
    return model


@pytest.mark.parametrize("path", ["new/ckpt", "new/deep/w.h5", "w.ckpt"])
def test_folder_is_made(path):
    made().save_weights(path)
    other = made()
    other.set_weights([np.zeros((3, 1)), np.zeros(1)])
    other.load_weights(path)
    np.testing.assert_array_equal(other.predict(np.ones((1, 3))), [[3.0]])


def test_folder_of_a_model_is_made():
    made().save("new/model")
    assert os.path.isfile("new/model")


def test_latest_checkpoint():
    assert tf.train.latest_checkpoint("ck") is None
    callback = tf.keras.callbacks.ModelCheckpoint("ck/cp-{epoch:04d}.ckpt", save_weights_only=True)
    model = made()
    model.fit(np.ones((4, 3)), np.ones((4, 1)), epochs=3, callbacks=[callback], verbose=0)
    assert tf.train.latest_checkpoint("ck") == "ck/cp-0003.ckpt"
    model.save_weights("here.ckpt")
    assert tf.train.latest_checkpoint(".") == "./here.ckpt"
    weights = model.get_weights()[0]
    model.set_weights([np.zeros((3, 1)), np.zeros(1)])
    model.load_weights(tf.train.latest_checkpoint("ck")).expect_partial()
    np.testing.assert_allclose(model.get_weights()[0], weights)
    np.testing.assert_allclose(weights.ravel(), [0.88934404] * 3, rtol=1e-6)


@pytest.mark.parametrize(("api", "name"), [(tf.keras, "w.h5"), (tf.keras, "w.hdf5"), (keras, "w.ckpt")])
def test_other_files_are_no_checkpoints(api, name):
    made(api).save_weights(name)
    assert os.listdir() == [name]
    assert made(api).load_weights(name) is None
