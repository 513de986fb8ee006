"""Time a training step of the `multi_gpu_model` shim against a hand-written `MirroredStrategy`, in one process.

    python tests/benchmarks/shim_step_time.py --steps 10 --rounds 5

Two logical CPU devices stand in for GPUs. The two models take turns, so that what else the machine does hits both.
On a release that has the legacy function, that one is timed alone.
"""

import argparse
import statistics
import time

import numpy as np

from compat.runner.devices import emulate_gpus

REPLICAS = 2
emulate_gpus(REPLICAS)

import keras  # noqa: E402
import tensorflow as tf  # noqa: E402
from compat.keras.utils import multi_gpu_model  # noqa: E402
from keras import layers  # noqa: E402


def _conv(x, filters, size, strides=1, padding="same"):
    x = layers.Conv2D(filters, size, strides=strides, padding=padding)(x)
    return layers.Activation("relu")(layers.BatchNormalization()(x))


def _inception(x, ones, threes):
    return layers.concatenate([_conv(x, ones, 1), _conv(x, threes, 3)])


def _downsample(x, filters):
    return layers.concatenate([_conv(x, filters, 3, 2, "valid"), layers.MaxPooling2D(3, strides=2)(x)])


def mini_googlenet():
    """MiniGoogLeNet for images of 32 x 32 x 3 and 10 classes."""
    inputs = layers.Input((32, 32, 3))
    x = _inception(_inception(_conv(inputs, 96, 3), 32, 32), 32, 48)
    x = _downsample(x, 80)
    for ones, threes in ((112, 48), (96, 64), (80, 80), (48, 96)):
        x = _inception(x, ones, threes)
    x = _inception(_inception(_downsample(x, 96), 176, 160), 176, 160)
    x = layers.Flatten()(layers.Dropout(0.5)(layers.AveragePooling2D(7)(x)))
    return keras.models.Model(inputs, layers.Dense(10, activation="softmax")(x))


def _compiled(model):
    optimizer = keras.optimizers.SGD(0.01, momentum=0.9)
    model.compile(loss="categorical_crossentropy", optimizer=optimizer, metrics=["accuracy"])
    return model


class _Timer(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.steps = []

    def on_train_batch_begin(self, batch, logs=None):
        self._start = time.perf_counter(), time.process_time()

    def on_train_batch_end(self, batch, logs=None):
        self.steps.append((time.perf_counter() - self._start[0], time.process_time() - self._start[1]))


def main():
    """Print the median and the fastest step of both, in wall and in processor time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=64)
    arguments = parser.parse_args()
    rows = arguments.steps * arguments.batch_size
    rng = np.random.RandomState(0)
    x, y = rng.rand(rows, 32, 32, 3).astype("float32"), np.eye(10, dtype="float32")[rng.randint(0, 10, rows)]

    models = {"multi_gpu_model": _compiled(multi_gpu_model(mini_googlenet(), gpus=REPLICAS))}
    if keras.__version__.startswith("3."):
        with tf.distribute.MirroredStrategy([f"GPU:{index}" for index in range(REPLICAS)]).scope():
            models["MirroredStrategy"] = _compiled(mini_googlenet())
    times = {name: [] for name in models}
    for number in range(arguments.rounds + 1):
        for name, model in models.items():
            timer = _Timer()
            start = time.perf_counter()
            model.fit(x, y, batch_size=arguments.batch_size, shuffle=False, verbose=0, callbacks=[timer])
            if number == 0:
                print(f"{name:<18}first epoch with tracing {time.perf_counter() - start:6.1f} s")
            else:
                times[name] += timer.steps
    for name, steps in times.items():
        wall, cpu = ([1000 * step[i] for step in steps] for i in (0, 1))
        line = "{:<18}wall ms: median {:7.1f} fastest {:7.1f}   processor ms: median {:7.1f} fastest {:7.1f}"
        print(line.format(name, statistics.median(wall), min(wall), statistics.median(cpu), min(cpu)))


main()
