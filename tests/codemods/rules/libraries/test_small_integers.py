"""Whole numbers that a type of NumPy does not hold."""

from __future__ import annotations

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\nimport numpy as np\nX = keras.models.Sequential()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = np.uint8(-1)", "x = np.uint8(255)"),
        ("x = np.uint8(300)", "x = np.uint8(44)"),
        ("x = np.int8(200)", "x = np.int8(-56)"),
        ("x = np.array([1, -1], dtype=np.uint8)", "x = np.array([1, 255], dtype=np.uint8)"),
        ("x = np.array([[0, 256], [3, -2]], 'uint8')", "x = np.array([[0, 0], [3, 254]], 'uint8')"),
        ("x = np.full((2, 3), -1, dtype='uint16')", "x = np.full((2, 3), 65535, dtype='uint16')"),
        ("x = np.full((2, 3), fill_value=-1, dtype=np.uint8)", "x = np.full((2, 3), fill_value=255, dtype=np.uint8)"),
        ("x = np.zeros(3, np.uint8)\nx[0] = -1", "x = np.zeros(3, np.uint8)\nx[0] = 255"),
        ("x = np.ones(3).astype('uint8')\nx[x > 0] = 300", "x = np.ones(3).astype('uint8')\nx[x > 0] = 44"),
        ("x = np.empty(3, dtype=np.uint8)\nx.fill(-1)", "x = np.empty(3, dtype=np.uint8)\nx.fill(255)"),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


@pytest.mark.parametrize(
    "code",
    [
        "x = np.uint8(255)",
        "x = np.int8(-128)",
        "x = np.int64(-1)",
        "x = np.uint8(-1.5)",
        "x = np.uint8(n)",
        "x = np.array([1, -1])",
        "x = np.array([1, -1]).astype(np.uint8)",
        "x = np.array([1, -1], dtype=np.int16)",
        "x = np.array([1, -1], dtype=kind)",
        "x = np.full((2, 3), -1)",
        "x = np.zeros(3)\nx[0] = -1",
        "x = np.zeros(3, np.uint8)\nx = x.astype(int)\nx[0] = -1",
        "x = np.zeros(3, np.uint8)\nx[-1] = 3",
        "x = np.zeros(3, np.uint8)\ny = x[-1] / 300",
        "x = {}\nx['a'] = -1",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("np.uint8(-1)", 255),
        ("np.array([1, -1], dtype=np.uint8)", [1, 255]),
        ("np.full(2, 300, dtype=np.uint8)", [44, 44]),
        ("np.int8(200)", -56),
    ],
)
def test_numbers(code: str, value: object) -> None:
    """The values of NumPy 1.17."""
    result = upgrade(f"{HEAD}x = {code}\n".encode())
    assert isinstance(result, Upgraded)
    assert eval(result.after.decode().rpartition("x = ")[2], {"np": np}).tolist() == value
