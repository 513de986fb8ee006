"""A dimension of a shape is read in a way that TensorFlow 1 and 2 share."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
SHIM = "from compat import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.shape[1].value", "tf.compat.dimension_value(x.shape[1])"),
        ("x.get_shape()[-1].value", "tf.compat.dimension_value(x.get_shape()[-1])"),
        ("f(x).get_shape()[i + 1].value * 2", "tf.compat.dimension_value(f(x).get_shape()[i + 1]) * 2"),
        ("[x.shape[i].value for i in (1, 2)]", "[tf.compat.dimension_value(x.shape[i]) for i in (1, 2)]"),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(f"{TF}n = {before}\ntf.reshape(x, n)\n", f"{TF}n = {after}\ntf.reshape(x, n)\n")
    check_upgraded(f"{SHIM}n = {before}\n", f"{SHIM}n = {after}\n", to="compat")


def test_a_shape_with_a_name() -> None:
    body = "def f(x):\n    shape = x.get_shape()\n    return {}\n"
    before, after = body.format("shape[0].value"), body.format("tf.compat.dimension_value(shape[0])")
    check_upgraded(TF + before, TF + after)


@pytest.mark.parametrize(
    ("imported", "path"),
    [
        (TF, "tf.TensorShape"),
        ("from tensorflow.python.framework import tensor_shape\nimport tensorflow as tf\n", "tensor_shape.TensorShape"),
        ("from tensorflow.python.framework import tensor_shape\nimport tensorflow as tf\n", "tensor_shape.as_shape"),
    ],
)
def test_a_shape_that_is_made_of_a_parameter(imported: str, path: str) -> None:
    """Layers of TensorFlow itself, and those that were copied from them, begin so."""
    body = (
        "class Own(tf.keras.layers.Layer):\n    def build(self, shape):\n        shape = {}(shape)\n        print({})\n"
    )
    before = imported + body.format(path, "shape[-1].value")
    check_upgraded(before, imported + body.format(path, "tf.compat.dimension_value(shape[-1])"))


def test_without_tensorflow() -> None:
    result = check_sound("from tensorflow import reshape\nreshape(x, x.shape[1].value)\n")
    assert (
        result.after
        == b"import tensorflow as tf\nfrom tensorflow import reshape\nreshape(x, tf.compat.dimension_value(x.shape[1]))\n"
    )


def test_a_file_in_graph_mode_keeps_it() -> None:
    source = "x = tf.placeholder(tf.float32, [1, 2])\nn = x.shape[1].value\nwith tf.Session() as s: s.run(x)\n"
    assert b"x.shape[1].value" in check_sound(TF + source).after
    assert b"x.shape[1].value" in check_sound(TF + source, to="compat").after


@pytest.mark.parametrize(
    "source",
    [
        TF + "n = x.shape.dims[1].value\n",
        TF + "n = x.shape[1]\n",
        TF + "n = x.shape[1:].value\n",
        TF + "n = values[1].value\n",
        TF + "shape = [a, b]\nn = shape[1].value\n",
        TF + "def f(shape):\n    return shape[1].value\n",
        TF + "shape = [a, b]\nif c:\n    shape = tf.TensorShape(shape)\nn = shape[1].value\n",
        TF + "from own import TensorShape\nshape = TensorShape([2])\nn = shape[0].value\n",
        TF + "tf.compat.v1.disable_v2_behavior()\nn = x.shape[1].value\n",
        "n = x.shape[1].value\n",
        "import numpy as np\nn = np.zeros(3).shape[0].value\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
