"""Training goes on from HDF5 files of Keras 2.3.1 on TensorFlow 1.15.5 with the state that the optimizer had."""

import json
import sys

import h5py
import numpy as np
import pytest

from compat import keras
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
