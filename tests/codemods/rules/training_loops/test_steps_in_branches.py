"""A branch of `tf.cond` that applies gradients returns an operation."""

from __future__ import annotations

from typing import Any

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

STEP = """import tensorflow as tf

weight = tf.Variable(3.0)
steps = tf.Variable(0)
optimizer = tf.keras.optimizers.{optimizer}(0.1)

@tf.function
def train():
    with tf.GradientTape() as tape:
        loss = 2.0 * weight
    steps.assign_add(1)

    def update():
        gradients = tape.gradient(loss, [weight])
        {returned}

    def other():
        {other}

    tf.cond(tf.equal(steps % 2, 0), {branches})
    return loss
"""
APPLIED = "optimizer.apply_gradients(zip(gradients, [weight]))"
LEGACY, MODERN = f"return {APPLIED}", f"{APPLIED}\n        return tf.no_op()"
SGD = "SGD"


def step(returned: str, branches: str, other: str = "return tf.no_op()") -> str:
    return STEP.format(optimizer=SGD, returned=returned, branches=branches, other=other)


@pytest.mark.parametrize(
    "branches",
    ["true_fn=update, false_fn=tf.no_op", "update, tf.no_op", "other, update", "update, lambda: tf.no_op()"],
)
def test_the_branch_returns_an_operation(branches: str) -> None:
    check_upgraded(step(LEGACY, branches), step(MODERN, branches))


def test_a_lambda_is_reported() -> None:
    source = step("pass", "lambda: optimizer.apply_gradients([]), tf.no_op")
    check_declined(source, "TFM404", 20)


@pytest.mark.parametrize(
    ("returned", "branches", "other"),
    [
        (MODERN, "update, tf.no_op", "return tf.no_op()"),
        (LEGACY, "update, other", "return optimizer.apply_gradients([])"),
        (LEGACY, "other, tf.no_op", "return tf.no_op()"),
        ("return unknown.apply_gradients([])", "update, tf.no_op", "return tf.no_op()"),
        (f"done = {APPLIED}", "update, tf.no_op", "return tf.no_op()"),
    ],
)
def test_left_alone(returned: str, branches: str, other: str) -> None:
    check_untouched(step(returned, branches, other))


@pytest.mark.tensorflow
def test_the_weights() -> None:
    """3.0, 2.8 and 2.8 in TensorFlow 2.3.4."""
    pytest.importorskip("tensorflow")
    result = upgrade(step(LEGACY, "update, tf.no_op").encode())
    assert isinstance(result, Upgraded)
    bound: dict[str, Any] = {}
    exec(compile(result.after, "code", "exec"), bound)
    found = []
    for _ in range(3):
        bound["train"]()
        found.append(float(bound["weight"]))
    assert found == pytest.approx([3.0, 2.8, 2.8])
