"""Activations get the names by which Keras 3 finds them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import tensorflow as tf\nfrom tensorflow.keras.layers import LSTM, Activation, Conv2D, Dense\n"


def after(source: str, origin: str | None = "tensorflow==2.3", to: str = "native") -> str:
    settings = Settings(to=to, origin=parse_origin(origin) if origin else None, select=("TFM368",))
    result = upgrade(source.encode(), settings)
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize(
    ("before", "modern"),
    [
        ("Dense(3, activation=tf.nn.softmax)", 'Dense(3, activation="softmax")'),
        ("Dense(3, tf.nn.softmax)", 'Dense(3, "softmax")'),
        ("Activation(tf.nn.swish)", 'Activation("swish")'),
        ("Conv2D(3, 3, activation=tf.nn.silu)", 'Conv2D(3, 3, activation="swish")'),
        ("tf.keras.layers.Dense(3, activation=tf.nn.softmax)", 'tf.keras.layers.Dense(3, activation="softmax")'),
        ("LSTM(3, recurrent_activation=tf.nn.softmax)", 'LSTM(3, recurrent_activation="softmax")'),
    ],
)
def test_named(before: str, modern: str) -> None:
    assert after(f"{HEAD}x = {before}\n") == f"{HEAD}x = {modern}\n"


@pytest.mark.parametrize(
    "code",
    [
        "Dense(3, activation=tf.nn.relu)",
        "Dense(3, activation=tf.nn.leaky_relu)",
        "Dense(3, activation=lambda x: tf.nn.softmax(x))",
        "Dense(3, activation='softmax')",
        "Dense(3)(tf.nn.softmax(y))",
        "tf.keras.layers.Lambda(tf.nn.softmax)",
        "own(3, activation=tf.nn.softmax)",
        "tf.compat.v1.layers.dense(y, 3, activation=tf.nn.softmax)",
    ],
)
def test_left_alone(code: str) -> None:
    assert after(f"{HEAD}x = {code}\n") == f"{HEAD}x = {code}\n"


@pytest.mark.parametrize("copied", ["m.save(path)", "load_model(path)", "copy.deepcopy(m)", "ModelCheckpoint(path)"])
def test_models_that_are_only_trained(copied: str) -> None:
    """They find their activation; where nothing tells of Keras 2, that is left alone."""
    code = f"{HEAD}x = Dense(3, activation=tf.nn.softmax)\nm.fit(x, y)\n"
    assert after(code, None) == code
    assert '"softmax"' in after(f"{code}{copied}\n", None)
    assert '"softmax"' in after(code)


def test_a_function_that_returns_a_model() -> None:
    """Who calls it may save the model."""
    code = f"{HEAD}def build():\n    x = Dense(3, activation=tf.nn.softmax)\n"
    assert after(code, None) == code
    assert '"softmax"' in after(f"{code}    return x\n", None)


def test_code_for_keras_3() -> None:
    code = f"{HEAD}x = Dense(3, activation=tf.nn.softmax)\n"
    assert after(code, "tensorflow==2.16") == code


MODEL = """
import json
import numpy as np
import tensorflow as tf

layer = tf.keras.layers.Dense(
    3, activation=tf.nn.softmax, kernel_initializer="ones", bias_initializer=tf.keras.initializers.Constant([40.0, 0, -40])
)
model = tf.keras.Sequential([layer])
model.build((None, 4))
model.compile("sgd", "sparse_categorical_crossentropy")
again = tf.keras.models.clone_model(model)
again.build((None, 4))
again.set_weights(model.get_weights())
predicted = again.predict(np.ones((1, 4)), verbose=0)[0].tolist()
print(json.dumps([model.evaluate(np.ones((2, 4)), np.array([2, 1]), verbose=0), *predicted]))
"""
LEGACY = [60.0, 1.0, 4.2483543e-18, 1.8048514e-35]
"""What TensorFlow 2.3.4 prints."""


@pytest.mark.tensorflow
def test_a_model_is_made_anew_with_the_numbers_of_tensorflow_2_3() -> None:
    pytest.importorskip("tensorflow")
    result = upgrade(MODEL.encode(), Settings(origin=parse_origin("tensorflow==2.3")))
    assert isinstance(result, Upgraded)
    ran = subprocess.run([sys.executable, "-c", result.after.decode()], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout.splitlines()[-1]) == pytest.approx(LEGACY, rel=1e-5)
