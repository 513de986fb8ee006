"""Training steps of own models whose loss Keras 3 reports as another number."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = """import tensorflow as tf

class Net(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = {}
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
"""
UPDATED = "        self.tracker.update_state(loss)\n"
KEPT = """
    def __init__(self):
        self.tracker = tf.keras.metrics.Mean(name='loss')

    @property
    def metrics(self):
        return super().metrics + [self.tracker]
"""
STEP = HEAD.format("self.compiled_loss(y, y_pred, regularization_losses=self.losses)")
BY_HAND = HEAD.format("tf.reduce_mean((y - y_pred) ** 2)")
UPDATE = "        self.compiled_metrics.update_state(y, y_pred)\n"
RETURN = "        return {m.name: m.result() for m in self.metrics}\n"
LONE = "        return {'loss': loss}\n"


def lines(code: str, to: str = "native", origin: str | None = None) -> list[int]:
    settings = Settings(to, origin=parse_origin(origin) if origin else None, select=("TFM325",))
    result = upgrade(code.encode(), settings)
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM325"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("code", "line"),
    [
        (STEP + UPDATE + RETURN, 8),
        (STEP + LONE, 8),
        (STEP.replace("tf.keras.Model", "Elsewhere") + LONE, 8),
        (STEP.replace("tf.keras.Model", "Base, tf.keras.Model") + LONE, 8),
        (STEP.replace("train_step", "_run") + LONE, 8),
        (BY_HAND + UPDATE + RETURN, 11),
        (BY_HAND + LONE, 11),
        (BY_HAND.replace("train_step", "test_step") + LONE, 11),
    ],
)
def test_reported(code: str, line: int, to: str) -> None:
    assert lines(code, to) == [line]


def test_each_step_reported_once() -> None:
    both = STEP + UPDATE + LONE
    other = "\n    def test_step(self, data):\n        x, y = data\n        y_pred = self(x)\n"
    other += "        self.compiled_loss(y, y_pred)\n" + UPDATE + RETURN
    assert lines(both + other) == [8, 17]


def test_advice_fits_in_a_line() -> None:
    result = upgrade((STEP + UPDATE + RETURN).encode(), Settings(select=("TFM325",)))
    assert isinstance(result, Upgraded)
    assert result.findings[0].advice.endswith("m.update_state(y, y_pred)")


@pytest.mark.parametrize(
    "code",
    [
        HEAD.format("self.compute_loss(x, y, y_pred)") + "        for m in self.metrics:\n"
        "            m.update_state(loss) if m.name == 'loss' else m.update_state(y, y_pred)\n" + RETURN,
        BY_HAND + RETURN,
        BY_HAND + "        return {'loss': loss, 'other': 2 * loss}\n",
        BY_HAND + "        return {'d_loss': loss}\n",
        BY_HAND + "        return {'loss': self.tracker.result()}\n",
        BY_HAND + "        self.tracker.update_state(loss)\n" + LONE,
        BY_HAND + LONE + "\n    @property\n    def metrics(self):\n        return [self.tracker]\n",
        BY_HAND + LONE + "\n    def start(self):\n        self.mean = tf.keras.metrics.Mean('mean')\n",
        BY_HAND.replace("train_step", "other_step") + LONE,
        BY_HAND.replace("tf.keras.Model", "object") + LONE,
        STEP
        + RETURN
        + "\n    def compiled_loss(self, y, y_pred, **more):\n        return tf.reduce_mean(y - y_pred)\n",
        STEP + UPDATED + RETURN + KEPT,
        STEP + "        self.tracker(loss)\n" + RETURN + KEPT,
        BY_HAND + "        self.history.append(self.compiled_loss)\n" + RETURN,
        "import torch\n" + BY_HAND.replace("import tensorflow as tf\n", "").replace("tf.keras.Model", "Module") + LONE,
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


@pytest.mark.parametrize(
    "code",
    [
        STEP + RETURN + KEPT,
        STEP + UPDATED + RETURN,
        STEP + UPDATED + RETURN + KEPT.replace("'loss'", "'mean'"),
        STEP + UPDATED + RETURN + KEPT.replace("def metrics", "def others"),
    ],
)
def test_a_metric_for_the_loss_that_is_not_reported(code: str) -> None:
    assert lines(code) != []


@pytest.mark.parametrize("code", [STEP + UPDATE + RETURN, BY_HAND + LONE])
def test_code_for_keras_3_left_alone(code: str) -> None:
    assert lines(code, origin="tensorflow==2.18") == []
    assert lines("from keras import ops\n" + code) == []


def test_tf_keras_left_alone() -> None:
    assert (
        lines(
            STEP.replace("import tensorflow as tf\n", "import tensorflow as tf\nimport tf_keras\n").replace(
                "tf.keras.Model", "tf_keras.Model"
            )
            + LONE
        )
        == []
    )
