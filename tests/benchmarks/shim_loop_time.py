"""Time the training loops of the shims against those of Keras 3, on a model whose step takes a millisecond.

    python tests/benchmarks/shim_loop_time.py --steps 200 --rounds 5

What the shims add to a step shows best where the step does little. The two take turns, so that what else the machine
does hits both.
"""

import argparse
import statistics
import time

import keras
import numpy as np

from compat import keras as legacy

ROWS = 64


def model(of):
    """A small classifier."""
    inputs = of.layers.Input(shape=(64,))
    hidden = of.layers.Dense(128, activation="relu")(inputs)
    made = of.models.Model(inputs, of.layers.Dense(10, activation="softmax")(hidden))
    made.compile(of.optimizers.SGD(0.01), "categorical_crossentropy", metrics=["accuracy"])
    return made


def batches(x, y):
    """Yield batches for ever."""
    while True:
        for first in range(0, len(x), ROWS):
            yield x[first : first + ROWS], y[first : first + ROWS]


def loops(steps):
    """The loops by name; each takes a model and makes so many steps."""
    draw = np.random.RandomState(0)
    x, y = draw.rand(ROWS * steps, 64).astype("float32"), np.eye(10, dtype="float32")[draw.randint(0, 10, ROWS * steps)]

    def by_batch(trained):
        for inputs, targets in zip(np.split(x, steps), np.split(y, steps)):
            trained.train_on_batch(inputs, targets)

    def by_generator(trained):
        fit = getattr(trained, "fit_generator", trained.fit)
        fit(batches(x, y), steps_per_epoch=steps, verbose=0)

    return {
        "fit": lambda trained: trained.fit(x, y, batch_size=ROWS, shuffle=False, verbose=0),
        "train_on_batch": by_batch,
        "fit_generator": by_generator,
    }


def main():
    """Print a line for each loop: milliseconds of processor time a step, median and fastest, and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    models = {"shims": model(legacy), "keras 3": model(keras)}
    for name, loop in loops(options.steps).items():
        times = {side: [] for side in models}
        for number in range(options.rounds + 1):
            for side, trained in models.items():
                start = time.process_time()
                loop(trained)
                if number:
                    times[side].append(1000 * (time.process_time() - start) / options.steps)
        found = {kind: [kind(times[side]) for side in models] for kind in (statistics.median, min)}
        print(f"{name:<15}", *(f"{kind.__name__} {a:.3f} / {b:.3f} = {a / b:.2f}  " for kind, (a, b) in found.items()))


main()
