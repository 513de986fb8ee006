"""What is read from `tf.python` is reported; the line that filled it for Keras 1 goes."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import keras\nimport tensorflow as tf\n"


def test_the_line_for_keras_1_goes() -> None:
    check_upgraded(f"{HEAD}# for Keras 1\ntf.python.control_flow_ops = tf\nx = 1\n", f"{HEAD}# for Keras 1\nx = 1\n")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("devices = tf.python.client.device_lib.list_local_devices()\n", 3),
        ("import tensorflow.python.framework.ops\nx = tensorflow.python.framework.ops.get_default_graph()\n", 4),
        ("tf.python.control_flow_ops = own\nprint(tf.python.control_flow_ops)\n", 3),
        ("a = tf.python.control_flow_ops = tf\n", 3),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(HEAD + source, "TFM430", line)


@pytest.mark.parametrize(
    "source",
    [
        "from tensorflow.python.client import device_lib\ndevices = device_lib.list_local_devices()\n",
        "import tensorflow.python.framework.ops as ops\nx = ops.get_default_graph()\n",
        "own.python.client.run()\n",
        "try:\n    x = tf.python.client\nexcept AttributeError:\n    x = None\n",
        "if hasattr(tf, 'python'):\n    tf.python.control_flow_ops = tf\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.parametrize("source", ["tf.python.control_flow_ops = tf\n", "x = tf.python.client\n"])
def test_the_shims_have_it(source: str) -> None:
    check_untouched("from compat import keras\nfrom compat import tensorflow as tf\n" + source, to="compat")
