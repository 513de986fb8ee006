"""What TFM395 says: Keras 3 gives a model of a dictionary what comes first in the order of the keys."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")
keras = tf.keras
RELEASE = tuple(int(part) for part in tf.__version__.split(".")[:2])
pytestmark = pytest.mark.skipif(RELEASE < (2, 3), reason="dictionaries of inputs are of TensorFlow 2")

DATA = {"user": np.array([[3.0]]), "genre": np.array([[100.0]]), "movie": np.array([[1.0]])}


def made(listed):
    inputs = {name: keras.Input((1,), name=name) for name in ("user", "movie")}
    outputs = keras.layers.Subtract()([inputs["user"], inputs["movie"]])
    model = keras.Model([inputs[key] for key in sorted(inputs)] if listed else inputs, outputs)
    model.compile("sgd", "mse")
    return model


def test_a_dictionary_with_another_key():
    given = {name: float(value[0, 0]) for name, value in DATA.items()}
    told = float(made(listed=False).predict(DATA, verbose=0)[0, 0])
    assert told == (given["user"] - given["movie"] if RELEASE < (2, 16) else given["movie"] - given["genre"])


def test_a_list_of_inputs_takes_what_they_are_called():
    model = made(listed=True)
    assert model.predict([DATA["movie"], DATA["user"]], verbose=0).tolist() == [[2.0]]
    assert model.predict(DATA, verbose=0).tolist() == [[2.0]]
    assert model(DATA).numpy().tolist() == [[2.0]]
    rows = tf.data.Dataset.from_tensor_slices((DATA, np.zeros((1, 1)))).batch(1)
    assert np.allclose(model.evaluate(rows, verbose=0), 4.0)
    assert np.allclose(model.fit(rows, verbose=0).history["loss"], 4.0)
