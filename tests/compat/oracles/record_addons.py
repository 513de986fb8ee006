"""Record what layers and metrics of TensorFlow Addons give.

    PYTHONPATH=. python tests/compat/oracles/record_addons.py tests/compat/oracles/addons.json

Needs one of `tensorflow==2.3.4 tensorflow-addons==0.11.2`, `tensorflow==2.10.1 tensorflow-addons==0.20.0` and
`tensorflow==2.15.1 tensorflow-addons==0.23.0`; each adds what it gives.
"""

import json
import os
import sys

import tensorflow as tf
import tensorflow_addons as tfa

from tests.compat.oracles.addons_cases import F1, LAYERS, METRICS, measured, trained


def made(kind, *given, **named):
    """Make the object of Addons."""
    return getattr(tfa.metrics if kind == F1 else tfa.layers, kind)(*given, **named)


def main(path):
    """Keep what other releases gave."""
    found = {}
    if os.path.exists(path):
        with open(path) as file:
            found = json.load(file)
    release = ".".join(tfa.__version__.split(".")[:2])
    layers = {name: trained(tf, made, name) for name in LAYERS}
    found[release] = {"layers": layers, "metrics": {name: measured(made, name) for name in METRICS}}
    with open(path, "w") as file:
        json.dump(found, file, sort_keys=True, indent=1)
        file.write("\n")


main(sys.argv[1])
