from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

LAYER = """import tensorflow as tf


class Linear(tf.keras.layers.Layer):
    def {method}(self, input_shape):
        size = {size}
"""


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("method", ["build", "compute_output_shape"])
@pytest.mark.parametrize(
    ("use", "written"),
    [
        ("input_shape.as_list()[-1]", "list(input_shape)[-1]"),
        ("input_shape[-1].value", "input_shape[-1]"),
    ],
)
def test_shape_of_a_layer(use: str, written: str, method: str, to: str) -> None:
    source = LAYER.replace("import tensorflow", "from compat import tensorflow") if to == "compat" else LAYER
    check_upgraded(source.format(method=method, size=use), source.format(method=method, size=written), to=to)


@pytest.mark.parametrize(
    "source",
    [
        LAYER.format(method="build", size="input_shape[-1]"),
        LAYER.format(method="build", size="tf.TensorShape(input_shape).as_list()[-1]"),
        LAYER.format(method="call", size="input_shape.as_list()"),
        LAYER.format(
            method="build", size="0\n        input_shape = tf.TensorShape(input_shape)\n        input_shape.as_list()"
        ),
        LAYER.format(method="build", size="input_shape.as_list()").replace("tf.keras.layers.Layer", "tf.Module"),
        LAYER.format(method="build", size="input_shape.as_list()").replace("(tf.keras.layers.Layer)", ""),
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
