"""Numbers of single precision that go into JSON are made Python's before the arithmetic; others are left alone."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HEAD = """
import json
import numpy as np
from keras.models import load_model
model = load_model("model.h5")
p = model.predict(x)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("json.dumps({'a': p[0][1] * 100})", "json.dumps({'a': float(p[0][1]) * 100})"),
        ("json.dumps({'n': np.count_nonzero(y)})", "json.dumps({'n': int(np.count_nonzero(y))})"),
        ("n = np.count_nonzero(y)\njson.dumps([n])", "n = int(np.count_nonzero(y))\njson.dumps([n])"),
        ("json.dump([100 * p[0, 1]], f)", "json.dump([100 * float(p[0, 1])], f)"),
        ("json.dumps({'a': round(p.max() * 100, 2)})", "json.dumps({'a': round(float(p.max()) * 100, 2)})"),
        ("json.dumps(dict(a=1 - np.mean(p)))", "json.dumps(dict(a=1 - float(np.mean(p))))"),
        ("r = {}\nr['a'] = p[0][0] / n\njson.dump(r, f)", "r = {}\nr['a'] = float(p[0][0]) / n\njson.dump(r, f)"),
        ("r = []\nr.append(p[0][0] ** 2)\njson.dump(r, f)", "r = []\nr.append(float(p[0][0]) ** 2)\njson.dump(r, f)"),
        ("json.dumps([(p[0][0] - p[0][1]) * 2 + 1])", "json.dumps([float(p[0][0] - p[0][1]) * 2 + 1])"),
        (
            "a = np.empty((3, 2), dtype=np.float32)\nb = a[0]\nd = np.linalg.norm(b - a[1]) ** 2\njson.dumps(d)",
            "a = np.empty((3, 2), dtype=np.float32)\nb = a[0]\nd = float(np.linalg.norm(b - a[1])) ** 2\njson.dumps(d)",
        ),
        ("json.dumps([x.astype('float32').sum() / 2])", "json.dumps([float(x.astype('float32').sum()) / 2])"),
        ("json.dumps([q * 2 for q in y] + [p[0][0] * 2])", "json.dumps([q * 2 for q in y] + [float(p[0][0]) * 2])"),
        ("json.dumps([q * 100 for q in p[0]])", "json.dumps([float(q) * 100 for q in p[0]])"),
        (
            "r = {}\nfor k, q in zip(names, p[0]):\n    r[k] = round(q * 100, 1)\njson.dump(r, f)",
            "r = {}\nfor k, q in zip(names, p[0]):\n    r[k] = round(float(q) * 100, 1)\njson.dump(r, f)",
        ),
        (
            "json.dumps({n: q * 100 for n, q in enumerate(p[0])})",
            "json.dumps({n: float(q) * 100 for n, q in enumerate(p[0])})",
        ),
        (
            "from flask import jsonify\njsonify(score=p[0][0] * 100)",
            "from flask import jsonify\njsonify(score=float(p[0][0]) * 100)",
        ),
    ],
)
def test_numbers(before: str, after: str) -> None:
    number = "n = len(x)\n"
    check_upgraded(f"{HEAD}{number}{before}\n", f"{HEAD}{number}{after}\n")


@pytest.mark.parametrize(
    "source",
    [
        "json.dumps({'a': float(p[0][1]) * 100})",
        "json.dumps({'a': float(p[0][1] * 100)})",
        "json.dumps({'a': (p * 100).tolist()})",
        "json.dumps({'a': str(p[0][1] * 100)})",
        "json.dumps({'a': p[0][1] * 100}, cls=Encoder)",
        "json.dumps({'a': p[0][1] * 100}, default=float)",
        "json.dumps({'a': p[0][1] * weight})",
        "json.dumps({'a': np.linalg.norm(x) ** 2})",
        "json.dumps({'a': np.zeros(3)[0] * 2})",
        "json.dumps({'a': np.mean(p[0] == 1) * 2})",
        "json.dumps({'a': p[0][0].item() * 2})",
        "json.dumps([k * 100 for k, q in enumerate(p[0])])",
        "json.dumps([q * 100 for q in values])",
        "print(p[0][1] * 100)",
        "other.dumps({'a': p[0][1] * 100})",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(f"{HEAD}{source}\n")


def test_numbers_are_those_of_double_precision() -> None:
    number = np.float32(0.1)
    with pytest.raises(TypeError, match="float32"):
        json.dumps(number * 100)
    assert json.dumps(float(number) * 100) == str(float(np.float64(number) * 100))
