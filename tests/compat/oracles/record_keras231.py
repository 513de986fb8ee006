"""Record the cases on the real Keras 2.3.1 over TensorFlow 1.15.5: losses, evaluations, final weights.

    python tests/compat/oracles/record_keras231.py tests/compat/oracles/keras231.json.gz

Needs Python 3.7 with `tensorflow==1.15.5 keras==2.3.1 protobuf<3.21 numpy<1.19 h5py<3`.
"""

import gzip
import json
import sys

import keras
import numpy as np
import tensorflow as tf
from cases import CASES, run
from keras.utils import multi_gpu_utils

# No GPU is needed: the replicas of the legacy function run on the CPU by soft placement.
multi_gpu_utils._get_available_devices = lambda: ["/cpu:0", "/gpu:0", "/gpu:1", "/gpu:2"]


def main(path: str) -> None:
    """Run every case in a graph of its own and write one JSON."""
    found = {}
    for name, case in CASES.items():
        if len(sys.argv) > 2 and not any(part in name for part in sys.argv[2:]):
            continue
        keras.backend.clear_session()
        keras.backend.set_session(tf.Session(config=tf.ConfigProto(allow_soft_placement=True)))
        found[name] = run(keras, multi_gpu_utils.multi_gpu_model, case)
        print(name, found[name]["loss"])
    rounded = json.loads(json.dumps(found), parse_float=lambda text: float(np.format_float_positional(float(text), 8, fractional=False)))
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        file.write(json.dumps(rounded, sort_keys=True).encode())


main(sys.argv[1])
