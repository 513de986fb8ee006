from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = """import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.BatchNormalization()])
{use}
"""


@pytest.mark.parametrize(
    "use",
    [
        'kept = [v for v in model.trainable_variables if "batch_normalization" not in v.{name}]',
        'for v in model.weights:\n    frozen = "bn" in v.{name}',
        'for grad, v in zip(grads, model.trainable_weights):\n    frozen = "dense/kernel" in v.{name}',
        'first = "dense" in model.weights[0].{name}',
    ],
)
@pytest.mark.parametrize("to", ["native", "compat"])
def test_name_of_a_layer(use: str, to: str) -> None:
    source = MODEL.replace("{use}", use)
    check_upgraded(source.format(name="name"), source.format(name="path"), to=to)


@pytest.mark.parametrize("text", ['"kernel:0"', "part"])
def test_text_that_may_not_be_in_the_path(text: str) -> None:
    check_declined(MODEL.format(use=f"for v in model.weights:\n    frozen = {text} in v.name"), "TFM223", 5)


@pytest.mark.parametrize(
    "use",
    [
        'kept = [v for v in model.trainable_variables if "kernel" in v.name]',
        "names = [v.name for v in model.weights]",
        'kept = [each for each in model.layers if "dense" in each.name]',
        'kept = [v for v in tf.Module().variables if "dense" in v.name]',
        'kept = [v for v in model.trainable_variables if "dense" in v.path]',
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(MODEL.format(use=use))


def test_shape_of_a_variable() -> None:
    use = "sizes = [v.get_shape().num_elements() for v in model.trainable_variables]"
    check_declined(MODEL.format(use=use), "TFM197", 4)


STEP = """import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizer = {optimizer}(0.1)
optimizer.apply_gradients(zip(gradients, {model}.trainable_variables))
"""


@pytest.mark.parametrize("to", ["native", "compat"])
def test_optimizer_of_tensorflow_1(to: str) -> None:
    made = "tf.train.AdamOptimizer" if to == "compat" else "tf.compat.v1.train.AdamOptimizer"
    source = STEP.format(optimizer=made, model="model")
    if to == "compat":
        source = source.replace("import", "from compat import", 1)
    check_declined(source, "TFM223", 5, to=to)


@pytest.mark.parametrize(
    ("optimizer", "model"), [("tf.keras.optimizers.Adam", "model"), ("tf.compat.v1.train.AdamOptimizer", "tf.Module()")]
)
def test_optimizers_that_know_the_variables(optimizer: str, model: str) -> None:
    check_untouched(STEP.format(optimizer=optimizer, model=model))
