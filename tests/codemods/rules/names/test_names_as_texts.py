from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

STRATEGY = "import tensorflow as tf\ns = tf.distribute.MirroredStrategy()\n{}\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('getattr(s, "experimental_run_v2")(step)', "s.run(step)"),
        ('run = getattr(s, "experimental_run_v2")', "run = s.run"),
        ('x = getattr(tf, "to_float")(x)', "x = tf.cast(x, tf.float32)"),
        ("getattr(self.strategy, 'experimental_run_v2')(step)", "self.strategy.run(step)"),
    ],
)
def test_name_in_a_text(legacy: str, modern: str) -> None:
    check_upgraded(STRATEGY.format(legacy), STRATEGY.format(modern))


@pytest.mark.parametrize(
    "use",
    [
        'getattr(s, "run")(step)',
        'run = getattr(s, "experimental_run_v2", None)',
        'old = hasattr(s, "experimental_run_v2")',
        "run = getattr(s, name)",
        'getattr(tf, "cast")(x, "float32")',
        'getattr(args, "lr")',
        'class Own:\n    def experimental_run_v2(self): pass\ngetattr(Own(), "experimental_run_v2")()',
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(STRATEGY.format(use))


KERAS = """\
import tensorflow as tf

x = tf.keras.layers.Input((3,))
dense = tf.keras.layers.Dense(2)
model = tf.keras.models.Model(x, dense(x))
{}
"""


@pytest.mark.parametrize(
    ("legacy", "modern", "code"),
    [
        ('s = getattr(x, "_keras_shape")', "s = x._keras_shape", "TFM197"),
        ('s = getattr(x, "_shape_val")', "s = x._shape_val", "TFM197"),
        ('s = getattr(dense, "output_shape")', "s = dense.output_shape", "TFM197"),
        ('s = getattr(model.layers[-1], "output_shape")', "s = model.layers[-1].output.shape", None),
        ('s = getattr(model, "stateful")', "s = model.stateful", "TFM197"),
        ('s = getattr(model, "metrics_names")', "s = model.metrics_names", "TFM231"),
    ],
)
def test_attribute_of_a_known_object(legacy: str, modern: str, code: str | None) -> None:
    result = check_upgraded(KERAS.format(legacy), KERAS.format(modern))
    assert [each.code for each in result.findings] == ([code] if code is not None else [])


@pytest.mark.parametrize(
    "use",
    [
        's = getattr(x, "shape")',
        's = getattr(model, "stateful", False)',
        's = getattr(model, "optimizer")',
        's = getattr(unknown, "output_shape")',
        's = getattr(unknown, "metrics_names")',
        "s = getattr(model, name)",
        'class Own(tf.keras.Model):\n    stateful = True\n\n\ns = getattr(Own(), "stateful")',
    ],
)
def test_attribute_left_alone(use: str) -> None:
    check_untouched(KERAS.format(use))


LEGACY = "import tensorflow as tf\ntf.random.set_random_seed(1)\n{}\n"
SEEDED = "import tensorflow as tf\ntf.random.set_seed(1)\n{}\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('y = getattr(tf.nn, "dropout")(x, 0.8)', "y = tf.nn.dropout(x, rate=1 - 0.8)"),
        ('y = getattr(tf.nn, "embedding_lookup")(t, ids)', "y = tf.compat.v1.nn.embedding_lookup(t, ids)"),
        ('lookup = getattr(tf.nn, "embedding_lookup")', "lookup = tf.compat.v1.nn.embedding_lookup"),
        ('pool = getattr(tf.nn, "max_pool")', "pool = tf.nn.max_pool"),
    ],
)
def test_name_in_a_text_that_means_something_else(legacy: str, modern: str) -> None:
    check_upgraded(LEGACY.format(legacy), SEEDED.format(modern))


@pytest.mark.parametrize(
    "use", ['getattr(tf.nn, "relu")(x)', "getattr(tf.nn, name)(x)", 'getattr(tf.nn, "dropout", None)']
)
def test_left_alone_in_tensorflow_1(use: str) -> None:
    check_upgraded(LEGACY.format(use), SEEDED.format(use))


def test_left_alone_in_tensorflow_2() -> None:
    check_untouched(STRATEGY.format('y = getattr(tf.nn, "dropout")(x, 0.8)'))


OPTIMIZERS = "from keras.optimizers import SGD, Adam\n{}\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('opt = globals()["SGD"](lr=0.1)', "opt = SGD(learning_rate=0.1)"),
        ('def f():\n    return globals()["Adam"](0.1)', "def f():\n    return Adam(0.1)"),
    ],
)
def test_globals(legacy: str, modern: str) -> None:
    check_upgraded(OPTIMIZERS.format(legacy), OPTIMIZERS.format(modern))


@pytest.mark.parametrize(
    "use",
    [
        'opt = globals()["Own"](lr=0.1)',
        'SGD = 1\nopt = globals()["SGD"](0.1)',
        'def f(SGD):\n    return globals()["SGD"](0.1)',
        'opt = globals()["SGD"]',
        'opt = table()["SGD"](lr=0.1)',
    ],
)
def test_globals_left_alone(use: str) -> None:
    result = check_sound(OPTIMIZERS.format(use))
    assert result.after.decode() == OPTIMIZERS.format(use)
