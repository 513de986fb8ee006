"""CuDNN layers and their weights. Expected outputs are those of Keras 2.3.1, which loaded the same weights into its
`LSTM(recurrent_activation="sigmoid")` and `GRU(recurrent_activation="sigmoid", reset_after=True)` on a CPU.
"""

import json

import h5py
import numpy as np
import pytest

from compat import keras

INPUTS, UNITS = 3, 2
X = np.linspace(-1, 1, 12).reshape(2, 2, INPUTS).astype("float32")
EXPECTED = {
    "CuDNNLSTM": [[0.2934320, 0.0436691], [-0.5527990, 0.0473441]],
    "CuDNNGRU": [[0.1926063, 0.5819986], [-0.1754032, -0.1771866]],
}


def weights(gates):
    """The weights of a CuDNN layer: kernel, recurrent kernel, and two biases in a row."""
    shapes = [(INPUTS, gates * UNITS), (UNITS, gates * UNITS), (2 * gates * UNITS,)]
    return [
        np.sin(np.arange(np.prod(shape), dtype="float32") + place).reshape(shape) for place, shape in enumerate(shapes)
    ]


def write(path, layer, gates, config=None):
    """Write a file as Keras 2 did."""
    names = ["layer/kernel:0", "layer/recurrent_kernel:0", "layer/bias:0"]
    with h5py.File(str(path), "w") as file:
        top = file.create_group("model_weights") if config else file
        top.attrs["layer_names"] = [b"layer"]
        group = top.create_group("layer")
        group.attrs["weight_names"] = [name.encode() for name in names]
        for name, value in zip(names, weights(gates)):
            group[name] = value
        if config:
            file.attrs["model_config"] = json.dumps(config).encode()
            file.attrs["keras_version"] = b"2.3.1"


CASES = [("CuDNNLSTM", 4), ("CuDNNGRU", 3)]


@pytest.mark.parametrize(("layer", "gates"), CASES)
def test_weights_of_cudnn(tmp_path, layer, gates):
    write(tmp_path / "w.h5", layer, gates)
    model = keras.models.Sequential([getattr(keras.layers, layer)(UNITS, input_shape=(2, INPUTS), name="layer")])
    model.load_weights(str(tmp_path / "w.h5"))
    np.testing.assert_allclose(model.predict(X), EXPECTED[layer], atol=1e-6)


@pytest.mark.parametrize(("layer", "gates"), CASES)
def test_models_with_cudnn(tmp_path, layer, gates):
    options = {"name": "layer", "trainable": True, "batch_input_shape": [None, 2, INPUTS], "dtype": "float32"}
    config = {"class_name": layer, "config": {**options, "units": UNITS}}
    write(tmp_path / "m.h5", layer, gates, {"class_name": "Sequential", "config": {"name": "s", "layers": [config]}})
    model = keras.models.load_model(str(tmp_path / "m.h5"))
    np.testing.assert_allclose(model.predict(X), EXPECTED[layer], atol=1e-6)


def test_arguments():
    lstm = keras.layers.CuDNNLSTM(UNITS, "he_normal", return_sequences=True, unit_forget_bias=False)
    assert type(lstm.kernel_initializer).__name__ == "HeNormal"
    assert (lstm.return_sequences, lstm.unit_forget_bias) == (True, False)
    gru = keras.layers.cudnn_recurrent.CuDNNGRU(UNITS, stateful=True)
    assert (gru.reset_after, gru.stateful) == (True, True)


def test_other_files_are_read_as_they_are(tmp_path):
    model = keras.models.Sequential([keras.layers.LSTM(UNITS, input_shape=(2, INPUTS)), keras.layers.Dense(1)])
    model.save(str(tmp_path / "m.h5"))
    again = keras.models.load_model(str(tmp_path / "m.h5"))
    np.testing.assert_allclose(again.predict(X), model.predict(X), atol=1e-6)


def test_the_first_layer_tells_its_input_shape(tmp_path):
    """Keras 3 alone gives the model one axis too many."""
    layer = {"name": "d", "trainable": True, "batch_input_shape": [None, 3], "dtype": "float32", "units": 2}
    config = {"name": "s", "layers": [{"class_name": "Dense", "config": layer}]}
    with h5py.File(str(tmp_path / "m.h5"), "w") as file:
        file.attrs["model_config"] = json.dumps({"class_name": "Sequential", "config": config}).encode()
        file.attrs["keras_version"] = b"2.3.1"
        group = file.create_group("model_weights")
        group.attrs["layer_names"] = [b"d"]
        group.create_group("d").attrs["weight_names"] = [b"d/kernel:0", b"d/bias:0"]
        group["d/d/kernel:0"], group["d/d/bias:0"] = np.ones((3, 2)), np.zeros(2)
    model = keras.models.load_model(str(tmp_path / "m.h5"))
    assert model.input_shape == (None, 3)
    np.testing.assert_allclose(model.predict(np.ones((1, 3))), [[3.0, 3.0]])
