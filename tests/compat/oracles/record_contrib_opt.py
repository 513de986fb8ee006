"""Record what optimizers of `tf.contrib.opt` train.

    PYTHONPATH=. python tests/compat/oracles/record_contrib_opt.py tests/compat/oracles/contrib_opt.json

Needs Python 3.7 with `tensorflow==1.15.5 protobuf<3.21 numpy<1.19`.
"""

import json
import sys

import tensorflow as tf
from tensorflow.contrib import opt

from tests.compat.oracles.contrib_opt_cases import every_run, trained


def main(path):
    """Run each case in a graph of its own."""
    found = {}
    for label, name, given in every_run():
        with tf.Graph().as_default():
            found[label] = trained(tf.compat.v1, opt, name, **given)
    with open(path, "w") as file:
        json.dump(found, file, sort_keys=True, indent=1)
        file.write("\n")


main(sys.argv[1])
