"""Record the optimizer state in HDF5 files of the real Keras 2.3.1 over TensorFlow 1.15.5, and the training after it.

    python tests/compat/oracles/record_optimizer_files.py tests/compat/oracles/optimizer_files.json

Needs what `record_keras231.py` needs. As there, the step counter is incremented after it is read.
"""

import json
import os
import sys
import tempfile

import h5py
import keras
from optimizer_file_cases import CASES, X, Y, model
from record_keras231 import order


def main(path):
    """Train, save and train on."""
    found = {}
    for kind in {kind for kind, _ in CASES.values()}:
        order(getattr(keras.optimizers, kind))
    for name in CASES:
        keras.backend.clear_session()
        made = model(keras, name)
        for _ in range(3):
            made.train_on_batch(X, Y)
        with tempfile.TemporaryDirectory() as folder:
            file_name = os.path.join(folder, "model.h5")
            made.save(file_name)
            with h5py.File(file_name, "r") as file:
                group = file["optimizer_weights"]
                names = [each.decode() for each in group.attrs["weight_names"]]
                state = [group[each][()].tolist() for each in names]
        weights = [each.tolist() for each in made.get_weights()]
        losses = [float(made.train_on_batch(X, Y)) for _ in range(3)]
        found[name] = {"names": names, "state": state, "weights": weights, "losses": losses}
    rounded = json.loads(json.dumps(found), parse_float=lambda text: float(format(float(text), ".8g")))
    with open(path, "w") as file:
        file.write(json.dumps(rounded, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
