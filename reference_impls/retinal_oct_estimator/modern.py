"""OCT images and VGG16 under `tf.distribute.MirroredStrategy` and Keras 3: legacy.py as it is written today."""

import argparse
import math
import os
import tempfile
from pathlib import Path

import keras
import numpy as np
import tensorflow as tf
from keras import layers

from reference_impls.retinal_oct_estimator.data import DIGITS, DIGITS_SIZE, LABELS, load_data
from reference_impls.time_history import TimeHistory

SHUFFLE_SIZE = 2048


def parse(path: tf.Tensor, size: int) -> tuple[tf.Tensor, tf.Tensor]:
    """Return the image of `.../train/CNV/CNV-1016042-1.jpeg`, `(size, size, 3)` from 0 to 1, and its one-hot label."""
    label = tf.cast(tf.strings.split(path, os.sep)[-2] == LABELS, tf.float32)
    image = tf.image.decode_jpeg(tf.io.read_file(path), channels=3)
    return tf.image.resize(tf.image.convert_image_dtype(image, tf.float32), [size, size]), label


def images_in(files: tf.data.Dataset, size: int, batch_size: int) -> tf.data.Dataset:
    parsed = files.map(lambda path: parse(path, size), num_parallel_calls=tf.data.AUTOTUNE)
    return parsed.batch(batch_size).prefetch(tf.data.AUTOTUNE)


def input_fn(pattern: str, size: int, epochs: int, batch_size: int) -> tf.data.Dataset:
    files = tf.data.Dataset.list_files(pattern, shuffle=False).shuffle(SHUFFLE_SIZE).repeat(epochs)
    return images_in(files, size, batch_size)


def compiled_model(size: int, weights: str | None) -> keras.Model:
    vgg16 = keras.applications.VGG16(input_shape=(size, size, 3), include_top=False, weights=weights)
    for layer in vgg16.layers[:-4]:
        layer.trainable = False
    x = layers.Flatten()(vgg16.output)
    model = keras.Model(vgg16.input, layers.Dense(len(LABELS), activation="softmax")(x))
    # the epsilon of tf.train.AdamOptimizer; that of Keras is 1e-7
    optimizer = keras.optimizers.Adam(learning_rate=0.001, epsilon=1e-8)
    model.compile(loss="categorical_crossentropy", optimizer=optimizer, metrics=["accuracy"])
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpus", type=int, default=2, help="number of GPUs")
    parser.add_argument("--epochs", type=int, default=1, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=64, help="images per GPU and step")
    parser.add_argument("--data", default=DIGITS, help="digits, or a folder like OCT2017")
    parser.add_argument("--model-dir", help="where the checkpoint goes; training goes on from it")
    args = parser.parse_args()

    keras.utils.set_random_seed(42)
    train, test = load_data(args.data)
    # digits are small and nothing like the photographs of ImageNet
    size, weights = (DIGITS_SIZE, None) if args.data == DIGITS else (224, "imagenet")
    checkpoint = Path(args.model_dir or tempfile.mkdtemp()) / "model.keras"
    strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(args.gpus)])
    with strategy.scope():
        model = keras.models.load_model(checkpoint) if checkpoint.exists() else compiled_model(size, weights)
    # a step takes one batch for each GPU; the batches left over at the end are too few for a step
    steps = math.ceil(len(tf.io.gfile.glob(train)) * args.epochs / args.batch_size) // args.gpus
    time_history = TimeHistory()
    model.fit(
        strategy.distribute_datasets_from_function(lambda _: input_fn(train, size, args.epochs, args.batch_size)),
        steps_per_epoch=steps,
        callbacks=[time_history, keras.callbacks.ModelCheckpoint(checkpoint)],
        verbose=2,
    )

    # the first step includes tracing, so it says nothing about the others
    times = time_history.times[1:]
    print(f"total time with {args.gpus} GPU(s): {sum(time_history.times):.1f} seconds, {len(times) + 1} steps")
    print(f"{args.batch_size * args.gpus / np.mean(times):.1f} images/second with {args.gpus} GPU(s)")

    # on one device, as Estimator did: Keras fails where a replica finds no rows in the last batch
    files = tf.data.Dataset.list_files(test, shuffle=False)
    evaluated = keras.models.load_model(checkpoint)
    results = evaluated.evaluate(images_in(files, size, args.batch_size), verbose=0, return_dict=True)
    results["global_step"] = int(model.optimizer.iterations.numpy())
    print("evaluation: " + ", ".join(f"{name} {value:.4f}" for name, value in sorted(results.items())))


if __name__ == "__main__":
    main()
