# usage: python legacy.py --gpus 2 --epochs 2 --batch-size 32 --data mnist --checkpoints ckpt --output plot.png
import argparse
import os
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf
from tensorflow import keras

from reference_impls.mnist_fault_tolerant.data import load_data

parser = argparse.ArgumentParser()
parser.add_argument("--gpus", type=int, default=2, help="number of GPUs")
parser.add_argument("--epochs", type=int, default=2, help="passes over the training images")
parser.add_argument("--batch-size", type=int, default=32, help="images per GPU and step")
parser.add_argument("--data", choices=["digits", "mnist"], default="digits", help="what to train on")
parser.add_argument("--checkpoints", default="ckpt", help="the folder of the checkpoints; training goes on from the last")
parser.add_argument("--save-every", type=int, default=100, help="batches from one checkpoint to the next")
parser.add_argument("--output", default="plot.png", help="path to the plot")
args = parser.parse_args()

# a step takes a batch for every GPU
global_batch = args.batch_size * args.gpus

checkpoint_dir = args.checkpoints
if not os.path.exists(checkpoint_dir):
    os.makedirs(checkpoint_dir)


def get_compiled_model():
    inputs = keras.Input(shape=(784,))
    x = keras.layers.Dense(256, activation="relu")(inputs)
    x = keras.layers.Dense(256, activation="relu")(x)
    outputs = keras.layers.Dense(10)(x)
    model = keras.Model(inputs, outputs)
    model.compile(
        optimizer=keras.optimizers.Adam(),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseCategoricalAccuracy()],
    )
    return model


def get_dataset():
    (x_train, y_train), (x_test, y_test) = load_data(args.data)
    x_train = x_train.reshape(-1, 784).astype("float32") / 255
    x_test = x_test.reshape(-1, 784).astype("float32") / 255
    train = tf.data.Dataset.from_tensor_slices((x_train, y_train.astype("float32")))
    test = tf.data.Dataset.from_tensor_slices((x_test, y_test.astype("float32")))
    # batches of the global size; kept after the first pass, and prepared while the last one is in use
    return (
        train.batch(global_batch).cache().prefetch(tf.data.experimental.AUTOTUNE),
        test.batch(global_batch).cache().prefetch(tf.data.experimental.AUTOTUNE),
    )


def make_or_restore_model():
    # the newest checkpoint, or a new model if there is none
    checkpoints = [checkpoint_dir + "/" + name for name in os.listdir(checkpoint_dir)]
    if checkpoints:
        latest_checkpoint = max(checkpoints, key=os.path.getctime)
        print("Restoring from", latest_checkpoint)
        return keras.models.load_model(latest_checkpoint)
    print("Creating a new model")
    return get_compiled_model()


class TimeHistory(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.times = []

    def on_train_batch_begin(self, batch, logs=None):
        self.started = time.time()

    def on_train_batch_end(self, batch, logs=None):
        self.times.append(time.time() - self.started)


train_dataset, test_dataset = get_dataset()


def run_training(epochs):
    strategy = tf.distribute.MirroredStrategy(["GPU:%d" % i for i in range(args.gpus)])
    with strategy.scope():
        model = make_or_restore_model()

    time_history = TimeHistory()
    callbacks = [
        time_history,
        # a SavedModel every epoch, and one every few batches
        keras.callbacks.ModelCheckpoint(filepath=checkpoint_dir + "/ckpt-{epoch}", save_freq="epoch"),
        keras.callbacks.ModelCheckpoint(
            filepath=checkpoint_dir + "/ckpt-loss={loss:.2f}", save_freq=args.save_every
        ),
    ]
    history = model.fit(
        train_dataset, epochs=epochs, callbacks=callbacks, validation_data=test_dataset, verbose=2
    ).history
    # the first step includes tracing, so it says nothing about the others
    print("%.1f images/second with %d GPU(s)" % (global_batch / np.mean(time_history.times[1:]), args.gpus))
    return model, history


# call the script again, and it goes on from the last checkpoint
model, history = run_training(args.epochs)
loss, accuracy = model.evaluate(test_dataset, verbose=0)
print("evaluation: loss %.4f, accuracy %.4f" % (loss, accuracy))

for key in ("loss", "val_loss", "sparse_categorical_accuracy", "val_sparse_categorical_accuracy"):
    plt.plot(history[key], label=key)
plt.title("MNIST" if args.data == "mnist" else "digits")
plt.xlabel("Epoch")
plt.legend()
plt.savefig(args.output)
