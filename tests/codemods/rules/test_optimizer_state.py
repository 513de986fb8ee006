"""Attributes and configurations of optimizers."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import keras\nfrom tensorflow.keras import backend as K\nopt = keras.optimizers.SGD(0.1, 0.9)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('opt.get_config()["lr"]', 'opt.get_config()["learning_rate"]'),
        ("model.optimizer.get_config()['lr']", "model.optimizer.get_config()['learning_rate']"),
        ("keras.optimizers.SGD.from_config({'lr': 0.1})", "keras.optimizers.SGD.from_config({'learning_rate': 0.1})"),
        (
            "keras.optimizers.deserialize({'class_name': 'SGD', 'config': {'lr': 0.1}})",
            "keras.optimizers.deserialize({'class_name': 'SGD', 'config': {'learning_rate': 0.1}})",
        ),
    ],
)
def test_keys(before: str, after: str) -> None:
    check_upgraded(HEAD + before + "\n", HEAD + after + "\n")


@pytest.mark.parametrize(
    "source",
    [
        "print(opt.decay)",
        "print(model.optimizer.initial_decay)",
        "print(opt.updates)",
        "opt.get_config()['decay']",
        "K.set_value(opt.momentum, 0.5)",
        "K.set_value(model.optimizer.beta_1, 0.5)",
        "keras.optimizers.SGD.from_config({'learning_rate': 0.1, 'decay': 1e-4})",
    ],
)
def test_reported(source: str) -> None:
    check_declined(HEAD + source + "\n", "TFM115", 4)


@pytest.mark.parametrize(
    "source",
    [
        "opt.get_config()['learning_rate']",
        "layer.get_config()['lr']",
        "settings['lr'], args.decay, settings.decay",
        "K.set_value(opt.learning_rate, 0.5)",
        "K.get_value(opt.momentum)",
        "K.set_value(weight, 0.5)",
        "Own.from_config({'lr': 0.1})",
        "keras.optimizers.SGD.from_config({'learning_rate': 0.1, 'momentum': 0})",
        "class O(keras.optimizers.SGD):\n    def f(self): return self.decay",
        "class T:\n    def f(self): return self.decay, self.updates",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source + "\n")


def test_optimizers_of_the_shims_keep_theirs() -> None:
    check_untouched("from compat.keras.optimizers import SGD\nopt = SGD(0.1, decay=1e-4)\nprint(opt.decay)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("opt.get_config()['lr']", "float(opt.learning_rate)"),
        ("opt.get_config()['learning_rate']", "float(opt.learning_rate)"),
        ("opt.get_config()['decay']", "opt.initial_decay"),
    ],
)
def test_configuration_of_an_optimizer_with_a_decay(before: str, after: str) -> None:
    result = check_sound(f"from keras.optimizers import SGD\nopt = SGD(lr=0.1, decay=1e-4)\nprint({before})\n")
    text = result.after.decode()
    assert f"opt = LegacySGD(learning_rate=0.1, decay=1e-4)\nprint({after})\n" in text
    assert not result.findings


def test_variables_are_a_list() -> None:
    source = "import tensorflow as tf\noptimizer = tf.keras.optimizers.{}(0.1)\nheld = optimizer.variables{}\n"
    check_upgraded(source.format("Adam", "()"), source.format("Adam", ""))
    check_untouched(source.format("Adam", ""))


def test_variables_of_other_optimizers() -> None:
    check_untouched("import tensorflow as tf\no = tf.compat.v1.train.AdamOptimizer(0.1)\nheld = o.variables()\n")
