"""Training steps per second of an Estimator: bridged on a modern TensorFlow over native on 2.15.1, in one run.

    python tests/benchmarks/estimator_steps.py NATIVE/bin/python BRIDGED/bin/python --rounds 3

The two interpreters train the same `model_fn`s in turns, so that what else the machine does hits both: the CNN of
TensorFlow's MNIST tutorial in batches of 100, and a linear model of four weights, whose step is all overhead. The graph
of the latter also runs in a bare session, without an Estimator: what differs there is TensorFlow's own.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STEPS = {"cnn": 40, "linear": 5000, "session": 5000}
WARM_UP = 10
ROOT = Path(__file__).resolve().parents[2]


def main():
    """Print the steps per second of both and their ratio, by the clock and by processor time, for each model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("interpreters", nargs=2, metavar="PYTHON", help="native first")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
    workers = [
        subprocess.Popen(
            [python, __file__, "train"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            text=True,
        )
        for python in arguments.interpreters
    ]
    names = [json.loads(worker.stdout.readline()) for worker in workers]
    for model in STEPS:
        rates = [[], []]
        for _ in range(arguments.rounds):
            for worker, its_rates in zip(workers, rates):
                worker.stdin.write(model + "\n")
                worker.stdin.flush()
                its_rates.append(json.loads(worker.stdout.readline()))
        for place, clock in enumerate(("wall time", "processor time")):
            native, bridged = (statistics.median(each[place] for each in its_rates) for its_rates in rates)
            line = "{:9}{:15}{} {:8.1f}   {} {:8.1f} steps/s   ratio {:.2f}"
            print(line.format(model, clock, names[0], native, names[1], bridged, bridged / native))
        ratios = [bridged[0] / native[0] for native, bridged in zip(*rates)]
        print(f"{model:9}ratios of the rounds, wall time: {', '.join(f'{ratio:.2f}' for ratio in ratios)}")
    for worker in workers:
        worker.communicate()


def train():
    """Train what a line names and answer with steps per second, until there are no more lines."""
    import tensorflow  # noqa: ICN001 - tf is the namespace of compat

    from compat import tensorflow as tf

    v1 = tensorflow.compat.v1
    print(json.dumps(tensorflow.__version__), flush=True)
    for line in sys.stdin:
        name = line.strip()
        seconds = in_a_session(tf, v1) if name == "session" else in_an_estimator(tf, v1, name)
        print(json.dumps([STEPS[name] / each for each in seconds]), flush=True)


def in_an_estimator(tf, v1, name):
    """Return the seconds of all steps but the first ones: wall time, processor time."""
    pace = pace_of(v1)()
    with tempfile.TemporaryDirectory() as folder:
        estimator = tf.estimator.Estimator({"cnn": cnn, "linear": linear}[name](tf, v1), folder)
        estimator.train(input_fn_of(v1, name), hooks=[pace], steps=WARM_UP + STEPS[name])
    return pace.seconds()


def in_a_session(tf, v1):
    """Return the same for the linear model's graph."""
    with v1.Graph().as_default(), v1.Session() as session:
        v1.train.create_global_step()
        iterator = v1.data.make_initializable_iterator(input_fn_of(v1, "linear")())
        step = linear(tf, v1)(*iterator.get_next(), tf.estimator.ModeKeys.TRAIN).train_op
        session.run([v1.global_variables_initializer(), iterator.initializer])
        for number in range(WARM_UP + STEPS["session"]):
            if number == WARM_UP:
                start = time.perf_counter(), time.process_time()
            session.run(step)
        return [time.perf_counter() - start[0], time.process_time() - start[1]]


def pace_of(v1):
    """A hook that takes the time from the last step of warming up to the last step."""

    class Pace(v1.train.SessionRunHook):
        def begin(self):
            self.steps = 0

        def after_run(self, run_context, run_values):
            self.steps += 1
            if self.steps == WARM_UP:
                self.start = time.perf_counter(), time.process_time()
            self.last = time.perf_counter(), time.process_time()

        def seconds(self):
            return [last - start for start, last in zip(self.start, self.last)]

    return Pace


def input_fn_of(v1, name):
    """The same seeded batch again and again, as a dataset."""
    rows, shape, classes = {"cnn": (100, [28, 28, 1], 10), "linear": (8, [3], 1)}[name]

    def input_fn():
        x = v1.random_uniform([rows, *shape], seed=1)
        y = v1.random_uniform([rows], maxval=classes, dtype="int32", seed=2)
        return v1.data.Dataset.from_tensors((x, y)).cache().repeat()

    return input_fn


def cnn(tf, v1):
    """The `cnn_model_fn` of TensorFlow's MNIST tutorial, whose losses and gradients are the whole work of a step."""

    def model_fn(features, labels, mode):
        x = features
        for filters in (32, 64):
            x = tf.layers.conv2d(x, filters, [5, 5], padding="same", activation=v1.nn.relu)
            x = tf.layers.max_pooling2d(x, [2, 2], 2)
        x = tf.layers.dense(tf.layers.flatten(x), 1024, activation=v1.nn.relu)
        x = tf.layers.dropout(x, 0.4, training=mode == tf.estimator.ModeKeys.TRAIN)
        loss = v1.losses.sparse_softmax_cross_entropy(labels, tf.layers.dense(x, 10))
        return spec(tf, v1, mode, loss)

    return model_fn


def linear(tf, v1):
    """Linear regression."""

    def model_fn(features, labels, mode):
        loss = v1.losses.mean_squared_error(labels, tf.layers.dense(features, 1)[:, 0])
        return spec(tf, v1, mode, loss)

    return model_fn


def spec(tf, v1, mode, loss):
    """Train by gradient descent."""
    step = v1.train.GradientDescentOptimizer(0.001).minimize(loss, global_step=v1.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step)


if __name__ == "__main__":
    train() if sys.argv[1:] == ["train"] else main()
