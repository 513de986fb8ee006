from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

START = "import tensorflow as tf\noptimizer = tf.keras.optimizers.Adam()\n"
LEGACY, LATER = "experimental_aggregate_gradients", "skip_gradients_aggregation"


@pytest.mark.parametrize("keyword", [f"{LEGACY}=True", f"{LATER}=False"])
def test_defaults_are_dropped(keyword: str) -> None:
    check_upgraded(
        START + f"optimizer.apply_gradients(zip(g, v), {keyword})\n", START + "optimizer.apply_gradients(zip(g, v))\n"
    )
    check_upgraded(
        START + f"def f(o): o.apply_gradients(\n    p,\n    {keyword},\n)\n",
        START + "def f(o): o.apply_gradients(\n    p,\n)\n",
    )


@pytest.mark.parametrize("keyword", [f"{LEGACY}=False", f"{LATER}=True", f"{LEGACY}=chosen"])
@pytest.mark.parametrize("receiver", ["optimizer", "other.optimizer"])
def test_reported(keyword: str, receiver: str) -> None:
    finding = check_declined(START + f"{receiver}.apply_gradients(zip(g, v), {keyword})\n", "TFM185", 3)
    assert "divide gradients that are added up already" in finding.advice


def test_reported_once() -> None:
    """The tables of the releases do not add that the keyword can be left out."""
    finding = check_declined(START + f"optimizer.apply_gradients(zip(g, v), {LEGACY}=False)\n", "TFM185", 3)
    assert finding.symbol.startswith("keras.optimizers")


@pytest.mark.parametrize(
    "source",
    [
        START + "optimizer.apply_gradients(zip(g, v))\n",
        START
        + f"class Own:\n    def apply_gradients(self, p, {LEGACY}): pass\nOwn().apply_gradients(p, {LEGACY}=False)\n",
        START + f"tf.compat.v1.train.AdamOptimizer().apply_gradients(zip(g, v))\nprint({LEGACY}=False)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
