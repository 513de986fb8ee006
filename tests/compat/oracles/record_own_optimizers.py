"""Record what optimizers of scripts with `get_updates` did on the real Keras 2.3.1 over TensorFlow 1.15.5.

    python tests/compat/oracles/record_own_optimizers.py tests/compat/oracles/own_optimizers.json

Needs what `record_keras231.py` needs. As there, the step counter is incremented after it is read.
"""

import json
import sys

import keras
from keras.legacy import interfaces
from own_optimizer_cases import classes, losses, model
from record_keras231 import order


def main(path):
    """Run every case in a graph of its own."""
    found = {}
    for name in ("SGD", "RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax", "Nadam"):
        order(getattr(keras.optimizers, name))
    for name in classes(keras, interfaces):
        keras.backend.clear_session()
        optimizer = classes(keras, interfaces)[name]()
        if not hasattr(optimizer, "optimizer"):
            order(type(optimizer))
        found[name] = [float(format(each, ".8g")) for each in losses(keras, model(keras), optimizer)]
    with open(path, "w") as file:
        file.write(json.dumps(found, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
