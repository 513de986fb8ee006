from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = """import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
layer = tf.keras.layers.Dense(2)
{use}
"""


@pytest.mark.parametrize(
    ("use", "written"),
    [
        ("values = [v.read_value() for v in model.weights]", "values = [v.value.read_value() for v in model.weights]"),
        ("kept = {v.ref() for v in model.weights}", "kept = {v.value.ref() for v in model.weights}"),
        ("kept = model.weights[0].experimental_ref()", "kept = model.weights[0].value.experimental_ref()"),
        ("value = layer.kernel.value()", "value = layer.kernel.value.read_value()"),
        ("layer.kernel.scatter_nd_update(i, x)", "layer.kernel.value.scatter_nd_update(i, x)"),
        ("v = model.layers[0].kernel\nprint(v.device)", "v = model.layers[0].kernel\nprint(v.value.device)"),
        ("print(model.layers[0].weights[1].value())", "print(model.layers[0].weights[1].value.read_value())"),
        (
            "d = model.layers[0]\nprint(d.weights[1].value())",
            "d = model.layers[0]\nprint(d.weights[1].value.read_value())",
        ),
        ("layer.bias.assign(x, read_value=False)", "layer.bias.assign(x)"),
        ("for v in set(model.trainable_weights):\n    print(v)", "for v in model.trainable_weights:\n    print(v)"),
        ("n = sum(v.shape[0] for v in set(model.weights))", "n = sum(v.shape[0] for v in model.weights)"),
    ],
)
def test_variable(use: str, written: str) -> None:
    check_upgraded(MODEL.format(use=use), MODEL.format(use=written))


def test_iterations_of_an_optimizer() -> None:
    source = "import tensorflow as tf\noptimizer = tf.keras.optimizers.SGD(0.1)\nprint(optimizer.iterations{})\n"
    check_upgraded(source.format(".read_value()"), source.format(".value.read_value()"))


def test_set_that_is_kept() -> None:
    check_declined(MODEL.format(use="before = set(model.weights)"), "TFM245", 5)


@pytest.mark.parametrize(
    "use",
    [
        "v = tf.Variable(1.0)\nprint(v.read_value(), v.ref(), v.value())",
        "v = tf.Variable(1.0)\nv.assign_add(1.0, read_value=False)",
        "print(model.weights[0].value.read_value())",
        "for v in model.weights:\n    v.assign(2 * v)",
        "print(unknown.read_value(), unknown.value())",
        "layers = set(model.layers)",
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(MODEL.format(use=use))


def test_own_weights() -> None:
    source = """import own
import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = own.tensor(1.0)

    def call(self, x):
        return x * self.kernel.device


print(Scale().kernel.device)
"""
    check_untouched(source)


def test_assigned_weights_tell_of_no_release() -> None:
    source = """import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
for variable in model.weights:
    variable.assign(2 * variable)
    print(variable{}.device)
"""
    check_upgraded(source.format(""), source.format(".value"))


COPIES = """import tensorflow as tf

def copy(targets, sources, tau=1.0, use_locking=False):
    def update(target, source):
        target.assign({assigned})

    assert all({compared} for a, b in zip(targets, sources))
    for target, source in zip(targets, sources):
        update(target, source)

model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
other = {other}
copy({weights}, other.weights)
"""


def copies(assigned: str, compared: str, weights: str = "model.weights", other: str = "tf.keras.Model(i, o)") -> str:
    return COPIES.format(assigned=assigned, compared=compared, weights=weights, other=other)


@pytest.mark.parametrize(
    "assigned", ["source, use_locking", "source, use_locking=use_locking", "source, False, 'copy'"]
)
@pytest.mark.parametrize("weights", ["model.weights", "list(model.trainable_variables)", "model.weights[:2]"])
def test_what_functions_are_given(assigned: str, weights: str) -> None:
    check_upgraded(
        copies(assigned, "a.get_shape() == b.get_shape()", weights), copies("source", "a.shape == b.shape", weights)
    )


def test_the_shape_as_a_list() -> None:
    check_upgraded(
        copies("source", "a.get_shape().as_list() == [1]"),
        copies("source", "list(a.shape) == [1]"),
    )


def test_what_else_is_read_of_the_shape() -> None:
    check_declined(copies("source", "a.get_shape().num_elements() == 1"), "TFM245", 7)


@pytest.mark.parametrize(
    ("assigned", "compared", "weights"),
    [
        ("source", "a.shape == b.shape", "model.weights"),
        ("source, use_locking", "x.get_shape() == 1", "[tf.Variable(1.0)]"),
        ("*arguments", "a.shape == b.shape", "model.weights"),
    ],
)
def test_other_things_that_functions_are_given(assigned: str, compared: str, weights: str) -> None:
    check_untouched(copies(assigned, compared, weights))
