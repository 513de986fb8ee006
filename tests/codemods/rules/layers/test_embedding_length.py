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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = Embedding(9, 3, input_length=4)(y)\n", "x = Embedding(9, 3)(y)\n"),
        (
            "e = Embedding(9, 3, input_length=4, name='e')\nx = e(y)\nz = e(w)\n",
            "e = Embedding(9, 3, name='e')\nx = e(y)\nz = e(w)\n",
        ),
        ("x = Embedding(\n    9, 3,\n    input_length=4)(y)\n", "x = Embedding(\n    9, 3)(y)\n"),
        ("x = TimeDistributed(Embedding(9, 3, input_length=4))\n", "x = TimeDistributed(Embedding(9, 3))\n"),
        (
            "m = Sequential([Lambda(f), Embedding(9, 3, input_length=4)])\n",
            "m = Sequential([Lambda(f), Embedding(9, 3)])\n",
        ),
    ],
)
def test_left_out_where_a_tensor_says_it(before: str, after: str) -> None:
    head = "from keras.layers import Embedding, Lambda, TimeDistributed\nfrom keras.models import Sequential\n"
    check_upgraded(head + before, head + after)


@pytest.mark.parametrize(
    "use",
    [
        "m = Sequential([Embedding(9, 3, {})])\n",
        "e = Embedding(9, 3, {})\nm = Sequential([e])\n",
        "e = Embedding(9, 3, {})\nm.add(e)\nx = e(y)\n",
        "e = Embedding(9, 3, {})\n",
        "layers = [Embedding(9, 3, {})]\n",
        "def f(): return Embedding(9, 3, {})\n",
    ],
)
def test_kept_as_a_shape_where_it_may_be_the_first(use: str) -> None:
    head = "from keras.layers import Embedding\nfrom keras.models import Sequential\nm = Sequential()\n"
    check_upgraded(head + use.format("input_length=4"), head + use.format("input_shape=(4,)"))


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
