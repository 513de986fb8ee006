"""Datasets whose elements have no rank are reported where models train on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched

HEAD = "import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.compile('sgd')\n"
BASE = "tf.data.Dataset.from_tensor_slices(x)"
CALL = "tf.numpy_function(f, [i], [tf.float32, tf.float32])"
FUNCTION = f"def load(i):\n    a, b = {CALL}\n    MORE\n    return a, b\nd = {BASE}.map(load)\n"


def _source(body: str) -> str:
    return HEAD + body.replace("BASE", BASE).replace("CALL", CALL) + "\n"


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("d = BASE.map(lambda i: CALL)\nd = d.batch(2).repeat()\nmodel.fit(d)", 4),
        ("model.fit(BASE.map(lambda i: CALL, num_parallel_calls=2).batch(2))", 4),
        ("d = BASE.map(lambda i: tuple_(CALL)).batch(2)\nmodel.fit(d)".replace("tuple_", ""), 4),
        ("d = BASE.map(lambda i: tf.py_function(f, [i], tf.float32))\nmodel.fit(d)", 4),
        ("d = BASE.map(lambda i: (tf.py_function(f, [i], tf.float32), i))\nmodel.evaluate(d)", 4),
        ("d = BASE.map(lambda i: (i, {'a': tf.py_function(f, [i], tf.float32)}))\nmodel.fit(x, validation_data=d)", 4),
        ("d = BASE.map(lambda i: tf.cast(CALL[0], tf.int32) / 255)\nmodel.fit(d)", 4),
        ("@tf.function\ndef load(i):\n    return CALL\nmodel.fit(BASE.map(map_func=load).cache())", 6),
        (FUNCTION.replace("MORE", "a /= 2") + "model.fit(d)", 5),
        (FUNCTION.replace("MORE", "a = tf.reshape(a, (2,))") + "model.fit(x=d)", 5),
        (FUNCTION.replace("MORE", "a.set_shape((3,))") + "model.fit(d.prefetch(1))", 5),
        ("def load(i):\n    return CALL\ndef made():\n    return BASE.map(load).batch(2)\nmodel.fit(made())", 5),
        ("def made():\n    return BASE.map(lambda i: CALL), 2\nd, n = made()\nmodel.fit(d, steps_per_epoch=n)", 5),
        ("def train(d):\n    model.fit(d)\ntrain(BASE.map(lambda i: CALL))", 6),
        (
            "class A:\n    def f(self):\n        self.d = BASE.map(self.load)\n        model.fit(self.d)\n    def load(self, i):\n        return CALL",
            9,
        ),
        ("d = tf.data.Dataset.from_generator(f, (tf.float32, tf.float32)).batch(3)\nmodel.fit(d)", 4),
    ],
)
def test_reported(body: str, line: int) -> None:
    check_declined(_source(body), "TFM471", line)


@pytest.mark.parametrize(
    "body",
    [
        "d = BASE.map(lambda i: CALL)\nmodel.predict(d.batch(2))",
        "d = BASE.map(lambda i: CALL)\nfor x, y in d.batch(2):\n    model.train_on_batch(x, y)",
        "d = BASE.map(lambda i: CALL).map(fix)\nmodel.fit(d)",
        "d = BASE.map(lambda i: CALL)\nd = d.map(lambda x, y: (tf.ensure_shape(x, (2,)), tf.ensure_shape(y, ())))\nmodel.fit(d)",
        "d = BASE.map(lambda i: CALL).padded_batch(2, ((4,), ()))\nmodel.fit(d)",
        "d = BASE.map(lambda i: tf.reshape(CALL[0], (2,)))\nmodel.fit(d)",
        "d = BASE.map(lambda i: tf.ensure_shape(CALL, (2,)))\nmodel.fit(d)",
        "d = BASE.map(lambda i: i)\nmodel.fit(d)",
        "d = BASE.map(lambda i: tf.py_function(f, [i], tf.TensorSpec((2,), tf.float32)))\nmodel.fit(d)",
        FUNCTION.replace("MORE", "a.set_shape((2,)); b.set_shape(())") + "model.fit(d)",
        FUNCTION.replace("MORE", "a = tf.reshape(a, (2,)); b = tf.reshape(b, ())") + "model.fit(d)",
        FUNCTION.replace("MORE", "for each in (a, b): each.set_shape((2,))") + "model.fit(d)",
        FUNCTION.replace("MORE", "pass") + "model.compile('sgd', run_eagerly=True)\nmodel.fit(d)",
        FUNCTION.replace("MORE", "pass") + "class M(tf.keras.Model):\n    def train_step(self, data): pass\nM().fit(d)",
        FUNCTION.replace("MORE", "pass") + "estimator.train(lambda: d)",
        "d = tf.data.Dataset.from_generator(f, (tf.float32, tf.float32), ((4,), ()))\nmodel.fit(d)",
        "d = tf.data.Dataset.from_generator(f, output_types=tf.float32, output_shapes=(4,))\nmodel.fit(d)",
        "d = tf.data.Dataset.from_generator(f, output_signature=s)\nmodel.fit(d)",
    ],
)
def test_left_alone(body: str) -> None:
    check_untouched(_source(body))


def test_of_another_module(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    data = f"import tensorflow as tf\ndef load(i):\n    return {CALL}\ndef made(x):\n    return {BASE}.map(load)\n"
    (tmp_path / "data.py").write_text(data)
    main = tmp_path / "main.py"
    main.write_text("from data import made\n" + HEAD + "model.fit(made(x))\n")
    result = upgrade(main.read_bytes(), project=project_of(main))
    assert isinstance(result, Upgraded)
    assert [(each.code, each.line) for each in result.findings] == [("TFM471", 5)]
