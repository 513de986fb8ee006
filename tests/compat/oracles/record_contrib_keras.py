"""Record what `tf.keras` of TensorFlow 1.13.2 computed after `compile(distribute=contrib.distribute.MirroredStrategy)`.

    python -m tests.compat.oracles.record_contrib_keras

Writes `contrib_keras.json` beside this file. GPUs are logical CPUs.
"""

import json
from pathlib import Path

import tensorflow as tf

from compat.runner.devices import emulate_gpus
from tests.compat.shims.contrib.keras_cases import CASES, run


def main():
    emulate_gpus(3)
    record = {}
    for name in CASES:
        tf.keras.backend.clear_session()
        record[name] = run(tf, name)
    Path(__file__).with_name("contrib_keras.json").write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
