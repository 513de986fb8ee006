"""Generators that hand on what was set just before, and datasets that read ahead of it."""

from __future__ import annotations

import time

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

DATASET = "tf.data.Dataset.from_generator(self.generator, tf.float32, (2,)).batch(1)"
FAST = """import tensorflow as tf

class FastPredict:
    def __init__(self, estimator, input_fn=None):
        self.estimator = estimator
        self.first = True
        self.closed = False

    def generator(self):
        while not self.closed:
            yield self.features

    def input_fn(self):
        dataset = {}
        return tf.compat.v1.data.make_one_shot_iterator(dataset).get_next()

    def predict(self, features):
        self.features = features
        if self.first:
            self.predictions = self.estimator.predict(self.input_fn)
            self.first = False
        return next(self.predictions)

    def close(self):
        self.closed = True
        next(self.predictions)
"""
LEGACY = FAST.format(DATASET)
OPTIONS = """        options = tf.data.Options()
        options.experimental_optimization.inject_prefetch = False
        options.experimental_optimization.map_parallelization = False
"""
MODERN = LEGACY.replace(", (2,))", ", (2,)).with_options(options)").replace(
    "        dataset = ", OPTIONS + "        dataset = "
)
WELL_KNOWN = (
    LEGACY.replace("(self.input_fn)", "(self.input_fn(self.generator))")
    .replace(DATASET, "dataset")
    .replace("    def input_fn(self):\n        dataset = dataset\n", "    def unused(self, dataset):\n")
    + """

def example_input_fn(generator):
    def _inner_input_fn():
        dataset = tf.data.Dataset.from_generator(generator, output_types=tf.float32, output_shapes=(2,)).batch(1)
        return dataset
    return _inner_input_fn
"""
)


def run(code: str) -> Upgraded:
    result = upgrade(code.encode(), Settings(select=("TFM518",)))
    assert isinstance(result, Upgraded)
    again = upgrade(result.after, Settings(select=("TFM518",)))
    assert isinstance(again, Upgraded)
    assert not again.changes
    assert not again.findings or result.findings
    return result


def test_a_method_that_yields_an_attribute() -> None:
    result = run(LEGACY)
    assert result.after.decode() == MODERN
    assert not result.findings


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("yield self.features", "yield self.features.pop(0)"),
        ("yield self.features", "for each in self.features:\n                yield each"),
        ("yield self.features", "yield {'ids': self.features[0], 'mask': self.features[1]}"),
        ("while not self.closed:", "while True:"),
        ("dataset = tf", "return tf"),
        ("self.generator, tf.float32, (2,))", "output_types=tf.float32, generator=self.generator)"),
    ],
)
def test_spellings(before: str, after: str) -> None:
    result = run(LEGACY.replace(before, after))
    assert OPTIONS.encode() in result.after
    assert b").with_options(options).batch(1)" in result.after
    assert not result.findings


def test_the_generator_is_a_parameter() -> None:
    result = run(WELL_KNOWN)
    assert b"output_shapes=(2,)).with_options(options).batch(1)" in result.after
    assert OPTIONS.encode() in result.after


@pytest.mark.parametrize(
    "source",
    [
        WELL_KNOWN[: WELL_KNOWN.index("\n\ndef example")],
        LEGACY.replace("dataset = tf.data", "for dataset in tf.data").replace(".batch(1)", ".batch(1):"),
    ],
)
def test_reported(source: str) -> None:
    source = source.replace(".batch(1):\n        return", ".batch(1):\n            return")
    result = run(source)
    assert not result.changes
    assert [each.code for each in result.findings] == ["TFM518"]


@pytest.mark.parametrize(
    "source",
    [
        MODERN,
        LEGACY.replace("yield self.features", "yield [1.0, 2.0]"),
        LEGACY.replace("yield self.features", "yield self.estimator"),
        LEGACY.replace("return next(self.predictions)", "return list(self.predictions)"),
        LEGACY.replace("self.features = features", "self.queue.put(features)"),
        LEGACY.replace("while not self.closed:", "if not self.closed:"),
        LEGACY.replace("from_generator(self.generator", "from_generator(numbers").replace("closed:", "closed and 1:"),
        LEGACY.replace("import tensorflow as tf", "import tf"),
    ],
)
def test_left_alone(source: str) -> None:
    result = run(source)
    assert not result.changes
    assert not result.findings


COUNTED = """
import tensorflow.compat.v1 as tf

class Fast:
    def generator(self):
        while True:
            yield self.features

    def predict(self, features):
        self.features = features
        return next(self.predictions)

fast = Fast()
dataset = tf.data.Dataset.from_generator(fast.generator, tf.float32, (2,)).batch(1)
fast.features = [0.0, 0.0]
fast.predictions = results(dataset)
given = [float(fast.predict([n, n])[0][0]) for n in range(1, 6)]
"""


@pytest.mark.tensorflow
def test_the_predictions_of_tensorflow_1_15() -> None:
    """They are those of their calls there; TensorFlow 2.21 without the options gives 0, 1, 2, 3, 4 or the like."""
    pytest.importorskip("tensorflow")

    def results(dataset: object) -> object:
        for each in dataset:  # type: ignore[attr-defined]
            yield each
            time.sleep(0.1)

    result = upgrade(COUNTED.encode(), Settings(select=("TFM518",)))
    assert isinstance(result, Upgraded)
    found: dict[str, object] = {"results": results}
    exec(compile(result.after, "code", "exec"), found)
    assert found["given"] == [1, 2, 3, 4, 5]
    without: dict[str, object] = {"results": results}
    exec(compile(COUNTED, "code", "exec"), without)
    assert without["given"] != [1, 2, 3, 4, 5]
