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
        ("input_shape[0].as_list()[-1]", "list(input_shape[0])[-1]"),
        ("input_shape[0][1].value", "input_shape[0][1]"),
    ],
)
def test_shape_of_a_layer(use: str, written: str, method: str, to: str) -> None:
    source = LAYER.replace("import tensorflow", "from compat import tensorflow") if to == "compat" else LAYER
    check_upgraded(source.format(method=method, size=use), source.format(method=method, size=written), to=to)


KEPT = """import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.sizes = {kept}

    def call(self, x):
        return x / {size}
"""


@pytest.mark.parametrize("kept", ["input_shape", "input_shape[0]"])
@pytest.mark.parametrize(
    ("use", "written"),
    [("self.sizes.as_list()[1]", "list(self.sizes)[1]"), ("self.sizes[1].value", "self.sizes[1]")],
)
def test_kept_shape(kept: str, use: str, written: str) -> None:
    check_upgraded(KEPT.format(kept=kept, size=use), KEPT.format(kept=kept, size=written))


@pytest.mark.parametrize(
    "source",
    [
        KEPT.format(kept="tf.TensorShape(input_shape)", size="self.sizes.as_list()[1]"),
        KEPT.format(kept="input_shape", size="self.other.as_list()[1]"),
        KEPT.format(kept="input_shape", size="self.sizes.as_list()[1]") + "        self.sizes = x.shape\n",
        KEPT.format(kept="input_shape[key]", size="self.sizes.as_list()[1]"),
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
