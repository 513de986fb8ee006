"""Weights of classes for the outputs of a model."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = (
    "import keras\nfrom keras.layers import Dense, Input\nfrom keras.models import Model, Sequential\nx = Input((3,))\n"
)
ONE = 'model = Sequential([Dense(2, activation="softmax", name="a")])\nmodel.compile("sgd", "mse")\n'
TWO = 'model = Model(x, [Dense(2, name="a")(x), Dense(1, name="b")(x)])\nmodel.compile("sgd", "mse")\n'


def _found(source: str, origin: str = "keras==2.3", to: str = "native") -> tuple[int, int]:
    result = upgrade((HEAD + source).encode(), Settings(to, origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    codes = ([each.code for each in kind] for kind in (result.findings, result.notes))
    findings, notes = (kind.count("TFM272") for kind in codes)
    return findings, notes


@pytest.mark.parametrize(
    "source",
    [
        ONE + 'model.fit(a, b, class_weight={"a": {0: 1.0, 1: 5.0}})\n',
        ONE + 'weights = {"a": {0: 1.0, 1: 5.0}}\nmodel.fit(a, b, class_weight=weights)\n',
        ONE + 'model.train_on_batch(a, b, class_weight={"a": {0: 1.0, 1: 5.0}})\n',
        ONE + 'model.fit_generator(g, 3, class_weight={"a": {0: 1.0, 1: 5.0}})\n',
        TWO + "model.fit(a, [b, c], class_weight=weights)\n",
        TWO + 'model.fit(a, [b, c], class_weight={"b": {0: 1.0, 1: 5.0}})\n',
        TWO + "model.train_on_batch(a, [b, c], class_weight={0: 1.0, 1: 5.0})\n",
    ],
)
def test_of_outputs(source: str) -> None:
    assert _found(source) == (1, 0)
    assert _found(source, to="compat") == (0, 0)


@pytest.mark.parametrize(
    "source",
    [
        ONE + "model.fit(a, b, class_weight={0: 1.0, 1: 5.0})\n",
        ONE + "model.fit(a, b, class_weight=weights)\n",
        ONE + "model.fit(a, b, class_weight=dict(enumerate(weights)))\n",
        ONE + "model.fit(a, b, class_weight={})\n",
        ONE + "model.fit(a, b, class_weight={**weights})\n",
        ONE + "model.fit(a, b, class_weight={0: 1.0}, validation_data=(c, d))\n",
        ONE + "model.fit(a, b, validation_split=0.2)\n",
        TWO + "model.fit(a, [b, c], class_weight=None)\n",
        TWO + "model.fit(a, [b, c])\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _found(source) == (0, 0)


def test_validation_split() -> None:
    source = ONE + "model.fit(a, b, class_weight={0: 1.0, 1: 5.0}, validation_split=0.2)\n"
    assert _found(source) == (0, 1)
    assert _found(source, "tensorflow==2.3") == (0, 0)


TF_1 = (
    "import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.compile('sgd', 'mse')\n"
    "rows = tf.data.Dataset.from_tensor_slices((x, y)).batch(6)\n"
)


@pytest.mark.parametrize(
    ("call", "origin", "findings"),
    [
        ("model.fit(rows, class_weight={0: 1.0, 1: 5.0})\n", "tensorflow==1.15", 1),
        ("model.fit(rows.repeat(), steps_per_epoch=4, class_weight=weights)\n", "tensorflow==1.15", 1),
        ("model.fit(rows, class_weight={0: 1.0, 1: 5.0})\n", "tensorflow==2.3", 0),
        ("model.fit(rows)\n", "tensorflow==1.15", 0),
        ("model.fit(x, y, class_weight={0: 1.0, 1: 5.0})\n", "tensorflow==1.15", 0),
        ("model.fit(data, class_weight={0: 1.0, 1: 5.0})\n", "tensorflow==1.15", 0),
    ],
)
def test_weights_that_tensorflow_1_ignored_on_a_dataset(call: str, origin: str, findings: int) -> None:
    result = upgrade((TF_1 + call).encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings].count("TFM272") == findings
