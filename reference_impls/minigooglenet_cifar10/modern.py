"""MiniGoogLeNet under `tf.distribute.MirroredStrategy` and Keras 3: the script of legacy.py as it is written today."""

import argparse
from typing import Any

import keras
import matplotlib as mpl
import numpy as np
import tensorflow as tf
from keras import layers

from reference_impls.minigooglenet_cifar10.data import load_data
from reference_impls.time_history import TimeHistory

mpl.use("Agg")
from matplotlib import pyplot as plt

CLASSES = 10
INIT_LR = 5e-3


def conv_module(x: Any, filters: int, size: int, stride: int = 1, padding: str = "same") -> Any:
    x = layers.Conv2D(filters, size, strides=stride, padding=padding)(x)
    x = layers.BatchNormalization()(x)
    return layers.Activation("relu")(x)


def inception_module(x: Any, filters_1x1: int, filters_3x3: int) -> Any:
    return layers.concatenate([conv_module(x, filters_1x1, 1), conv_module(x, filters_3x3, 3)])


def downsample_module(x: Any, filters: int) -> Any:
    strided = conv_module(x, filters, 3, stride=2, padding="valid")
    return layers.concatenate([strided, layers.MaxPooling2D(3, strides=2)(x)])


def mini_googlenet() -> keras.Model:
    inputs = keras.Input((32, 32, 3))
    x = conv_module(inputs, 96, 3)
    for filters in ((32, 32), (32, 48)):
        x = inception_module(x, *filters)
    x = downsample_module(x, 80)
    for filters in ((112, 48), (96, 64), (80, 80), (48, 96)):
        x = inception_module(x, *filters)
    x = downsample_module(x, 96)
    for filters in ((176, 160), (176, 160)):
        x = inception_module(x, *filters)
    x = layers.AveragePooling2D(7)(x)
    x = layers.Dropout(0.5)(x)
    x = layers.Flatten()(x)
    outputs = layers.Dense(CLASSES, activation="softmax")(x)
    return keras.Model(inputs, outputs, name="googlenet")


def prepare(name: str) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    (x_train, y_train), (x_test, y_test) = load_data(name)
    mean = x_train.mean(axis=0, dtype="float64")
    train = (x_train - mean).astype("float32"), keras.utils.to_categorical(y_train, CLASSES)
    test = (x_test - mean).astype("float32"), keras.utils.to_categorical(y_test, CLASSES)
    return train, test


def augmented(x: np.ndarray, y: np.ndarray, batch_size: int) -> tf.data.Dataset:
    augment = keras.Sequential(
        [layers.RandomTranslation(0.1, 0.1, fill_mode="nearest"), layers.RandomFlip("horizontal")]
    )
    return (
        tf.data.Dataset.from_tensor_slices((x, y))
        .shuffle(len(x))
        .batch(batch_size, drop_remainder=True)
        .map(lambda images, labels: (augment(images, training=True), labels), num_parallel_calls=tf.data.AUTOTUNE)
        .prefetch(tf.data.AUTOTUNE)
    )


def plot(history: dict[str, list[float]], title: str, path: str) -> None:
    plt.style.use("ggplot")
    _, axes = plt.subplots()
    for key, label in (
        ("loss", "train_loss"),
        ("val_loss", "test_loss"),
        ("accuracy", "train_acc"),
        ("val_accuracy", "test_acc"),
    ):
        axes.plot(history[key], label=label)
    axes.set(title=title, xlabel="Epoch #", ylabel="Loss/Accuracy")
    axes.legend()
    plt.savefig(path)
    plt.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", required=True, help="path to the output plot")
    parser.add_argument("-g", "--gpus", type=int, default=1, help="number of GPUs")
    parser.add_argument("-e", "--epochs", type=int, default=70, help="number of epochs")
    parser.add_argument("-b", "--batch-size", type=int, default=64, help="images per GPU and step")
    parser.add_argument("-d", "--data", choices=["digits", "cifar10"], default="digits", help="what to train on")
    args = parser.parse_args()

    keras.utils.set_random_seed(42)
    train, test = prepare(args.data)
    batch_size = args.batch_size * args.gpus
    strategy = tf.distribute.get_strategy()
    if args.gpus > 1:
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(args.gpus)])
    with strategy.scope():
        model = mini_googlenet()
        model.compile(
            loss="categorical_crossentropy",
            optimizer=keras.optimizers.SGD(learning_rate=INIT_LR, momentum=0.9),
            metrics=["accuracy"],
        )
    time_history = TimeHistory()
    history = model.fit(
        augmented(*train, batch_size),
        validation_data=test,
        validation_batch_size=batch_size,
        epochs=args.epochs,
        callbacks=[
            keras.callbacks.LearningRateScheduler(lambda epoch: INIT_LR * (1 - epoch / args.epochs)),
            time_history,
        ],
        verbose=2,
    )
    # the first step includes tracing, so it says nothing about the others
    print(f"{batch_size / np.mean(time_history.times[1:]):.1f} images/second with {args.gpus} GPU(s)")
    plot(history.history, f"MiniGoogLeNet on {args.data}", args.output)


if __name__ == "__main__":
    main()
