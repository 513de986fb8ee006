from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

LAYERS = "from keras.layers import Embedding\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Embedding(9, 3, input_length=4)", "Embedding(9, 3, input_shape=(4,))"),
        (
            "Embedding(9, 3, input_length=x.shape[1], weights=None)",
            "Embedding(9, 3, input_shape=(x.shape[1],), weights=None)",
        ),
        ("Embedding(9, 3, input_length=(4, 5))", "Embedding(9, 3, input_shape=(4, 5))"),
        ("Embedding(9, 3, input_length=None)", "Embedding(9, 3)"),
        ("Embedding(9, 3, input_length=4, input_shape=(4,))", "Embedding(9, 3, input_shape=(4,))"),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(f"{LAYERS}a = {before}\n", f"{LAYERS}a = {after}\n")


def test_of_tensorflow() -> None:
    source = "import tensorflow as tf\nm.add(tf.keras.layers.Embedding(9, 3, input_length=n))\n"
    check_upgraded(source, source.replace("input_length=n", "input_shape=(n,)"))


@pytest.mark.parametrize(
    "source",
    [
        LAYERS + "a = Embedding(9, 3)\n",
        LAYERS + "a = Embedding(9, 3, input_shape=(4,))\n",
        "from mylib import Embedding\nimport keras\na = Embedding(9, 3, input_length=4)\n",
        "import keras\nclass Embedding: pass\na = Embedding(9, 3, input_length=4)\n",
        "import torch\na = torch.nn.Embedding(9, 3, input_length=4)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_on_the_shims() -> None:
    check_untouched("from compat.keras.layers import Embedding\na = Embedding(9, 3, input_length=4)\n", to="compat")


def test_a_recurrent_layer_is_another_matter() -> None:
    check_declined("from keras.layers import LSTM\na = LSTM(3, input_length=4)\n", "TFM196", 2)
