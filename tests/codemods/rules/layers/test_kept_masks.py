"""Layers that return what they are given took its mask away in Keras 2."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "from keras.layers import Lambda, Layer, Masking\nfrom keras.layers.core import Dense\n"
AFTER = "import keras\nfrom keras.layers import Lambda, Layer, Masking, Dense\n"
MASKED = "m = Masking()(a)\n"
LAYER = (
    "class Unmask(Layer):\n    def compute_mask(self, inputs, mask=None):\n        return None\n\n"
    "    def call(self, x, mask=None):\n        return {}\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("b = Lambda(lambda x: x)(m)", "b = Lambda(lambda x: keras.ops.copy(x))(m)"),
        (
            "b = Lambda(lambda x: x, output_shape=lambda s: s)(m)",
            "b = Lambda(lambda x: keras.ops.copy(x), output_shape=lambda s: s)(m)",
        ),
        ("b = Lambda(function=lambda t: t)(m)", "b = Lambda(function=lambda t: keras.ops.copy(t))(m)"),
        ("def same(x): return x\nb = Lambda(same)(m)", "def same(x): return keras.ops.copy(x)\nb = Lambda(same)(m)"),
    ],
)
def test_lambda(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{MASKED}{before}\n", f"{AFTER}{MASKED}{after}\n")


def test_own_layer() -> None:
    check_upgraded(HEAD + LAYER.format("x"), AFTER + LAYER.format("keras.ops.copy(x)"))


def test_no_return() -> None:
    source = LAYER.replace("return None", "pass")
    check_upgraded(HEAD + source.format("x"), AFTER + source.format("keras.ops.copy(x)"))


def test_unknown_release() -> None:
    """TensorFlow 2 kept the mask, TensorFlow 1 did not."""
    head = "from tensorflow.keras.layers import Layer\n"
    result = check_sound(head + LAYER.format("x"))
    assert not result.changes
    assert [each.code for each in (*result.findings, *result.notes)] == ["TFM521"]


@pytest.mark.parametrize(
    "source",
    [
        "b = Lambda(lambda x: x)(a)\n",
        MASKED + "b = Lambda(lambda x: x, mask=n)(m)\n",
        MASKED + "b = Lambda(lambda x: x + 1)(m)\n",
        MASKED + "b = Lambda(lambda x: y)(m)\n",
        MASKED + "b = Lambda(same)(m)\n",
        MASKED + "def same(x): return x\nprint(same(1))\nb = Lambda(same)(m)\n",
        LAYER.format("x[0]"),
        LAYER.format("x").replace("return None", "return mask"),
        LAYER.format("y"),
        LAYER.format("x").replace("Layer", "object"),
        "class Same(Layer):\n    def call(self, x):\n        return x\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched("from keras.layers import Lambda, Layer, Masking\n" + source)


def test_tensorflow_2() -> None:
    head = "import tensorflow as tf\nfrom tensorflow.keras.layers import Layer\ntf.keras.layers.GroupNormalization()\n"
    check_untouched(head + LAYER.format("x"))
