"""The time of a large source grows with its size, not with the square of it."""

from __future__ import annotations

import os

import pytest

from codemods.cli.time_limit import limited
from codemods.engine.engine import check
from codemods.types import Upgraded

HEAD = "from keras.models import Sequential\nfrom keras.optimizers import SGD\nmodel = Sequential()\n"
LARGE = {
    "a name that is bound a thousand times": "x = model.predict(x)\nopt = SGD(lr=x)\n" * 500,
    "a line of 1.3 MB": f"x = '{'a' * 1_300_000}'\nopt = SGD(lr=0.1)\n",
    "a list": "x = [\n" + "    1,\n" * 5000 + "]\nopt = SGD(lr=0.1)\n",
    "a long list": "x = [\n" + "    1,\n" * 200_000 + "]\nopt = SGD(lr=0.1)\n",
    "a condition on a chain of names": (
        "".join(f"n{each + 1} = n{each} + n{each} + n{each}\n" for each in range(25))
        + "if n25:\n    opt = SGD(lr=0.1)\n"
    ),
    "many functions": "def f(x, y=1):\n    z = model.predict(x)\n    return z + y\n\n" * 400 + "opt = SGD(lr=0.1)\n",
}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no clock of processor time")
@pytest.mark.parametrize("body", LARGE.values(), ids=LARGE)
def test_time_is_bounded(body: str) -> None:
    """Each takes one to two seconds; the first took a quarter of a minute when each use followed every value."""
    with limited(8):
        result = check((HEAD + body).encode())
    assert isinstance(result, Upgraded)
    assert {each.code for each in result.findings} >= {"TFM102"}


@pytest.mark.parametrize(
    "part",
    [
        "(" * 900 + "1" + ")" * 900,
        "not " * 900 + "y",
        "+".join(["y"] * 900),
        "y" + ".a()" * 900,
        "lambda: " * 900 + "1",
    ],
    ids=["brackets", "not", "sum", "calls", "lambda"],
)
def test_deep_expression_is_done_or_one_line_says_why_not(part: str) -> None:
    result = check((HEAD + f"x = {part}\nopt = SGD(lr=0.1)\n").encode())
    if not isinstance(result, Upgraded):
        assert "nested" in result.reason
        assert "\n" not in result.reason + result.advice
