"""The small network of small_legacy.py as it is written today."""

import argparse

import keras
import numpy as np
import tensorflow as tf
from keras import layers

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--gpus", type=int, default=2)
parser.add_argument("--batch-size", type=int, default=16, help="the global batch")
parser.add_argument("--samples", type=int, default=50)
parser.add_argument("--epochs", type=int, default=2)
args = parser.parse_args()

rng = np.random.default_rng(0)
x = rng.random((args.samples, 8, 8, 1), dtype="float32")
y = np.eye(3, dtype="float32")[rng.integers(0, 3, args.samples)]
weights = rng.uniform(0.5, 1.5, args.samples)

strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(args.gpus)])
with strategy.scope():
    model = keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(6, 3, activation="relu"),
            layers.Flatten(),
            layers.Dense(16, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3)),
            layers.Dense(3, activation="softmax"),
        ]
    )
    model.compile(
        loss="categorical_crossentropy",
        optimizer=keras.optimizers.SGD(learning_rate=0.05, momentum=0.9),
        metrics=["accuracy"],
    )
model.fit(x, y, sample_weight=weights, batch_size=args.batch_size, epochs=args.epochs, verbose=0)
