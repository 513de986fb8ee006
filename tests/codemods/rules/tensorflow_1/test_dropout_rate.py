"""`keep_prob` becomes the rate in files of TensorFlow 1, and a rate stays what it is."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
OLD, NEW = TF + "tf.trainable_variables()\n", TF + "tf.compat.v1.trainable_variables()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.nn.dropout(x, 0.9)", "tf.nn.dropout(x, rate=1 - 0.9)"),
        ("tf.nn.dropout(x, keep_prob=.4, name='n')", "tf.nn.dropout(x, rate=1 - .4, name='n')"),
        ("tf.nn.dropout(x, keep)", "tf.nn.dropout(x, rate=1 - keep)"),
        ("tf.nn.dropout(x, self.keep[0])", "tf.nn.dropout(x, rate=1 - self.keep[0])"),
        ("tf.nn.dropout(x, 1 - rate)", "tf.nn.dropout(x, rate=rate)"),
        ("tf.nn.dropout(x, (1.0 - self.rate))", "tf.nn.dropout(x, rate=self.rate)"),
        ("tf.nn.dropout(x, 1 - a * b)", "tf.nn.dropout(x, rate=1 - (1 - a * b))"),
        ("tf.nn.dropout(x, 2 - rate)", "tf.nn.dropout(x, rate=1 - (2 - rate))"),
        ("tf.nn.dropout(x, 0.5 if train else 1.0)", "tf.nn.dropout(x, rate=1 - (0.5 if train else 1.0))"),
        ("tf.nn.dropout(x, 1.0)", "tf.nn.dropout(x, rate=0)"),
        ("tf.nn.dropout(x, 0.5, [1, 3], 7, 'n')", "tf.nn.dropout(x, rate=1 - 0.5, noise_shape=[1, 3], seed=7, name='n')"),
        ("tf.nn.dropout(keep_prob=0.5, x=x)", "tf.nn.dropout(rate=1 - 0.5, x=x)"),
        ("tf.nn.dropout(tf.nn.dropout(x, 0.5), 0.5)", "tf.nn.dropout(tf.nn.dropout(x, rate=1 - 0.5), rate=1 - 0.5)"),
        ("tf.nn.dropout(x, rate=0.5)", "tf.nn.dropout(x, rate=0.5)"),
        ("tf.nn.dropout(x, None, rate=0.5)", "tf.nn.dropout(x, rate=0.5)"),
        ("tf.nn.dropout(x, *a)", "tf.compat.v1.nn.dropout(x, *a)"),
        ("tf.nn.dropout(x, 0.5, rate=0.5)", "tf.compat.v1.nn.dropout(x, 0.5, rate=0.5)"),
        ("f(tf.nn.dropout)", "f(tf.compat.v1.nn.dropout)"),
    ],
)  # fmt: skip
def test_calls(before: str, after: str) -> None:
    check_upgraded(f"{OLD}y = {before}\n", f"{NEW}y = {after}\n")


@pytest.mark.parametrize(
    "source",
    [
        TF + "y = tf.nn.dropout(x, 0.5)\n",
        TF + "y = tf.nn.dropout(x, rate=0.5)\n",
        TF + "y = tf.compat.v1.nn.dropout(x, 0.5)\n",
        "import tensorflow.compat.v1 as tf\ny = tf.nn.dropout(x, keep_prob=0.5)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_graph_keeps_what_is_kept() -> None:
    check_upgraded(
        TF + "y = tf.nn.dropout(tf.placeholder(tf.float32), 0.5)\n",
        "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n"
        "y = tf.nn.dropout(tf.placeholder(tf.float32), 0.5)\n",
    )


def test_comments_and_layout_stay() -> None:
    check_upgraded(
        OLD + "y = tf.nn.dropout(x,  # hidden\n    keep_prob=.4,  # in training\n    name='n')\n",
        NEW + "y = tf.nn.dropout(x,  # hidden\n    rate=1 - .4,  # in training\n    name='n')\n",
    )


@pytest.mark.parametrize(
    ("kept", "rate"),
    [
        ("keep_prob", "1 - keep_prob"),
        ("self.keep_prob", "1 - self.keep_prob"),
        ("FLAGS.dropout_keep_prob", "1 - FLAGS.dropout_keep_prob"),
        ("keep_probability", "1 - keep_probability"),
    ],
)
def test_a_file_in_which_nothing_but_the_name_tells(kept: str, rate: str) -> None:
    check_upgraded(f"{TF}y = tf.nn.dropout(x, {kept})\n", f"{TF}y = tf.nn.dropout(x, rate={rate})\n")


@pytest.mark.parametrize(
    "call",
    [
        "tf.nn.dropout(x, rate)",
        "tf.nn.dropout(x, rate=keep_prob)",
        "tf.nn.dropout(x, 1 - keep_prob)",
        "tf.nn.dropout(keep_prob, 0.5)",
        "dropout(x, keep_prob)",
        "tf.keras.layers.Dropout(keep_prob)",
    ],
)
def test_names_that_do_not_tell(call: str) -> None:
    check_untouched(f"{TF}y = {call}\n")


def test_a_name_in_a_file_of_tensorflow_2() -> None:
    check_untouched(TF + "tf.config.run_functions_eagerly(True)\ny = tf.nn.dropout(x, keep_prob)\n")
