"""Dictionaries of losses that leave outputs out."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded


def _source(code: str, *, outputs: str = 'Dense(1, name="weight")(image), Dense(1, name="age")(image)') -> str:
    return (
        "from keras.layers import Dense, Input\nfrom keras.models import Model\n\nimage = Input((8,))\n"
        f"model = Model(image, [{outputs}])\n{code}\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"adam", {"age": "mse"}', '"adam", [None, "mse"]'),
        ('"adam", loss={"weight": loss_of(2)}', '"adam", loss=[loss_of(2), None]'),
        ('"adam", {"age": "mse"}, metrics=[["mae"], []]', '"adam", [None, "mse"], metrics=[["mae"], []]'),
    ],
)
def test_listed(before: str, after: str) -> None:
    check_upgraded(_source(f"model.compile({before})"), _source(f"model.compile({after})"))


@pytest.mark.parametrize(
    "code",
    [
        'model.compile("adam", {"age": "mse"}, metrics={"age": "mae"})',
        'losses = {"age": "mse"}; model.compile("adam", losses)',
        'model.compile("adam", {"height": "mse"})',
    ],
)
def test_reported(code: str) -> None:
    check_declined(_source(code), "TFM240", 6)


def test_outputs_without_names() -> None:
    source = _source('model.compile("adam", {"age": "mse"})', outputs="Dense(1)(image), Dense(1)(image)")
    check_declined(source, "TFM240", 6)


@pytest.mark.parametrize(
    "code",
    [
        'model.compile("adam", {"age": "mse", "weight": "mae"})',
        'model.compile("adam", {"age": "mse", **others})',
        'model.compile("adam", {name: "mse"})',
        'model.compile("adam", ["mse", None])',
        'model.compile("adam", "mse")',
        'other.compile("adam", {"age": "mse"})',
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(_source(code))


def test_on_the_shims() -> None:
    source = _source('model.compile("adam", {"age": "mse"})').replace("from keras", "from compat.keras")
    check_untouched(source, to="compat")


def test_written_for_keras_3() -> None:
    check_untouched(
        _source('model.compile("adam", {"age": "mse"})\nkeras.ops.sum(x)').replace("from", "import keras\nfrom", 1)
    )
