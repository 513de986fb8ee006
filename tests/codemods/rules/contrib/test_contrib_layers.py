"""Slim and the layers of contrib go on through the shims, and the package that they need is named."""

from __future__ import annotations

import pytest

from codemods.rules.contrib.slim_package import INSTALL
from tests.codemods.checks import check_declined, check_sound, check_untouched

HOME = "from compat.tensorflow.contrib import "


def check_carried(source: str, *lines: str) -> None:
    result = check_sound(source)
    assert not result.findings
    assert [note.code for note in result.notes] == ["TFM155"]
    assert INSTALL in result.notes[0].message
    for line in lines:
        assert f"{line}\n".encode() in result.after
    assert b"tensorflow.contrib" not in result.after.replace(b"compat.tensorflow.contrib", b"")


@pytest.mark.parametrize(
    "statement",
    [
        "import tensorflow.contrib.slim as slim",
        "from tensorflow.contrib import slim",
        "from tensorflow.contrib import slim as slim",
        "import tensorflow as tf; slim = tf.contrib.slim",
        "import tensorflow as tf\nslim = tf.contrib.slim  # as everywhere",
    ],
)
def test_slim(statement: str) -> None:
    result = check_sound(f"{statement}\ndef f(x):\n    return slim.conv2d(x, 3, 3)\n")
    assert not result.findings
    assert HOME.encode() + b"slim" in result.after
    assert result.after.endswith(b"def f(x):\n    return slim.conv2d(x, 3, 3)\n")


def test_comment_behind_a_named_module_is_kept() -> None:
    check_carried(
        "import tensorflow as tf\nslim = tf.contrib.slim  # as everywhere\ny = slim.flatten(x)\n",
        f"{HOME}slim  # as everywhere",
    )


def test_other_name_of_slim() -> None:
    check_carried(
        "import tensorflow as tf\ncs = tf.contrib.slim\ndef f(x):\n    return cs.flatten(x)\n", f"{HOME}slim as cs"
    )


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from tensorflow.contrib import layers\ny = layers.flatten(x)\n", f"{HOME}layers"),
        ("import tensorflow.contrib.layers as L\ny = L.batch_norm(x)\n", f"{HOME}layers as L"),
        (
            "from tensorflow.contrib.layers import batch_norm, flatten\ny = flatten(batch_norm(x))\n",
            "from compat.tensorflow.contrib.layers import batch_norm, flatten",
        ),
        (
            "from tensorflow.contrib.layers.python.layers import batch_norm as bn\ny = bn(x)\n",
            "from compat.tensorflow.contrib.layers.python.layers import batch_norm as bn",
        ),
        (
            "from tensorflow.contrib.layers.python.layers import utils\ny = utils.two_element_tuple(3)\n",
            "from compat.tensorflow.contrib.layers.python.layers import utils",
        ),
        (
            "from tensorflow.contrib.framework.python.ops import arg_scope\nwith arg_scope(s):\n    pass\n",
            "from compat.tensorflow.contrib.framework.python.ops import arg_scope",
        ),
        (
            "from tensorflow.contrib.slim.nets import resnet_v1\ny = resnet_v1.resnet_v1_50(x)\n",
            "from compat.tensorflow.contrib.slim.nets import resnet_v1",
        ),
        (
            "from tensorflow.contrib.slim.python.slim.nets.resnet_v1 import resnet_v1_50\ny = resnet_v1_50(x)\n",
            "from compat.tensorflow.contrib.slim.python.slim.nets.resnet_v1 import resnet_v1_50",
        ),
        (
            "import tensorflow as tf\ny = tf.contrib.layers.flatten(x)\n",
            "y = contrib_layers.flatten(x)",
        ),
        (
            "import tensorflow as tf\ny = tf.contrib.slim.nets.vgg.vgg_16(x)\n",
            "y = contrib_slim.nets.vgg.vgg_16(x)",
        ),
        (
            "import tensorflow as tf\nslim = 3\ny = tf.contrib.slim.flatten(x)\n",
            f"{HOME}slim as contrib_slim",
        ),
        (
            "import tensorflow as tf\nfrom tensorflow.contrib import layers as l\ny = tf.contrib.layers.flatten(l.relu(x))\n",
            "y = l.flatten(l.relu(x))",
        ),
        (
            "import tensorflow as tf\nw = tf.contrib.slim.initializers.xavier_initializer()\n",
            "w = contrib_slim.initializers.xavier_initializer()",
        ),
        (
            "import tensorflow as tf\nlayers = tf.contrib.layers\ny = layers.flatten(x)\n",
            f"{HOME}layers",
        ),
    ],
)
def test_forms(source: str, line: str) -> None:
    check_carried(source, line)


def test_star() -> None:
    result = check_sound("from tensorflow.contrib.layers import *\nimport tensorflow as tf\n")
    assert b"from compat.tensorflow.contrib.layers import *\n" in result.after


def test_regularizers_stay_with_the_layers_that_take_them() -> None:
    check_carried(
        "import tensorflow as tf\n"
        "y = tf.contrib.layers.conv2d(x, 3, 3, weights_regularizer=tf.contrib.layers.l2_regularizer(0.1))\n",
        "y = contrib_layers.conv2d(x, 3, 3, weights_regularizer=contrib_layers.l2_regularizer(0.1))",
    )


@pytest.mark.parametrize("package", ["layers", "slim"])
def test_initializers_alone_need_no_package(package: str) -> None:
    result = check_sound(f"import tensorflow as tf\nw = tf.contrib.{package}.xavier_initializer()\n")
    assert result.after.endswith(b"w = tf.compat.v1.glorot_uniform_initializer()\n")
    assert not result.notes


def test_unused_import_goes() -> None:
    result = check_sound("import tensorflow as tf\nimport tensorflow.contrib.slim as slim\nx = tf.zeros([2])\n")
    assert b"contrib" not in result.after


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("graph", ["", "with tf.Graph().as_default():\n    "])
def test_training_turns_eager_execution_off(to: str, graph: str) -> None:
    source = f"import tensorflow as tf\nslim = tf.contrib.slim\n{graph}slim.learning.train(step, 'logs')\n"
    result = check_sound(source, to=to)
    assert result.after.count(b"disable_v2_behavior()") == 1
    assert HOME.encode() + b"slim\n" in result.after
    assert not result.findings


def test_session_and_training_turn_it_off_once() -> None:
    result = check_sound(
        "import tensorflow as tf\nslim = tf.contrib.slim\nslim.learning.train(step, 'logs')\n"
        "with tf.Session() as session:\n    session.run(y)\n"
    )
    assert result.after.count(b"disable_v2_behavior()") == 1


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("import tensorflow as tf\ny = tf.contrib.layers.embed_sequence(x, 3, 3)\n", 2),
        ("from tensorflow.contrib.layers import real_valued_column\nreal_valued_column('x')\n", 1),
        ("from tensorflow.contrib import layers\nlayers.real_valued_column('x')\n", 1),
        ("import tensorflow as tf\ny = tf.contrib.losses.metric_learning.npairs_loss(a, b, c)\n", 2),
    ],
)
def test_what_tf_slim_does_not_have_is_reported(source: str, line: int) -> None:
    check_declined(source, "TFM190", line)


@pytest.mark.parametrize(
    "source",
    [
        "import tf_slim as slim\nimport tensorflow as tf\ny = slim.conv2d(x, 3, 3)\n",
        "from compat.tensorflow.contrib.training import HParams\nHParams(a=1)\n",
        "from keras import layers\ny = layers.Flatten()(x)\n",
        "import tensorflow as tf\nif tf.__version__ < '2':\n    slim = tf.contrib.slim\nelse:\n    import tf_slim as slim\n",
        "layers = contrib.layers\nimport tensorflow as tf\ny = layers.flatten(x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
