"""A small CNN under `tf.distribute.MirroredStrategy` and Keras 3: the script of legacy.py as it is written today."""

import argparse
import resource
from typing import Any

import keras
import matplotlib as mpl
import numpy as np
import tensorflow as tf
from compat.keras.mixed_precision import LossScaleOptimizer  # type: ignore[import-untyped]
from keras import layers

from reference_impls.flowers_standard_loop.data import CLASSES, DIGITS, DIGITS_SIZE, load_data
from reference_impls.time_history import TimeHistory

mpl.use("Agg")
from matplotlib import pyplot as plt

MIXED = "mixed_float16"


def batches(images: tf.data.Dataset, size: int, batch_size: int, *, training: bool) -> tf.data.Dataset:
    """Batches of float32 images from 0 to 1; those to train on are shuffled, and all of them are full."""

    def normalized(image: tf.Tensor, label: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        return tf.image.resize(tf.cast(image, tf.float32), (size, size)) / 255.0, label

    prepared = images.map(normalized, tf.data.AUTOTUNE).cache()
    if training:
        prepared = prepared.shuffle(1000)
    return prepared.batch(batch_size, drop_remainder=training).prefetch(tf.data.AUTOTUNE)


def compiled_model(size: int, precision: str) -> keras.Model:
    """The network; with `layers` the convolutions alone compute in float16."""
    half = MIXED if precision == "layers" else None
    model = keras.Sequential(
        [
            keras.Input((size, size, 3)),
            layers.Conv2D(16, 3, activation="relu", dtype=half),
            layers.MaxPooling2D(dtype=half),
            layers.Conv2D(32, 3, activation="relu", dtype=half),
            layers.MaxPooling2D(dtype=half),
            layers.Flatten(),
            layers.Dense(64, activation="relu"),
            layers.Dense(CLASSES),
            # float16 is too coarse for the loss
            layers.Activation("softmax", dtype="float32"),
        ]
    )
    optimizer: Any = keras.optimizers.SGD(learning_rate=0.02, momentum=0.9)
    if precision != "float32":
        # that of Keras looks for overflow on the first replica only
        optimizer = LossScaleOptimizer(optimizer)
    model.compile(optimizer=optimizer, loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def plot(history: dict[str, list[float]], title: str, path: str) -> None:
    _, axes = plt.subplots()
    for key in ("loss", "val_loss", "accuracy", "val_accuracy"):
        axes.plot(history[key], label=key)
    axes.set(title=title, xlabel="Epoch")
    axes.legend()
    plt.savefig(path)
    plt.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpus", type=int, default=1, help="number of GPUs")
    parser.add_argument("--epochs", type=int, default=10, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=32, help="images per GPU and step")
    parser.add_argument("--data", default=DIGITS, help="digits, tf_flowers, or a folder of five folders of images")
    parser.add_argument("--precision", choices=["float32", "policy", "layers"], default="float32")
    parser.add_argument("--output", default="plot.png", help="path to the plot")
    args = parser.parse_args()

    keras.utils.set_random_seed(42)
    if args.precision == "policy":
        keras.config.set_dtype_policy(MIXED)
    size = DIGITS_SIZE if args.data == DIGITS else 180
    strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(args.gpus)])
    batch_size = args.batch_size * strategy.num_replicas_in_sync
    train, test = load_data(args.data)
    test_set = batches(test, size, batch_size, training=False)
    with strategy.scope():
        model = compiled_model(size, args.precision)
    time_history = TimeHistory()
    history = model.fit(
        batches(train, size, batch_size, training=True),
        epochs=args.epochs,
        validation_data=test_set,
        callbacks=[time_history],
        verbose=2,
    )

    # the first step includes tracing, so it says nothing about the others
    print(f"{batch_size / np.mean(time_history.times[1:]):.1f} images/second with {args.gpus} GPU(s)")
    loss, accuracy = model.evaluate(test_set, verbose=0)
    print(f"test loss {loss:.4f}, accuracy {accuracy:.4f}")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB of memory at most")
    plot(history.history, f"{args.data} in {args.precision}", args.output)


if __name__ == "__main__":
    main()
