# a small convolutional network on two or more GPUs, as it was written for Keras 2.2 and 2.3
import argparse

import numpy as np
import tensorflow as tf
from keras.layers import Conv2D, Dense, Flatten
from keras.models import Sequential
from keras.optimizers import SGD
from keras.regularizers import l2
from keras.utils import multi_gpu_model

ap = argparse.ArgumentParser()
ap.add_argument("--gpus", type=int, default=2)
ap.add_argument("--batch-size", type=int, default=16, help="the global batch")
ap.add_argument("--samples", type=int, default=50)
ap.add_argument("--epochs", type=int, default=2)
args = ap.parse_args()

x = np.random.rand(args.samples, 8, 8, 1)
y = np.eye(3)[np.random.randint(0, 3, args.samples)]
weights = np.random.uniform(0.5, 1.5, args.samples)

with tf.device("/cpu:0"):
    model = Sequential(
        [
            Conv2D(6, (3, 3), activation="relu", input_shape=(8, 8, 1)),
            Flatten(),
            Dense(16, activation="relu", kernel_regularizer=l2(1e-3)),
            Dense(3, activation="softmax"),
        ]
    )
parallel_model = multi_gpu_model(model, gpus=args.gpus)
parallel_model.compile(loss="categorical_crossentropy", optimizer=SGD(lr=0.05, momentum=0.9), metrics=["acc"])
parallel_model.fit(x, y, sample_weight=weights, batch_size=args.batch_size, epochs=args.epochs, verbose=0)
