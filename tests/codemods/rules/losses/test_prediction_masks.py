"""Masks of predictions that losses and metrics are called with."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

MODEL = "model = tf.keras.Sequential([tf.keras.layers.Embedding(5, 3, mask_zero=True), tf.keras.layers.Dense(3)])\n"
LOSS = "loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)\n"
METRIC = "accuracy = tf.keras.metrics.SparseCategoricalAccuracy()\n"
HEAD = f"import tensorflow as tf\n{MODEL}{LOSS}{METRIC}"
OF_2_3 = Settings(origin=parse_origin("tensorflow==2.3"), select=("TFM348",))


def after(code: str, settings: Settings = OF_2_3) -> str:
    result = upgrade(code.encode(), settings)
    assert isinstance(result, Upgraded)
    assert not result.findings
    return result.after.decode()


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ("loss_object(y, model(x))\n", "loss_object(y, tf.identity(model(x)))\n"),
        ("loss_object(y_pred=p, y_true=y)\n", "loss_object(y_pred=tf.identity(p), y_true=y)\n"),
        ("loss_object(y, p, w)\n", "loss_object(y, tf.identity(p), w)\n"),
        ("accuracy(y, p)\n", "accuracy(y, tf.identity(p))\n"),
        ("accuracy.update_state(y, p)\n", "accuracy.update_state(y, tf.identity(p))\n"),
        (
            "def loss(real, pred):\n    return loss_object(real, pred)\n",
            "def loss(real, pred):\n    return loss_object(real, tf.identity(pred))\n",
        ),
        (
            "class Own(tf.keras.losses.Loss):\n    def call(self, y, p):\n        return p\nOwn()(y, p)\n",
            "class Own(tf.keras.losses.Loss):\n    def call(self, y, p):\n        return p\nOwn()(y, tf.identity(p))\n",
        ),
    ],
)
def test_copied(before: str, changed: str) -> None:
    assert after(HEAD + before) == HEAD + changed
    assert after(HEAD + changed) == HEAD + changed


def test_masking() -> None:
    head = HEAD.replace("Embedding(5, 3, mask_zero=True)", "Masking()")
    assert after(head + "accuracy(y, p)\n") == head + "accuracy(y, tf.identity(p))\n"


@pytest.mark.parametrize(
    "code",
    [
        HEAD.replace(", mask_zero=True", "") + "loss_object(y, p)\naccuracy(y, p)\n",
        HEAD + "loss_object(y, tf.nn.softmax(p))\naccuracy(y, p[:, 0])\naccuracy(y, p * 2)\n",
        HEAD + "p = tf.reshape(model(x), [-1, 3])\nloss_object(y, p)\n",
        HEAD + "loss_object(*batch)\naccuracy.update_state(*batch)\naccuracy.result()\nloss_object.call(y, p)\n",
        HEAD + "tf.keras.losses.sparse_categorical_crossentropy(y, p)\n",
        HEAD + "tf.keras.metrics.Mean()(p)\ntf.keras.metrics.AUC()(y, p)\n",
        HEAD + "class Own(tf.keras.losses.Loss):\n    def __call__(self, y, p):\n        return p\nOwn()(y, p)\n",
        HEAD + "model.compile('sgd', loss_object, metrics=[accuracy])\n",
        HEAD.replace("import tensorflow as tf", "import tensorflow as tf, tf_keras").replace("tf.keras", "tf_keras")
        + "loss_object(y, p)\n",
        HEAD.replace("import tensorflow as tf", "from compat import tensorflow as tf") + "accuracy(y, p)\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert after(code) == code


def test_a_model_of_another_module(tmp_path: Path) -> None:
    (tmp_path / "networks.py").write_text(f"import tensorflow as tf\n{MODEL}")
    code = f"import tensorflow as tf\nfrom networks import model\n{METRIC}accuracy(y, model(x))\n"
    (tmp_path / "train.py").write_text(code)
    result = upgrade(code.encode(), OF_2_3, project_of(tmp_path / "train.py"))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == code.replace("model(x)", "tf.identity(model(x))")


@pytest.mark.parametrize("release", [None, "tensorflow==2.12"])
def test_losses_that_look_at_masks_since_tensorflow_2_11(release: str | None) -> None:
    code = f"{HEAD}loss_object(y, p)\naccuracy(y, p)\n"
    origin = parse_origin(release) if release else None
    result = upgrade(code.encode(), Settings(origin=origin, select=("TFM348",)))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == f"{HEAD}loss_object(y, p)\naccuracy(y, tf.identity(p))\n"
    assert [each.line for each in result.notes] == ([] if release else [5])


STEPS = f"""{HEAD}
tokens, labels = tf.constant([[1, 2, 0, 0], [3, 0, 0, 0]]), tf.constant([[1, 2, 1, 1], [0, 2, 1, 1]])
model(tokens)
model.set_weights([tf.reshape(tf.sin(tf.range(0.0, tf.size(w))), w.shape).numpy() for w in model.get_weights()])

@tf.function
def step():
    predictions = model(tokens)
    accuracy(labels, predictions)
    return loss_object(labels, predictions)

loss = float(step())
result = float(accuracy.result())
"""


@pytest.mark.tensorflow
@pytest.mark.parametrize(("is_upgraded", "loss", "accuracy"), [(True, 0.976098, 0.375), (False, 1.068737, 0.666667)])
def test_numbers(is_upgraded: bool, loss: float, accuracy: float) -> None:
    """TensorFlow 2.3.4 and 2.10.1 have those of the upgraded code, 2.15.1 those of neither: 1.068737 and 0.375."""
    pytest.importorskip("tensorflow")
    found: dict[str, float] = {}
    code = STEPS if not is_upgraded else after(STEPS)
    exec(compile(code, "code", "exec"), found)
    assert (found["loss"], found["result"]) == pytest.approx((loss, accuracy), abs=1e-5)
