"""Lists that index arrays."""

from __future__ import annotations

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = "import numpy as np\nfrom keras.models import Model\n"

CROP = "class Crop:\n    def __init__(self, n):\n        self.part = [slice(0, n)] * 2\n\n    def cut(self, x):\n"


def after(code: str, head: str = HEAD) -> str:
    result = upgrade(f"{head}{code}".encode(), Settings(select=("TFM500",)))
    assert isinstance(result, Upgraded)
    assert not result.findings
    return result.after.decode().removeprefix(head)


@pytest.mark.parametrize(
    ("before", "index"),
    [
        ("part = [slice(0, n) for n in size]\n", "part"),
        ("part = [slice(None)] * x.ndim\n", "part"),
        ("part = 2 * [slice(None)]\n", "part"),
        ("part = [slice(0, 3)] + [0] * 2\n", "part"),
        ("part = [slice(None) for _ in size]\npart[axis] = 0\n", "part"),
        ("part = [0] * 3\npart[axis] = slice(0, 3)\n", "part"),
        ("part = []\nfor n in size:\n    part.append(slice(0, n))\n", "part"),
        ("part = []\npart.insert(0, slice(0, n))\n", "part"),
        ("part = [Ellipsis, 0]\n", "part"),
        ("part = [..., 0]\n", "part"),
        ("part = [np.newaxis, 1]\n", "part"),
        ("part = [np.s_[0:3], 1]\n", "part"),
        ("part = [slice(0, 3) if n else 0 for n in size]\n", "part"),
        ("part = [0, 1]\nif size:\n    part = [slice(3), 1]\n", "part"),
        ("rows = np.arange(3)\n", "[rows, np.zeros(3)]"),
        ("", "[[0, 1], [1, 2]]"),
        ("", "[slice(0, 3), None]"),
    ],
)
@pytest.mark.parametrize("use", ["y = x[{}]\n", "x[{}] = 0\n", "x[{}] += y[3]\n"])
def test_tuples(before: str, index: str, use: str) -> None:
    assert after(before + use.format(index)) == before + use.format(f"tuple({index})")


@pytest.mark.parametrize(
    ("before", "modern"),
    [
        (f"{CROP}        return x[{{}}]\n", "self.part"),
        ("def cut(x, part):\n    return x[{}]\n\n\ny = cut(x, [slice(0, 3)])\n", "part"),
    ],
)
def test_lists_from_elsewhere(before: str, modern: str) -> None:
    assert after(before.format(modern)) == before.format(f"tuple({modern})")


@pytest.mark.parametrize(
    "code",
    [
        "y = x[[0, 1]]\n",
        "y = x[[a, b]]\n",
        "y = x[['a', 'b']]\n",
        "y = x[tuple([slice(3), 1])]\n",
        "y = x[slice(0, 3)]\n",
        "y = x[slice(0, 3), [0, 1]]\n",
        "part = (slice(0, 3), 1)\ny = x[part]\n",
        "part = [slice(0, 3)]\npart = tuple(part)\ny = x[part]\n",
        "part = [slice(0, 3)]\nif size:\n    part = tuple(part)\ny = x[part]\n",
        "part = [0, 1]\npart[0] = 3\ny = x[part]\n",
        "part = [slice(0, 3)]\ny = x[part[0]]\n",
        "parts = [[slice(0, 3)]]\ny = parts[0]\n",
        "part = np.where(x > 0)\ny = x[part]\n",
        "def slice(n):\n    return n\n\n\ny = x[[slice(0)]]\n",
        "def cut(x, part):\n    return x[part]\n",
        "rows = np.arange(3)\ny = x[rows]\n",
        "part = [n for n in size]\ny = x[part]\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert after(code) == code


def test_lists_of_arrays_in_modern_code() -> None:
    """A tensor takes the list, and an array would not have, with the NumPy that Keras 3 came with."""
    code = "rows = np.arange(3)\ny = x[[rows, rows]]\nz = x[[slice(0, 3)]]\n"
    assert after(code, "import numpy as np\nfrom keras import ops\n") == code


def test_tensors_of_keras_3_in_a_file_for_both() -> None:
    code = "part = [slice(0, 3)]\nif keras.__version__ > '3.0':\n    y = x[part]\nelse:\n    y = x[tuple(part)]\n"
    assert after(code, "import keras\nimport numpy as np\n") == code


def test_numbers() -> None:
    """NumPy 1.18 has these parts for `x[part]`."""
    x, part = np.arange(12).reshape(3, 4), [slice(0, 2)] * 2
    assert x[tuple(part)].tolist() == [[0, 1], [4, 5]]
    assert x[([0, 1], [1, 2])].tolist() == [1, 6]
    with pytest.raises(IndexError):
        x[part]  # type: ignore[index]
