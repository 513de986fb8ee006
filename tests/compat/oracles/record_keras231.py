"""Record the cases on the real Keras 2.3.1 over TensorFlow 1.15.5: losses, evaluations, final weights.

    python tests/compat/oracles/record_keras231.py tests/compat/oracles/keras231.json.gz [PART_OF_A_NAME ...]

Needs Python 3.7 with `tensorflow==1.15.5 keras==2.3.1 protobuf<3.21 numpy<1.19 h5py<3`.

Keras 2 reads an optimizer's step counter in the same session call that increments it, in no defined order: Adam
without decay is one step ahead on TF 1.13, 1.15 and 2.1, Nadam and Adadelta change from run to run.
The cases about optimizers are recorded with the increment after the reads, which is what the formulas say.
"""

import gzip
import json
import sys

import keras
import tensorflow as tf
from cases import CASES, run
from keras.utils import multi_gpu_utils

# No GPU is needed: the replicas of the legacy function run on the CPU by soft placement.
multi_gpu_utils._get_available_devices = lambda: ["/cpu:0", "/gpu:0", "/gpu:1", "/gpu:2"]


def order(optimizer):
    """Make the class increment its counter after all that reads it."""
    plain = optimizer.get_updates

    def get_updates(self, loss, params):
        updates = plain(self, loss, params)
        waited = [u if not isinstance(u, tuple) else keras.backend.update(*u) for u in updates[1:]]
        with tf.control_dependencies([u.op if hasattr(u, "op") else u for u in waited]):
            return [keras.backend.update_add(self.iterations, 1), *waited]

    optimizer.get_updates = get_updates


def main(path, parts):
    """Run every case in a graph of its own and write one JSON."""
    found = {}
    for name in {case["optimizer"] for case in CASES.values() if "optimizer" in case}:
        order(getattr(keras.optimizers, name))
    for name, case in CASES.items():
        if parts and not any(part in name for part in parts):
            continue
        keras.backend.clear_session()
        keras.backend.set_session(tf.Session(config=tf.ConfigProto(allow_soft_placement=True)))
        found[name] = run(keras, multi_gpu_utils.multi_gpu_model, case)
        print(name, found[name]["loss"])
    rounded = json.loads(json.dumps(found), parse_float=lambda text: float(format(float(text), ".8g")))
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        file.write(json.dumps(rounded, sort_keys=True).encode())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
