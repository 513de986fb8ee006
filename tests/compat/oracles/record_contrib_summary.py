"""Record the events of `tf.contrib.summary`.

    PYTHONPATH=. python tests/compat/oracles/record_contrib_summary.py tests/compat/oracles/contrib_summary.json

Needs Python 3.7 with `tensorflow==1.15.5 protobuf<3.21 numpy<1.19`.
"""

import json
import sys

import tensorflow as tf
from tensorflow.contrib import summary

from tests.compat.oracles.contrib_summary_cases import eagerly, in_a_graph


def main(path):
    """Run the graph first: it has to be its own default."""
    v1 = tf.compat.v1
    found = {"in_a_graph": in_a_graph(tf, v1, summary, summary.all_summary_ops, summary.initialize)}
    v1.enable_eager_execution()
    found["eagerly"] = eagerly(tf, v1, summary)
    with open(path, "w") as file:
        json.dump(found, file, sort_keys=True, indent=1)
        file.write("\n")


main(sys.argv[1])
