"""A script that builds a graph through the shims runs as in TensorFlow 1; one with Keras as well is told so."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded
from tests.quick import first

RUN = "x = tf.placeholder(tf.float32)\nwith tf.Session() as s:\n    s.run(x, {x: 1})\n"
SHIM = "from compat import tensorflow as tf\n"
CALL = "tf.disable_v2_behavior()\n"
FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import tensorflow as tf\n" + RUN, SHIM + CALL + RUN),
        ("import os, tensorflow as tf\n" + RUN, "import os\n" + SHIM + CALL + RUN),
        ("import tensorflow as tf\nimport numpy as np\n\n" + RUN, SHIM + "import numpy as np\n" + CALL + "\n" + RUN),
        (
            "from tensorflow import Session\nSession().run(x)\n",
            SHIM + "from compat.tensorflow import Session\n" + CALL + "Session().run(x)\n",
        ),
        (
            (
                "import tensorflow.compat.v1 as tf\nx = tf.placeholder(tf.float32)\nprint(tf.Session().run(x))\n"
                "tf.contrib.layers.flatten(x)\n"
            ),
            "from compat.tensorflow.compat import v1 as tf\n" + CALL + "x = tf.placeholder(tf.float32)\n"
            "print(tf.Session().run(x))\ntf.contrib.layers.flatten(x)\n",
        ),
        (
            "import flow as tf\nfrom tensorflow import Session\nSession().run(tf.x)\n",
            (
                "import flow as tf\nimport compat.tensorflow\nfrom compat.tensorflow import Session\n"
                "compat.tensorflow.disable_v2_behavior()\nSession().run(tf.x)\n"
            ),
        ),
        (
            "import tensorflow as tf\ntf.estimator.Estimator(f).train(g)\nwith tf.Session() as s: s.run(x)\n",
            SHIM + CALL + "tf.estimator.Estimator(f).train(g)\nwith tf.Session() as s: s.run(x)\n",
        ),
    ],
)
def test_default_graph(before: str, after: str) -> None:
    check_upgraded(before, after, to="compat")


def test_a_file_that_is_on_the_shims_already() -> None:
    check_upgraded(SHIM + RUN, SHIM + CALL + RUN, to="compat")


def test_sessions_beside_an_estimator_natively() -> None:
    source = "import tensorflow as tf\ntf.estimator.Estimator(f).train(g)\ntf.set_random_seed(1)\ns = tf.Session()\ns.run(tf.log(x))\n"
    assert f"{SHIM}{CALL}".encode() in check_sound(source).after


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (SHIM + "m = tf.keras.layers.Dense(1)\n" + RUN, 3, "has a graph (lines 3-4) and Keras (line 2)"),
        ("def f():\n    " + SHIM + "    " + RUN.replace("\n", "\n    ") + "\n", 3, "can only be built once"),
    ],
)
def test_declined(source: str, line: int, said: str) -> None:
    assert said in check_declined(source, "TFM177", line, to="compat").message


@pytest.mark.parametrize(
    "source",
    [
        SHIM + CALL + RUN,
        SHIM + "tf.compat.v1.disable_eager_execution()\n" + RUN,
        SHIM + "tf.enable_eager_execution()\nx = tf.constant(1)\n",
        SHIM + "with tf.Graph().as_default():\n    x = tf.placeholder(tf.float32)\n    tf.Session().run(x)\n",
        SHIM + "g = tf.Graph()\ns = tf.Session(graph=g)\ns = tf.Session('', g)\ns.run(x)\n",
        SHIM + "tf.Session.reset('')\n",
        SHIM
        + "def serving():\n    return tf.placeholder(tf.float32)\ntf.estimator.Estimator(f).export_savedmodel(p, serving)\n",
        SHIM + "from compat.keras import backend as K\nK.set_session(tf.Session(config=tf.ConfigProto()))\n",
        SHIM + "tf.reduce_sum(tf.constant([1.0]), keep_dims=True)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source, to="compat")


@pytest.mark.tensorflow
@pytest.mark.skipif(find_spec("tensorflow") is None, reason="TensorFlow is not installed")
@pytest.mark.parametrize("name", first(1, ["graph_mode/training", "custom_loops/towers"]))
def test_the_numbers_of_tensorflow_1(name: str, tmp_path: Path) -> None:
    """The fixtures compare their losses and weights with those of TensorFlow 1.15.5."""
    upgraded = upgrade((FIXTURES / f"{name}.in.py").read_bytes(), Settings("compat"))
    assert isinstance(upgraded, Upgraded)
    assert upgraded.findings == ()
    script = tmp_path / "script.py"
    script.write_bytes(upgraded.after)
    subprocess.run([sys.executable, str(script)], check=True)
