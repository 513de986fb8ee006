"""Record how Keras models train as Estimators under `contrib.distribute`, on TensorFlow 1.13.2 or 1.15.5.

    python -m tests.compat.oracles.record_keras_estimator

Writes `keras_estimator_<release>.json` and the checkpoint `keras_estimator_<release>/model.ckpt` beside this file.
"""

import glob
import json
import os
import shutil
from pathlib import Path

import tensorflow as tf

from tests.compat.shims.keras_estimator.training_cases import CHECKPOINT, OPTIMIZERS, STEPS, train


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
    folders = {case: results.pop("model_dir") for case, results in record.items()}
    here = Path(__file__).parent / f"keras_estimator_{tf.__version__}"
    here.with_name(here.name + ".json").write_text(json.dumps(record, sort_keys=True).replace('}, "', '},\n"') + "\n")
    here.mkdir(exist_ok=True)
    for suffix in ("index", "data-00000-of-00001"):
        shutil.copy(f"{folders[CHECKPOINT]}/model.ckpt-{STEPS}.{suffix}", here / f"model.ckpt.{suffix}")


if __name__ == "__main__":
    main()
