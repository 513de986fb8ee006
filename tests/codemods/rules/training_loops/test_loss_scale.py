from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

SCRIPT = """
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
optimizer = tf.train.GradientDescentOptimizer(0.1)
iterator = strategy.make_dataset_iterator(dataset)

def step(inputs):
    loss = tf.reduce_mean(network(inputs))
    return optimizer.minimize(loss)

train = strategy.experimental_run(step, iterator)
with tf.Session() as session:
    session.run(train)
"""
DIVIDED = "optimizer.minimize(loss / tf.distribute.get_strategy().num_replicas_in_sync)"


def run(source: str, release: str = "") -> Upgraded:
    origin = parse_origin(f"tensorflow=={release}") if release else None
    result = upgrade(source.encode(), Settings(origin=origin))
    assert isinstance(result, Upgraded)
    again = upgrade(result.after, Settings(origin=origin))
    assert isinstance(again, Upgraded)
    assert again.after == result.after
    return result


def test_divided_as_1_13_did() -> None:
    result = run(SCRIPT, "1.13")
    assert DIVIDED in result.after.decode()
    assert "TFM186" in {change.code for change in result.changes}


@pytest.mark.parametrize(
    ("loss", "divided"), [("a + b", "(a + b) / "), ("f(x)", "f(x) / "), ("losses[0]", "losses[0] / ")]
)
def test_other_losses(loss: str, divided: str) -> None:
    result = run(SCRIPT.replace("minimize(loss)", f"minimize({loss}, global_step=s)"), "1.13")
    assert (
        f"minimize({divided}tf.distribute.get_strategy().num_replicas_in_sync, global_step=s)" in result.after.decode()
    )


@pytest.mark.parametrize("release", ["1.14", "1.15"])
def test_left_as_later_releases_did(release: str) -> None:
    assert b"optimizer.minimize(loss)" in run(SCRIPT, release).after


def test_a_finding_asks_for_the_release() -> None:
    result = run(SCRIPT)
    assert b"optimizer.minimize(loss)" in result.after
    assert any("--from tensorflow==1.13" in finding.advice for finding in result.findings)


@pytest.mark.parametrize(
    "changed",
    [
        SCRIPT.replace("tf.reduce_mean(network(inputs))", "network(inputs, reduction=tf.losses.Reduction.SUM)"),
        SCRIPT.replace("tf.reduce_mean(network(inputs))", "network(inputs) / strategy.num_replicas_in_sync"),
    ],
)
def test_reported_where_the_loss_may_be_a_sum(changed: str) -> None:
    result = run(changed, "1.13")
    assert b"optimizer.minimize(loss)" in result.after
    assert any(finding.code == "TFM186" for finding in result.findings)


@pytest.mark.parametrize(
    "changed",
    [
        SCRIPT.replace("experimental_run(step, iterator)", "experimental_run_v2(step, args=(x,))"),
        SCRIPT.replace("strategy.experimental_run(step, iterator)", "step(x)"),
        SCRIPT.replace("tf.train.GradientDescentOptimizer", "tf.keras.optimizers.SGD"),
    ],
)
def test_left_alone(changed: str) -> None:
    result = run(changed, "1.13")
    assert not any(each.code == "TFM186" for each in (*result.changes, *result.findings))
