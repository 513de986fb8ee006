"""`on_epoch_end` of a `Sequence`."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

CLASS = """import numpy as np
from keras.utils import Sequence
{seed}

class Batches({base}):
    def on_epoch_end(self):
        {body}
"""


def _lines(
    body: str, origin: str | None = "keras==2.3", *, base: str = "Sequence", seed: str = ""
) -> tuple[list[int], list[int]]:
    source = CLASS.format(body=body, base=base, seed=seed)
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    findings, notes = (
        [each.line for each in found if each.code == "TFM255"] for found in (result.findings, result.notes)
    )
    return findings, notes


@pytest.mark.parametrize(
    "body",
    [
        "self.n += 1",
        "self.n = self.n + 1",
        "self.left -= self.size",
        "self.order = self.order[::-1]",
        "self.order = np.roll(self.order, 1)",
        "self.epochs.append(1)",
    ],
)
def test_counts(body: str) -> None:
    assert _lines(body) == ([7], [])
    assert _lines(body, "keras==3.3") == ([], [])


def test_draws_after_a_seed() -> None:
    """The line moves down by an import and a seed (TFM318)."""
    assert _lines("np.random.shuffle(self.order)", seed="np.random.seed(3)") == ([], [8])


def test_counts_where_nothing_tells_of_keras_2() -> None:
    """`from keras.utils import Sequence` was of Keras 2; of `tf.keras` it is a note."""
    code = CLASS.format(body="self.n += 1", base="Sequence", seed="").replace("from keras", "from tensorflow.keras")
    result = upgrade(code.encode(), Settings(select=("TFM255",)))
    assert isinstance(result, Upgraded)
    assert (len(result.findings), len(result.notes)) == (0, 1)


START = "def __init__(self):\n        {}\n\n    def on_epoch_end"


@pytest.mark.parametrize(
    ("start", "body", "expected"),
    [
        ("self.hard = False", "self.hard = True", 1),
        ("self.n = 0", "self.n = 0", 0),
        ("self.n = given", "self.n = 0", 0),
        ("self.m = 1", "self.n = 0", 0),
    ],
)
def test_constants(start: str, body: str, expected: int) -> None:
    code = CLASS.format(body=body, base="Sequence", seed="").replace("def on_epoch_end", START.format(start))
    result = upgrade(code.encode(), Settings(origin=parse_origin("keras==2.3"), select=("TFM255",)))
    assert isinstance(result, Upgraded)
    assert len(result.findings) == expected


def test_draws_of_a_generator_of_its_own() -> None:
    assert _lines("self.random.shuffle(self.order)", seed="made = np.random.RandomState(3)")[1] != []
    assert _lines("self.order = self.random.permutation(self.order)", seed="made = np.random.default_rng(3)")[1] != []
    assert _lines("self.random.shuffle(self.order)", seed="made = np.random.RandomState()") == ([], [])


@pytest.mark.parametrize(
    "body",
    [
        "np.random.shuffle(self.order)",
        "self.order = np.arange(9)",
        "self.order = np.random.permutation(self.order)",
        "order.append(1)",
        "pass",
    ],
)
def test_left_alone(body: str) -> None:
    assert _lines(body) == ([], [])


def test_other_classes() -> None:
    assert _lines("self.n += 1", base="object") == ([], [])
    assert _lines("self.n += 1", base="keras.callbacks.Callback", seed="import keras") == ([], [])
