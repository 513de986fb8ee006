"""`minimize` of optimizers of Keras."""

from __future__ import annotations

from typing import Any

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

TF_2_3 = parse_origin("tensorflow==2.3")
HEAD = """import tensorflow as tf
w = tf.Variable(3.0)
b = tf.Variable(1.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.1)
def loss_of():
    return (w * 2 + b - 1) ** 2
"""


def upgraded(code: str) -> Upgraded:
    result = upgrade((HEAD + code).encode(), Settings())
    assert isinstance(result, Upgraded)
    return result


def written(code: str) -> str:
    done = upgraded(code)
    assert "TFM529" in {each.code for each in done.changes}
    return done.after.decode().removeprefix(HEAD)


def test_lambda() -> None:
    assert written("optimizer.minimize(lambda: (w - b) ** 2, [w, b])\n") == (
        "with tf.GradientTape() as tape:\n"
        "    loss = (w - b) ** 2\n"
        "optimizer.apply_gradients(zip(tape.gradient(loss, [w, b]), [w, b]))\n"
    )


def test_function_and_keywords() -> None:
    assert written(
        "# a step\noptimizer.minimize(loss_of, var_list=model.trainable_variables, name=None)  # down\n"
    ) == (
        "# a step\n"
        "with tf.GradientTape() as tape:\n"
        "    loss = loss_of()\n"
        "optimizer.apply_gradients("
        "zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))  # down\n"
    )


def test_tape_of_the_file() -> None:
    given = "with tf.GradientTape() as tape:\n    loss = loss_of()\n"
    call = "optimizer.minimize(loss, model.trainable_variables, tape=tape)\n"
    after = (
        "optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))\n"
    )
    assert written(given + call) == given + after


def test_names_that_are_taken() -> None:
    after = written("tape = loss = 0\noptimizer.minimize(loss_of, [w])\n")
    assert "as gradient_tape:\n    loss_value = loss_of()\n" in after


def test_variables_by_name() -> None:
    after = written("pair = [w, b]\noptimizer.minimize(loss_of, pair)\n")
    assert "zip(tape.gradient(loss, pair), pair)" in after


@pytest.mark.parametrize(
    "code",
    [
        "optimizer.minimize(loss_of, variables)\n",
        "optimizer.minimize(loss_of, lambda: [w])\n",
        "optimizer.minimize(loss_of, [w, other])\n",
        "optimizer.minimize(loss_of, [model.trainable_variables])\n",
        "optimizer.minimize(loss_of, [tf.Variable(1.0)])\n",
        "fixed = tf.Variable(1.0, trainable=False)\noptimizer.minimize(loss_of, [fixed])\n",
        "step = optimizer.minimize(loss_of, [w])\n",
        "optimizer.minimize(make_loss(), [w])\n",
        "optimizer.minimize(lambda k=w: k ** 2, [w])\n",
        "optimizer.minimize(loss_of, [w], grad_loss=g)\n",
        "optimizer.minimize(loss_of, [w], tape=tf.GradientTape())\n",
        "optimizer.minimize(*arguments)\n",
    ],
)
def test_reported(code: str) -> None:
    done = upgraded(code)
    assert done.changes == ()
    assert [each.code for each in done.findings] == ["TFM197"]


@pytest.mark.parametrize(
    "code",
    [
        "scipy_optimizer.minimize(loss_of, [w])\n",
        "tf.compat.v1.train.AdamOptimizer().minimize(loss_of, var_list=[w])\n",
        "class Own:\n    def minimize(self, f, v): ...\nown = Own()\nown.minimize(loss_of, [w])\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert "TFM529" not in {each.code for each in upgraded(code).changes}


def test_clipping_stays() -> None:
    """`minimize` clipped where `apply_gradients` did not yet, and Keras 3 clips in both."""
    source = "import tensorflow as tf\nw = tf.Variable(3.0)\noptimizer = tf.keras.optimizers.SGD(0.1, clipvalue=0.5)\n"
    result = upgrade(f"{source}optimizer.minimize(lambda: w ** 2, [w])\n".encode(), Settings(origin=TF_2_3))
    assert isinstance(result, Upgraded)
    assert result.after.decode().startswith(source)


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("optimizer", "values"),
    [("Adam(0.1)", (2.02459, 0.02459)), ("SGD(0.01, clipvalue=2.0)", (2.8, 0.8))],
)
def test_numbers(optimizer: str, values: tuple[float, float]) -> None:
    """The values are those of TensorFlow 2.3.4, 2.10.1 and 2.15.1."""
    pytest.importorskip("tensorflow")
    made = f"optimizer = tf.keras.optimizers.{optimizer}\n"
    steps = "for _ in range(10):\n    optimizer.minimize(loss_of, [w, b])\n"
    result = upgraded(made + steps)
    assert not result.findings
    found: dict[str, Any] = {}
    exec(compile(result.after, "code", "exec"), found)
    assert (float(found["w"]), float(found["b"])) == pytest.approx(values, abs=1e-5)
