"""A training script of several workers: `worker.py RESULTS CASE`; without TF_CONFIG it trains alone.

Writes its numbers to RESULTS/INDEX.npz. The case says what goes wrong on worker 1, or on the chief, in the first
attempt.
"""

import json
import os
import resource
import signal
import sys

import keras
import numpy as np
import tensorflow as tf

from compat.distribute import exact

RESULTS, CASE = sys.argv[1:]
INDEX = json.loads(os.environ.get("TF_CONFIG", '{"task": {"index": 0}}'))["task"]["index"]
ROWS, STEPS = 23, 3
FIRST = not os.path.exists(os.path.join(RESULTS, "attempted"))
BACKUP = os.path.join(RESULTS, "backup")


class Kill(keras.callbacks.Callback):
    """Kill this process in the middle of the second epoch."""

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        if self.epoch == 1 and batch == 1:
            kill()


def kill():
    open(os.path.join(RESULTS, "attempted"), "w").close()
    os.kill(os.getpid(), signal.SIGKILL)


def kill_before_the_second_rename():
    rename, seen = os.replace, []

    def replace(*args):
        seen.append(args)
        if len(seen) == 2:
            kill()
        rename(*args)

    os.replace = replace


def build():
    keras.utils.set_random_seed(1)
    units = 9 if CASE == "other model" and INDEX == 1 else 8
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(units, "tanh"), keras.layers.Dense(1)])
    return model if CASE == "plain" else exact(model, same_batches=CASE != "own batches")


def data():
    random = np.random.RandomState(0)
    x = random.rand(ROWS, 3).astype("float32")
    y = x.sum(axis=1, keepdims=True)
    if INDEX == 1 and CASE == "other rows":
        y = y + 1
    if INDEX == 1 and CASE in ("other order", "own batches"):
        x, y = x[::-1], y[::-1]
    return x, y


def callbacks():
    chosen = []
    if CASE.startswith("backup"):
        chosen.append(keras.callbacks.BackupAndRestore(BACKUP, delete_checkpoint=False))
    if FIRST and f"backup, kill {INDEX}" == CASE:
        chosen.append(Kill())
    if FIRST and CASE == "backup, kill while saving" and INDEX == 0:
        kill_before_the_second_rename()
    if CASE == "full disk" and INDEX == 0:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    if CASE == "full disk":
        chosen.append(keras.callbacks.ModelCheckpoint(os.path.join(RESULTS, "model.keras")))
    if not CASE:
        chosen.append(keras.callbacks.ModelCheckpoint(os.path.join(RESULTS, "checkpoints", "{epoch}.keras")))
    return chosen


strategy = (
    tf.distribute.MultiWorkerMirroredStrategy()
    if "TF_CONFIG" in os.environ
    else tf.distribute.OneDeviceStrategy("/cpu:0")
)
with strategy.scope():
    model = build()
    model.compile(keras.optimizers.SGD(0.1, momentum=0.9), "mse", metrics=["mae"])
x, y = data()
history = model.fit(
    x, y, batch_size=8, epochs=4, shuffle=False, verbose=0, validation_data=(x[:5], y[:5]), callbacks=callbacks()
).history
results = {
    "evaluated": model.evaluate(x, y, verbose=0),
    "predicted": model.predict(x[:7], verbose=0),
    "on_batch": model.train_on_batch(x[:3], y[:3]),
    **{f"weight{number}": weight for number, weight in enumerate(model.get_weights())},
}
if FIRST:
    results.update({f"history {name}": values for name, values in history.items()})
model.save(os.path.join(RESULTS, "trained.keras"))
np.savez(os.path.join(RESULTS, f"{INDEX}.npz"), **results)
