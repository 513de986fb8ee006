"""MNIST under `tf.distribute.MirroredStrategy` and Keras 3, which may be killed: legacy.py as it is written today.

The order of the images depends on the epoch alone, and a checkpoint says at which step of which epoch it was written.
So a run that is killed and started again ends with the weights of a run without a break.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import keras
import matplotlib as mpl
import numpy as np
import tensorflow as tf
from keras import layers

from reference_impls.digits import Images
from reference_impls.mnist_fault_tolerant.checkpoints import Checkpoint, restore
from reference_impls.mnist_fault_tolerant.data import load_data
from reference_impls.time_history import TimeHistory

mpl.use("Agg")
from matplotlib import pyplot as plt

SEED = 42
METRICS = ("loss", "val_loss", "sparse_categorical_accuracy", "val_sparse_categorical_accuracy")


class Curves(NamedTuple):
    """What was measured in each epoch of this run, and the first of them."""

    first: int
    values: dict[str, list[float]]


def samples(images: Images) -> tf.data.Dataset:
    """Single images as vectors `(784,)` from 0 to 1, and their labels; kept after the first pass."""
    x, y = images
    flat = tf.data.Dataset.from_tensor_slices((x.reshape(-1, 784), y))
    return flat.map(lambda pixels, label: (tf.cast(pixels, tf.float32) / 255.0, label), tf.data.AUTOTUNE).cache()


class Data:
    """The images in batches of the global size; `steps` are those of an epoch."""

    def __init__(self, name: str, strategy: tf.distribute.Strategy, batch_size: int) -> None:
        train, test = load_data(name)
        self.strategy = strategy
        self.batch_size = batch_size
        self.steps = len(train[0]) // batch_size
        self._train = samples(train)
        # these batches divide by the replicas, so up to `replicas - 1` images are left out
        replicas = strategy.num_replicas_in_sync
        even = samples(test).take(len(test[0]) // replicas * replicas)
        self.validation = even.batch(batch_size).prefetch(tf.data.AUTOTUNE)

    def epoch(self, epoch: int) -> tf.data.Dataset:
        """Full batches in an order that depends on the epoch alone."""
        order = self._train.shuffle(len(self._train), seed=SEED + epoch, reshuffle_each_iteration=False)
        return order.batch(self.batch_size, drop_remainder=True).prefetch(tf.data.AUTOTUNE)


def compiled_model() -> keras.Model:
    model = keras.Sequential(
        [
            keras.Input((784,)),
            layers.Dense(256, activation="relu"),
            layers.Dense(256, activation="relu"),
            layers.Dense(10),
        ]
    )
    model.compile(
        optimizer="adam",
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["sparse_categorical_accuracy"],
    )
    return model


def train_with_checkpoints(
    run: argparse.Namespace, data: Data, time_history: TimeHistory
) -> tuple[keras.Model, Curves]:
    """Train from the newest checkpoint on, one call of `fit` for each epoch, which begins where the last run ended."""
    with data.strategy.scope():
        model, first, step = restore(run.checkpoints, data.steps) or (compiled_model(), 0, 0)
    curves = Curves(first, {key: [] for key in METRICS})
    for epoch in range(first, run.epochs):
        result = model.fit(
            data.epoch(epoch).skip(step),
            initial_epoch=epoch,
            epochs=epoch + 1,
            validation_data=data.validation,
            callbacks=[Checkpoint(run.checkpoints, data.steps, run.save_every, step), time_history],
            verbose=2,
        )
        step = 0
        for key in METRICS:
            curves.values[key] += result.history[key]
    return model, curves


def train_with_backup(run: argparse.Namespace, data: Data, time_history: TimeHistory) -> tuple[keras.Model, Curves]:
    """Train with `BackupAndRestore`, which goes on from the last whole epoch.

    It restores the epoch within `fit`, where the data cannot follow: so the order is the same in every epoch.
    """
    with data.strategy.scope():
        model = compiled_model()
    backup = keras.callbacks.BackupAndRestore(
        run.checkpoints / "backup", double_checkpoint=True, delete_checkpoint=False
    )
    result = model.fit(
        data.epoch(0),
        epochs=run.epochs,
        validation_data=data.validation,
        callbacks=[backup, time_history],
        verbose=2,
    )
    first = result.epoch[0] if result.epoch else run.epochs
    return model, Curves(first, {key: result.history.get(key, []) for key in METRICS})


def plot(curves: Curves, title: str, path: str) -> None:
    _, axes = plt.subplots()
    for key, values in curves.values.items():
        axes.plot(range(curves.first + 1, curves.first + 1 + len(values)), values, "o-", label=key)
    axes.set(title=title, xlabel="Epoch")
    axes.legend()
    plt.savefig(path)
    plt.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpus", type=int, default=2, help="number of GPUs")
    parser.add_argument("--epochs", type=int, default=2, help="passes over the training images, earlier runs included")
    parser.add_argument("--batch-size", type=int, default=32, help="images per GPU and step")
    parser.add_argument("--data", choices=["digits", "mnist"], default="digits", help="what to train on")
    parser.add_argument("--checkpoints", type=Path, default="ckpt", help="their folder; training goes on from the last")
    parser.add_argument("--save-every", type=int, default=100, help="batches from one checkpoint to the next")
    parser.add_argument("--backup", action="store_true", help="save with keras.callbacks.BackupAndRestore instead")
    parser.add_argument("--output", default="plot.png", help="path to the plot")
    args = parser.parse_args()

    keras.utils.set_random_seed(SEED)
    args.checkpoints.mkdir(parents=True, exist_ok=True)
    strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(args.gpus)])
    data = Data(args.data, strategy, args.batch_size * strategy.num_replicas_in_sync)
    time_history = TimeHistory()
    train = train_with_backup if args.backup else train_with_checkpoints
    model, curves = train(args, data, time_history)

    if len(time_history.times) > 1:
        # the first step includes tracing, so it says nothing about the others
        rate = data.batch_size / np.mean(time_history.times[1:])
        print(f"{rate:.1f} images/second with {args.gpus} GPU(s)")
    loss, accuracy = model.evaluate(data.validation, verbose=0)
    print(f"evaluation: loss {loss:.4f}, accuracy {accuracy:.4f}")
    plot(curves, args.data, args.output)


if __name__ == "__main__":
    main()
