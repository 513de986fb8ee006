"""Dictionaries and lists that reach a model by way of functions, generators and datasets are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codemods.analysis.objects.test_project_classes import run
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

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


def test_what_a_generator_takes_of_a_function_alone() -> None:
    rows = "def rows():\n    while True:\n        yield load()\n\n\n"
    legacy = HEAD + rows + LOAD.format('{"out": y}') + "model.fit(rows())\n"
    check_upgraded(legacy, legacy.replace('{"out": y}', "y"))
    check_declined(legacy + "load()\n", "TFM305", legacy.count("\n"))


TWO = 'two = Model(i, [Dense(1, name="p")(i), Dense(1, name="q")(i)])\n'
WEIGHED = 'a, {"p": y, "q": z}, {"p": v, "q": w}'


@pytest.mark.parametrize(
    "source",
    [
        f"rows = tf.data.Dataset.from_tensor_slices(({WEIGHED})).batch(4)\ntwo.fit(rows)\n",
        "rows = tf.data.Dataset.from_tensor_slices((a, b)).map(lambda x, y: (x, y, {'p': y['w']}))\ntwo.fit(rows)\n",
        f"def rows():\n    while True:\n        yield {WEIGHED}\n\n\ntwo.fit(rows())\n",
        f"x, y, w = {WEIGHED}\ntwo.train_on_batch(x, y, w)\n",
        f"two.fit(x, y, validation_data=({WEIGHED}))\n",
        "two.fit(x, y, sample_weight=dict(p=v, q=w))\n",
    ],
)
def test_weights_for_outputs_in_a_list(source: str) -> None:
    source = HEAD + TWO + source
    assert "outputs in a list" in check_declined(source, "TFM305", source.count("\n")).message


@pytest.mark.parametrize(
    "source",
    [
        "rows = tf.data.Dataset.from_tensor_slices((a, (y, z), (v, w))).batch(4)\ntwo.fit(rows)\n",
        'rows = tf.data.Dataset.from_tensor_slices((a, {"p": y, "q": z})).batch(4)\ntwo.fit(rows)\n',
        f'two = Model(i, {{"p": o, "q": u}})\nrows = tf.data.Dataset.from_tensors(({WEIGHED}))\ntwo.fit(rows)\n',
        f"rows = tf.data.Dataset.from_tensors(({WEIGHED}))\nbuilt().fit(rows)\n",
        f"rows = tf.data.Dataset.from_tensors(({WEIGHED}))\ntwo.predict(rows)\n",
    ],
)
def test_weights_left_alone(source: str) -> None:
    check_untouched(HEAD + TWO + source)


PUT_TOGETHER = """\
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


def test_lists_that_a_generator_puts_together() -> None:
    check_declined(PUT_TOGETHER, "TFM305", 8)


@pytest.mark.parametrize("backend", ["jax", "torch"])
def test_lists_for_other_backends(backend: str) -> None:
    """Only a dataset of TensorFlow asks what is in a batch."""
    check_untouched(f"import {backend}\n{PUT_TOGETHER}")


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


@pytest.mark.tensorflow
def test_what_keras_takes() -> None:
    """The losses of TensorFlow 2.3.4, 2.10.1 and 2.15.1, which took the dictionary."""
    tf, np = pytest.importorskip("tensorflow"), pytest.importorskip("numpy")
    layers = tf.keras.layers
    x, y = np.arange(24.0).reshape(8, 3) / 24, np.arange(8.0).reshape(8, 1) / 8
    first, second = y[:, 0] * 2, np.full(8, 2.0)

    def losses(targets: object, weights: object) -> list[float]:
        inputs = layers.Input((3,))
        model = tf.keras.Model(inputs, [layers.Dense(1, name="a")(inputs), layers.Dense(1, name="b")(inputs)])
        model.set_weights([np.sin(np.arange(each.size)).reshape(each.shape) for each in model.get_weights()])
        model.compile(tf.keras.optimizers.SGD(0.1), "mse")
        rows = tf.data.Dataset.from_tensor_slices((x, targets, weights)).batch(4)
        return list(model.fit(rows, epochs=2, verbose=0).history["loss"])

    assert losses((y, 1 - y), (first, second)) == pytest.approx([2.10948, 1.22189], abs=1e-5)
    with pytest.raises(KeyError):
        losses({"a": y, "b": 1 - y}, {"a": first, "b": second})
