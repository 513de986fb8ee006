"""Layers that are made in `__call__` of a layer that a `Sequential` holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched

IMPORTS = "from keras.layers import Dense, Lambda, Layer\nfrom keras.models import Model, Sequential\n"
HEAD = "class Head(Layer):\n    def __call__(self, x):\n        return Dense(3)(x)\n"


@pytest.mark.parametrize(
    "code",
    [
        "m = Sequential([Dense(2), Head()])\n",
        "m = Sequential((Head(), Dense(2)))\n",
        "m = Sequential(layers=[Head()])\n",
    ],
)
def test_listed(code: str) -> None:
    check_declined(IMPORTS + HEAD + code, "TFM336", 6)


def test_added() -> None:
    check_declined(f"{IMPORTS}{HEAD}m = Sequential()\nm.add(Head())\n", "TFM336", 7)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("m = Sequential([Dense(2), *([Dense(4), Head()] if flag else [Dense(3)]), Dense(1)])\n", 6),
        ("m = Sequential([Dense(2)] + [Head()])\n", 6),
        ("m = Sequential([Dense(2), Head() if flag else Dense(3)])\n", 6),
        ("m = Sequential([Head() for _ in range(2)])\n", 6),
        ("found = [Dense(2), Head()]\nm = Sequential(found)\n", 6),
        ("found = [Dense(2)]\nfound.append(Head())\nm = Sequential(found)\n", 7),
        ("found = [Dense(2)]\nfound += [Head()]\nm = Sequential(found)\n", 7),
        ("head = Head()\nm = Sequential([Dense(2), head])\n", 6),
        ("m = Sequential()\nfor each in [Dense(2), Head()]:\n    m.add(each)\n", 7),
        ("m = Sequential()\nhead = Head()\nm.add(head)\n", 7),
        ("def tail():\n    return [Dense(2), Head()]\nm = Sequential([*tail(), Dense(1)])\n", 7),
        (
            "class A:\n    def __init__(self):\n        self.m = [Head()]\n    def run(self):\n        Sequential(self.m)\n",
            8,
        ),
    ],
)
def test_lists_and_loops(code: str, line: int) -> None:
    check_declined(IMPORTS + HEAD + code, "TFM336", line)


@pytest.mark.parametrize(
    "body",
    [
        "dense = Dense(3)\n        return dense(x)\n",
        "return self.head(x)\n    def head(self, x):\n        return Dense(3)(x)\n",
        "return head(x)\n",
        "return Own()(x)\n",
    ],
)
def test_ways_to_make_a_layer(body: str) -> None:
    function = "class Own(Layer):\n    pass\ndef head(x):\n    return Dense(3)(x)\n"
    source = f"{IMPORTS}{function}class Head(Layer):\n    def __call__(self, x):\n        {body}"
    check_declined(f"{source}m = Sequential([Head()])\n", "TFM336", source.count("\n") + 1)


@pytest.mark.parametrize(
    "code",
    [
        HEAD + "m = Head()(x)\n",
        "class Head(Layer):\n    def __call__(self, x):\n        return Lambda(f)(x)\nm = Sequential([Head()])\n",
        HEAD + "found = [Head()]\nm = Sequential([Dense(1)])\n",
        HEAD + "m = Sequential([Dense(2), *([Dense(4)] if flag else [Dense(3)])])\nh = Head()(x)\n",
        HEAD + "for each in [Head()]:\n    x = each(x)\nm = Sequential()\nm.add(Dense(1))\n",
        HEAD + "found = []\nfound.append(Head())\n",
        HEAD + "found = set()\nfound.add(Head())\n",
        "class Head(Layer):\n    def call(self, x):\n        return x\nm = Sequential([Head()])\n",
        "class Head(Layer):\n    def __call__(self, x):\n        return self.dense(x)\nm = Sequential([Head()])\n",
        "class Head:\n    def __call__(self, x):\n        return Dense(3)(x)\nm = make([Head()])\n",
        "def head():\n    return Dense(3)\nm = Sequential([head()])\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(IMPORTS + code)


def test_layers_of_another_module(tmp_path: Path) -> None:
    (tmp_path / "heads.py").write_text(IMPORTS + HEAD)
    script = tmp_path / "train.py"
    script.write_text(f"{IMPORTS}from heads import Head\nm = Sequential([Dense(2), Head()])\n")
    result = upgrade(script.read_bytes(), Settings(), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert [(each.code, each.line) for each in result.findings] == [("TFM336", 4)]
