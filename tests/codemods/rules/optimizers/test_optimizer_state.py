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
        ("c = opt.get_config()\nprint(c['lr'])", "c = opt.get_config()\nprint(c['learning_rate'])"),
        ("c = opt.get_config()\nc['lr'] = 0.5", "c = opt.get_config()\nc['learning_rate'] = 0.5"),
        ("c = opt.get_config()\nc.get('lr', 0.1)", "c = opt.get_config()\nc.get('learning_rate', 0.1)"),
        ("print('lr' in opt.get_config())", "print('learning_rate' in opt.get_config())"),
        (
            "def rate(optimizer):\n    c = optimizer.get_config()\n    return c['lr']\nrate(opt)",
            "def rate(optimizer):\n    c = optimizer.get_config()\n    return c['learning_rate']\nrate(opt)",
        ),
        ("keras.optimizers.SGD.from_config({'lr': 0.1})", "keras.optimizers.SGD.from_config({'learning_rate': 0.1})"),
        (
            "keras.optimizers.deserialize({'class_name': 'SGD', 'config': {'lr': 0.1}})",
            "keras.optimizers.deserialize({'class_name': 'SGD', 'config': {'learning_rate': 0.1}})",
        ),
        (
            "config = {'lr': 0.1}\nkeras.optimizers.get({'class_name': 'SGD', 'config': config})",
            "config = {'learning_rate': 0.1}\nkeras.optimizers.get({'class_name': 'SGD', 'config': config})",
        ),
        (
            "model = keras.Sequential()\nmodel.compile({'class_name': 'SGD', 'config': {'lr': 0.1}}, 'mse')",
            "model = keras.Sequential()\nmodel.compile({'class_name': 'SGD', 'config': {'learning_rate': 0.1}}, 'mse')",
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
        "c = opt.get_config(); print(c['decay'])",
        "c = opt.get_config(); print(c.get('decay', 0.0))",
        "K.set_value(opt.momentum, 0.5)",
        "K.set_value(model.optimizer.beta_1, 0.5)",
        "keras.optimizers.SGD.from_config({'learning_rate': 0.1, 'decay': 1e-4})",
        "keras.optimizers.get({'class_name': 'SGD', 'config': {'decay': 1e-4}})",
        "config = {'lr': 0.1}; print(config['lr']); keras.optimizers.SGD.from_config(config)",
        "K.batch_set_value(pairs)",
        "K.set_value(*pair)",
    ],
)
def test_reported(source: str) -> None:
    check_declined(HEAD + source + "\n", "TFM115", 4)


@pytest.mark.parametrize(
    "source",
    [
        "opt.get_config()['learning_rate']",
        "layer.get_config()['lr']",
        "c = layer.get_config(); c['lr'], c.get('decay'), 'lr' in c",
        "c = opt.get_config(); c['momentum'], c.get('learning_rate'), 'momentum' in c",
        "c = opt.get_config()\nif x:\n    c = {'lr': 0.1}\nprint(c['lr'])",
        "c = opt.get_config(); settings['lr'], 'lr' in settings, settings.get('decay')",
        "settings['lr'], args.decay, settings.decay",
        "opt.learning_rate.assign(0.5)",
        "K.get_value(opt.momentum)",
        "Own.from_config({'lr': 0.1})",
        "keras.losses.get({'class_name': 'SGD', 'config': {'lr': 0.1}})",
        "keras.optimizers.get(config)",
        "keras.optimizers.SGD.from_config({'learning_rate': 0.1, 'momentum': 0})",
        "class O(keras.optimizers.SGD):\n    def f(self): return self.decay",
        "class T:\n    def f(self): return self.decay, self.updates",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source + "\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("K.set_value(opt.learning_rate, 0.5)", "opt.learning_rate.assign(0.5)"),
        (
            "K.set_value(model.optimizer.lr, K.get_value(x) * 2)",
            "model.optimizer.learning_rate.assign(K.get_value(x) * 2)",
        ),
        ("K.set_value(value=0.5, x=weights[0])", "weights[0].assign(0.5)"),
        ("K.set_value(a or b, 3)  # both", "(a or b).assign(3)  # both"),
        (
            "x = [K.update(a, b), K.update_add(a, 1), K.update_sub(a, 1)]",
            "x = [a.assign(b), a.assign_add(1), a.assign_sub(1)]",
        ),
        ("f = lambda epoch, logs: K.set_value(a, epoch)", "f = lambda epoch, logs: a.assign(epoch)"),
    ],
)
def test_values_of_variables(before: str, after: str) -> None:
    check_upgraded(HEAD + before + "\n", HEAD + after + "\n")


@pytest.mark.parametrize(
    "source",
    [
        "from compat.keras import backend as K\nK.set_value(a, 3)\nK.update(a, 3)\n",
        "from own import backend as K\nimport keras\nK.set_value(a, 3)\n",
        "import keras\na.set_value(3)\na.update(b, c)\n",
    ],
)
def test_other_functions_left_alone(source: str) -> None:
    check_untouched(source)


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


def test_a_named_configuration_of_an_optimizer_of_the_shims_stays() -> None:
    """It answers to the keys of Keras 2."""
    source = "from compat.keras.optimizers import SGD\nopt = SGD(lr=0.1, decay=0.5)\nc = opt.get_config()\n"
    check_untouched(source + "print(c['lr'], c['decay'], c.get('lr'), 'lr' in c)\n")
