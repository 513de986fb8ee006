"""Time a training step of one and of two worker processes of this machine, with the same global batch.

    python tests/benchmarks/worker_step_time.py            one process
    python -m compat run --workers 2 tests/benchmarks/worker_step_time.py

The network, the batch and the steps are those of exact_step_time.py. Two processes on one machine share its cores: the
difference is what TensorFlow's collectives over loopback and the second input pipeline cost.
"""

from __future__ import annotations

import os
import statistics
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import numpy as np
import tensorflow as tf

from compat.distribute import exact

ROWS, BATCH, EPOCHS = 512, 64, 6


class StepTimes(keras.callbacks.Callback):
    """Records the seconds of each step."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def on_train_batch_begin(self, batch: int, logs: object = None) -> None:
        self.begun = time.perf_counter()

    def on_train_batch_end(self, batch: int, logs: object = None) -> None:
        self.seconds.append(time.perf_counter() - self.begun)


several = "TF_CONFIG" in os.environ
strategy = tf.distribute.MultiWorkerMirroredStrategy() if several else tf.distribute.OneDeviceStrategy("/cpu:0")
random = np.random.default_rng(0)
images, labels = random.random((ROWS, 32, 32, 3), "float32"), random.integers(0, 10, ROWS)
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).batch(BATCH).prefetch(2)
with strategy.scope():
    layers = keras.layers
    model = exact(
        keras.Sequential([
            keras.Input((32, 32, 3)),
            *(layers.Conv2D(32, 3, activation="relu"), layers.BatchNormalization()),
            *(layers.Conv2D(64, 3, activation="relu"), layers.BatchNormalization(), layers.MaxPooling2D()),
            *(layers.Conv2D(64, 3, activation="relu"), layers.GlobalAveragePooling2D()),
            layers.Dense(10, activation="softmax"),
        ])
    )  # fmt: skip
    model.compile(keras.optimizers.SGD(0.01, momentum=0.9), "sparse_categorical_crossentropy", metrics=["accuracy"])
times = StepTimes()
model.fit(dataset, epochs=EPOCHS, verbose=0, callbacks=[times])
step = statistics.median(times.seconds[ROWS // BATCH :])
print(f"a step takes {1000 * step:.0f} ms: {BATCH / step:.0f} images/second")
