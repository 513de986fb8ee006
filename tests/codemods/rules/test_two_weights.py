"""Weights of classes and of samples at once are reported."""

from __future__ import annotations

import pytest

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
