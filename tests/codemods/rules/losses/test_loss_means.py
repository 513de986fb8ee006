"""Masks over time steps that reach the loss are reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

LAYERS = "from keras.layers import Dense, Embedding, LSTM, Masking, TimeDistributed\n"


def _lines(source: str, origin: str = "keras==2.3") -> tuple[list[int], list[int]]:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    findings = [each.line for each in result.findings if each.code == "TFM157"]
    return findings, [each.line for each in result.notes if each.code == "TFM157"]


@pytest.mark.parametrize("mask", ["Embedding(9, 2, mask_zero=True)", "Embedding(9, 2, mask_zero=flag)", "Masking()"])
def test_masks(mask: str) -> None:
    source = f"{LAYERS}x = {mask}(y)\nz = TimeDistributed(Dense(2))(x)\n"
    assert _lines(source) == ([2], [])
    assert _lines(source, "") == ([2], [])
    assert _lines(source.replace("keras.", "tensorflow.keras."), "tensorflow==2.3") == ([2], [])


MODELS = "from keras.models import Model, Sequential\n"


@pytest.mark.parametrize(
    "code",
    [
        "m = Sequential([Embedding(9, 2, mask_zero=True), LSTM(2, return_sequences=True), Dense(3)])",
        "m = Sequential()\nm.add(Masking(input_shape=(3, 2)))\nm.add(Dense(3))",
        "m = Model(y, Dense(2)(LSTM(2, return_sequences=True)(Masking()(y))))",
    ],
)
def test_masks_that_come_with_the_output(code: str) -> None:
    assert len(_lines(f"{LAYERS}{MODELS}{code}\n")[0]) == 1


@pytest.mark.parametrize(
    "code",
    [
        "m = Sequential([Embedding(9, 2, mask_zero=True), LSTM(2), Dense(3)])",
        "m = Sequential([Embedding(9, 2), LSTM(2, return_sequences=True), Dense(3)])",
        "m = Model(y, Dense(2)(LSTM(2)(Masking()(y))))",
        "m = Model(Masking()(y), Dense(2)(y))",
    ],
)
def test_masks_that_end_before_the_output(code: str) -> None:
    assert _lines(f"{LAYERS}{MODELS}{code}\n") == ([], [])


BEFORE_STEPS = "from keras.layers import Bidirectional, GlobalMaxPooling1D, RepeatVector\nm = Sequential()\n"
STEPS = "for _ in range(2):\n    m.add(LSTM(2, return_sequences=True))\nm.add(TimeDistributed(Dense(2)))\n"
MASK = "m.add(Embedding(9, 2, mask_zero=True))\n"


@pytest.mark.parametrize(
    "code",
    [
        f"{MASK}m.add(LSTM(2))\nm.add(RepeatVector(3))\n{STEPS}",
        f"{MASK}m.add(Bidirectional(LSTM(2)))\nm.add(RepeatVector(3))\n{STEPS}",
        f"{MASK}m.add(LSTM(2, return_sequences=True))\nm.add(GlobalMaxPooling1D())\nm.add(RepeatVector(3))\n{STEPS}",
        f"m = Sequential([Masking(), LSTM(2), RepeatVector(3)])\n{STEPS}",
        f"m = Sequential([Masking()])\nm.add(LSTM(2, return_sequences=False))\n{STEPS}",
        f"h = LSTM(2)(Masking()(y))\n{STEPS}",
        f"e = Masking()(y)\nh = Dense(2)(e)\nh = LSTM(2)(h)\n{STEPS}",
        f"layer = Embedding(9, 2, mask_zero=True)\nh = LSTM(2)(layer(y))\n{STEPS}",
    ],
)
def test_masks_that_end_before_steps_are_given_out(code: str) -> None:
    assert _lines(f"{LAYERS}{MODELS}{BEFORE_STEPS}{code}") == ([], [])


@pytest.mark.parametrize(
    "code",
    [
        f"{MASK}{STEPS}",
        f"m.add(LSTM(2))\n{MASK}{STEPS}",
        f"{MASK}if deep:\n    m.add(LSTM(2))\n{STEPS}",
        f"{MASK}m.add(LSTM(2, return_sequences=flag))\n{STEPS}",
        f"{MASK}m.add(LSTM(2, **options))\n{STEPS}",
        f"{MASK}n = Sequential()\nn.add(LSTM(2))\n{STEPS}",
        f"m = Sequential([Masking(), Dense(3)])\n{STEPS}",
        f"e = Masking()(y)\nh = LSTM(2)(e)\nz = TimeDistributed(Dense(2))(e)\n{STEPS}",
        f"layer = Masking()\nh = LSTM(2)(layer(y))\nz = list(map(layer, y))\n{STEPS}",
    ],
)
def test_masks_that_may_come_with_steps(code: str) -> None:
    assert len(_lines(f"{LAYERS}{MODELS}{BEFORE_STEPS}{code}")[0]) == 1


@pytest.mark.parametrize(
    "code",
    [
        "z = LSTM(2)(Embedding(9, 2, mask_zero=True)(y))",
        "z = TimeDistributed(Dense(2))(Embedding(9, 2)(y))",
        "z = TimeDistributed(Dense(2))(Embedding(9, 2, mask_zero=False)(y))",
        "z = TimeDistributed(Dense(2))(y)",
    ],
)
def test_no_mask(code: str) -> None:
    assert _lines(f"{LAYERS}{code}\n") == ([], [])


def test_masks_of_keras_3() -> None:
    source = f"{LAYERS}from keras import ops\nz = TimeDistributed(Dense(2))(Masking()(ops.exp(y)))\n"
    assert _lines(source, "") == ([], [])


CTC = """from keras.layers import Lambda
def build(y, labels):
    x = Masking()(y)
    for _ in range(2):
        x = TimeDistributed(Dense(2))(x)
    {}
    return Model([y, labels], out)
"""


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("out = Lambda(ctc, output_shape=(1,))([x, labels])", []),
        ("layer = Lambda(ctc)\n    out = layer([x, labels])", []),
        ("out = Lambda(ctc, mask=own)([x, labels])", [5]),
        ("out = Dense(3)(x)", [5]),
        ("out = Lambda(ctc)([x, labels])\n    test = Model(y, x)", [5]),
        ("out = other(x)", [5]),
    ],
)
def test_masks_before_a_lambda(code: str, lines: list[int]) -> None:
    """A model that a `Lambda` ends has no mask: its loss is 6.0 in Keras 2.2.4, 2.3.1 and 3.15.1."""
    assert _lines(f"{LAYERS}{MODELS}{CTC.format(code)}")[0] == lines
