"""Labels have no gradient after the upgrade where they had none before."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
OLD, NEW = TF + "tf.trainable_variables()\n", TF + "tf.compat.v1.trainable_variables()\n"
LOSS = "tf.nn.softmax_cross_entropy_with_logits"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LOSS + "(labels=y, logits=x)", LOSS + "(labels=tf.stop_gradient(y), logits=x)"),
        (LOSS + "(logits=x, labels=f(y), dim=1)", LOSS + "(logits=x, labels=tf.stop_gradient(f(y)), axis=1)"),
        (LOSS + "(labels=tf.one_hot(y, 3), logits=x)", LOSS + "(labels=tf.one_hot(y, 3), logits=x)"),
        (LOSS + "(labels=tf.stop_gradient(y), logits=x)", LOSS + "(labels=tf.stop_gradient(y), logits=x)"),
        (LOSS + "(y, x)", LOSS + "(y, x)"),
        (LOSS + "_v2(labels=y, logits=x)", LOSS + "(y, x)"),
        (LOSS + "_v2(logits=x, labels=y, dim=1, name='n')", LOSS + "(y, x, axis=1, name='n')"),
        (LOSS + "_v2(y, x, 1)", LOSS + "(y, x, axis=1)"),
        (LOSS + "(labels=y, logits=x, dim=1, axis=1)", "tf.compat.v1" + LOSS[2:] + "(labels=y, logits=x, dim=1, axis=1)"),
        (LOSS + "(labels=y)", LOSS + "(labels=y)"),
        (LOSS + "(**k)", "tf.compat.v1" + LOSS[2:] + "(**k)"),
        (LOSS + "_v2(**k)", "tf.compat.v1" + LOSS[2:] + "_v2(**k)"),
        ("f(" + LOSS + ")", "f(tf.compat.v1" + LOSS[2:] + ")"),
    ],
)  # fmt: skip
def test_calls(before: str, after: str) -> None:
    check_upgraded(f"{OLD}y = {before}\n", f"{NEW}y = {after}\n")


@pytest.mark.parametrize(
    "source",
    [
        TF + f"y = {LOSS}(labels=y, logits=x)\n",
        TF + f"y = {LOSS}(y, x)\n",
        TF + f"y = tf.compat.v1{LOSS[2:]}(labels=y, logits=x)\n",
        TF + f"y = tf.compat.v1{LOSS[2:]}_v2(labels=y, logits=x)\n",
        f"import tensorflow.compat.v1 as tf\ny = {LOSS}(labels=y, logits=x)\nz = {LOSS}_v2(labels=y, logits=x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_graph_keeps_both_functions() -> None:
    lines = f"y = {LOSS}(labels=y, logits=x) + {LOSS}_v2(labels=y, logits=x)\ns = tf.Session()\n"
    check_upgraded(TF + lines, "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n" + lines)


def test_comments_stay() -> None:
    before = f"y = {LOSS}_v2(\n    labels=y,  # one-hot\n    logits=x,  # before the softmax\n)\n"
    check_upgraded(TF + before, TF + before.replace("_v2", "").replace("labels=", "").replace("logits=", ""))
    other = f"y = {LOSS}_v2(\n    logits=x,  # before the softmax\n    labels=y,  # one-hot\n)\n"
    assert other.replace("tf.", "tf.compat.v1.").encode() in check_sound(TF + other).after
