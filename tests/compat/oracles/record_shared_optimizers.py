"""Record what one optimizer for several models did on the real Keras 2.3.1 over TensorFlow 1.15.5.

    python tests/compat/oracles/record_shared_optimizers.py tests/compat/oracles/shared_optimizers.json

Needs what `record_keras231.py` needs. As there, the step counter is incremented after it is read.
"""

import json
import sys

import keras
import tensorflow as tf
from keras.utils import multi_gpu_utils
from record_keras231 import order
from shared_optimizer_cases import OPTIMIZERS, losses, two_compiles

multi_gpu_utils._get_available_devices = lambda: ["/cpu:0", "/gpu:0", "/gpu:1"]


def main(path):
    """Run every case in a graph of its own."""
    for name in {kind for kind, _ in OPTIMIZERS.values()}:
        order(getattr(keras.optimizers, name))
    found = {}
    cases = {name: lambda name=name: losses(keras, multi_gpu_utils.multi_gpu_model, name) for name in OPTIMIZERS}
    cases["two_compiles"] = lambda: two_compiles(keras, multi_gpu_utils.multi_gpu_model)
    for name, case in cases.items():
        keras.backend.clear_session()
        keras.backend.set_session(tf.Session(config=tf.ConfigProto(allow_soft_placement=True)))
        found[name] = [float(format(each, ".8g")) for each in case()]
    with open(path, "w") as file:
        file.write(json.dumps(found, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
