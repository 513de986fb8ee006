"""Profiles of the default graph are reported beside Keras."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

HEAD = "import tensorflow as tf\nfrom tensorflow.keras.layers import Dense\n\nmodel = tf.keras.Sequential([Dense(3)])\n"
V1 = "import tensorflow.compat.v1 as tf\nfrom tensorflow.keras.layers import Dense\nlayer = Dense(3)\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (HEAD + "flops = tf.compat.v1.profiler.profile(graph=tf.compat.v1.get_default_graph(), cmd='op')\n", 5),
        (V1 + "flops = tf.profiler.profile(tf.get_default_graph(), cmd='op')\n", 4),
        (V1 + "def count(graph):\n    return tf.profiler.profile(graph=graph)\n", 5),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(source, "TFM434", line)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "flops = tf.compat.v1.profiler.profile(graph=concrete.graph, cmd='op')\n",
        HEAD + "tf.profiler.experimental.start('logs')\n",
        HEAD + "flops = own.profiler.profile(graph=graph)\n",
        "import tensorflow.compat.v1 as tf\nflops = tf.profiler.profile(tf.get_default_graph(), cmd='op')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.tensorflow
def test_nothing_is_counted() -> None:
    tf = pytest.importorskip("tensorflow")
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(4)])
    assert model.count_params() == 36
    options = {**tf.compat.v1.profiler.ProfileOptionBuilder.float_operation(), "output": "none"}
    graph = tf.compat.v1.get_default_graph()
    assert tf.compat.v1.profiler.profile(graph=graph, cmd="op", options=options).total_float_ops == 0
