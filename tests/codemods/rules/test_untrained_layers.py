"""Layers that are made in `__call__` of a layer that a `Sequential` holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched

IMPORTS = "from keras.layers import Dense, Layer\nfrom keras.models import Model, Sequential\n"
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
    "code",
    [
        HEAD + "m = Head()(x)\n",
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
