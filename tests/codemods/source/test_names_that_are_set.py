"""Names of TensorFlow that a file sets itself: they mean what it has set."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched

HEAD = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    "source",
    [
        "tf.Session = tf.compat.v1.Session\ntf.log = tf.math.log\nprint(tf.log(1.0))\n",
        "if not hasattr(tf, 'to_float'):\n    tf.to_float = lambda x: tf.cast(x, tf.float32)\nprint(tf.to_float(1))\n",
        "try:\n    tf.placeholder\nexcept AttributeError:\n    tf.placeholder = tf.compat.v1.placeholder\n",
        "tf.contrib = own()\ntf.contrib.layers.flatten(x)\n",
        "tf.logging = tf.get_logger()\ntf.logging.info('a')\n",
        "tf.log = tf.log1p = tf.math.log1p\nprint(tf.log(2.0))\n",
    ],
)
@pytest.mark.parametrize("target", ["native", "compat"])
def test_left_alone(source: str, target: str) -> None:
    check_untouched(HEAD + source, to=target)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("tf.Session = wrapped(tf.log)\nprint(tf.log(1.0))\n", "print(tf.math.log(1.0))"),
        ("tf.log = counted(tf.log)\nprint(tf.log(1.0))\n", "tf.math.log"),
        ("def patch():\n    tf.log = None\nprint(tf.log(1.0))\n", "print(tf.math.log(1.0))"),
        ("if old:\n    tf.log = tf.math.log\nprint(tf.log(1.0))\n", "print(tf.math.log(1.0))"),
        ("x.log = tf.math.log\nprint(tf.log(1.0))\n", "print(tf.math.log(1.0))"),
    ],
)
def test_still_a_name_of_tensorflow(source: str, after: str) -> None:
    assert after in check_sound(HEAD + source).after.decode()
