from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = "from keras.models import Sequential\nm = Sequential()\n"
LAYERS = "from keras.layers import Dense, Embedding, LSTM\n"


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (MODEL + "m.save('m.keras', include_optimizer=False)\n", 3, "ignores include_optimizer="),
        (LAYERS + "Dense(3, weights=w)\n", 2, "rejects weights="),
        (LAYERS + "Dense(3, batch_input_shape=(1, 2))\n", 2, "rejects batch_input_shape="),
        (MODEL + "m.compile('sgd', 'mse', sample_weight_mode='temporal')\n", 3, "rejects sample_weight_mode="),
        (MODEL + "m.compile('sgd', 'mse', target_tensors=t)\n", 3, "rejects target_tensors="),
        (MODEL + "m.save('a.h5', save_format=form)\n", 3, "ignores save_format="),
        (MODEL + "m.save(path, save_format='tf')\n", 3, "rejects save_format="),
        (LAYERS + "Dense(3, **{'weights': w})\n", 2, "this call is Dense(3, weights=w)"),
        ("from keras.callbacks import TensorBoard\nTensorBoard(write_grads=True)\n", 2, "rejects write_grads="),
        ("import keras\ndef f(net): net.fit(x, epochs=2, workers=3)\n", 2, "rejects workers="),
        ("import tensorflow as tf\ntf.keras.layers.LSTM(3, time_major=True)\n", 2, "rejects time_major="),
    ],
)
def test_reported(source: str, line: int, said: str) -> None:
    finding = check_declined(source, "TFM196", line)
    assert said in finding.message
    assert "https://" in finding.advice


@pytest.mark.parametrize(
    "source",
    [
        LAYERS + "LSTM(3, return_sequences=True)\nEmbedding(9, 3, weights=[w])\n",
        "from mylib import LSTM\nimport keras\nLSTM(3, implementation=2)\n",
        "import keras\nclass LSTM(keras.layers.LSTM): pass\nLSTM(3, implementation=2)\n",
        MODEL + "m.compile('sgd', 'mse')\nm.save('a.h5')\n",
        MODEL + "m = wrapped(m)\nm.fit(x, workers=3)\n",
        "import keras\ndef f(net): net.fit(x, workers=3)\n",
        "import keras\nclass M(keras.Model):\n  def fit(self, **kw): pass\nM().fit(x, epochs=3, workers=3)\n",
        "def f(net): net.fit(x, epochs=2, workers=3)\n",
        "def f(LSTM): LSTM(3, implementation=2)\nimport keras\n",
        "import tensorflow as tf\ntf.data.Dataset.range(3).map(f, num_parallel_calls=2)\n",
        "from keras.optimizers import Adam\nAdam(learning_rate=0.1, amsgrad=True)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize("function", ["super().__init__", "super(Own, self).__init__"])
def test_base_class_that_is_started(function: str) -> None:
    head = "from keras.callbacks import ModelCheckpoint\nclass Own(ModelCheckpoint):\n    def __init__(self, path, period):"
    source = f"{head}\n        {function}(path, period=period)\n"
    check_upgraded(source, source.replace("keras.callbacks", "compat.keras.callbacks"))
