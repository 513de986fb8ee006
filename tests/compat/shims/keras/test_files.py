"""Models in pickles, streams and open files. The same tests pass on Keras 2.3.1."""

import io
import pickle

import h5py
import numpy as np
import pytest
from compat.keras.models import load_model, save_model

from compat import keras

X = np.arange(12.0).reshape((4, 3))
ROUNDING = 1e-4
"""Two predictions of one model, whose first weights are random, may round otherwise."""


@pytest.fixture
def trained():
    model = keras.models.Sequential([keras.layers.Dense(2, input_shape=(3,)), keras.layers.LeakyReLU()])
    model.compile("adam", "mse", metrics=["acc"])
    model.train_on_batch(X, X[:, :2])
    return model


def assert_goes_on(model, again):
    assert again.predict(X) == pytest.approx(model.predict(X), rel=ROUNDING)
    for each in (model, again):
        each.train_on_batch(X, X[:, :2])
    assert again.predict(X) == pytest.approx(model.predict(X), rel=1e-4)


def test_pickle(trained):
    assert_goes_on(trained, pickle.loads(pickle.dumps(trained)))


def test_stream(trained):
    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        save_model(trained, file)
    stream.seek(0)
    with h5py.File(stream, "r") as file:
        assert load_model(file).predict(X) == pytest.approx(trained.predict(X), rel=ROUNDING)


def test_group_of_an_open_file(trained, tmp_path):
    with h5py.File(str(tmp_path / "several.h5"), "w") as file:
        trained.save(file.create_group("first"))
    with h5py.File(str(tmp_path / "several.h5"), "r") as file:
        assert load_model(file["first"]).predict(X) == pytest.approx(trained.predict(X), rel=ROUNDING)
