"""Time epochs with and without `cache` and `prefetch`: vectors from memory, and images from PNG files.

    python tests/benchmarks/input_pipeline.py --rounds 5

Two logical CPU devices stand in for GPUs. The four pipelines take turns, so that what else the machine does hits all.
"""

import argparse
import statistics
import time

from compat.runner.devices import emulate_gpus

REPLICAS = 2
emulate_gpus(REPLICAS)

import keras  # noqa: E402
import tensorflow as tf  # noqa: E402

from reference_impls.efficientnet_ai_or_not.data import load_data as load_folders  # noqa: E402
from reference_impls.mnist_fault_tolerant.data import load_data  # noqa: E402

SIZE = (128, 128, 3)
PIPELINES = {"neither": (False, False), "prefetch": (False, True), "cache": (True, False), "both": (True, True)}


def vectors():
    """The digits as vectors of 784 floats, one at a time, as the MNIST tutorial prepares them."""
    (x, y), _ = load_data()
    data = tf.data.Dataset.from_tensor_slices((x.reshape(-1, 784), y))
    return data.map(lambda pixels, label: (tf.cast(pixels, tf.float32) / 255.0, label), tf.data.AUTOTUNE)


def images():
    """The digits 0 and 1, read from PNG files and resized to 128 x 128 pixels."""
    folder = load_folders()[0]
    options = {"batch_size": None, "image_size": SIZE[:2], "shuffle": False, "verbose": False}
    return keras.utils.image_dataset_from_directory(folder, **options)


def _compiled(shape, strategy):
    with strategy.scope():
        first = [keras.layers.GlobalAveragePooling2D()] if shape == SIZE else []
        hidden = [keras.layers.Dense(256, "relu") for _ in range(2)]
        model = keras.Sequential([keras.Input(shape), *first, *hidden, keras.layers.Dense(10)])
        model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return model


def _pipeline(samples, *, cache, prefetch, batch_size):
    data = samples().cache() if cache else samples()
    batches = data.batch(batch_size, drop_remainder=True)
    return batches.prefetch(tf.data.AUTOTUNE) if prefetch else batches


def main():
    """Print for each pipeline the images per second of the median epoch, and the processor time of a batch."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=32, help="of both replicas together")
    arguments = parser.parse_args()
    strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(REPLICAS)])
    for samples, shape in ((vectors, (784,)), (images, SIZE)):
        model = _compiled(shape, strategy)
        made = {
            name: _pipeline(samples, cache=cache, prefetch=prefetch, batch_size=arguments.batch_size)
            for name, (cache, prefetch) in PIPELINES.items()
        }
        times = {name: [] for name in made}
        for number in range(arguments.rounds + 1):
            for name, batches in made.items():
                start = time.perf_counter(), time.process_time()
                model.fit(batches, verbose=0)
                if number:  # the first pass fills the caches and traces
                    times[name].append((time.perf_counter() - start[0], time.process_time() - start[1]))
        count = len(made["neither"]) * arguments.batch_size
        for name, epochs in times.items():
            wall, cpu = (statistics.median(epoch[i] for epoch in epochs) for i in (0, 1))
            line = "{:<8} {:<9} {:>7.0f} images/s, {:>6.2f} ms of processor time for each batch"
            print(line.format(samples.__name__, name, count / wall, 1000 * cpu * arguments.batch_size / count))


main()
