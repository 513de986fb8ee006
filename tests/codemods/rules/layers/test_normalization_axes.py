"""Layers that are adapted to a column normalize it as TensorFlow 2.3 did."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import numpy as np\nimport tensorflow as tf\n"
EXPERIMENTAL = "layers.experimental.preprocessing"
LAYER = "layer = tf.keras.layers.Normalization({given})\nlayer.adapt({data})\n"


def done(source: str, origin: str | None = None) -> Upgraded:
    settings = Settings(origin=parse_origin(origin) if origin else None, select=("TFM380",))
    result = upgrade((HEAD + source).encode(), settings)
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("given", "data"),
    [
        ("", "np.array([1.0, 2.0])"),
        ("name='age'", "np.asarray([1, 2])"),
        ("", "frame['age']"),
        ("", "np.array(frame['age'])"),
        ("", "frame['age'].values"),
        ("", "frame['age'].to_numpy()"),
        ("", "frame['age'].values.astype('float32')"),
    ],
)
def test_gets_its_axis(given: str, data: str) -> None:
    after = f"{given}, axis=None" if given else "axis=None"
    assert done(LAYER.format(given=given, data=data)).after.decode() == HEAD + LAYER.format(given=after, data=data)


@pytest.mark.parametrize(
    ("given", "data"),
    [
        ("axis=None", "frame['age']"),
        ("axis=-1", "frame['age']"),
        ("-1", "frame['age']"),
        ("None", "frame['age']"),
        ("mean=0.0, variance=1.0", "frame['age']"),
        ("**given", "frame['age']"),
        ("", "values"),
        ("", "frame[['age']]"),
        ("", "np.array(frame)"),
        ("", "np.array([[1.0], [2.0]])"),
        ("input_shape=(2,)", "values"),
        ("", "dataset"),
    ],
)
def test_left_alone(given: str, data: str) -> None:
    result = done(LAYER.format(given=given, data=data))
    assert result.after.decode() == HEAD + LAYER.format(given=given, data=data)
    assert not result.findings


@pytest.mark.parametrize("shape", ["[1,]", "(1,)"])
def test_a_layer_of_one_number_that_is_adapted(shape: str) -> None:
    before = LAYER.format(given=f"input_shape={shape}", data="values").replace("layers.", f"{EXPERIMENTAL}.")
    assert done(before).after.decode() == HEAD + before.replace(shape, f"{shape}, axis=None")


@pytest.mark.parametrize(
    ("source", "origin"),
    [
        ("layer = tf.keras.layers.Normalization(input_shape=[1])\n", None),
        (LAYER.format(given="input_shape=[1]", data="values"), "tensorflow==2.10"),
        ("from own import Normalization\nlayer = Normalization(input_shape=[1])\nlayer.adapt(frame['a'])\n", None),
    ],
)
def test_layers_that_no_column_is_shown_for(source: str, origin: str | None) -> None:
    assert done(source, origin).after.decode() == HEAD + source


def test_a_column_of_a_dataset_is_reported() -> None:
    result = done("column = rows.map(lambda x, y: x['age'])\n" + LAYER.format(given="", data="column"))
    assert [(each.code, each.line, each.culprit) for each in result.findings] == [("TFM380", 4, 5)]


@pytest.mark.tensorflow
def test_predictions_of_tensorflow_2_3() -> None:
    pytest.importorskip("tensorflow")
    source = (
        "from tensorflow.keras.layers.experimental.preprocessing import Normalization\n"
        "power = np.array([130.0, 165.0, 150.0, 140.0], 'float32')\n"
        "layer = Normalization(input_shape=[1])\nlayer.adapt(power)\n"
        "model = tf.keras.Sequential([layer, tf.keras.layers.Dense(1, kernel_initializer='ones')])\n"
        "print(*model.predict(power, verbose=0).ravel())\n"
    )
    result = upgrade((HEAD + source).encode())
    assert isinstance(result, Upgraded)
    ran = subprocess.run([sys.executable, "-c", result.after.decode()], capture_output=True, text=True, check=True)
    found = [float(each) for each in ran.stdout.split()]
    np.testing.assert_allclose(found, [-1.2567574, 1.4501047, 0.29002094, -0.48336825], rtol=1e-5)
