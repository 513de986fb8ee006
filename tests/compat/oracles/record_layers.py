"""Record what `tf.layers` returns and which parameters it takes, on TensorFlow 1.15.5.

    python -m tests.compat.oracles.record_layers

Writes `layers.json` beside this file.
"""

import inspect
import json
from pathlib import Path

import tensorflow as tf

from tests.compat.shims.tensorflow.layer_cases import CASES


def parameters(name):
    found = inspect.unwrap(getattr(tf.layers, name))
    return [
        [each.name, "none" if each.default is each.empty else _text(each.default)]
        for each in inspect.signature(found).parameters.values()
        if each.kind is each.POSITIONAL_OR_KEYWORD
    ]


def _text(default):
    return type(default).__name__ if hasattr(default, "dtype") else repr(default)


def main():
    # The variables of TF 1 are read while they are updated: their numbers differ from run to run.
    tf.compat.v1.enable_resource_variables()
    public = sorted(name for name in dir(tf.layers) if not name.startswith("_"))
    results = {}
    for name, case in CASES.items():
        variables, arrays = case(tf.layers, tf.compat.v1)
        results[name] = {"variables": variables, "arrays": [_rounded(array) for array in arrays]}
    record = {
        "tensorflow": tf.__version__,
        "names": public,
        "parameters": {name: parameters(name) for name in public if callable(getattr(tf.layers, name))},
        "results": results,
    }
    text = json.dumps(record, sort_keys=True)
    Path(__file__).with_name("layers.json").write_text(text.replace('}, "', '},\n"') + "\n")


def _rounded(array):
    return {"shape": list(array.shape), "values": [float(f"{value:.7g}") for value in array.ravel()]}


if __name__ == "__main__":
    main()
