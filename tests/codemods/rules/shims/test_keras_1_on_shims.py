"""Values of Keras 1 that no Keras 2 took are findings on the shims, too."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched

HEAD = "from compat.keras.layers import BatchNormalization, Embedding\n"


@pytest.mark.parametrize("call", ["BatchNormalization(mode=2)", "BatchNormalization(axis=1, mode=1)"])
def test_reported(call: str) -> None:
    assert "Keras 2 had no others" in check_declined(f"{HEAD}{call}\n", "TFM258", 2, to="compat").advice


def test_reported_in_the_first_run() -> None:
    source = "from keras.layers import BatchNormalization\nfrom keras.optimizers import SGD\nSGD(lr=1)\n"
    result = upgrade(f"{source}BatchNormalization(mode=2)\n".encode(), Settings(to="compat"))
    assert isinstance(result, Upgraded)
    assert [(each.code, each.line) for each in result.findings] == [("TFM258", 4)]


@pytest.mark.parametrize(
    "call",
    [
        "BatchNormalization(mode=0)",
        "BatchNormalization(mode=mode)",
        "BatchNormalization()",
        "Embedding(3, 4, dropout=0.1)",  # the shim ignores it, as Keras 2 did
    ],
)
def test_left_alone(call: str) -> None:
    check_untouched(f"{HEAD}{call}\n", to="compat")
