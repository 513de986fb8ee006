"""Predictions of one unit as numbers."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = (
    "import numpy as np\nimport tensorflow as tf\n"
    "m = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,), kernel_initializer='ones')])\n"
    "x = np.ones((2, 3), 'float32')\n"
)


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n = float(m.predict(x)[0])\n", "n = float(m.predict(x)[0].item())\n"),
        ("n = int(m.predict(x[:1]))\n", "n = int(m.predict(x[:1]).item())\n"),
        ("p = m.predict(x)\nn = float(p[-1])\n", "p = m.predict(x)\nn = float(p[-1].item())\n"),
        (
            "p = m.predict_on_batch(x)\nn = [float(p[i]) for i in r]\n",
            "p = m.predict_on_batch(x)\nn = [float(p[i].item()) for i in r]\n",
        ),
        ("import math\nn = math.sqrt(m.predict(x)[0])\n", "import math\nn = math.sqrt(m.predict(x)[0].item())\n"),
        (
            "v = np.zeros(3)\nfor i in r: v[i] = m.predict(x)[0]\n",
            "v = np.zeros(3)\nfor i in r: v[i] = m.predict(x)[0].item()\n",
        ),
        (
            "v = np.zeros((1, 2))\np = m.predict(x)[0]\nv[0][a] = reward + 0.9 * p - (p)\n",
            "v = np.zeros((1, 2))\np = m.predict(x)[0]\nv[0][a] = reward + 0.9 * p.item() - (p).item()\n",
        ),
        (
            "v = np.empty([2, 2])\nv[0, 1] = -1 + m.predict(x)[i]\n",
            "v = np.empty([2, 2])\nv[0, 1] = -1 + m.predict(x)[i].item()\n",
        ),
        ("print('%.2f' % m.predict(x)[0])\n", "print('%.2f' % m.predict(x)[0].item())\n"),
        ("p = m.predict(x)\nprint('100%%: %5d' % p[0])\n", "p = m.predict(x)\nprint('100%%: %5d' % p[0].item())\n"),
    ],
)
def test_one_number(before: str, after: str, to: str) -> None:
    check_upgraded(HEAD + before, HEAD + after, to=to)


@pytest.mark.parametrize(
    "code",
    [
        "n = float(m.predict(x)[0][0])\n",
        "n = float(m.predict(x)[0, 0])\n",
        "n = m.predict(x)[:1]\n",
        "n = float(other.predict_proba(x)[0])\n",
        "n = str(m.predict(x)[0])\n",
        "print('%s' % m.predict(x)[0])\n",
        "print('%.2f %d' % (m.predict(x)[0], 1))\n",
        "p = m.predict(x)\np = p.ravel()\nn = float(p[0])\n",
        "def float(v): return v\nn = float(m.predict(x)[0])\n",
        "n = float(x[0, 0])\n",
        "v = np.zeros((3, 1))\nv[0] = m.predict(x)[0]\n",
        "v = np.zeros(3)\nv[0:1] = m.predict(x)[0]\n",
        "v = [0] * 3\nv[0] = m.predict(x)[0]\n",
        "v = np.empty(3, dtype=object)\nv[0] = m.predict(x)[0]\n",
        "v = np.zeros(3)\nv[0] = m.predict(x)[0][0]\n",
        "v = np.zeros(3)\nv[0] = np.amax(m.predict(x)[0])\n",
        "v = np.zeros(shape)\nv[0][0] = m.predict(x)[0]\n",
        "from sklearn.svm import SVC\nn = float(SVC().predict(x)[0])\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


@pytest.mark.tensorflow
def test_the_number() -> None:
    """3.0 on TensorFlow 2.10.1 with NumPy 1, as it stood; TypeError today."""
    pytest.importorskip("tensorflow")
    code = HEAD + "p = m.predict(x, verbose=0)\nnumbers = [float(p[0]), int(p[1]), '%.1f' % p[0]]\n"
    result = upgrade(code.encode())
    assert isinstance(result, Upgraded)
    found: dict[str, object] = {}
    exec(compile(result.after, "code", "exec"), found)
    assert found["numbers"] == [3.0, 3, "3.0"]
