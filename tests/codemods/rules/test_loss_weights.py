"""A loss is repeated where each output has a weight."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\nfrom keras import losses\n\nmodel = keras.models.Model(a, [b, c])\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss='mse', loss_weights=[1.0, 0.2]", "loss=['mse', 'mse'], loss_weights=[1.0, 0.2]"),
        ("'sgd', 'mse', [1.0, 0.2]", "'sgd', ['mse', 'mse'], [1.0, 0.2]"),
        ("loss='mse', loss_weights=(a, b, c)", "loss=['mse', 'mse', 'mse'], loss_weights=(a, b, c)"),
        (
            "loss='mse', loss_weights={'a': 1, 'b': 2}",
            "loss={'a': 'mse', 'b': 'mse'}, loss_weights={'a': 1, 'b': 2}",
        ),
        (
            "loss=losses.mean_squared_error, loss_weights=[1, w]",
            "loss=[losses.mean_squared_error, losses.mean_squared_error], loss_weights=[1, w]",
        ),
    ],
)
def test_repeated(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}model.compile({before})\n", f"{HEAD}model.compile({after})\n")


@pytest.mark.parametrize(
    "code",
    [
        "loss=['mse', 'mae'], loss_weights=[1.0, 0.2]",
        "loss={'a': 'mse', 'b': 'mae'}, loss_weights={'a': 1, 'b': 2}",
        "loss='mse', loss_weights=[1.0]",
        "loss='mse', loss_weights=weights",
        "loss='mse', loss_weights=[*weights, 1]",
        "loss='mse', loss_weights={**weights, 'a': 1}",
        "loss=own, loss_weights=[1.0, 0.2]",
        "loss='mse'",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"import keras\n\nmodel = keras.models.Model(a, [b, c])\nmodel.compile({code})\n")
