"""Losses of two outputs that come from one model within the compiled one."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = """from keras.layers import Dense, Input
from keras.models import Model, Sequential
x = Input(shape=(2,))
d = Model(x, [Dense(1)(x), Dense(1)(x)])
z = Input(shape=(2,))
"""
COMPILED = "m.compile('sgd', ['mse', 'mse'])\n"
READ = "total, first, second = m.train_on_batch(x, [y, y])\n"


def lines(code: str) -> list[int]:
    result = upgrade((HEAD + code).encode(), Settings(select=("TFM346",)))
    assert isinstance(result, Upgraded)
    return [each.line - HEAD.count("\n") for each in result.findings]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (f"m = Model(z, d(z))\n{COMPILED}{READ}", 2),
        (f"a, b = d(z)\nm = Model(z, [a, b])\n{COMPILED}{READ}", 3),
        (f"a, b = d(z)\nm = Model(z, [a, b])\n{COMPILED}found = m.evaluate(x, [y, y])\nprint(found[1])\n", 3),
        (f"both = d(z)\nm = Model(z, [both[0], both[1]])\n{COMPILED}print(m.test_on_batch(x, [y, y]))\n", 3),
        (f"m = Model([z, w], [d(z), d(w)])\n{COMPILED}{READ}", 2),
        (f"a = d(z)\nb = d(w)\nm = Model([z, w], [a, b])\na = d(q)\n{COMPILED}{READ}", 5),
        (f"l = Dense(1)\nm = Model([z, w], [l(z), l(w)])\n{COMPILED}{READ}", 3),
        (
            f"l = Dense(1)\nouts = []\nfor s in (z, w):\n    outs.append(l(s))\nm = Model([z, w], outs)\n{COMPILED}{READ}",
            6,
        ),
        (f"l = Dense(1)\nm = Model([z, w], [l(s) for s in inputs])\nm.compile('sgd', 'mse')\n{READ}", 3),
        (
            f"l = Dense(1)\nouts = []\nfor s in q:\n    y = l(s)\n    outs.append(y)\nm = Model(q, outs)\nm.compile()\n{READ}",
            7,
        ),
        (f"def train(models):\n    d, m = models\n    {READ}m = Model(z, d(z))\n{COMPILED}train((d, m))\n", 5),
    ],
)
def test_reported(code: str, line: int) -> None:
    assert lines(code) == [line]


@pytest.mark.parametrize(
    "code",
    [
        f"m = Model(z, d(z))\n{COMPILED}print(m.train_on_batch(x, [y, y])[0])\n",
        f"m = Model(z, d(z))\n{COMPILED}m.train_on_batch(x, [y, y])\n",
        f"m = Model(z, d(z))\n{COMPILED}found = m.train_on_batch(x, [y, y], return_dict=True)\nprint(found)\n",
        f"m = Model(z, [Dense(1)(z), Dense(1)(z)])\n{COMPILED}{READ}",
        f"l = Dense(1)\nk = Dense(1)\nm = Model(z, [l(z), k(z)])\n{COMPILED}{READ}",
        f"m = Model([z, w], [d(z), d(w)])\n{COMPILED}print(m.train_on_batch(x, [y, y])[0])\n",
        f"outs = []\nfor s in (z, w):\n    outs.append(Dense(1)(s))\nm = Model([z, w], outs)\n{COMPILED}{READ}",
        f"outs = []\nfor s in (z, w):\n    l = Dense(1)\n    outs.append(l(s))\nm = Model([z, w], outs)\n{COMPILED}{READ}",
        f"l = Dense(1)\nouts = []\nfor s in range(1):\n    outs.append(l(z))\nm = Model(z, outs)\nm.compile('sgd')\n{READ}",
        "l = Dense(1)\nm = Model([z, w], [l(s) for s in inputs])\nm.compile('sgd', 'mse')\nm.evaluate(x, y)\n",
        f"a, b = d(z)\nm = Model(z, [a, Dense(1)(z)])\n{COMPILED}{READ}",
        f"e = Sequential([Dense(1)])\nm = Model(z, [d(z)[0], e(z)])\n{COMPILED}{READ}",
        "m = Model(z, d(z))\nm.compile('sgd', 'mse')\nprint(m.train_on_batch(x, y))\n",
        f"m = make()\n{COMPILED}{READ}",
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []
