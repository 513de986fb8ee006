"""The time of a large source grows with its size, not with the square of it."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile

import pytest

from codemods.engine.engine import check
from codemods.types import Upgraded

HEAD = "from keras.models import Sequential\nfrom keras.optimizers import SGD\nmodel = Sequential()\n"
LARGE: dict[str, Callable[[int], str]] = {
    "a name that is bound over and over": lambda size: "x = model.predict(x)\nopt = SGD(lr=x)\n" * size,
    "a long line": lambda size: f"x = '{'a' * size * 10_000}'\nopt = SGD(lr=0.1)\n",
    "a list": lambda size: "x = [\n" + "    1,\n" * size * 40 + "]\nopt = SGD(lr=0.1)\n",
    "a long list": lambda size: "x = [\n" + "    1,\n" * size * 400 + "]\nopt = SGD(lr=0.1)\n",
    "a condition on a chain of names": lambda size: (
        "".join(f"n{each + 1} = n{each} + n{each} + n{each}\n" for each in range(size))
        + f"if n{size}:\n    opt = SGD(lr=0.1)\n"
    ),
    "a list of metrics that is put together": lambda size: (
        "def f(y, p):\n    return y * p\nm = []\n"
        + "m = m + [f]\n" * size
        + "opt = SGD(lr=0.1)\nmodel.compile(opt, 'mse', metrics=m)\n"
    ),
    "a tensor that branches bind again": lambda size: (
        "from keras.layers import BatchNormalization, Dense, Input\nfrom keras.models import Model\nx = i = Input((3,))\n"
        + "if deep:\n    x = own(x, 3)\nelse:\n    x = Dense(3)(x)\n" * size
        + "model = Model(i, BatchNormalization()(x))\nopt = SGD(lr=0.1)\n"
    ),
    "many functions": lambda size: (
        "def f(x, y=1):\n    z = model.predict(x)\n    return z + y\n\n" * size + "opt = SGD(lr=0.1)\n"
    ),
}


@pytest.mark.parametrize("body", LARGE.values(), ids=LARGE)
def test_work_grows_with_the_size(body: Callable[[int], str]) -> None:
    """Counted in calls, which a busy machine does not change; a square would make it four times as much."""
    _calls(body(1))  # reads the tables
    once, twice, four_times = (_calls(body(size)) for size in (25, 50, 100))
    assert four_times - twice < 2.7 * (twice - once) + 1000


def _calls(body: str) -> int:
    """How many calls the check of a source takes."""
    profile = Profile()
    result = profile.runcall(check, (HEAD + body).encode())
    assert isinstance(result, Upgraded)
    assert {each.code for each in result.findings} >= {"TFM102"}
    return sum(each.callcount for each in profile.getstats())


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
