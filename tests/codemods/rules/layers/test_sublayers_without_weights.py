"""Layers that a layer makes for itself have weights as soon as the model is made."""

from __future__ import annotations

from typing import Any

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "from tensorflow.keras.layers import BatchNormalization, Dense, Dropout, Input, Layer, TimeDistributed\n"
CLASS = "\n\nclass Block(Layer):\n"
INIT = "    def __init__(self, **kwargs):\n        super().__init__(**kwargs)\n{}\n"
BUILD = "    def build(self, input_shape):\n{}        super().build(input_shape)\n\n"
CALL = "    def call(self, x):\n        return self.dense(x)\n"
SHAPE = "\n    def compute_output_shape(self, input_shape):\n        return input_shape[:-1] + (2,)\n"
DENSE = "        self.dense = Dense(2)\n"
SCALE = "        self.scale = self.add_weight(name='s', shape=(1,))\n"
IN_BUILD = BUILD.format(DENSE) + CALL
BESIDE_BUILD = INIT.format(DENSE) + BUILD.format(SCALE) + CALL


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("body", [IN_BUILD, BESIDE_BUILD, IN_BUILD.replace("Dense(2)", "BatchNormalization()")])
def test_the_method_goes(body: str, to: str) -> None:
    check_upgraded(HEAD + CLASS + body + SHAPE, HEAD + CLASS + body, to=to)


def test_on_the_shims() -> None:
    head = HEAD.replace("tensorflow.keras", "compat.tensorflow.keras")
    check_upgraded(head + CLASS + IN_BUILD + SHAPE, head + CLASS + IN_BUILD, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        HEAD.replace("tensorflow.keras", "keras") + CLASS + IN_BUILD + SHAPE,
        HEAD + CLASS + IN_BUILD + SHAPE + "\n\nlayer = TimeDistributed(Block())\n",
        HEAD + CLASS + IN_BUILD + SHAPE + "\n\nprint(Block().compute_output_shape((None, 3)))\n",
        HEAD + CLASS.replace("Layer", "Dropout") + IN_BUILD + SHAPE,
    ],
)
def test_reported(source: str) -> None:
    check_declined(source, "TFM377", 12)


@pytest.mark.parametrize(
    "body",
    [
        IN_BUILD,
        INIT.format(DENSE) + CALL + SHAPE,
        BUILD.format(DENSE + "        self.dense.build(input_shape)\n") + CALL + SHAPE,
        INIT.format(DENSE) + BUILD.format("        self.dense(Input((3,)))\n") + CALL + SHAPE,
        BUILD.format(DENSE.replace("Dense(2)", "Dropout(0.5)")) + CALL + SHAPE,
        BUILD.format(DENSE.replace("Dense(2)", "make(2)")) + CALL + SHAPE,
        BUILD.format(DENSE.replace("Dense(2)", "Bare()")) + CALL + SHAPE + "\n\nclass Bare(Layer):\n    pass\n",
        BUILD.format(SCALE) + CALL.replace("self.dense(x)", "x * self.scale") + SHAPE,
        BUILD.format(DENSE) + CALL.replace("self.dense(x)", "x") + SHAPE,
    ],
)
def test_left_alone(body: str) -> None:
    check_untouched(HEAD + CLASS + body)


def test_own_layers_inside() -> None:
    inner = f"\n\nclass Inner(Layer):\n{BUILD.format(SCALE)}    def call(self, x):\n        return x * self.scale\n"
    body = BUILD.format(DENSE.replace("Dense(2)", "Inner()")) + CALL
    check_upgraded(HEAD + inner + CLASS + body + SHAPE, HEAD + inner + CLASS + body)


def test_other_classes() -> None:
    check_untouched(HEAD + CLASS.replace("(Layer)", "") + IN_BUILD + SHAPE)


@pytest.mark.tensorflow
@pytest.mark.parametrize(("body", "weights"), [(IN_BUILD, 2), (BESIDE_BUILD, 3)])
def test_the_weights(body: str, weights: int) -> None:
    """As many as TensorFlow 1.15.5 and 2.10.1 have; without the change 0, and 1."""
    pytest.importorskip("tensorflow")
    model = "\n\nfrom tensorflow.keras.models import Model\ni = Input((3,))\nmodel = Model(i, Block()(i))\n"
    result = upgrade((HEAD + CLASS + body + SHAPE + model).encode())
    assert isinstance(result, Upgraded)
    found: dict[str, Any] = {}
    exec(compile(result.after, "code", "exec"), found)
    assert len(found["model"].get_weights()) == weights
