"""Training gets datasets in place of their iterators."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = (
    "import tensorflow as tf\ndata = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)\n"
    "model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])\nmodel.compile('sgd', 'mse')\n"
)
MAKER = "tf.compat.v1.data.make_one_shot_iterator"


def done(source: str) -> Upgraded:
    result = upgrade((HEAD + source).encode(), Settings(select=("TFM379",)))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("model.fit(data.make_one_shot_iterator(), steps_per_epoch=3)\n", "model.fit(data, steps_per_epoch=3)\n"),
        (f"model.fit({MAKER}(data), steps_per_epoch=3)\n", "model.fit(data, steps_per_epoch=3)\n"),
        ("model.evaluate(data.make_one_shot_iterator(), steps=3)\n", "model.evaluate(data, steps=3)\n"),
        ("model.predict(x=data.make_initializable_iterator(), steps=3)\n", "model.predict(x=data, steps=3)\n"),
        (
            "model.fit(x, y, validation_data=data.make_one_shot_iterator(), validation_steps=3)\n",
            "model.fit(x, y, validation_data=data, validation_steps=3)\n",
        ),
        (
            "model.fit(data.repeat().make_one_shot_iterator(), steps_per_epoch=3)\n",
            "model.fit(data.repeat(), steps_per_epoch=3)\n",
        ),
        (
            "it = data.make_one_shot_iterator()\nmodel.fit(it, steps_per_epoch=3)\n",
            "it = data.make_one_shot_iterator()\nmodel.fit(data, steps_per_epoch=3)\n",
        ),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    result = done(before)
    assert result.after.decode() == HEAD + after
    assert not result.findings


@pytest.mark.parametrize(
    "source",
    [
        "it = data.repeat().make_one_shot_iterator()\nmodel.fit(it, steps_per_epoch=3)\n",
        "rows = data\nit = rows.make_one_shot_iterator()\nrows = 1\nmodel.fit(it, steps_per_epoch=3)\n",
        "a, b = data.make_one_shot_iterator().get_next()\nmodel.fit(a, b, steps_per_epoch=3)\n",
        "it = data.make_one_shot_iterator()\na, b = it.get_next()\nmodel.fit(a, b, steps_per_epoch=3)\n",
        "def f():\n    return data.make_one_shot_iterator()\nmodel.fit(f(), steps_per_epoch=3)\n",
        "def f():\n    it = data.make_one_shot_iterator()\n    return it\nit = f()\nmodel.fit(it, steps_per_epoch=3)\n",
        "def f():\n    return data.make_one_shot_iterator().get_next()\na, b = f()\nmodel.fit(a, b, steps_per_epoch=3)\n",
        (
            "def f():\n    it = data.make_one_shot_iterator()\n    a, b = it.get_next()\n    return a, b\n"
            "a, b = f()\nmodel.fit(a, b, steps_per_epoch=3)\n"
        ),
        (
            "def f():\n    it = data.make_one_shot_iterator()\n    a, b = it.get_next()\n    return {'x': a}, b\n"
            "a, b = f()\nmodel.fit(a, b, steps_per_epoch=3)\n"
        ),
        "batch = data.make_one_shot_iterator().get_next()\nmodel.fit(batch[0], batch[1], steps_per_epoch=3)\n",
    ],
)
def test_reported(source: str) -> None:
    result = done(source)
    assert result.after.decode() == HEAD + source
    assert [(each.code, each.line) for each in result.findings] == [("TFM379", 4 + source.count("\n"))]


@pytest.mark.parametrize(
    "source",
    [
        "model.fit(data)\n",
        "model.fit(x, y, steps_per_epoch=3)\n",
        "model.fit(own.make_iterator(), steps_per_epoch=3)\n",
        "model.fit(iter(data), steps_per_epoch=3)\n",
        "def f():\n    return data\nmodel.fit(f(), steps_per_epoch=3)\n",
        "def f():\n    return x, y\na, b = f()\nmodel.fit(a, b, steps_per_epoch=3)\n",
        "def f():\n    return data.make_one_shot_iterator().get_next()\na, b = f()\nprint(model(a))\n",
        "other.fit(data.make_one_shot_iterator())\n",
        "a, b = data.make_one_shot_iterator().get_next()\nmodel.fit(a, b)\n",
        "a, b = data.make_one_shot_iterator().get_next()\nprint(model(a))\n",
        f"tf.enable_eager_execution()\na, b = {MAKER}(data).get_next()\nmodel.fit(a, b, steps_per_epoch=3)\n",
    ],
)
def test_left_alone(source: str) -> None:
    result = done(source)
    assert result.after.decode() == HEAD + source
    assert not result.findings
