"""Keys of a history by their place."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "from keras.models import Sequential\n\nmodel = Sequential()\nh = model.fit(x, y)\n"


def _lines(code: str, origin: str = "keras==2.3") -> list[int]:
    result = upgrade((HEAD + code + "\n").encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM254"]


@pytest.mark.parametrize(
    "code",
    [
        "a = list(h.history.keys())[0]",
        "a = list(h.history)[-1]",
        "a = list(h.history.values())[:2]",
        "a = [*h.history][1]",
        "a = list(model.history.history.items())[0]",
        "a = next(iter(h.history))",
        "a = next(iter(h.history.values()))",
        "loss, accuracy = h.history.values()",
        "loss, *others = list(h.history.items())",
    ],
)
def test_places(code: str) -> None:
    assert _lines(code) == [5]
    assert _lines(code, "tensorflow==2.3") == [5]
    assert _lines(code, "keras==3.3") == []


def test_through_a_name() -> None:
    assert _lines("keys = list(h.history.keys())\nprint(keys[0])") == [6]


LOGS = "import keras\nclass Shown(keras.callbacks.Callback):\n    def on_epoch_end(self, epoch, logs=None):\n        "


@pytest.mark.parametrize(
    "code",
    ["print(list(logs.values())[0])", "print(next(iter(logs)))", "loss, accuracy = logs.values()"],
)
def test_logs(code: str) -> None:
    assert _lines(LOGS + code) == [8]


@pytest.mark.parametrize(
    "code",
    [
        "a = h.history['loss'][0]",
        "a = next(iter(h.history['loss']))",
        "a = next(iter(rows.values()))",
        "(loss,) = h.history.values()",
        "loss, accuracy = others.values()",
        "loss, accuracy = h.history['loss'], h.history['accuracy']",
        "for key, value in h.history.items():\n    print(key)",
        LOGS + "print(list(logs.values()))",
        LOGS + "print(logs['loss'])",
        "def f(logs):\n    return list(logs.values())[0]",
        "a = list(h.history['loss'])[0]",
        "for key in h.history.keys():\n    print(key)",
        "a = sorted(h.history.keys())[0]",
        "a = list(h.history.keys())",
        "a = list(h.history.keys())[i]",
        "a = list(h.epoch)[0]",
    ],
)
def test_left_alone(code: str) -> None:
    assert _lines(code) == []
