"""Crossentropies of models that end with the activation of another one."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import keras\nfrom keras.layers import Activation, Conv2D, Dense, Input, Softmax, TimeDistributed\n"
HEAD += "from keras.models import Model, Sequential\n"
TWO, BINARY = 'Dense(2, activation="softmax")', 'model.compile("adam", "binary_crossentropy")\n'


def _found(source: str, origin: str = "keras==2.3", to: str = "native") -> tuple[int, int]:
    result = upgrade((HEAD + source).encode(), Settings(to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    codes = ([each.code for each in kind] for kind in (result.findings, result.notes))
    findings, notes = (kind.count("TFM271") for kind in codes)
    return findings, notes


@pytest.mark.parametrize(
    "source",
    [
        f"model = Sequential([{TWO}])\n{BINARY}",
        f"model = Sequential()\nmodel.add({TWO})\n{BINARY}",
        f"model = Sequential()\nif wide:\n    model.add(Dense(8))\nmodel.add({TWO})\n{BINARY}",
        f'model = Sequential([Dense(2), Activation("softmax")])\n{BINARY}',
        f"model = Sequential([Dense(2), Activation(keras.activations.softmax)])\n{BINARY}",
        f"model = Sequential([Dense(2), Softmax()])\n{BINARY}",
        f'model = Sequential([Dense(2, "softmax")])\n{BINARY}',
        f"x = Input((3,))\ny = {TWO}(x)\nmodel = Model(x, y)\n{BINARY}",
        f"x = Input((3,))\nx = Dense(4)(x)\nx = {TWO}(x)\nmodel = Model(inputs=x, outputs=[x])\n{BINARY}",
        f"def build():\n    model = Sequential([{TWO}])\n    return model\nmodel = build()\n{BINARY}",
        (
            f"class A:\n    def f(self):\n        self.m = Sequential()\n        self.m.add({TWO})\n"
            "        self.m.compile('adam', loss='binary_crossentropy')\n"
        ),
        f'model = Sequential([{TWO}])\nmodel.compile("adam", keras.losses.binary_crossentropy)\n',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", keras.losses.BinaryCrossentropy())\n',
        'model = Sequential([Dense(2, activation="sigmoid")])\nmodel.compile("adam", "categorical_crossentropy")\n',
        (
            'model = Sequential([Dense(2, activation="sigmoid")])\n'
            'model.compile("adam", loss="sparse_categorical_crossentropy")\n'
        ),
        'model = Sequential([Conv2D(2, 1, activation="softmax")])\n' + BINARY,
    ],
)
def test_of_another_activation(source: str) -> None:
    assert _found(source) == (1, 0)
    assert _found(source, to="compat") == (0, 0)


@pytest.mark.parametrize(
    "source",
    [
        f'model = Sequential([Dense(2, activation="sigmoid")])\n{BINARY}',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", "categorical_crossentropy")\n',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", "mse")\n',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", loss)\n',
        f'model = Sequential([{TWO}, Dense(1, activation="sigmoid")])\n{BINARY}',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", keras.losses.BinaryCrossentropy(from_logits=True))\n',
        f"model = Sequential([TimeDistributed({TWO})])\n{BINARY}",
        f'model = Sequential([Dense(2), Activation("tanh")])\n{BINARY}',
        f"model = Sequential([Dense(2, activation=name)])\n{BINARY}",
        f"model = Sequential([{TWO}])\nmodel.pop()\n{BINARY}",
        f"model = Sequential()\nmodel.add({TWO})\nif more:\n    model.add(Dense(1))\n{BINARY}",
        f'x = Input((3,))\nmodel = Model(x, [{TWO}(x), {TWO}(x)])\nmodel.compile("adam", "binary_crossentropy")\n',
        f"other = Sequential([{TWO}])\nmodel = Sequential([Dense(1)])\n{BINARY}",
    ],
)
def test_left_alone(source: str) -> None:
    assert _found(source) == (0, 0)


def test_releases() -> None:
    source = f"model = Sequential([{TWO}])\n{BINARY}"
    assert _found(source, "tensorflow==2.3") == (0, 1)
    assert _found(source, "keras==3.0") == (0, 0)
    assert _found(source, "") == (0, 1)
