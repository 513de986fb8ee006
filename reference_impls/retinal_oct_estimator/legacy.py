# usage: python legacy.py --gpus 2 --epochs 1 --batch-size 64 --data OCT2017 --model-dir /tmp/oct
import argparse
import os
import time

import numpy as np
import tensorflow as tf

from reference_impls.retinal_oct_estimator.data import DIGITS, DIGITS_SIZE, LABELS, load_data

parser = argparse.ArgumentParser()
parser.add_argument("--gpus", type=int, default=2, help="number of GPUs")
parser.add_argument("--epochs", type=int, default=1, help="passes over the training images")
parser.add_argument("--batch-size", type=int, default=64, help="images per GPU and step")
parser.add_argument("--data", default=DIGITS, help="digits, or a folder like OCT2017")
parser.add_argument("--model-dir", default=None, help="where the checkpoints go; training goes on from the last one")
args = parser.parse_args()

NUM_GPUS = args.gpus
EPOCHS = args.epochs
BATCH_SIZE = args.batch_size
BUFFER_SIZE = 2048
# digits are small and nothing like the photographs of ImageNet
IMAGE_SIZE = DIGITS_SIZE if args.data == DIGITS else 224
WEIGHTS = None if args.data == DIGITS else "imagenet"

tf.logging.set_verbosity(tf.logging.INFO)
train_files, test_files = load_data(args.data)


def parse(path):
    # .../train/CNV/CNV-1016042-1.jpeg => image, one-hot label
    folder = tf.string_split([path], os.sep).values[-2]
    label = tf.cast(tf.equal(folder, LABELS), tf.float32)
    image = tf.image.decode_jpeg(tf.read_file(path), channels=3)
    image = tf.image.convert_image_dtype(image, tf.float32)
    image = tf.image.resize_images(image, [IMAGE_SIZE, IMAGE_SIZE])
    return image, label


def input_fn(file_pattern, epochs, batch_size, shuffle=True):
    dataset = tf.data.Dataset.list_files(file_pattern, shuffle=False)
    if shuffle:
        dataset = dataset.shuffle(BUFFER_SIZE)
    dataset = dataset.repeat(epochs)
    dataset = dataset.map(parse, num_parallel_calls=os.cpu_count())
    dataset = dataset.batch(batch_size)
    return dataset.prefetch(4)


class TimeHistory(tf.train.SessionRunHook):
    def begin(self):
        self.times = []

    def before_run(self, run_context):
        self.started = time.time()

    def after_run(self, run_context, run_values):
        self.times.append(time.time() - self.started)


# VGG16 with a new classifier: the last block is trained with it, the rest stays as it is
vgg16 = tf.keras.applications.VGG16(input_shape=(IMAGE_SIZE, IMAGE_SIZE, 3), include_top=False, weights=WEIGHTS)
output = tf.keras.layers.Flatten()(vgg16.output)
predictions = tf.keras.layers.Dense(len(LABELS), activation=tf.nn.softmax)(output)
model = tf.keras.Model(inputs=vgg16.input, outputs=predictions)
for layer in vgg16.layers[:-4]:
    layer.trainable = False

optimizer = tf.train.AdamOptimizer()
model.compile(loss="categorical_crossentropy", optimizer=optimizer, metrics=["accuracy"])

# every GPU holds a copy of the model and takes batches of its own
strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=NUM_GPUS)
config = tf.estimator.RunConfig(train_distribute=strategy)
estimator = tf.keras.estimator.model_to_estimator(model, config=config, model_dir=args.model_dir)

time_hist = TimeHistory()
estimator.train(lambda: input_fn(train_files, EPOCHS, BATCH_SIZE), hooks=[time_hist])

# the first step builds and warms up, it says nothing about the others
times = time_hist.times[1:]
print(f"total time with {NUM_GPUS} GPU(s): {sum(time_hist.times):.1f} seconds, {len(time_hist.times)} steps")
print(f"{BATCH_SIZE * NUM_GPUS / np.mean(times):.1f} images/second with {NUM_GPUS} GPU(s)")

results = estimator.evaluate(lambda: input_fn(test_files, 1, BATCH_SIZE, shuffle=False))
print("evaluation: " + ", ".join(f"{name} {value:.4f}" for name, value in sorted(results.items())))
