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
    body: str, origin: str = "keras==2.3", *, base: str = "Sequence", seed: str = ""
) -> tuple[list[int], list[int]]:
    source = CLASS.format(body=body, base=base, seed=seed)
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    findings, notes = (
        [each.line for each in found if each.code == "TFM255"] for found in (result.findings, result.notes)
    )
    return findings, notes


@pytest.mark.parametrize("body", ["self.n += 1", "self.n = self.n + 1", "self.left -= self.size"])
def test_counts(body: str) -> None:
    assert _lines(body) == ([7], [])
    assert _lines(body, "keras==3.3") == ([], [])


def test_draws_after_a_seed() -> None:
    """The line moves down by an import and a seed (TFM318)."""
    assert _lines("np.random.shuffle(self.order)", seed="np.random.seed(3)") == ([], [8])


@pytest.mark.parametrize("body", ["np.random.shuffle(self.order)", "self.order = np.arange(9)", "pass"])
def test_left_alone(body: str) -> None:
    assert _lines(body) == ([], [])


def test_other_classes() -> None:
    assert _lines("self.n += 1", base="object") == ([], [])
    assert _lines("self.n += 1", base="keras.callbacks.Callback", seed="import keras") == ([], [])
