"""Functions of `Lambda` layers are saved with the model. The same tests pass on Keras 2.3.1 and 2.2.4, natively."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

from compat import keras, tensorflow
from compat.keras import backend as K  # noqa: N812 - the name that scripts give it
from tests.compat.paths import ROOT

X = [np.array([[1.0, -2.0]]), np.array([[3.0, 1.0]])]
DISTANCE = [[2.0, 3.0]]
AWAY = """
import numpy as np
from compat import keras
model = keras.models.load_model("m.h5")
print(model.predict([np.array([[1.0, -2.0]]), np.array([[3.0, 1.0]])]).tolist())
"""


def distance(tensors, power=1):
    return K.abs(tensors[0] - tensors[1]) ** power


def first_shape(shapes):
    return shapes[0]


def _model(keras, function, **keywords):
    inputs = [keras.layers.Input((2,)), keras.layers.Input((2,))]
    return keras.models.Model(inputs, keras.layers.Lambda(function, **keywords)(inputs))


WAYS = {
    "load_model": lambda keras, model: keras.models.load_model("m.h5"),
    "clone_model": lambda keras, model: keras.models.clone_model(model),
    "model_from_json": lambda keras, model: keras.models.model_from_json(model.to_json()),
    "from_config": lambda keras, model: keras.models.Model.from_config(model.get_config()),
    "deepcopy": lambda keras, model: copy.deepcopy(model),
    "pickle": lambda keras, model: pickle.loads(pickle.dumps(model)),
}


@pytest.mark.parametrize(
    ("keras", "way"),
    [
        *((keras, way) for way in WAYS),
        # tf.keras of TensorFlow 1 pickles no models
        *(pytest.param(tensorflow.keras, way, marks=pytest.mark.full) for way in list(WAYS)[:4]),
    ],
)
def test_functions_are_in_the_model(keras, way, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for function, keywords in (
        (distance, {"output_shape": first_shape}),
        (distance, {"arguments": {"power": 1}}),
        (lambda tensors: K.abs(tensors[0] - tensors[1]), {}),
    ):
        model = _model(keras, function, **keywords)
        model.save("m.h5")
        np.testing.assert_allclose(WAYS[way](keras, model).predict(X), DISTANCE)


@pytest.mark.full
def test_another_process_needs_no_more(tmp_path):
    _model(keras, lambda tensors: K.abs(tensors[0] - tensors[1])).save(str(tmp_path / "m.h5"))
    done = subprocess.run(
        [sys.executable, "-c", AWAY],
        cwd=str(tmp_path),
        env={"PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONWARNINGS": "ignore"},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert done.stdout.decode().splitlines()[-1] == str(DISTANCE)


def test_defaults_and_closures():
    def scaled(by):
        def function(tensors, plus=1.0):
            return (tensors[0] + plus) * by

        return function

    found = keras.models.clone_model(_model(keras, scaled(3.0), output_shape=first_shape)).predict(X)
    np.testing.assert_allclose(found, [[6.0, -3.0]])


def test_layers_by_themselves():
    layer = keras.layers.Lambda(distance)
    assert layer.function is distance
    again = keras.layers.Lambda.from_config(layer.get_config())
    assert isinstance(again, keras.layers.Lambda)
    assert again.function.__name__ == "distance"
