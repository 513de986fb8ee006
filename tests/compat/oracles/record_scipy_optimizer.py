"""Record where `tf.contrib.opt.ScipyOptimizerInterface` ends.

    PYTHONPATH=. python tests/compat/oracles/record_scipy_optimizer.py tests/compat/oracles/scipy_optimizer.json

Needs Python 3.7 with `tensorflow==1.15.5 protobuf<3.21 numpy<1.19 scipy`.
"""

import json
import sys

import tensorflow as tf
from tensorflow.contrib import opt

from tests.compat.oracles.scipy_optimizer_cases import CASES, minimized


def main(path):
    """Run each case in a graph of its own."""
    found = {}
    for name, given in CASES.items():
        with tf.Graph().as_default():
            found[name] = minimized(tf.compat.v1, opt, **given)
    with open(path, "w") as file:
        json.dump(found, file, sort_keys=True, indent=1)
        file.write("\n")


main(sys.argv[1])
