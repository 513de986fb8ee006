"""`tf.layers` and the cells of TensorFlow 1 come from the shims."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound

TF = "import tensorflow as tf\nx = tf.placeholder(tf.float32, [None, 4])\n"
LAYERS = b"from compat.tensorflow import layers as tf_layers\n"
CELLS = b"from compat.tensorflow.nn import rnn_cell as tf_rnn_cell\n"


@pytest.mark.parametrize(
    ("legacy", "modern", "needed"),
    [
        ("y = tf.layers.dense(x, 3)", "y = tf_layers.dense(x, 3)", LAYERS),
        ("dense = tf.layers.dense(x, 3)", "dense = tf_layers.dense(x, 3)", LAYERS),
        ("y = tf.compat.v1.layers.Dense(3)(x)", "y = tf_layers.Dense(3)(x)", LAYERS),
        ("class L(tf.layers.Layer): pass", "class L(tf_layers.Layer): pass", LAYERS),
        ("c = tf.nn.rnn_cell.BasicLSTMCell(8)", "c = tf_rnn_cell.BasicLSTMCell(8)", CELLS),
        ("c = tf.contrib.rnn.GRUCell(8)", "c = tf_rnn_cell.GRUCell(8)", CELLS),
        ("s = tf.nn.rnn_cell.LSTMStateTuple(x, x)", "s = tf_rnn_cell.LSTMStateTuple(x, x)", CELLS),
    ],
)
def test_read_from_a_module(legacy: str, modern: str, needed: bytes) -> None:
    result = check_sound(f"{TF}{legacy}\n")
    assert result.after.endswith(f"\n{modern}\n".encode())
    assert result.after.count(needed) == 1
    assert not result.findings


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("from tensorflow.layers import dense, flatten", "from compat.tensorflow.layers import dense, flatten"),
        ("from tensorflow.contrib.rnn import BasicLSTMCell as C", "from compat.tensorflow.nn.rnn_cell import BasicLSTMCell as C"),
        ("from tensorflow.contrib import rnn\nc = rnn.GRUCell(3)", "from compat.tensorflow.nn import rnn_cell as rnn\nc = rnn.GRUCell(3)"),
        ("import tensorflow.layers as L\ny = L.dense(x, 3)", "from compat.tensorflow import layers as L\ny = L.dense(x, 3)"),
        ("from tensorflow.nn import rnn_cell\nc = rnn_cell.GRUCell(3)", "from compat.tensorflow.nn import rnn_cell\nc = rnn_cell.GRUCell(3)"),
    ],
)  # fmt: skip
def test_imports(legacy: str, modern: str) -> None:
    result = check_sound(f"{legacy}\n")
    assert result.after.decode().endswith(f"{modern}\n")
    assert not [each for each in result.findings if each.code == "TFM190"]


def test_several_uses_share_one_import() -> None:
    result = check_sound(f"{TF}a = tf.layers.dense(x, 3)\nb = tf.layers.flatten(a)\n")
    assert result.after.count(LAYERS) == 1
    assert result.after.endswith(b"a = tf_layers.dense(x, 3)\nb = tf_layers.flatten(a)\n")


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("from tensorflow.contrib import rnn\nc = rnn.LSTMBlockCell(3)\nd = rnn.GRUCell(3)\n", "TFM190"),
        ("import tensorflow as tf\nc = tf.contrib.rnn.LSTMBlockCell(3)\n", "TFM190"),
    ],
)
def test_what_the_shims_lack_is_reported(source: str, code: str) -> None:
    result = check_sound(source)
    assert code in {each.code for each in result.findings}
    assert b"LSTMBlockCell(3)" in result.after


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\ny = tf.keras.layers.Dense(3)(x)\n",
        "from mylib import layers, rnn\nimport keras\ny = layers.dense(x, 3)\nc = rnn.GRUCell(3)\n",
        "import tensorflow as tf\ntf = wrapped(tf)\ny = tf.layers.dense(x, 3)\n",
        "from compat.tensorflow import layers as tf_layers\ny = tf_layers.dense(x, 3)\n",
        "from keras import layers\ny = layers.Dense(3)(x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert "TFM210" not in {each.code for each in check_sound(source).changes}


def test_a_module_with_another_name_is_reported() -> None:
    result = check_sound("import tensorflow as tf\nlayers = tf.layers\ny = layers.dense(x, 3)\n")
    assert result.findings
