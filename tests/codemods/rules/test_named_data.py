"""Dictionaries and lists that reach a model by way of functions, generators and datasets are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codemods.analysis.test_project_classes import run
from tests.codemods.checks import check_declined, check_untouched

HEAD = """\
import tensorflow as tf
from tensorflow.keras.layers import Dense, Input, concatenate
from tensorflow.keras.models import Model, Sequential

i, j = Input((3,), name="i"), Input((3,), name="j")
model = Model([i, j], Dense(1, name="out")(concatenate([i, j])))
one = Sequential([Dense(1, input_shape=(3,), name="out")])
"""
LOAD = 'def load():\n    return {{"i": a, "j": b}}, {}\n\n\n'
ROWS = LOAD.format('{"out": y}')
RUN = "class Run:\n    def train(self):\n"
CLASS = """\
class Data:
    def __init__(self):
        self.y = {"out": y}

    def load(self):
        targets = {}
        targets["out"] = y
        return {"i": a, "j": b}, targets


data = Data()
"""


@pytest.mark.parametrize(
    "source",
    [
        LOAD.format('{"out": y}') + "x, y = load()\nmodel.fit(x, y)\n",
        LOAD.format("dict(out=y)") + "model.fit(*load())\n",
        LOAD.format('{"out": y}') + "model.fit(a, b, validation_data=load())\n",
        LOAD.format('{"out": y}') + "train = load()\nmodel.evaluate(train[0], train[1])\n",
        'def train(y={"out": t}):\n    model.fit(x, y)\n',
        CLASS + "x, y = data.load()\nmodel.train_on_batch(x, y)\n",
        CLASS + "model.train_on_batch(x, data.y)\n",
        ROWS + f"{RUN}        self.x, self.y = load()\n        model.fit(self.x, self.y)\n",
        ROWS + f"{RUN}        (self.x, self.y), self.z = load(), 1\n        model.fit(self.x, self.y)\n",
        "def rows():\n    while True:\n        yield load()\n\n\n" + LOAD.format('{"out": y}') + "model.fit(rows())\n",
        "def rows():\n    while True:\n        yield a, {'i': b}\n\n\nx, y = next(rows())\nmodel.train_on_batch(x, y)\n",
        'rows = tf.data.Dataset.from_tensor_slices(({"i": a, "j": b}, {"out": y})).batch(4)\nmodel.fit(rows)\n',
        'rows = tf.data.Dataset.from_tensor_slices(a).map(lambda x: (x, {"out": x})).repeat()\nmodel.fit(rows)\n',
        'def rows():\n    while True:\n        yield load()\n\n\ndef load():\n    return {"a": a}, y\n\n\none.fit(rows())\n',
        'x = {"a": a}\nprint(x)\none.predict(x)\n',
        "model.fit(x, y, sample_weight=dict(out=w))\n",
    ],
)
def test_reported(source: str) -> None:
    check_declined(HEAD + source, "TFM305", (HEAD + source).count("\n"))


def test_lists_that_a_generator_puts_together() -> None:
    source = """
    from keras.layers import Dense, Input, concatenate
    from keras.models import Model

    i, j = Input((3,)), Input((3,))
    model = Model([i, j], Dense(1)(concatenate([i, j])))

    def load():
        parts = []
        parts.append(a)
        parts.append(b)
        return parts, y

    def rows():
        while True:
            yield load()

    model.fit(rows(), steps_per_epoch=3)
    """
    check_declined(source, "TFM305", 8)


def test_of_another_module(tmp_path: Path) -> None:
    result = run(tmp_path, "from rows import load\n" + HEAD + "x, y = load()\nmodel.fit(x, y)\n", rows=ROWS)
    assert [each.code for each in result.findings] == ["TFM305"]


LOADER = """\
class Loader:
    def rows(self):
        while True:
            targets = []
            targets.append(y)
            yield x, {}
"""


@pytest.mark.parametrize(
    ("given", "found"), [("targets", ["TFM305"]), ("y", []), ("tuple(targets)", []), ("targets[0]", [])]
)
@pytest.mark.parametrize("call", ["Loader().rows()", "loader.rows()", "flow"])
def test_of_a_method_of_another_module(tmp_path: Path, call: str, given: str, found: list[str]) -> None:
    head = "from loader import Loader\n" + HEAD + "loader = Loader()\nflow = loader.rows()\n"
    code = f"{head}model.fit({call}, steps_per_epoch=3)\n"
    result = run(tmp_path, code, loader=LOADER.format(given))
    assert [each.code for each in result.findings] == found


@pytest.mark.parametrize(
    "source",
    [
        LOAD.format("y") + "x, y = load()\nmodel.fit(x, y)\n",
        LOAD.format('{"out": y}') + "x, y = load()\nprint(y)\nmodel.predict(x)\n",
        LOAD.format("y") + f"{RUN}        self.x, self.y = load()\n        model.fit(self.x, self.y)\n",
        ROWS + f"{RUN}        self.x, *self.y = load()\n        model.fit(self.x, self.y)\n",
        LOAD.format('{"out": y}') + "x, y = load()\nbuilt().fit(x, y)\n",
        LOAD.format('{"p": y, "q": y}') + "two = Model(i, [Dense(1)(i), Dense(1)(i)])\nx, y = load()\ntwo.fit(x, y)\n",
        LOAD.format('{"p": y}') + 'named = Model(i, {"p": Dense(1)(i)})\nx, y = load()\nnamed.fit(x, y)\n',
        "def load():\n    return [a, b], [y]\n\n\nx, y = load()\nmodel.fit(x, y)\nmodel.train_on_batch(*load())\n",
        "def rows():\n    while True:\n        yield (a, b), y\n\n\nmodel.fit(rows())\n",
        "rows = tf.data.Dataset.from_tensor_slices(([a, b], [y, y]))\nmodel.fit(rows)\n",
        "rows = tf.data.Dataset.from_tensor_slices(a).map(lambda x: ([x, x], [x]))\nmodel.fit(rows)\n",
        "from sklearn.svm import SVC\n\nSVC().fit(x, dict(out=y))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


def test_the_shims_take_them() -> None:
    source = HEAD.replace("tensorflow.keras.", "compat.keras.") + LOAD.format('{"out": y}')
    check_untouched(source + "x, y = load()\nmodel.fit(x, y)\nfor x, y in rows:\n    model.fit(x, y)\n", to="compat")
