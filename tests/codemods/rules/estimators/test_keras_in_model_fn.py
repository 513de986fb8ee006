"""Keras in the graph of a `model_fn` is Keras 2; what is not there is reported."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_sound
from tests.quick import first

HEAD = "import tensorflow as tf\nfrom tensorflow import keras\n"


def _codes(source: str) -> list[str]:
    return [each.code for each in check_sound(source).findings if each.code == "TFM171"]


def _upgraded(source: str, to: str = "native") -> str:
    return check_sound(source, to=to).after.decode()


SPEC = "    return tf.estimator.EstimatorSpec(mode, predictions=x)\n"
V1 = "tf.log(0.0)\n"
"""What only TensorFlow 1 had."""


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("use", "keras_2"),
    [
        ("tf.keras.layers.Dense(3)", "graph_keras.layers.Dense(3)"),
        ("keras.layers.Dense(3)", "keras.layers.Dense(3)"),
        ("keras.Sequential([keras.layers.Dense(3)])", "keras.Sequential([keras.layers.Dense(3)])"),
        ("tf.keras.optimizers.Adam(lr=0.1)", "graph_keras.optimizers.Adam(lr=0.1)"),
        ("tf.keras.metrics.Mean()", "graph_keras.metrics.Mean()"),
    ],
)
def test_keras_2(use: str, keras_2: str, to: str) -> None:
    after = _upgraded(HEAD + V1 + f"def model_fn(features, labels, mode):\n    x = {use}\n" + SPEC, to)
    assert f"    x = {keras_2}\n" in after
    assert "from compat.shims import graph_keras" in after
    assert "from compat import tensorflow as tf\n" in after


@pytest.mark.parametrize(
    ("imported", "from_keras_2"),
    [
        ("from tensorflow.keras.layers import Dense", "from compat.shims.graph_keras.layers import Dense"),
        (
            "from tensorflow.python.keras.metrics import Mean as M",
            "from compat.shims.graph_keras.metrics import Mean as M",
        ),
        ("from tensorflow.python.keras import metrics", "from compat.shims.graph_keras import metrics"),
        ("import tensorflow.keras.backend as K", "from compat.shims.graph_keras import backend as K"),
    ],
)
def test_imports(imported: str, from_keras_2: str) -> None:
    head = f"import tensorflow as tf\n{imported}\n"
    name = imported.rpartition(" ")[2]
    after = _upgraded(head + V1 + f"def model_fn(mode):\n    x = {name}\n" + SPEC)
    assert f"{from_keras_2}\n" in after


def test_an_imported_module() -> None:
    head = f"import tensorflow as tf\nimport tensorflow.keras as K\n{V1}def model_fn(mode):\n"
    assert "from compat.shims import graph_keras as K\n" in _upgraded(head + "    x = K.layers.Dense(1)\n" + SPEC)
    assert "graph_keras" not in _upgraded(head + "    x = K\n" + SPEC)


def test_a_file_of_tensorflow_2_has_its_keras() -> None:
    after = _upgraded(
        "import tensorflow as tf\ntf.function\ndef model_fn(mode):\n    x = tf.keras.layers.GRU(3)\n" + SPEC
    )
    assert "from compat.shims.graph_keras import v2 as graph_keras\n" in after


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "def model_fn(mode):\n    x = keras.applications.VGG16()\n" + SPEC,
        HEAD + "def model_fn(mode):\n    x = keras.layers.Dense(3)\n" + SPEC + "m = make()\nm.compile('sgd')\n",
        "import tensorflow as tf\nimport keras\ndef model_fn(mode):\n    x = keras.layers.Dense(3)\n" + SPEC,
    ],
)
def test_reported(source: str) -> None:
    assert _codes(source) == ["TFM171"]


@pytest.mark.parametrize(
    "source",
    [
        HEAD
        + "def model_fn(features, mode):\n    return tf.estimator.EstimatorSpec(mode, tf.layers.dense(features, 3))\n",
        HEAD + "model = keras.Sequential()\ndef model_fn(mode):\n    return tf.estimator.EstimatorSpec(mode)\n",
        HEAD + "def build():\n    return keras.layers.Dense(3)\ntf.estimator.RunConfig()\n",
        HEAD + "def model_fn(mode):\n    keras.utils.to_categorical(x)\n    return tf.estimator.EstimatorSpec(mode)\n",
        HEAD + "def model_fn(mode):\n    return EstimatorSpec(mode, keras.layers.Dense(3))\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _codes(source) == []


NET = """
import tensorflow as tf


def build(features):
    return tf.keras.layers.Dense(2)(normalized(features))


def normalized(features):
    return tf.keras.layers.BatchNormalization()(features)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(3)
"""
MAIN = """
import net
import tensorflow as tf

{before}
def model_fn(features, labels, mode):
    {use}
    return tf.estimator.EstimatorSpec(mode, loss=tf.losses.absolute_difference(labels, x))
{after}
"""


def _module(folder: Path, main: str, text: str = NET, other: str = "") -> Upgraded:
    """The upgrade of the module `net`, which `main.py` imports."""
    (folder / ".git").mkdir()
    for name, source in {"net": text, "main": main, "other": other}.items():
        (folder / f"{name}.py").write_text(source)
    result = upgrade((folder / "net.py").read_bytes(), project=project_of(folder / "net.py"))
    assert isinstance(result, Upgraded)
    return result


def _main(use: str = "pass", before: str = "", after: str = "") -> str:
    return MAIN.format(use=use, before=before, after=after)


@pytest.mark.parametrize(
    "main",
    [
        _main("x = net.build(features)"),
        _main("x = net.Net()(features)"),
        _main("x = logits(features)", "def logits(features):\n    return net.build(features)\n"),
        _main("x = build(features)").replace("import net\n", "from net import build\n"),
        _main("x = build(features)").replace("import net\n", "from net import *\n"),
        "import re\n" + _main("x = net.build(features)", after="re.compile('x')"),
    ],
)
def test_a_module_that_a_model_fn_runs(tmp_path: Path, main: str) -> None:
    result = _module(tmp_path, main)
    after = result.after.decode()
    assert "from compat.shims import graph_keras\n" in after
    assert "return graph_keras.layers.Dense(2)(normalized(features))" in after
    assert "tf.keras" not in after
    assert result.findings == ()


@pytest.mark.parametrize(
    "main",
    [
        _main("x = net.build(features)", after="keras_model().fit(data)"),
        _main("x = net.build(features)", after="tf.keras.estimator.model_to_estimator(model)"),
    ],
)
def test_a_module_that_keras_trains_as_well(tmp_path: Path, main: str) -> None:
    result = _module(tmp_path, main + "import keras\n")
    assert result.after.decode() == NET
    assert [each.code for each in result.findings] == ["TFM171", "TFM171"]


def test_applications_that_a_model_fn_runs(tmp_path: Path) -> None:
    network = NET.replace("tf.keras.layers.Dense(2)", "tf.keras.applications.VGG16(weights=None)")
    found = _module(tmp_path, _main("x = net.build(features)"), network).findings
    assert [(each.code, each.line) for each in found] == [("TFM171", 7)]
    assert "call the application" in found[0].advice


@pytest.mark.parametrize(
    ("main", "text"),
    [
        (_main("x = features", after="net.build(1)"), NET),
        (_main("x = features", before="def unused():\n    return net.build(1)\n"), NET),
        ("import net\nnet.build(1)\n", NET),
        (_main("x = net.build(features)").replace("tf.estimator.EstimatorSpec", "spec"), NET),
        (_main("x = net.scaled(features)"), NET + "\n\ndef scaled(x):\n    return tf.abs(x)\n"),
    ],
)
def test_a_module_that_no_model_fn_runs(tmp_path: Path, main: str, text: str) -> None:
    result = _module(tmp_path, main, text)
    assert result.after.decode().count("graph_keras") == 0
    assert [each.code for each in result.findings if each.code == "TFM171"] == []


LEGACY = """
import numpy as np
import tensorflow as tf
from tensorflow.python.keras.metrics import MeanAbsoluteError

tf.logging.set_verbosity(tf.logging.ERROR)
random = np.random.RandomState(0)
x = random.rand(32, 4, 3).astype("float32")
y = x.sum((1, 2))[:, None]


def network(features):
    hidden = tf.keras.layers.LSTM(5, kernel_initializer="ones", recurrent_initializer="zeros")(features)
    return tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.Constant(0.5))(hidden)


def model_fn(features, labels, mode):
    outputs = network(features)
    mae = MeanAbsoluteError()
    mae.update_state(labels, outputs)
    loss = tf.reduce_mean(tf.keras.losses.mean_squared_error(labels, outputs))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train, eval_metric_ops={"mae": mae})


def input_fn():
    return tf.data.Dataset.from_tensor_slices((x, y)).repeat(3).batch(8)


estimator = tf.estimator.Estimator(model_fn)
estimator.train(input_fn)
measured = estimator.evaluate(input_fn)
print(*(repr(float(measured[name])) for name in ("loss", "mae")))
"""


@pytest.mark.tensorflow
@pytest.mark.skipif(find_spec("tensorflow_estimator") is None, reason="tensorflow-estimator is not installed")
@pytest.mark.parametrize("to", first(1, ["native", "compat"]))
def test_the_numbers_of_tensorflow_1(to: str) -> None:
    """LSTM, Dense, a Keras metric and loss in a model_fn, as TensorFlow 1.15.5 printed them."""
    done = subprocess.run([sys.executable, "-c", _upgraded(LEGACY, to)], capture_output=True, text=True, check=True)
    assert [float(each) for each in done.stdout.split()[-2:]] == pytest.approx([1.7828788757, 1.1414167881], rel=1e-5)
