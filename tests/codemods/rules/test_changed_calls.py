"""Calls that mean something else, or stop, are reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched

HEAD = "import keras\n\nmodel = keras.models.Sequential()\n"


@pytest.mark.parametrize(
    "code",
    [
        "model.fit(x, y, class_weight={0: 1.0, 1: 2.0}, sample_weight=counts)",
        "model.train_on_batch(x, y, class_weight=weights, sample_weight=counts)",
        "model.train_on_batch(x, y, counts, weights)",
    ],
)
def test_both(code: str) -> None:
    check_declined(f"{HEAD}{code}\n", "TFM162", 4)


@pytest.mark.parametrize(
    "code",
    [
        "model.fit(x, y, class_weight={0: 1.0, 1: 2.0})",
        "model.fit(x, y, sample_weight=counts)",
        "model.fit(x, y, class_weight=None, sample_weight=counts)",
        "model.fit(x, y, class_weight={0: 1.0}, sample_weight=None)",
        "estimator.fit(x, y, class_weight=a, sample_weight=b)",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


def _lines(source: str, origin: str) -> tuple[list[int], list[int]]:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    findings = [each.line for each in result.findings if each.code == "TFM162"]
    return findings, [each.line for each in result.notes if each.code == "TFM162"]


TF = "from tensorflow import keras\n"


@pytest.mark.parametrize(
    "code",
    [
        "x = keras.losses.cosine_similarity(a, b)",
        "x = keras.losses.CosineSimilarity()",
        "keras.models.Sequential().compile('sgd', 'cosine_similarity')",
        "x = keras.losses.Huber(reduction='sum')",
    ],
)
def test_of_tensorflow_1(code: str) -> None:
    assert _lines(f"{TF}{code}\n", "tensorflow==1.15") == ([2], [])
    assert _lines(f"{TF}{code}\n", "tensorflow==2.3") == ([], [])
    assert _lines(f"{TF}{code}\n", "") == ([], [])


@pytest.mark.parametrize(
    ("code", "later"),
    [
        ("x = keras.activations.hard_sigmoid(y)", [2]),
        ("f = keras.activations.hard_sigmoid", [2]),
        ("x = keras.activations.softmax(y, axis=0)", []),
        ("x = keras.metrics.SpecificityAtSensitivity(0.5)", []),
    ],
)
def test_notes(code: str, later: list[int]) -> None:
    assert _lines(f"import keras\n{code}\n", "keras==2.3") == ([], [2])
    assert _lines(f"{TF}{code}\n", "tensorflow==2.3") == ([], later)
    assert _lines(f"{TF}{code}\n", "") == ([], [])


@pytest.mark.parametrize(
    "code",
    [
        "x = keras.activations.softmax(y)",
        "x = keras.losses.Huber(0.3)",
        "keras.models.Sequential().compile('sgd', 'mse')",
        "x = keras.activations.sigmoid(y)",
    ],
)
def test_the_same_everywhere(code: str) -> None:
    assert _lines(f"import keras\n{code}\n", "keras==2.3") == ([], [])
    assert _lines(f"{TF}{code}\n", "tensorflow==1.15") == ([], [])


ARGMAX = "import tensorflow as tf\nx, where = tf.nn.max_pool_with_argmax(y, [1, 2, 2, 1], [1, 2, 2, 1], 'SAME')\n"


def test_indices_of_a_pooling() -> None:
    assert _lines(ARGMAX, "tensorflow==1.13") == ([], [2])
    assert _lines(ARGMAX + "z = tf.placeholder(tf.float32)\n", "") == ([], [3])
    assert _lines(ARGMAX, "tensorflow==2.3") == ([], [])
    assert _lines(ARGMAX, "") == ([], [])
    assert _lines(ARGMAX.replace("_with_argmax", ""), "tensorflow==1.13") == ([], [])
