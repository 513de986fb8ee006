# usage: python legacy.py --gpus 2 --epochs 5 --batch-size 512 --data fashion_mnist --model-dir /tmp/fashion
import argparse
import time

import numpy as np
import tensorflow as tf

from reference_impls.fashion_mnist_estimator.data import load_data

parser = argparse.ArgumentParser()
parser.add_argument("--gpus", type=int, default=2, help="number of GPUs")
parser.add_argument("--epochs", type=int, default=5, help="passes over the training images")
parser.add_argument("--batch-size", type=int, default=512, help="images per GPU and step")
parser.add_argument("--data", choices=["digits", "fashion_mnist"], default="digits", help="what to train on")
parser.add_argument("--model-dir", default=None, help="where the checkpoints go; training goes on from the last one")
args = parser.parse_args()

NUM_GPUS = args.gpus
EPOCHS = args.epochs
BATCH_SIZE = args.batch_size
NUM_CLASSES = 10
SHUFFLE_SIZE = 5000

tf.logging.set_verbosity(tf.logging.INFO)

# pixels between 0 and 1 with a channel at the end, labels one-hot
(train_images, train_labels), (test_images, test_labels) = load_data(args.data)
train_images = (train_images.astype(np.float32) / 255).reshape((-1, 28, 28, 1))
test_images = (test_images.astype(np.float32) / 255).reshape((-1, 28, 28, 1))
train_labels = tf.keras.utils.to_categorical(train_labels, NUM_CLASSES).astype(np.float32)
test_labels = tf.keras.utils.to_categorical(test_labels, NUM_CLASSES).astype(np.float32)


def input_fn(images, labels, epochs, batch_size, shuffle=True):
    dataset = tf.data.Dataset.from_tensor_slices((images, labels))
    if shuffle:
        dataset = dataset.shuffle(SHUFFLE_SIZE)
    dataset = dataset.repeat(epochs).batch(batch_size)
    return dataset.prefetch(2)


class TimeHistory(tf.train.SessionRunHook):
    def begin(self):
        self.times = []

    def before_run(self, run_context):
        self.started = time.time()

    def after_run(self, run_context, run_values):
        self.times.append(time.time() - self.started)


# three convolutions, two poolings, two dense layers
inputs = tf.keras.Input(shape=(28, 28, 1))
x = tf.keras.layers.Conv2D(filters=32, kernel_size=(3, 3), activation=tf.nn.relu)(inputs)
x = tf.keras.layers.MaxPooling2D(pool_size=(2, 2), strides=2)(x)
x = tf.keras.layers.Conv2D(filters=64, kernel_size=(3, 3), activation=tf.nn.relu)(x)
x = tf.keras.layers.MaxPooling2D(pool_size=(2, 2), strides=2)(x)
x = tf.keras.layers.Conv2D(filters=64, kernel_size=(3, 3), activation=tf.nn.relu)(x)
x = tf.keras.layers.Flatten()(x)
x = tf.keras.layers.Dense(64, activation=tf.nn.relu)(x)
predictions = tf.keras.layers.Dense(NUM_CLASSES, activation=tf.nn.softmax)(x)

model = tf.keras.Model(inputs=inputs, outputs=predictions)
optimizer = tf.train.AdamOptimizer(learning_rate=0.001)
model.compile(loss="categorical_crossentropy", optimizer=optimizer, metrics=["accuracy"])

# every GPU holds a copy of the model and takes batches of its own
strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=NUM_GPUS)
config = tf.estimator.RunConfig(train_distribute=strategy)
estimator = tf.keras.estimator.model_to_estimator(model, config=config, model_dir=args.model_dir)

time_hist = TimeHistory()
estimator.train(lambda: input_fn(train_images, train_labels, EPOCHS, BATCH_SIZE), hooks=[time_hist])

# the first step builds and warms up, it says nothing about the others
times = time_hist.times[1:]
print(f"total time with {NUM_GPUS} GPU(s): {sum(time_hist.times):.1f} seconds, {len(time_hist.times)} steps")
print(f"{BATCH_SIZE * NUM_GPUS / np.mean(times):.1f} images/second with {NUM_GPUS} GPU(s)")

results = estimator.evaluate(lambda: input_fn(test_images, test_labels, 1, BATCH_SIZE, shuffle=False))
print("evaluation: " + ", ".join(f"{name} {value:.4f}" for name, value in sorted(results.items())))
