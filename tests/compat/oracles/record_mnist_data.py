"""`python -m tests.compat.oracles.record_mnist_data`, on TensorFlow 1.15.5: what its reader of MNIST gives."""

import json
import tempfile
from pathlib import Path

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

from tests.compat.shims.tensorflow.mnist_cases import CASES, describe, write


def main():
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        write(folder)
        for name, options in CASES.items():
            tf.compat.v1.reset_default_graph()
            found[name] = describe(input_data.read_data_sets, folder, options, tf.compat.v1.set_random_seed)
    path = Path(__file__).with_name("mnist_data.json")
    path.write_text(json.dumps(found, sort_keys=True, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
