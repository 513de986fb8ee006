"""`set_learning_phase` on the shims."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

HEAD = "from compat.keras import backend as K\n"


@pytest.mark.parametrize(
    "source",
    [
        "K.set_learning_phase(0)\nmodel.fit(x, y)\n",
        "K.set_learning_phase(False)\nmodel.train_on_batch(x, y)\n",
        "K.set_learning_phase(1)\nmodel.predict(x)\n",
        "K.set_learning_phase(True)\nmodel.evaluate(x, y)\n",
    ],
)
def test_refused(source: str) -> None:
    check_declined(HEAD + source, "TFM275", 2, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        "K.set_learning_phase(0)\nmodel.predict(x)\n",
        "K.set_learning_phase(1)\nmodel.fit(x, y)\n",
        "K.set_learning_phase(phase)\nmodel.fit(x, y)\n",
        "K.clear_session()\nmodel.fit(x, y)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source, to="compat")
