from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

LAYER = """import tensorflow as tf


class Linear(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = {make}
"""


@pytest.mark.parametrize(
    ("use", "written"),
    [
        ('self.add_variable("k", [3])', 'self.add_weight(name="k", shape=[3])'),
        ('self.add_variable("k", shape=[3])', 'self.add_weight(name="k", shape=[3])'),
        ('self.add_variable(name="k", shape=[3])', 'self.add_weight(name="k", shape=[3])'),
        (
            'self.add_variable("k", [3], tf.float32, "zeros")',
            'self.add_weight(name="k", shape=[3], dtype=tf.float32, initializer="zeros")',
        ),
        (
            'self.add_variable(label, shape, initializer="zeros")',
            'self.add_weight(name=label, shape=shape, initializer="zeros")',
        ),
        ("self.add_weight(shape=(3))", "self.add_weight(shape=(3,))"),
        ('self.add_weight(name="k", shape=(input_shape[-1]))', 'self.add_weight(name="k", shape=(input_shape[-1],))'),
        ("self.add_weight(shape=int(input_shape[1]) * 2)", "self.add_weight(shape=(int(input_shape[1]) * 2,))"),
        (
            "None\n        n = input_shape[-1]\n        self.b = self.add_weight(shape=n)",
            "None\n        n = input_shape[-1]\n        self.b = self.add_weight(shape=(n,))",
        ),
    ],
)
def test_variable_of_a_layer(use: str, written: str) -> None:
    check_upgraded(LAYER.format(make=use), LAYER.format(make=written))


INPUT = """import tensorflow as tf


class Maker:
    def __init__(self):
        self.size = 4
        self.shape = (4,)

    def make(self, given):
        return {make}
"""


@pytest.mark.parametrize(
    ("use", "written"),
    [
        ("tf.keras.Input(shape=4)", "tf.keras.Input(shape=(4,))"),
        ("tf.keras.layers.Input(4)", "tf.keras.layers.Input((4,))"),
        ("tf.keras.layers.Input(shape=(4))", "tf.keras.layers.Input(shape=(4,))"),
        ("tf.keras.Input(shape=self.size)", "tf.keras.Input(shape=(self.size,))"),
        ("tf.keras.Input(shape=self.size * 2)", "tf.keras.Input(shape=(self.size * 2,))"),
    ],
)
def test_input(use: str, written: str) -> None:
    check_upgraded(INPUT.format(make=use), INPUT.format(make=written))


@pytest.mark.parametrize(
    "use",
    [
        "tf.keras.Input(shape=(4,))",
        "tf.keras.Input(shape=self.shape)",
        "tf.keras.Input(shape=given)",
        "tf.keras.Input(shape=given[0])",
        "tf.keras.Input(shape=())",
        "tf.keras.Input(*given)",
        "self.Input(shape=4)",
    ],
)
def test_input_left_alone(use: str) -> None:
    check_untouched(INPUT.format(make=use))


@pytest.mark.parametrize(
    "use",
    [
        'self.add_variable([3], "zeros")',
        'self.add_variable(shape=[3], initializer="zeros", name="k")',
        "self.add_variable(*given)",
        'self.add_weight(name="k", shape=[3])',
        'self.store.add_variable("k", [3])',
        "self.add_weight(shape=(self.size))",
        "self.add_weight(shape=input_shape[1:])",
        "self.add_weight(shape=input_shape[0][1:])",
        "self.add_weight(shape=shapes[0])",
        "self.add_weight(shape=())",
        "self.store.add_weight(shape=(3))",
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(LAYER.format(make=use))


UNITS = """import tensorflow as tf


class Linear(tf.keras.layers.Layer):
    def __init__(self, units{annotation}, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        {kernel}
        self.b = self.add_weight(shape={shape}, initializer="zeros")


layers = {made}
"""
KERNEL = "self.w = self.add_weight(shape=(input_shape[-1], self.units))"


@pytest.mark.parametrize(
    ("annotation", "kernel", "made"),
    [
        ("", KERNEL, "[Linear(units) for units in sizes]"),
        ("", "pass", "Linear(3)"),
        (": int", "pass", "make(Linear)"),
        ("", "self.dense = tf.keras.layers.Dense(self.units)", "make(Linear)"),
    ],
)
def test_number_in_an_attribute(annotation: str, kernel: str, made: str) -> None:
    source = UNITS.replace("{annotation}", annotation).replace("{kernel}", kernel).replace("{made}", made)
    check_upgraded(source.format(shape="(self.units)"), source.format(shape="(self.units,)"))


@pytest.mark.parametrize(
    ("kernel", "made"),
    [
        ("pass", "make(Linear)"),
        ("pass", "Linear((3, 4))"),
        ("pass", "[Linear(3), Linear((3, 4))]"),
        ("self.w = self.add_weight(shape=self.units)", "make(Linear)"),
        ("self.sizes = (input_shape[-1], self.units)", "make(Linear)"),
        ("self.w = self.store.save(shape=(input_shape[-1], self.units))", "make(Linear)"),
    ],
)
def test_what_may_be_a_shape_left_alone(kernel: str, made: str) -> None:
    source = UNITS.replace("{annotation}", "").replace("{kernel}", kernel).replace("{made}", made)
    check_untouched(source.format(shape="(self.units)"))


def test_own_method() -> None:
    source = LAYER.format(make='self.add_variable("k", [3])')
    check_untouched(source + "\n    def add_variable(self, name, shape):\n        return tf.zeros(shape)\n")


def test_on_the_shims() -> None:
    check_untouched(
        LAYER.format(make='self.add_variable("k", [3])').replace("import tensorflow", "from compat import tensorflow")
    )


@pytest.mark.parametrize("base", ["tf.keras.layers.Flatten", "tf.keras.layers.Dropout"])
@pytest.mark.parametrize("method", ["add_variable", "add_weight"])
def test_bases_that_the_shims_do_not_have(base: str, method: str) -> None:
    source = LAYER.replace("tf.keras.layers.Layer", base).replace("import", "from compat import", 1)
    after = source.format(make='self.add_weight(name="k", shape=[3])')
    check_upgraded(source.format(make=f'self.{method}("k", [3])'), after, to="compat")
