"""Keywords that only said the default, or never did anything, are left out."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

BOARD = "from keras.callbacks import TensorBoard\n"
LAYERS = "from keras.layers import BatchNormalization, LSTM, SeparableConv2D\n"
MODEL = "from keras.models import Sequential\nm = Sequential()\n"
TF = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("head", "legacy", "modern"),
    [
        (BOARD, "TensorBoard('logs', write_grads=False)", "TensorBoard('logs')"),
        (BOARD, "TensorBoard('logs', batch_size=size)", "TensorBoard('logs')"),
        (BOARD, "TensorBoard(embeddings_data=None, log_dir='logs')", "TensorBoard(log_dir='logs')"),
        (LAYERS, "LSTM(3, implementation=2, unroll=True)", "LSTM(3, unroll=True)"),
        (LAYERS + "from keras import ops\n", "BatchNormalization(fused=False)", "BatchNormalization()"),
        (LAYERS, "BatchNormalization(fused=False)", "BatchNormalization()"),
        (LAYERS, "SeparableConv2D(3, 3, kernel_initializer='ones')", "SeparableConv2D(3, 3)"),
        (TF, "tf.keras.layers.LSTM(3, time_major=False)", "tf.keras.layers.LSTM(3)"),
        (MODEL, "m.compile('sgd', 'mse', sample_weight_mode=None)", "m.compile('sgd', 'mse')"),
        (MODEL, "m.fit(x, workers=1, use_multiprocessing=False)", "m.fit(x)"),
        (MODEL, "m.fit(\n    x,  # all\n    workers=1,\n)", "m.fit(\n    x,  # all\n)"),
    ],
)
def test_left_out(head: str, legacy: str, modern: str) -> None:
    check_upgraded(f"{head}{legacy}\n", f"{head}{modern}\n")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (BOARD + "TensorBoard('logs', write_grads=True)\n", 2),
        (BOARD + "TensorBoard('logs', write_grads=flag)\n", 2),
        (BOARD + "TensorBoard('logs', embeddings_layer_names=['a'])\n", 2),
        (BOARD + "TensorBoard('logs', batch_size=count())\n", 2),
        (TF + "tf.keras.layers.LSTM(3, time_major=True)\n", 2),
        (LAYERS + "BatchNormalization(virtual_batch_size=4)\n", 2),
        (MODEL + "m.compile('sgd', 'mse', sample_weight_mode='temporal')\n", 3),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(source, "TFM196", line)


@pytest.mark.parametrize(
    "source",
    [
        BOARD + "TensorBoard('logs', histogram_freq=0, write_graph=True)\n",
        LAYERS + "LSTM(3, unroll=False)\n",
        "from mylib import LSTM\nimport keras\nLSTM(3, implementation=2)\n",
        "import keras\nkeras.ops.sum(x)\nkeras.layers.LSTM(3, implementation=given)\n",
        MODEL + "m.evaluate(x, y, batch_size=32)\n",
        MODEL + "m.fit(x, shuffle=True)\n",
        "from keras.layers import Dense\nDense(3, use_bias=True)\n",
        "from keras.layers import SpatialDropout1D\nSpatialDropout1D(0.1, seed=None)\n",
        "import keras\nclass L(keras.layers.LSTM): pass\nL(3, implementation=1)\n",
    ],
)
def test_untouched(source: str) -> None:
    check_untouched(source)
