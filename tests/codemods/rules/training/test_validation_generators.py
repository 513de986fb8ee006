"""Generators of validation data, which Keras 3 reads in another way."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = """from keras.layers.core import Dense
from keras.models import Sequential


def batches():
    while True:
        yield x, y


class Batches(Own):
    def __getitem__(self, i):
        return x, y


model = Sequential([Dense(1)])
"""


def lines(use: str, to: str = "native", head: str = HEAD) -> list[int]:
    result = upgrade(f"{head}{use}\n".encode(), Settings(to))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM326"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "use",
    [
        "model.fit(x, y, epochs=3, validation_data=batches(), validation_steps=2)",
        "model.fit_generator(batches(), 4, epochs=n, validation_data=batches(), validation_steps=2)",
        "held = batches()\nmodel.fit_generator(batches(), steps_per_epoch=4, epochs=3, validation_data=held, validation_steps=2)",
    ],
)
def test_reported(use: str, to: str) -> None:
    assert len(lines(use, to)) == 1


@pytest.mark.parametrize(
    "use",
    [
        "model.fit(batches(), epochs=3, validation_data=(x, y), steps_per_epoch=3)",
        "model.fit(x, y, validation_data=batches(), validation_steps=2)",
        "model.fit(x, y, epochs=1, validation_data=batches(), validation_steps=2)",
        "model.fit(x, y, epochs=3, validation_data=Batches())",
        "model.fit(x, y, epochs=3, validation_data=imported(), validation_steps=2)",
        "other.fit_model(x, y, epochs=3, validation_data=batches())",
        "model.evaluate(batches(), steps=2)",
    ],
)
def test_left_alone(use: str) -> None:
    assert lines(use) == []


def test_code_of_today_left_alone() -> None:
    use = "model.fit(x, y, epochs=3, validation_data=batches(), validation_steps=2)"
    assert lines(use, head="from keras import ops\n" + HEAD.replace("keras.layers.core", "keras.layers")) == []
