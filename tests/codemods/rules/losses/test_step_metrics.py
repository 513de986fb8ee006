"""Metrics of steps over batches of different lengths."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = "import tensorflow as tf\naccuracy = tf.keras.metrics.SparseCategoricalAccuracy()\n"
BATCHES = "batches = dataset.padded_batch(32, padded_shapes=[None])\n"
ONLY = Settings(select=("TFM349",))


def noted(code: str) -> list[int]:
    result = upgrade(code.encode(), ONLY)
    assert isinstance(result, Upgraded)
    assert not result.findings
    return [each.line for each in result.notes]


@pytest.mark.parametrize(
    "code",
    [
        HEAD + BATCHES + "accuracy(y, p)\n",
        HEAD + BATCHES + "accuracy.update_state(y, p)\naccuracy.update_state(y, q)\n",
        HEAD + "dataset.apply(tf.data.experimental.bucket_by_sequence_length(f, b, s))\naccuracy(y, p)\n",
    ],
)
def test_noted(code: str) -> None:
    assert noted(code) == [4]


@pytest.mark.parametrize(
    "code",
    [
        HEAD + "accuracy(y, p)\n",
        HEAD + "batches = dataset.batch(32)\naccuracy(y, p)\n",
        HEAD + BATCHES + "accuracy.result()\naccuracy.reset_states()\n",
        HEAD.replace("SparseCategoricalAccuracy", "Mean") + BATCHES + "accuracy(loss)\n",
        HEAD.replace("SparseCategoricalAccuracy", "AUC") + BATCHES + "accuracy(y, p)\n",
        HEAD.replace("metrics.SparseCategoricalAccuracy", "losses.MeanSquaredError") + BATCHES + "accuracy(y, p)\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert noted(code) == []


def test_batches_of_another_module(tmp_path: Path) -> None:
    (tmp_path / "data.py").write_text(f"import tensorflow as tf\n{BATCHES}")
    code = f"{HEAD}from data import batches\naccuracy(y, p)\n"
    (tmp_path / "train.py").write_text(code)
    result = upgrade(code.encode(), ONLY, project_of(tmp_path / "train.py"))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.notes] == [4]


@pytest.mark.tensorflow
def test_numbers() -> None:
    """Two right of two steps, none of four; TensorFlow 2.3.4, 2.10.1 and 2.15.1 give 2 / 6."""
    tf = pytest.importorskip("tensorflow")
    accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
    accuracy.update_state([[0, 0]], tf.one_hot([[0, 0]], 2))
    accuracy.update_state([[1, 1, 1, 1]], tf.one_hot([[0, 0, 0, 0]], 2))
    assert float(accuracy.result()) == pytest.approx(0.5)
    accuracy.reset_state()
    accuracy.update_state([0, 0], tf.one_hot([0, 0], 2))
    accuracy.update_state([1, 1, 1, 1], tf.one_hot([0, 0, 0, 0], 2))
    assert float(accuracy.result()) == pytest.approx(2 / 6), "one row for each step"
