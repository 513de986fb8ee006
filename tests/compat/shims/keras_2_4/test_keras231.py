"""The shims for Keras 2.4 to 2.15 against what Keras 2.3.1 on TensorFlow 1.15.5 did."""

import gzip
import json
import sys

import numpy as np
import pytest

from tests.compat.paths import ORACLES
from tests.quick import only

sys.path.insert(0, str(ORACLES))

from cases import CASES, run

with gzip.open(str(ORACLES / "keras231.json.gz")) as _file:
    RECORDED = json.loads(_file.read().decode())

QUICK = ("sample_weight-51-3", "l2-49-3", "gru-49-2", "clipnorm-48-1", "adagrad-48-1", "nadam-48-1")
MODELS = ("dense", "sequential", "l2", "shared", "two_by_two", "words", "gru")
"""The models of which all layers are compared; activity regularizers of tf.keras are divided by the rows of a slice."""


def difference(ours, legacy):
    ours, legacy = np.ravel(ours), np.ravel(legacy)
    assert ours.shape == legacy.shape
    return float(np.max(np.abs(ours - legacy) / np.maximum(np.abs(legacy), 0.01), initial=0.0))


@pytest.mark.parametrize("name", only(QUICK, (each for each, case in CASES.items() if case["model"] in MODELS)))
def test_same_numbers(name):
    from compat.keras.utils import multi_gpu_model

    from compat import keras

    ours, legacy = run(keras, multi_gpu_model, CASES[name]), RECORDED[name]
    assert difference(ours["loss"], legacy["loss"]) < 1e-5
    assert difference(ours["predict"], legacy["predict"]) < 1e-5
    assert max(difference(*pair) for pair in zip(ours["weights"], legacy["weights"])) < 2e-5
