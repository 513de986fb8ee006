"""Names that a script gives to the packages of contrib become imports, with `--to compat`."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound


def compat(source: str) -> Upgraded:
    result = upgrade(source.encode(), Settings("compat"))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize("name", ["slim", "layers", "framework"])
def test_imported(name: str) -> None:
    use = {"slim": "slim.conv2d(x, 3, 3)", "layers": "layers.conv2d(x, 3, 3)", "framework": "framework.arg_scope([f])"}
    source = f"import tensorflow as tf\n{name} = tf.contrib.{name}\ny = {use[name]}\n"
    result = check_sound(source, to="compat")
    assert f"from compat.tensorflow.contrib import {name}\n".encode() in result.after
    assert "TFM156" in [each.code for each in result.changes]


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\nslim = tf.contrib.slim if a else None\n",
        "import tensorflow as tf\nrnn = tf.contrib.rnn\ny = rnn.BasicLSTMCell(3)\n",
        "import own\nslim = own.contrib.slim\ny = slim.conv2d(x, 3, 3)\n",
        "from tensorflow.contrib import slim\ny = slim.conv2d(x, 3, 3)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert "TFM156" not in [each.code for each in compat(source).changes]
