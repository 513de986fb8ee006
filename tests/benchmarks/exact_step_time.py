"""Time a training step of `compat.distribute.exact` over one of plain Keras, on 1, 2 and 4 replicas of one machine.

    python tests/benchmarks/exact_step_time.py [--rounds N] [--replicas 1 2 4]

Both train the same network on batches that divide, where plain Keras is right. Epochs of the two take turns, so that
what else the machine does meets both; the ratios are medians over the rounds, of processor time and of wall time.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import numpy as np
import tensorflow as tf

from compat.distribute import exact
from compat.runner.devices import emulate_gpus

ROWS, BATCH = 512, 64


def batches() -> tf.data.Dataset:
    """Random images (BATCH, 32, 32, 3) and labels."""
    random = np.random.default_rng(0)
    images = random.random((ROWS, 32, 32, 3), "float32")
    return tf.data.Dataset.from_tensor_slices((images, random.integers(0, 10, ROWS))).batch(BATCH).prefetch(2)


def compiled(prepare: Callable[[keras.Model], keras.Model]) -> keras.Model:
    """Return a small convolutional network, `prepare`d before it is compiled."""
    layers = keras.layers
    model = prepare(
        keras.Sequential([
            keras.Input((32, 32, 3)),
            *(layers.Conv2D(32, 3, activation="relu"), layers.BatchNormalization()),
            *(layers.Conv2D(64, 3, activation="relu"), layers.BatchNormalization(), layers.MaxPooling2D()),
            *(layers.Conv2D(64, 3, activation="relu"), layers.GlobalAveragePooling2D()),
            layers.Dense(10, activation="softmax"),
        ])
    )  # fmt: skip
    model.compile(keras.optimizers.SGD(0.01, momentum=0.9), "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def measure(replicas: int, rounds: int) -> dict[str, float]:
    emulate_gpus(replicas)
    dataset = batches()
    strategy = tf.distribute.MirroredStrategy([f"/cpu:{index}" for index in range(replicas)])
    with strategy.scope():
        models = [compiled(lambda each: each), compiled(exact)]
    for model in models:
        model.fit(dataset, verbose=0)
    times: list[list[tuple[float, float]]] = [[], []]
    for round_ in range(rounds):
        for index in (0, 1) if round_ % 2 else (1, 0):
            processor, wall = time.process_time(), time.perf_counter()
            models[index].fit(dataset, verbose=0)
            times[index].append((time.process_time() - processor, time.perf_counter() - wall))
    plain, ours = times
    return {
        "processor": statistics.median(one[0] / other[0] for one, other in zip(ours, plain, strict=True)),
        "wall": statistics.median(one[1] / other[1] for one, other in zip(ours, plain, strict=True)),
        "milliseconds": 1000 * statistics.median(each[1] for each in ours) / (ROWS // BATCH),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--replicas", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.rounds)))
        return
    for replicas in options.replicas:
        command = [sys.executable, __file__, "--one", str(replicas), "--rounds", str(options.rounds)]
        found = json.loads(subprocess.check_output(command, text=True).splitlines()[-1])
        print(
            f"{replicas} replicas: exact over plain Keras {found['processor']:.3f} in processor time, "
            f"{found['wall']:.3f} in wall time; a step takes {found['milliseconds']:.0f} ms"
        )


if __name__ == "__main__":
    main()
