# usage: python legacy.py --gpus 2 --epochs 10 --batch-size 16 --data aidata --output plot.png
import argparse
import os
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.preprocessing import image_dataset_from_directory

from reference_impls.efficientnet_ai_or_not.data import DIGITS, DIGITS_SIZE, load_data

parser = argparse.ArgumentParser()
parser.add_argument("--gpus", type=int, default=2, help="number of GPUs")
parser.add_argument("--epochs", type=int, default=10, help="passes over the training images")
parser.add_argument("--batch-size", type=int, default=16, help="images per GPU and step")
parser.add_argument("--data", default=DIGITS, help="digits, or a folder with train and val")
parser.add_argument("--model", choices=["B0", "S", "M"], default=None, help="the size of EfficientNetV2")
parser.add_argument("--size", type=int, default=None, help="the width and height of an image")
parser.add_argument("--output", default="plot.png", help="path to the plot; the augmented images go beside it")
args = parser.parse_args()

# digits are small and nothing like the photographs of ImageNet
on_digits = args.data == DIGITS
size = args.size or (DIGITS_SIZE if on_digits else 224)
weights = None if on_digits else "imagenet"
model_name = args.model or ("B0" if on_digits else "M")
batch_size = args.batch_size * args.gpus

# every folder is a class
train_folder, val_folder = load_data(args.data)
train_set = image_dataset_from_directory(
    train_folder, shuffle=True, seed=42, batch_size=batch_size, image_size=(size, size)
)
val_set = image_dataset_from_directory(val_folder, shuffle=True, seed=42, batch_size=batch_size, image_size=(size, size))

# random flips and rotations
augmentation = keras.Sequential(
    [
        keras.layers.RandomFlip("horizontal_and_vertical"),
        keras.layers.RandomRotation(0.2),
    ]
)

# one image, augmented twelve times
for images, _ in train_set.take(1):
    plt.figure(figsize=(12, 12))
    for i in range(12):
        plt.subplot(3, 4, i + 1)
        augmented = augmentation(tf.expand_dims(images[0], 0))
        plt.imshow(augmented[0].numpy().astype("int32"))
        plt.axis("off")
plt.savefig(os.path.splitext(args.output)[0] + "-augmented.png")
plt.close()


class TimeHistory(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.times = []

    def on_train_batch_begin(self, batch, logs=None):
        self.started = time.time()

    def on_train_batch_end(self, batch, logs=None):
        self.times.append(time.time() - self.started)


# every GPU holds a copy of the model and takes a part of each batch
strategy = tf.distribute.MirroredStrategy(["GPU:%d" % i for i in range(args.gpus)])
networks = {
    "B0": tf.keras.applications.EfficientNetV2B0,
    "S": tf.keras.applications.EfficientNetV2S,
    "M": tf.keras.applications.EfficientNetV2M,
}

with strategy.scope():
    base = networks[model_name](weights=weights, input_shape=(size, size, 3), include_top=False)
    base.trainable = False
    inputs = keras.Input(shape=(size, size, 3))
    x = augmentation(inputs)
    x = tf.keras.applications.efficientnet_v2.preprocess_input(x)
    x = base(x, training=False)
    x = keras.layers.GlobalAveragePooling2D()(x)
    x = keras.layers.Dropout(0.2)(x)
    outputs = keras.layers.Dense(1, activation="sigmoid")(x)
    model = keras.Model(inputs, outputs)
    accuracy = keras.metrics.BinaryAccuracy()
    optimizer = tf.keras.optimizers.Adam()

model.compile(optimizer=optimizer, loss=tf.keras.losses.BinaryCrossentropy(), metrics=accuracy)
time_history = TimeHistory()
history = model.fit(
    train_set, epochs=args.epochs, validation_data=val_set, callbacks=[time_history], verbose=2
).history

# the first step includes tracing, so it says nothing about the others
print("%.1f images/second with %d GPU(s)" % (batch_size / np.mean(time_history.times[1:]), args.gpus))

plt.figure()
for key in ("loss", "val_loss", "binary_accuracy", "val_binary_accuracy"):
    plt.plot(history[key], label=key)
plt.title("EfficientNetV2%s on %s" % (model_name, args.data))
plt.xlabel("Epoch")
plt.legend()
plt.savefig(args.output)
