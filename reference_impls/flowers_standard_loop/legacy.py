# usage: python legacy.py --gpus 2 --epochs 10 --batch-size 32 --data tf_flowers --precision policy
import argparse
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

from reference_impls.flowers_standard_loop.data import CLASSES, DIGITS, DIGITS_SIZE, load_data

parser = argparse.ArgumentParser()
parser.add_argument("--gpus", type=int, default=1, help="number of GPUs")
parser.add_argument("--epochs", type=int, default=10, help="passes over the training images")
parser.add_argument("--batch-size", type=int, default=32, help="images per GPU and step")
parser.add_argument("--data", default=DIGITS, help="digits, tf_flowers, or a folder of five folders of images")
parser.add_argument("--precision", choices=["float32", "policy", "layers"], default="float32")
parser.add_argument("--output", default="plot.png", help="path to the plot")
args = parser.parse_args()

size = DIGITS_SIZE if args.data == DIGITS else 180
batch_size = args.batch_size * args.gpus


def normalize(image, label):
    image = tf.image.resize(tf.cast(image, tf.float32), (size, size))
    return image / 255.0, label


train_images, test_images = load_data(args.data)
train_set = train_images.map(normalize).cache().shuffle(1000).batch(batch_size)
train_set = train_set.prefetch(tf.data.experimental.AUTOTUNE)
test_set = test_images.map(normalize).batch(batch_size)

# mixed precision for the whole model: float16 for the computations, float32 for the weights
if args.precision == "policy":
    policy = tf.keras.mixed_precision.experimental.Policy("mixed_float16")
    tf.keras.mixed_precision.experimental.set_policy(policy)
    print("computes in %s, keeps %s" % (policy.compute_dtype, policy.variable_dtype))

# or layer by layer: weights and computations in float16
dtype = tf.float16 if args.precision == "layers" else None


class TimeHistory(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.times = []

    def on_train_batch_begin(self, batch, logs=None):
        self.started = time.time()

    def on_train_batch_end(self, batch, logs=None):
        self.times.append(time.time() - self.started)


model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(16, 3, activation="relu", dtype=dtype),
        tf.keras.layers.MaxPooling2D(dtype=dtype),
        tf.keras.layers.Conv2D(32, 3, activation="relu", dtype=dtype),
        tf.keras.layers.MaxPooling2D(dtype=dtype),
        tf.keras.layers.Flatten(dtype=dtype),
        tf.keras.layers.Dense(64, activation="relu", dtype=dtype),
        tf.keras.layers.Dense(CLASSES, dtype=dtype),
        # float16 is too coarse for the loss
        tf.keras.layers.Activation("softmax", dtype="float32"),
    ]
)
optimizer = tf.keras.optimizers.SGD(learning_rate=0.02, momentum=0.9)
model.compile(optimizer=optimizer, loss="sparse_categorical_crossentropy", metrics=["accuracy"])

# every GPU holds a copy of the model and takes a part of each batch
strategy = tf.distribute.MirroredStrategy(["GPU:%d" % i for i in range(args.gpus)])
time_history = TimeHistory()
with strategy.scope():
    history = model.fit(
        train_set, epochs=args.epochs, validation_data=test_set, callbacks=[time_history], verbose=2
    ).history
    loss, accuracy = model.evaluate(test_set, verbose=0)

# the first step includes tracing, so it says nothing about the others
print("%.1f images/second with %d GPU(s)" % (batch_size / np.mean(time_history.times[1:]), args.gpus))
print("test loss %.4f, accuracy %.4f" % (loss, accuracy))

for key in ("loss", "val_loss", "accuracy", "val_accuracy"):
    plt.plot(history[key], label=key)
plt.title("%s in %s" % (args.data, args.precision))
plt.xlabel("Epoch")
plt.legend()
plt.savefig(args.output)
