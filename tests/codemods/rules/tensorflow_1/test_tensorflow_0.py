"""What TensorFlow 0.12 had becomes what TensorFlow 1.0 had; the fixture `tensorflow_0` compares the numbers."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched

HEAD = "import tensorflow as tf\nfrom data import a, b, c\n"


def upgraded(statement: str) -> str:
    return check_sound(f"{HEAD}x = {statement}\n").after.decode().rpartition("x = ")[2].strip()


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("tf.mul(a, b)", "tf.multiply(a, b)"),
        ("tf.mul(x=a, y=b, name='m')", "tf.multiply(x=a, y=b, name='m')"),
        ("tf.pack(a, 1)", "tf.stack(a, 1)"),
        ("tf.batch_matmul(a, b, True)", "tf.matmul(a, b, adjoint_a=True)"),
        ("tf.image_summary('i', a, max_images=4)", "tf.compat.v1.summary.image('i', a, max_outputs=4)"),
        ("tf.train.SummaryWriter(logdir=a)", "tf.compat.v1.summary.FileWriter(logdir=a)"),
        ("tf.concat(1, [a, b])", "tf.concat([a, b], 1)"),
        ("tf.concat(-1, b, name='n')", "tf.concat(b, -1, name='n')"),
        ("tf.concat(concat_dim=a, values=b)", "tf.concat(b, a)"),
        ("tf.split(0, 3, a)", "tf.split(a, 3, 0)"),
        ("tf.split(split_dim=a, num_split=3, value=b, name='n')", "tf.split(b, 3, a, name='n')"),
        ("[tf.mul(a, b), tf.concat(c, [a, b])]", "[tf.multiply(a, b), tf.concat([a, b], c)]"),
    ],
)
def test_calls(legacy: str, modern: str) -> None:
    assert upgraded(legacy) == modern


@pytest.mark.parametrize("name", ["softmax", "sparse_softmax", "sigmoid"])
def test_logits_came_first(name: str) -> None:
    loss = f"{name}_cross_entropy_with_logits"
    after = upgraded(f"tf.nn.{loss}(tf.sub(a, b), c)")
    assert after.endswith(f"{loss}(logits=tf.subtract(a, b), labels=c)")


@pytest.mark.parametrize("args", ["logits=a, labels=b", "labels=b, logits=a"])
def test_a_function_of_tensorflow_1_5_beside_older_names(args: str) -> None:
    """A module that asks for the release: its `concat_v2` says nothing of the order of other calls."""
    source = f"{HEAD}f = tf.concat_v2\nx = tf.nn.softmax_cross_entropy_with_logits_v2({args})\n"
    after = check_sound(source).after.decode()
    assert after.endswith("x = tf.nn.softmax_cross_entropy_with_logits(b, a)\n")


def test_names_that_mean_something_else_in_tensorflow_2() -> None:
    assert upgraded("tf.select(a, b, c)") == "tf.compat.v1.where(a, b, c)"
    assert upgraded("tf.merge_all_summaries()") == "tf.compat.v1.summary.merge_all()"


def test_a_function_that_is_handed_on() -> None:
    assert upgraded("map(tf.neg, a)") == "map(tf.negative, a)"


def test_onto_the_shims() -> None:
    after = check_sound(f"{HEAD}x = tf.mul(a, b)\n", to="compat").after
    assert b"tf.multiply(a, b)" in after


@pytest.mark.parametrize(
    "statement",
    [
        "tf.concat([a, b], 1)",
        "tf.concat(a, b)",
        "tf.concat(values=a, axis=1)",
        "tf.split(a, 3, 0)",
        "tf.split(a, [1, 2], 0)",
        "tf.nn.softmax_cross_entropy_with_logits(a, b)",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=a, logits=b)",
    ],
)
def test_calls_of_later_releases_left_alone(statement: str) -> None:
    check_untouched(f"{HEAD}x = {statement}\n")


@pytest.mark.parametrize("call", ["tf.mul(*a)", "tf.concat(1, *a)", "tf.split(1, 2)", "tf.mul(a, b, axis=c)"])
def test_calls_that_do_not_show_their_arguments_left_alone(call: str) -> None:
    assert upgraded(call) == call


def test_other_modules_left_alone() -> None:
    check_untouched("import theano.tensor as tf\nx = tf.mul(a, tf.concat(1, [a, b]))\n")
