"""Record what the canned estimators of TensorFlow 1.15.5 compute.

    python -m tests.compat.oracles.record_canned

Writes `canned.json` beside this file.
"""

import json
import tempfile
from pathlib import Path

import tensorflow as tf

from tests.compat.shims.estimator.canned_cases import CASES, run


def main():
    # The variables of TF 1 are read while they are updated: their numbers differ from run to run.
    tf.compat.v1.enable_resource_variables()
    record = {}
    for name in CASES:
        with tempfile.TemporaryDirectory() as folder:
            record[name] = run(tf, tf.compat.v1, name, folder)
    Path(__file__).with_name("canned.json").write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
