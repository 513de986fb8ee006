"""Fashion-MNIST under `tf.distribute.MirroredStrategy` and Keras 3: the script of legacy.py as it is written today."""

import argparse
import math
import tempfile
from pathlib import Path

import keras
import numpy as np
import tensorflow as tf
from keras import layers

from reference_impls.fashion_mnist_estimator.data import load_data
from reference_impls.time_history import TimeHistory

CLASSES = 10
SHUFFLE_SIZE = 5000


def prepare(images: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return (images.astype("float32") / 255)[..., np.newaxis], keras.utils.to_categorical(labels, CLASSES)


def input_fn(images: np.ndarray, labels: np.ndarray, epochs: int, batch_size: int) -> tf.data.Dataset:
    return (
        tf.data.Dataset.from_tensor_slices((images, labels))
        .shuffle(SHUFFLE_SIZE)
        .repeat(epochs)
        .batch(batch_size)
        .prefetch(tf.data.AUTOTUNE)
    )


def compiled_model() -> keras.Model:
    inputs = keras.Input((28, 28, 1))
    x = layers.Conv2D(32, 3, activation="relu")(inputs)
    x = layers.MaxPooling2D(2)(x)
    x = layers.Conv2D(64, 3, activation="relu")(x)
    x = layers.MaxPooling2D(2)(x)
    x = layers.Conv2D(64, 3, activation="relu")(x)
    x = layers.Flatten()(x)
    x = layers.Dense(64, activation="relu")(x)
    model = keras.Model(inputs, layers.Dense(CLASSES, activation="softmax")(x))
    # the epsilon of tf.train.AdamOptimizer; that of Keras is 1e-7
    optimizer = keras.optimizers.Adam(learning_rate=0.001, epsilon=1e-8)
    model.compile(loss="categorical_crossentropy", optimizer=optimizer, metrics=["accuracy"])
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpus", type=int, default=2, help="number of GPUs")
    parser.add_argument("--epochs", type=int, default=5, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=512, help="images per GPU and step")
    parser.add_argument("--data", choices=["digits", "fashion_mnist"], default="digits", help="what to train on")
    parser.add_argument("--model-dir", help="where the checkpoint goes; training goes on from it")
    args = parser.parse_args()

    keras.utils.set_random_seed(42)
    train, test = (prepare(*each) for each in load_data(args.data))
    checkpoint = Path(args.model_dir or tempfile.mkdtemp()) / "model.keras"
    strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(args.gpus)])
    with strategy.scope():
        model = keras.models.load_model(checkpoint) if checkpoint.exists() else compiled_model()
    # a step takes one batch for each GPU; the batches left over at the end are too few for a step
    steps = math.ceil(len(train[0]) * args.epochs / args.batch_size) // args.gpus
    time_history = TimeHistory()
    model.fit(
        strategy.distribute_datasets_from_function(lambda _: input_fn(*train, args.epochs, args.batch_size)),
        steps_per_epoch=steps,
        callbacks=[time_history, keras.callbacks.ModelCheckpoint(checkpoint)],
        verbose=2,
    )

    # the first step includes tracing, so it says nothing about the others
    times = time_history.times[1:]
    print(f"total time with {args.gpus} GPU(s): {sum(time_history.times):.1f} seconds, {len(times) + 1} steps")
    print(f"{args.batch_size * args.gpus / np.mean(times):.1f} images/second with {args.gpus} GPU(s)")

    # on one device, as Estimator did: Keras fails where a replica finds no rows in the last batch
    evaluated = keras.models.load_model(checkpoint)
    results = evaluated.evaluate(*test, batch_size=args.batch_size, verbose=0, return_dict=True)
    results["global_step"] = int(model.optimizer.iterations.numpy())
    print("evaluation: " + ", ".join(f"{name} {value:.4f}" for name, value in sorted(results.items())))


if __name__ == "__main__":
    main()
