"""EfficientNetV2 under `tf.distribute.MirroredStrategy` and Keras 3: the script of legacy.py as it is written today."""

import argparse
from pathlib import Path

import keras
import matplotlib as mpl
import numpy as np
import tensorflow as tf
from keras import layers

from reference_impls.efficientnet_ai_or_not.data import DIGITS, DIGITS_SIZE, load_data
from reference_impls.time_history import TimeHistory

mpl.use("Agg")
from matplotlib import pyplot as plt

NETWORKS = {
    "B0": keras.applications.EfficientNetV2B0,
    "S": keras.applications.EfficientNetV2S,
    "M": keras.applications.EfficientNetV2M,
}


def images_in(folder: str, size: int, *, shuffle: bool) -> tf.data.Dataset:
    """Single images `(size, size, 3)` from 0 to 255 with their labels 0 and 1; every folder in `folder` is a class."""
    return keras.utils.image_dataset_from_directory(
        folder, batch_size=None, image_size=(size, size), shuffle=shuffle, seed=42
    )


def augmentation() -> keras.Sequential:
    return keras.Sequential([layers.RandomFlip("horizontal_and_vertical"), layers.RandomRotation(0.2)])


def training_batches(images: tf.data.Dataset, augment: keras.Sequential, batch_size: int) -> tf.data.Dataset:
    """Augmented batches, all of them full.

    Augmentation is a part of the input: layers of a model draw the same numbers on every replica.
    """
    batches = images.batch(batch_size, drop_remainder=True)
    return batches.map(lambda x, y: (augment(x, training=True), y), tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)


def validation_batches(images: tf.data.Dataset, replicas: int, batch_size: int) -> tf.data.Dataset:
    """Batches that divide by the replicas; so up to `replicas - 1` images are left out."""
    count = images.cardinality() // replicas * replicas
    return images.take(count).batch(batch_size).prefetch(tf.data.AUTOTUNE)


def compiled_model(network: str, size: int, weights: str | None) -> keras.Model:
    base = NETWORKS[network](weights=weights, input_shape=(size, size, 3), include_top=False)
    base.trainable = False
    inputs = keras.Input((size, size, 3))
    x = base(inputs, training=False)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dropout(0.2)(x)
    model = keras.Model(inputs, layers.Dense(1, activation="sigmoid")(x))
    model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["binary_accuracy"])
    return model


def plot_augmented(image: np.ndarray, augment: keras.Sequential, path: Path) -> None:
    """Plot one image, augmented twelve times."""
    _, axes = plt.subplots(3, 4, figsize=(12, 12))
    for axis, augmented in zip(axes.flat, augment(np.repeat(image[np.newaxis], 12, axis=0), training=True)):
        axis.imshow(augmented.numpy().astype("uint8"))
        axis.axis("off")
    plt.savefig(path)
    plt.close()


def plot(history: dict[str, list[float]], title: str, path: Path) -> None:
    _, axes = plt.subplots()
    for key in ("loss", "val_loss", "binary_accuracy", "val_binary_accuracy"):
        axes.plot(history[key], label=key)
    axes.set(title=title, xlabel="Epoch")
    axes.legend()
    plt.savefig(path)
    plt.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpus", type=int, default=2, help="number of GPUs")
    parser.add_argument("--epochs", type=int, default=10, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=16, help="images per GPU and step")
    parser.add_argument("--data", default=DIGITS, help="digits, or a folder with train and val")
    parser.add_argument("--model", choices=list(NETWORKS), help="the size of EfficientNetV2")
    parser.add_argument("--size", type=int, help="the width and height of an image")
    parser.add_argument(
        "--output", type=Path, default="plot.png", help="path to the plot; the augmented images go beside it"
    )
    args = parser.parse_args()

    keras.utils.set_random_seed(42)
    # digits are small and nothing like the photographs of ImageNet
    network, size, weights = ("B0", DIGITS_SIZE, None) if args.data == DIGITS else ("M", 224, "imagenet")
    network, size = args.model or network, args.size or size
    train_folder, val_folder = load_data(args.data)
    train, val = images_in(train_folder, size, shuffle=True), images_in(val_folder, size, shuffle=False)
    augment = augmentation()
    plot_augmented(next(iter(train))[0].numpy(), augment, args.output.with_name(f"{args.output.stem}-augmented.png"))

    strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(args.gpus)])
    batch_size = args.batch_size * strategy.num_replicas_in_sync
    with strategy.scope():
        model = compiled_model(network, size, weights)
    time_history = TimeHistory()
    history = model.fit(
        training_batches(train, augment, batch_size),
        epochs=args.epochs,
        validation_data=validation_batches(val, strategy.num_replicas_in_sync, batch_size),
        callbacks=[time_history],
        verbose=2,
    )

    # the first step includes tracing, so it says nothing about the others
    print(f"{batch_size / np.mean(time_history.times[1:]):.1f} images/second with {args.gpus} GPU(s)")
    plot(history.history, f"EfficientNetV2{network} on {args.data}", args.output)


if __name__ == "__main__":
    main()
