"""Targets of a model's only output are passed without its name."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = """\
from keras.layers import Dense, Input
from keras.models import Model, Sequential

i = Input((3,))
model = Model(i, Dense(1, name="out")(i))
"""
TWO = """\
from keras.layers import Dense, Input
from keras.models import Model

i = Input((3,))
model = Model(i, [Dense(1, name="a")(i), Dense(1, name="b")(i)])
model.compile("sgd", {"a": "mse", "b": "mse"})
"""
SEQUENTIAL = HEAD + "model = Sequential([Dense(1, input_shape=(3,))])\n"
FEATURES = HEAD + "model = Sequential([Features(), Dense(1)])\n"
BATCHES = "def batches():\n    while True:\n        yield x, {}\n\n\nmodel.fit(batches())\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('model.fit(x, {"out": y})\n', "model.fit(x, y)\n"),
        ('model.fit(x, y={"out": y[1:]}, epochs=2)\n', "model.fit(x, y=y[1:], epochs=2)\n"),
        (
            'model.evaluate(x, dict_of)\nmodel.test_on_batch(x, {"out": y})\n',
            "model.evaluate(x, dict_of)\nmodel.test_on_batch(x, y)\n",
        ),
        ('model.fit(x, y, validation_data=(a, {"out": b}))\n', "model.fit(x, y, validation_data=(a, b))\n"),
        ('named = {"out": y}\nmodel.fit(x, named)\n', "named = y\nmodel.fit(x, named)\n"),
        (BATCHES.format('{"out": y}'), BATCHES.format("y")),
        ("model.fit(x, dict(out=y))\n", "model.fit(x, y)\n"),
        (
            'named = {"out": y}\nmodel.fit(x, named)\nmodel.evaluate(x, named)\n',
            "named = y\nmodel.fit(x, named)\nmodel.evaluate(x, named)\n",
        ),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)


def test_the_loss_of_a_sequential() -> None:
    head = HEAD + "model = Sequential([Dense(1)])\n"
    check_upgraded(
        head + 'model.compile("sgd", loss={"out": "mse"}, metrics={"out": "mae"})\n',
        head + 'model.compile("sgd", loss="mse", metrics={"out": "mae"})\n',
    )


@pytest.mark.parametrize(
    "source",
    [
        TWO + 'model.fit(x, {"a": y, "b": z})\n',
        HEAD + 'model.compile("sgd", {"out": "mse"})\nmodel.fit(x, y)\n',
        HEAD + 'model.fit({"image": x}, y)\n',
        HEAD + 'model = Model(i, {"out": Dense(1)(i)})\nmodel.compile("sgd")\nmodel.fit(x, {"out": y})\n',
        FEATURES + 'model.fit({"a": x}, y)\n',
        "from sklearn.svm import SVC\n\nSVC().fit(x, {'out': y})\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        'named = {"out": y}\nprint(named)\nmodel.fit(x, named)\n',
        "model.fit(x, dict(named))\n",
        "model.fit(x, dict(a=y, b=z))\n",
        'model.fit(x, {"a": y, "b": z})\n',
        "model.fit(x, {**named})\n",
    ],
)
def test_dictionaries_that_are_only_reported(source: str) -> None:
    check_declined(HEAD + source, "TFM305", (HEAD + source).count("\n"))


def test_the_input_of_a_sequential() -> None:
    check_upgraded(
        SEQUENTIAL + 'model.fit({"dense_input": x}, y)\nmodel.predict({"dense_input": x})\n',
        SEQUENTIAL + "model.fit(x, y)\nmodel.predict(x)\n",
    )
