"""Record a SavedModel of each model of `tf.keras`, and what it predicts, on TensorFlow 1.13.2 or 1.15.5.

    python -m tests.compat.oracles.record_saved_models

Writes `saved_models_<release>.json` and the folders `saved_models_<release>/<model>` beside this file, without graphs.
"""

import json
import os
import shutil
import tempfile
from pathlib import Path

import tensorflow as tf

from tests.compat.oracles.saved_model_cases import MODELS, inputs


def export(model, folder):
    if tf.__version__.startswith("1.13"):
        return tf.contrib.saved_model.save_keras_model(model, folder).decode()
    tf.keras.experimental.export_saved_model(model, folder)
    return folder


def main():
    here = Path(__file__).parent / f"saved_models_{tf.__version__}"
    shutil.rmtree(str(here), ignore_errors=True)
    predicted = {}
    for name, make in MODELS.items():
        tf.set_random_seed(1)
        model = make(tf.keras)
        with tempfile.TemporaryDirectory() as folder:
            path = export(model, os.path.join(folder, "model"))
            shutil.copytree(path, str(here / name), ignore=shutil.ignore_patterns("saved_model.pb", "checkpoint"))
        predicted[name] = model.predict(inputs(model)).tolist()
    here.with_name(here.name + ".json").write_text(json.dumps(predicted, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
