"""Encodings that are to find their size in data are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

HEAD = "from tensorflow.keras.layers import CategoryEncoding\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("encoder = CategoryEncoding()\n", 2),
        ("encoder = CategoryEncoding(output_mode='count')\n", 2),
        ("encoder = CategoryEncoding(output_mode='count')\nencoder.adapt(indices)\n", 2),
        ("encoder = CategoryEncoding(num_tokens=4)\nencoder.adapt(indices)\n", 3),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(HEAD + source, "TFM381", line)


@pytest.mark.parametrize(
    "source",
    [
        "encoder = CategoryEncoding(4)\n",
        "encoder = CategoryEncoding(num_tokens=index.vocabulary_size(), output_mode='multi_hot')\n",
        "encoder = CategoryEncoding(**given)\n",
        "kind = CategoryEncoding\n",
        "encoder = CategoryEncoding(4)\nother.adapt(indices)\n",
        "from own import CategoryEncoding as Own\nencoder = Own()\nencoder.adapt(indices)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.tensorflow
def test_the_size_behind_a_lookup_layer() -> None:
    """The rows that TensorFlow 2.3.4 makes with `mask_token=""`, which is its default."""
    tf = pytest.importorskip("tensorflow")
    index = tf.keras.layers.StringLookup(mask_token="")
    index.adapt(tf.constant(["fixed", "normal", "fixed", "reversible"])[:, None])
    encoder = tf.keras.layers.CategoryEncoding(num_tokens=index.vocabulary_size(), output_mode="multi_hot")
    rows = encoder(index(tf.constant([["normal"], ["fixed"]])))
    assert rows.numpy().tolist() == [[0, 0, 0, 0, 1], [0, 0, 1, 0, 0]]
