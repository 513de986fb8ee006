"""The block of `space_to_batch` is a list."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
OLD, NEW = TF + "tf.trainable_variables()\n", TF + "tf.compat.v1.trainable_variables()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.space_to_batch(x, p, 2)", "tf.space_to_batch_nd(x, [2, 2], p)"),
        ("tf.nn.space_to_batch(x, p, size)", "tf.space_to_batch_nd(x, [size, size], p)"),
        ("tf.space_to_batch(x, p, block_size=2, name='n')", "tf.space_to_batch_nd(x, [2, 2], p, name='n')"),
        ("tf.space_to_batch(paddings=p, input=x, block_shape=2)", "tf.space_to_batch_nd(x, [2, 2], p)"),
        ("tf.space_to_batch(x, block_shape=[2, 3], paddings=p)", "tf.space_to_batch_nd(x, [2, 3], p)"),
    ],
)
def test_calls(before: str, after: str) -> None:
    check_upgraded(f"{OLD}y = {before}\n", f"{NEW}y = {after}\n")


@pytest.mark.parametrize(
    "call", ["(x, p, made())", "(x, p)", "(*a)", "(x, p, **k)", "(x, p, block_size=2, block_shape=2)"]
)
def test_blocks_that_are_not_seen_stay_legacy(call: str) -> None:
    check_upgraded(f"{OLD}y = tf.space_to_batch{call}\n", f"{NEW}y = tf.compat.v1.space_to_batch{call}\n")


def test_uncalled() -> None:
    check_upgraded(f"{OLD}f(tf.space_to_batch)\n", f"{NEW}f(tf.compat.v1.space_to_batch)\n")


@pytest.mark.parametrize(
    "source",
    [
        TF + "y = tf.space_to_batch_nd(x, [2, 2], p)\n",
        TF + "y = tf.space_to_batch(x, [2, 2], p)\n",
        TF + "y = tf.compat.v1.space_to_batch(x, p, 2)\n",
        "import tensorflow.compat.v1 as tf\ny = tf.space_to_batch(x, p, 2)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
