"""Numbers of steps are rounded up."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import math\nimport numpy as np\nfrom keras.models import Sequential\nm = Sequential()\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("len(x) / 32", "math.ceil(len(x) / 32)"),
        ("len(x) / 32 + 1", "math.ceil(len(x) / 32 + 1)"),
        ("2 * (len(x) / 32)", "math.ceil(2 * (len(x) / 32))"),
        ("max(1, len(x) / 32)", "math.ceil(max(1, len(x) / 32))"),
        ("np.ceil(len(x) / 32)", "int(np.ceil(len(x) / 32))"),
        ("np.floor(len(x) / 32)", "int(np.floor(len(x) / 32))"),
        ("np.floor(len(x) / 32) + 1", "math.ceil(np.floor(len(x) / 32) + 1)"),
        ("np.ceil(n) if n else 1", "math.ceil(np.ceil(n) if n else 1)"),
        ("float(n)", "math.ceil(float(n))"),
        ("2.5", "math.ceil(2.5)"),
        ("1e3", "math.ceil(1e3)"),
    ],
)
def test_rounded(legacy: str, modern: str) -> None:
    for call in (
        "fit(g, steps_per_epoch={})",
        "fit(g, validation_data=v, validation_steps={})",
        "predict(g, steps={})",
    ):
        check_upgraded(f"{HEAD}m.{call.format(legacy)}\n", f"{HEAD}m.{call.format(modern)}\n")
    check_upgraded(f"{HEAD}m.fit_generator(g, {legacy})\n", f"{HEAD}m.fit(g, steps_per_epoch={modern})\n")


def test_names() -> None:
    line = "steps = len(x) / 32\nmore = steps + 1\n"
    check_upgraded(
        f"{HEAD}{line}m.fit(g, steps_per_epoch=more)\n", f"{HEAD}{line}m.fit(g, steps_per_epoch=math.ceil(more))\n"
    )


def test_attributes() -> None:
    head = f"{HEAD}class T:\n    def __init__(self, n):\n        self.steps = n / 32\n    def run(self):\n        "
    check_upgraded(
        f"{head}self.m.fit(g, steps_per_epoch=self.steps)\n",
        f"{head}self.m.fit(g, steps_per_epoch=math.ceil(self.steps))\n",
    )


@pytest.mark.parametrize(
    "steps",
    [
        "10",
        "n",
        "len(x) // 32",
        "int(len(x) / 32)",
        "round(len(x) / 32)",
        "math.ceil(len(x) / 32)",
        "max(1, len(x) // 32)",
        "len(x) // 32 + 1",
        "int(np.ceil(n / 32))",
        "np.ceil(n / 32).astype(int)",
        "None",
        "-(-n // 32)",
    ],
)
def test_whole_numbers(steps: str) -> None:
    check_untouched(f"{HEAD}m.fit(g, steps_per_epoch={steps})\n")


def test_steps_that_a_function_is_given() -> None:
    source = HEAD + "def f(n): m.fit(g, steps_per_epoch={})\nf(len(x) {} 32)\n"
    check_upgraded(source.format("n", "/"), source.format("math.ceil(n)", "/"))
    check_untouched(source.format("n", "//"))
    check_declined(f"{FUTURE}{source.format('n', '/')}", "TFM134", 6)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "m.fit(g, epochs=n / 2)\n",
        HEAD + "other.fit(g, steps_per_epoch=n / 2)\nother = make()\n".replace("steps_per_epoch", "steps"),
        "from mylib import net\nnet.fit(g, steps_per_epoch=n / 32)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


FUTURE = "from __future__ import print_function\n"


@pytest.mark.parametrize("steps", ["n / 32", "len(x) / 32 + 1", "max(1, n / 32)", "len(x) / size", "more"])
def test_steps_of_python_2_are_reported(steps: str) -> None:
    result = upgrade(f"{FUTURE}{HEAD}more = n / 32\nm.fit(g, steps_per_epoch={steps})\n".encode())
    assert isinstance(result, Upgraded)
    assert not result.changed
    (finding,) = result.findings
    assert (finding.code, finding.severity) == ("TFM134", "stops")
    assert "dropped the remainder on Python 2" in finding.message


@pytest.mark.parametrize(
    ("head", "steps", "modern"),
    [
        ("from __future__ import division, print_function\n", "n / 32", "math.ceil(n / 32)"),
        (f"{FUTURE}print(f'{{1}}')\n", "n / 32", "math.ceil(n / 32)"),
        (FUTURE, "n / 32.0", "math.ceil(n / 32.0)"),
        (FUTURE, "float(n) / 32", "math.ceil(float(n) / 32)"),
        (FUTURE, "np.ceil(n / 32)", "int(np.ceil(n / 32))"),
        (FUTURE, "1e3", "math.ceil(1e3)"),
    ],
)
def test_steps_that_are_the_same_on_python_2_are_rounded(head: str, steps: str, modern: str) -> None:
    line = "m.fit(g, steps_per_epoch={})\n"
    check_upgraded(f"{head}{HEAD}{line.format(steps)}", f"{head}{HEAD}{line.format(modern)}")
