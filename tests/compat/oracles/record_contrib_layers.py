"""Record what layers of `tf.contrib` compute, train, update and collect.

    PYTHONPATH=. python tests/compat/oracles/record_contrib_layers.py tests/compat/oracles/contrib_layers.json.gz

Needs Python 3.7 with `tensorflow==1.15.5 protobuf<3.21 numpy<1.19`.
"""

import gzip
import json
import sys

import tensorflow as tf
from tensorflow import contrib

from tests.compat.oracles.contrib_layers_cases import every_run, found


def main(path):
    """Run each case in a graph of its own."""
    runs = {label: found(tf.compat.v1, contrib, name, mode) for label, name, mode in every_run()}
    with open(path, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        packed.write(json.dumps(runs, sort_keys=True).encode())


main(sys.argv[1])
