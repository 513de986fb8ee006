"""Arithmetic of bytes with numbers of Python."""

from __future__ import annotations

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\nimport numpy as np\nimport cv2\nM = keras.models.Sequential()\n"
IMAGE = "im = cv2.imread('a.png')\n"
PICTURE = "from PIL import Image\nim = np.array(Image.open('a.png').convert('RGB'))\n"
BYTES = "b = np.zeros(4, np.uint8)\n"
DIGITS = "(x, y), (u, v) = keras.datasets.mnist.load_data()\n"


@pytest.mark.parametrize(
    ("setup", "before", "after"),
    [
        (IMAGE, "a = im[0, 1, 2] + 100", "a = int(im[0, 1, 2]) + 100"),
        (IMAGE, "a = 2 - im[0][1][2]", "a = 2 - int(im[0][1][2])"),
        (IMAGE, "a = im.max() * 2", "a = int(im.max()) * 2"),
        (BYTES, "a = b[3] ** 2", "a = int(b[3]) ** 2"),
        ("b = np.array([1, 2], np.uint8)\n", "a = b[0] - 3", "a = int(b[0]) - 3"),
        ("b = np.asarray([1, 2], 'uint8')\n", "a = b[0] - 3", "a = int(b[0]) - 3"),
        (BYTES, "a = np.max(b) + 1", "a = int(np.max(b)) + 1"),
        (BYTES, "for i in range(4):\n    a = b[i] * i", "for i in range(4):\n    a = int(b[i]) * i"),
        (BYTES, "for e in b:\n    a = e - 5", "for e in b:\n    a = int(e) - 5"),
        (BYTES, "e = b[0]\na = e - 5", "e = b[0]\na = int(e) - 5"),
        (DIGITS, "a = y[3] * 100 + 7", "a = int(y[3]) * 100 + 7"),
        (DIGITS, "a = x[0, 1, 2] - 128", "a = int(x[0, 1, 2]) - 128"),
        (DIGITS, "a = y.max() + 1", "a = int(y.max()) + 1"),
        (PICTURE, "a = im[0, 1, 2] + 100", "a = int(im[0, 1, 2]) + 100"),
        (IMAGE, "a = im - 300", "a = im - np.uint16(300)"),
        (IMAGE, "a = -1 * im", "a = np.int16(-1) * im"),
        (BYTES, "a = b[1:] % 256", "a = b[1:] % np.uint16(256)"),
        (BYTES, "a = np.where(b > 1, -1, b)", "a = np.where(b > 1, np.int16(-1), b)"),
        (BYTES, "a = np.maximum(b, 300)", "a = np.maximum(b, np.uint16(300))"),
        (BYTES, "a = b * 70000", "a = b * np.uint32(70000)"),
    ],
)
def test_upgraded(setup: str, before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{setup}{before}\n", f"{HEAD}{setup}{after}\n")


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (PICTURE, "a = im + 100"),
        (PICTURE.replace("'RGB')", "'RGB'), dtype=float"), "a = im[0, 1, 2] + 100"),
        (PICTURE.replace("RGB", "F"), "a = im[0, 1, 2] + 100"),
        (PICTURE.replace("np.array", "load"), "a = im[0, 1, 2] + 100"),
        (IMAGE, "a = im + 100"),
        (IMAGE, "a = im / 256"),
        (IMAGE, "a = im - 127.5"),
        (IMAGE, "a = im[0, 1] + 100"),
        (IMAGE, "a = im[0, :, 2] + 100"),
        (IMAGE, "a = im[0, 1, 2] / 2"),
        (IMAGE, "a = im[0, 1, 2] + 0.5"),
        (IMAGE, "a = im[0, 1, 2] - im[0, 1, 1]"),
        (IMAGE, "a = im[0, 1, 2] + n"),
        (IMAGE, "a = int(im[0, 1, 2]) + 100"),
        (IMAGE, "a = im.shape[0] * 300"),
        (IMAGE, "a = im.mean() * 300"),
        (IMAGE, "a = im.sum() * 300"),
        (IMAGE, "a = im.astype(float) - 300"),
        (IMAGE, "a = im == 300"),
        (IMAGE, "im = im.astype(int)\na = im - 300"),
        (IMAGE, "a = np.max(im, axis=0) + 1"),
        (BYTES, "a = b[i] + 1"),
        (BYTES, "a = b[b > 0] + 1"),
        (BYTES, "a = np.where(b > 300, 1, b)"),
        ("b = np.zeros(4)\n", "a = b[0] + 300"),
        ("b = np.array([1, 2], np.int32)\n", "a = b[0] - 3"),
        ("import matplotlib.image as mpimg\nim = mpimg.imread('a.png')\n", "a = im[0, 1, 2] + 1"),
        (DIGITS, "x = x.astype('float32')\na = x - 300"),
        (DIGITS, "a = x[0] - 128"),
        ("(x, y), (u, v) = keras.datasets.cifar10.load_data()\n", "a = v[0, 0] + 1"),
        ("(x, y), (u, v) = keras.datasets.boston_housing.load_data()\n", "a = y[0] + 1"),
    ],
)
def test_left_alone(setup: str, code: str) -> None:
    check_untouched(f"{HEAD}{setup}{code}\n")


@pytest.mark.parametrize(
    ("code", "value", "kind"),
    [
        ("b[1] + 100", 300, "int"),
        ("b[0] - 2", -1, "int"),
        ("b.max() * 2", 400, "int"),
        ("b[1] ** 2", 40000, "int"),
        ("b - 256", [65281, 65480], "uint16"),
        ("-1 * b", [-1, -200], "int16"),
        ("b * 256", [256, 51200], "uint16"),
        ("np.where(b > 1, 256, b)", [1, 256], "uint16"),
        ("np.where(b > 1, -1, b)", [1, -1], "int16"),
    ],
)
def test_numbers(code: str, value: object, kind: str) -> None:
    """The values of NumPy 1.17, in its types."""
    source = f"{HEAD}b = np.array([1, 200], dtype=np.uint8)\na = {code}\n"
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    found = eval(result.after.decode().rpartition("a = ")[2], {"np": np, "b": np.array([1, 200], np.uint8)})
    assert (found.tolist() if kind != "int" else found) == value
    assert type(found).__name__ == kind or found.dtype == kind
