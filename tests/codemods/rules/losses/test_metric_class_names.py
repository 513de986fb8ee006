"""Metrics are named by the keys under which TensorFlow 2 logged them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "from tensorflow.keras.layers import Dense\nfrom tensorflow.keras.models import Sequential\nm = Sequential([Dense(1)])\n"


def after(source: str, origin: str = "tensorflow==2.3") -> str:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin), select=("TFM370",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize(
    ("before", "modern"),
    [
        ("metrics=['AUC', \"Precision\"]", "metrics=['auc', \"precision\"]"),
        ("metrics=['accuracy', 'Recall']", "metrics=['accuracy', 'recall']"),
        ("metrics={'out': ['AUC']}", "metrics={'out': ['auc']}"),
        ("metrics={'out': 'MeanSquaredError'}", "metrics={'out': 'mean_squared_error'}"),
        ("metrics=[['AUC'], ['Recall']]", "metrics=[['auc'], ['recall']]"),
        ("weighted_metrics=['AUC']", "weighted_metrics=['auc']"),
    ],
)
def test_named(before: str, modern: str) -> None:
    assert after(f"{HEAD}m.compile('sgd', 'mse', {before})\n") == f"{HEAD}m.compile('sgd', 'mse', {modern})\n"


def test_a_list_with_a_name() -> None:
    source = f"{HEAD}names = ['AUC']\nm.compile('sgd', 'mse', metrics=names)\n"
    assert after(source) == source.replace("'AUC'", "'auc'")


@pytest.mark.parametrize(
    "code",
    [
        "m.compile('sgd', 'mse', metrics=['auc', 'accuracy', 'mse'])\n",
        "m.compile('sgd', 'mse', metrics=['Accuracy', 'KLDivergence', 'Own'])\n",
        "m.compile('sgd', 'MeanSquaredError')\n",
        "from tensorflow.keras.metrics import AUC\nm.compile('sgd', 'mse', metrics=[AUC()])\n",
        "names = ['AUC']\nprint(names)\n",
        "import re\nre.compile('AUC')\n",
        "m.compile('sgd', 'mse', metrics={'AUC': own})\n",
        (
            "import tensorflow_decision_forests as tfdf\n"
            "f = tfdf.keras.RandomForestModel()\nf.compile(metrics=['AUC'])\nf.fit(x)\n"
        ),
    ],
)
def test_left_alone(code: str) -> None:
    assert after(HEAD + code) == HEAD + code


def test_code_for_keras_3() -> None:
    source = f"{HEAD}m.compile('sgd', 'mse', metrics=['AUC'])\n"
    assert after(source, "tensorflow==2.16") == source


TRAINED = """
import json
import numpy as np
from tensorflow import keras

x, y = np.linspace(-1, 1, 40).reshape(10, 4), np.arange(10) % 2
model = keras.Sequential([keras.layers.Dense(1, activation="sigmoid", kernel_initializer="ones", input_shape=(4,))])
model.compile("sgd", "binary_crossentropy", metrics=["AUC", "Precision", "Recall"])
history = model.fit(x, y, batch_size=10, epochs=2, verbose=0, validation_data=(x, y)).history
print(json.dumps([float(history[key][-1]) for key in ("auc", "val_precision", "recall")]))
"""
LEGACY = [0.6, 0.6, 0.6]
"""What TensorFlow 2.3.4 logs."""


@pytest.mark.tensorflow
def test_logs_of_tensorflow_2_3() -> None:
    pytest.importorskip("tensorflow")
    result = upgrade(TRAINED.encode(), Settings(origin=parse_origin("tensorflow==2.3")))
    assert isinstance(result, Upgraded)
    ran = subprocess.run([sys.executable, "-c", result.after.decode()], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout.splitlines()[-1]) == pytest.approx(LEGACY, rel=1e-5)
