"""The accuracy of outputs that are no probabilities is reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import keras\nfrom keras.layers import Dense\nm = keras.models.Sequential()\n"
LAST = "m.add(Dense(4))\nm.add({})\n"
COMPILE = "m.compile('sgd', loss={}, metrics=['mae', 'accuracy'])\n"
PLAIN = HEAD + LAST.format("Dense(1)") + COMPILE.format("'mse'")


def _lines(source: str, origin: str = "keras==2.3", to: str = "native") -> list[int]:
    result = upgrade(source.encode(), Settings(to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM262"]


@pytest.mark.parametrize(
    ("last", "loss"),
    [
        ("Dense(1)", "'mse'"),
        ("Dense(1, activation='tanh')", "'hinge'"),
        ("Dense(1, activation=keras.activations.relu)", "my_loss"),
        ("Dense(1, use_bias=False)", "keras.losses.mean_absolute_error"),
        ("keras.layers.Activation('linear')", "'mae'"),
    ],
)
def test_reported(last: str, loss: str) -> None:
    before = "m.add(Dense(1))\n" if "Activation" in last else ""
    source = (
        HEAD + before + LAST.format(last).removeprefix("m.add(Dense(4))\n" if before else "") + COMPILE.format(loss)
    )
    assert _lines(source) == [source.count("\n")]


@pytest.mark.parametrize(
    ("last", "loss"),
    [
        ("Dense(1, activation='sigmoid')", "'mse'"),
        ("Dense(1, activation='hard_sigmoid')", "'mse'"),
        ("Dense(1, activation=own)", "'mse'"),
        ("Dense(1)", "'binary_crossentropy'"),
        ("Dense(1)", "keras.losses.binary_crossentropy"),
        ("Dense(2)", "'mse'"),
        ("Dense(units)", "'mse'"),
        ("own(1)", "'mse'"),
        ("Dense(1, **options)", "'mse'"),
    ],
)
def test_left_alone(last: str, loss: str) -> None:
    assert _lines(HEAD + LAST.format(last) + COMPILE.format(loss)) == []


@pytest.mark.parametrize(
    ("source", "origin", "to"),
    [
        (PLAIN.replace("'accuracy'", "'binary_accuracy'"), "keras==2.3", "native"),
        (PLAIN, "", "native"),
        (PLAIN, "keras==2.3", "compat"),
        (PLAIN.replace("keras", "tensorflow.keras").replace("= tensorflow.", "= "), "tensorflow==1.15", "native"),
    ],
)
def test_other_metrics_and_releases(source: str, origin: str, to: str) -> None:
    assert _lines(source, origin, to) == []
