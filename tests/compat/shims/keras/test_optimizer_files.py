"""Training goes on from HDF5 files of Keras 2.3.1 on TensorFlow 1.15.5 with the state that the optimizer had."""

import json
import sys

import h5py
import keras as keras3
import numpy as np
import pytest

from compat import keras
from compat import tensorflow as tf
from tests.compat.paths import ORACLES
from tests.quick import first

sys.path.insert(0, str(ORACLES))

from optimizer_file_cases import CASES, X, Y, model

RECORDED = json.loads((ORACLES / "optimizer_files.json").read_text())


@pytest.mark.parametrize("name", first(2, CASES))
def test_training_goes_on(name, tmp_path):
    known, path = RECORDED[name], str(tmp_path / "model.h5")
    made = model(keras, name)
    made.set_weights([np.array(each) for each in known["weights"]])
    made.save(path)
    with h5py.File(path, "r+") as file:
        del file["optimizer_weights"]
        group = file.create_group("optimizer_weights")
        group.attrs["weight_names"] = [each.encode() for each in known["names"]]
        for each, value in zip(known["names"], known["state"]):
            group[each] = np.array(value)
    loaded = keras.models.load_model(path)
    assert int(keras.backend.get_value(loaded.optimizer.iterations)) == 3
    losses = [float(np.ravel(loaded.train_on_batch(X, Y))[0]) for _ in range(3)]
    np.testing.assert_allclose(losses, known["losses"], rtol=2e-5)


def test_state_by_the_weights_of_an_optimizer():
    """Many scripts kept it in a pickle beside the weights."""
    made, other = model(keras, "adam"), model(keras, "adam")
    for _ in range(3):
        made.train_on_batch(X, Y)
    kept = keras.backend.batch_get_value(made.optimizer.weights)
    assert [np.shape(each) for each in kept] == [(), *2 * [(3, 2), (2,), (2, 1), (1,)]]
    other.set_weights(made.get_weights())
    other._make_train_function()
    other.optimizer.set_weights(kept)
    for _ in range(2):
        np.testing.assert_allclose(other.train_on_batch(X, Y), made.train_on_batch(X, Y), rtol=1e-6)


def compiled(api, optimizer, loss="mse"):
    made = api.models.Sequential([api.layers.Dense(1, input_shape=(3,), kernel_initializer="ones")])
    made.compile(optimizer, loss)
    return made


def trained(model, steps):
    for _ in range(steps):
        model.train_on_batch(np.ones((8, 3)), np.zeros((8, 1)))
    return round(float(model.get_weights()[1][0]), 5)


@pytest.mark.parametrize("api", [keras, tf.keras])
@pytest.mark.parametrize("name", ["model.h5", "model.keras"])
def test_decay_of_a_saved_model(name, api, tmp_path):
    """Keras 2.3.1 and TensorFlow 2.3.4 went on as if there were no file."""
    path = str(tmp_path / name)
    made = compiled(api, api.optimizers.SGD(lr=0.1, decay=0.5, momentum=0.9))
    trained(made, 3)
    made.save(path)
    loaded = api.models.load_model(path)
    backend, optimizer = api.backend, loaded.optimizer
    assert isinstance(optimizer, api.optimizers.SGD)
    assert (float(backend.get_value(optimizer.lr)), float(backend.get_value(optimizer.decay))) == (
        pytest.approx(0.1),
        0.5,
    )
    assert [trained(loaded, 1), trained(loaded, 1)] == [-1.6542, -1.47086]
    assert optimizer.get_config()["decay"] == 0.5
    backend.set_value(optimizer.lr, 0.02)
    assert float(backend.get_value(optimizer.lr)) == pytest.approx(0.02)


def test_decay_of_a_saved_model_in_keras_3(tmp_path):
    path = str(tmp_path / "model.keras")
    made = compiled(keras, keras.optimizers.SGD(lr=0.1, decay=0.5, momentum=0.9), keras3.losses.MeanSquaredError())
    trained(made, 3)
    made.save(path)
    loaded = keras3.models.load_model(path)
    assert type(loaded.optimizer) is keras3.optimizers.SGD
    assert [trained(loaded, 1), trained(loaded, 1)] == [-1.6542, -1.47086]


def test_decay_in_a_file_of_keras_3(tmp_path):
    """The schedule is what a native upgrade writes for a decay."""
    path = str(tmp_path / "model.keras")
    made = keras3.Sequential([keras3.layers.Input((3,)), keras3.layers.Dense(1, kernel_initializer="ones")])
    schedule = keras3.optimizers.schedules.InverseTimeDecay(0.1, 1, 0.5)
    made.compile(keras3.optimizers.SGD(schedule, momentum=0.9), "mse")
    trained(made, 3)
    made.save(path)
    loaded = keras.models.load_model(path)
    assert float(keras.backend.get_value(loaded.optimizer.lr)) == pytest.approx(0.1)
    assert [trained(loaded, 1), trained(loaded, 1)] == [-1.6542, -1.47086]


def written_by_keras_2(model, path, **changes):
    """Save a model, and describe its optimizer as Keras 2.3.1 did."""
    model.save(path)
    with h5py.File(path, "r+") as file:
        described = json.loads(file.attrs["training_config"])
        described["optimizer_config"] = {"class_name": "SGD", "config": {"momentum": 0.0, "nesterov": False, **changes}}
        file.attrs["training_config"] = json.dumps(described)
        file.attrs["keras_version"] = "2.3.1"


@pytest.mark.parametrize("rate", ["lr", "learning_rate"])
def test_decay_in_a_file_of_keras_2(rate, tmp_path):
    path = str(tmp_path / "model.h5")
    made = compiled(keras, keras.optimizers.SGD(lr=0.1))
    written_by_keras_2(made, path, **{rate: 0.1, "decay": 0.5})
    loaded = keras.models.load_model(path)
    assert [trained(loaded, 1), trained(loaded, 1), trained(loaded, 1)] == [-0.6, -0.68, -0.708]
    assert float(keras.backend.get_value(loaded.optimizer.decay)) == 0.5


@pytest.mark.parametrize(("api", "bias"), [(keras, -0.025), (tf.keras, -0.05)])
def test_norm_in_a_file_of_keras_2(api, bias, tmp_path):
    """Standalone Keras clipped all gradients together, `tf.keras` each by itself."""
    path = str(tmp_path / "model.h5")
    made = compiled(api, api.optimizers.SGD(lr=0.1))
    written_by_keras_2(made, path, learning_rate=0.1, decay=0.0, clipnorm=0.5)
    assert trained(api.models.load_model(path), 1) == bias


@pytest.mark.parametrize("name", ["model.h5", "model.keras"])
def test_norm_in_a_file_of_keras_3(name, tmp_path):
    """It clips each gradient by itself."""
    path = str(tmp_path / name)
    made = keras3.Sequential([keras3.layers.Input((3,)), keras3.layers.Dense(1, kernel_initializer="ones")])
    made.compile(keras3.optimizers.SGD(0.1, clipnorm=0.5), "mse")
    made.save(path)
    loaded = keras.models.load_model(path)
    assert isinstance(loaded.optimizer, keras.optimizers.SGD)
    assert trained(loaded, 1) == -0.05


@pytest.mark.parametrize("name", ["model.h5", "model.keras"])
def test_an_optimizer_of_the_script_is_loaded_as_it_is(name, tmp_path):
    class SGD(keras3.optimizers.SGD):
        """Has the name of one of Keras."""

    path = str(tmp_path / name)
    made = compiled(keras, SGD(0.1))
    made.save(path)
    assert type(keras.models.load_model(path, custom_objects={"SGD": SGD}).optimizer) is SGD


@pytest.mark.parametrize("name", ["model.h5", "model.keras"])
def test_a_schedule_of_a_saved_model_is_left_alone(name, tmp_path):
    path = str(tmp_path / name)
    schedule = keras3.optimizers.schedules.ExponentialDecay(0.1, decay_steps=2, decay_rate=0.5)
    compiled(tf.keras, tf.keras.optimizers.SGD(schedule)).save(path)
    loaded = tf.keras.models.load_model(path).optimizer
    assert loaded.initial_decay == 0.0
    assert isinstance(loaded._learning_rate, keras3.optimizers.schedules.ExponentialDecay)
