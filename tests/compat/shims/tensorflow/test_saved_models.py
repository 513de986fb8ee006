"""A model in the folder of a SavedModel. The tests of what `compat` writes pass on TensorFlow 1.15.5, too."""

import json
from pathlib import Path

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat import tensorflow as tf
from tests.compat.oracles.saved_model_cases import MODELS, inputs

experimental = tf.keras.experimental
ORACLES = Path(__file__).parents[2] / "oracles"
IS_MODERN = tensorflow.__version__ > "2"
X = np.arange(6.0, dtype="float32").reshape((2, 3))


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "several" / "model")


@pytest.fixture
def model():
    return tf.keras.Sequential([tf.keras.layers.Dense(2, name="first", input_shape=(3,))])


def two_of_each():
    layers = tf.keras.layers
    left, right = layers.Input((3,), name="left"), layers.Input((3,), name="right")
    return tf.keras.Model([left, right], [layers.Dense(2, name="one")(right), layers.Dense(1, name="two")(left)])


def served(folder, **given):
    """What the signature for serving returns, by the names that it has."""
    v1 = tensorflow.compat.v1
    with v1.Graph().as_default(), v1.Session() as session:
        signature = v1.saved_model.load(session, ["serve"], folder).signature_def["serving_default"]
        assert set(signature.inputs) == set(given)
        feeds = {signature.inputs[name].name: value for name, value in given.items()}
        return session.run({name: output.name for name, output in signature.outputs.items()}, feeds)


def test_a_model_and_back(model, folder):
    model.compile("sgd", "mse")
    model.fit(X, X[:, :2], verbose=0)
    experimental.export_saved_model(model, folder)
    again = experimental.load_from_saved_model(folder)
    assert again.predict(X) == pytest.approx(model.predict(X), rel=1e-5)
    with pytest.raises(RuntimeError, match="compile"):
        again.fit(X, X[:, :2], verbose=0)


def test_the_names_of_the_graph(model, folder):
    experimental.export_saved_model(model, folder)
    found = served(folder, first_input=X)
    assert list(found) == ["first"]
    assert found["first"] == pytest.approx(model.predict(X), rel=1e-5)


def test_several_inputs_and_outputs(folder):
    model = two_of_each()
    experimental.export_saved_model(model, folder)
    one, two = model.predict([X, -X])
    found = served(folder, left=X, right=-X)
    assert found["one"] == pytest.approx(one, rel=1e-5)
    assert found["two"] == pytest.approx(two, rel=1e-5)


def test_a_folder_with_files(model, folder):
    experimental.export_saved_model(model, folder)
    with pytest.raises(AssertionError, match="isn't empty"):
        experimental.export_saved_model(model, folder)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, inputs):
        return self.dense(inputs)


def test_a_class_of_its_own_is_for_serving_only(folder):
    model = Net()
    expected = model.predict(X)
    with pytest.raises(NotImplementedError, match="serving_only"):
        experimental.export_saved_model(model, folder)
    experimental.export_saved_model(model, folder, serving_only=True)
    found = served(folder, input_1=X)
    assert found["output_1"] == pytest.approx(expected, rel=1e-5)


def test_weights_that_are_not_there_yet(folder):
    with pytest.raises(ValueError, match="have not yet been created"):
        experimental.export_saved_model(tf.keras.Sequential([tf.keras.layers.Dense(2)]), folder)


@pytest.mark.parametrize("release", ["1.13.2", "1.15.5"])
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.skipif(not IS_MODERN, reason="legacy reads its own folders")
def test_a_folder_of_tensorflow_1(release, name):
    model = experimental.load_from_saved_model(ORACLES / f"saved_models_{release}" / name)
    predicted = json.loads((ORACLES / f"saved_models_{release}.json").read_text())[name]
    assert model.predict(inputs(model)) == pytest.approx(np.array(predicted), rel=1e-4, abs=1e-6)


@pytest.mark.skipif(not IS_MODERN, reason="legacy reads its own folders")
def test_a_folder_that_lacks_weights(tmp_path):
    (tmp_path / "assets").mkdir()
    text = (ORACLES / "saved_models_1.15.5" / "dense" / "assets" / "saved_model.json").read_text()
    (tmp_path / "assets" / "saved_model.json").write_text(text)
    tensorflow.train.Checkpoint(step=tensorflow.Variable(1)).write(str(tmp_path / "variables" / "variables"))
    with pytest.raises(ValueError, match="has no values for"):
        experimental.load_from_saved_model(tmp_path)
