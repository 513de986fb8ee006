"""Record how Keras models train as Estimators under `contrib.distribute`, on TensorFlow 1.13.2 or 1.15.5.

    python -m tests.compat.oracles.record_keras_estimator

Writes `keras_estimator_<release>.json` beside this file.
"""

import glob
import json
import os
from pathlib import Path

import tensorflow as tf

from tests.compat.keras_estimator.training_cases import OPTIMIZERS, train


def losses(model_dir):
    found = {}
    for path in glob.glob(os.path.join(model_dir, "events*")):
        for event in tf.train.summary_iterator(path):
            for value in event.summary.value:
                if value.tag.startswith("loss"):
                    found[event.step] = value.simple_value
    return [found[step] for step in sorted(found)]


def strategy(replicas):
    if replicas == 1:
        return None
    return tf.contrib.distribute.MirroredStrategy(devices=[f"/device:CPU:{index}" for index in range(replicas)])


def main():
    record = {
        f"{optimizer}-{replicas}": train(tf, tf, strategy(replicas), optimizer, losses)
        for optimizer in OPTIMIZERS
        for replicas in (1, 2, 3)
    }
    name = f"keras_estimator_{tf.__version__}.json"
    Path(__file__).with_name(name).write_text(json.dumps(record, sort_keys=True).replace('}, "', '},\n"') + "\n")


if __name__ == "__main__":
    main()
