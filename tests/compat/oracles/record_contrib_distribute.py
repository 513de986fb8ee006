"""Record what Estimators computed with `tf.contrib.distribute.MirroredStrategy` of TensorFlow 1.13.2 and 1.15.5.

    python -m tests.compat.oracles.record_contrib_distribute

Adds the release at hand to `contrib_distribute.json` beside this file. GPUs are logical CPUs.
"""

import json
import tempfile
from pathlib import Path

import tensorflow as tf

from compat.runner.devices import emulate_gpus
from tests.compat.shims.contrib.training_cases import CASES, run


def main():
    emulate_gpus(3)
    path = Path(__file__).with_name("contrib_distribute.json")
    record = json.loads(path.read_text()) if path.exists() else {}
    record[tf.__version__] = {}
    for name in CASES:
        with tempfile.TemporaryDirectory() as folder:
            record[tf.__version__][name] = run(tf, name, folder)
    path.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
