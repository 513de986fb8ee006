"""The shims against what Keras 2.3.1 on TensorFlow 1.15.5 did: `oracles/record_keras231.py` recorded it."""

import functools
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

LOSSES, WEIGHTS = 1e-5, 2e-5
ROUNDING = {
    # The gradient of a bias or kernel before a normalisation is a difference of large numbers; Adam divides by it.
    "conv_batch_norm-48-1": 1e-4,
    "conv_batch_norm-48-2": 1e-4,
    "conv_batch_norm-50-3": 1e-4,
    "adam_decay-50-2": 2e-4,
}
RACING_AVERAGES = {"batch_norm-48-2", "batch_norm-51-2", "batch_norm-52-3"}
DEVIATIONS = {
    "activity-50-3": "Keras 3 divides activity regularisers by the rows of the slice",
    "batch_norm-49-3": "one row over three replicas: legacy normalised empty slices and all weights became NaN",
    "conv_batch_norm-50-3": "two rows over three replicas: legacy averaged in the NaN variance of empty slices",
}
QUICK = (
    "adam-48-1",
    "clipvalue-50-3",
    "conv_batch_norm-48-2",
    "dense-49-3",
    "masked_sequences-48-2",
    "sample_weight-51-3",
    "sgd_decay-49-2",
    "two_by_two-49-3",
)
TRAINED = ("loss", "accuracy", "on_batch")
EVALUATED = ("evaluate", "predict", "test_on_batch")


def difference(ours, legacy):
    ours, legacy = np.ravel(ours), np.ravel(legacy)
    assert ours.shape == legacy.shape
    return float(np.max(np.abs(ours - legacy) / np.maximum(np.abs(legacy), 0.01), initial=0.0))


@functools.lru_cache(maxsize=None)
def trained(name):
    from compat.keras.utils import multi_gpu_model

    from compat import keras

    return run(keras, multi_gpu_model, CASES[name])


def differences(name):
    ours, legacy = trained(name), RECORDED[name]
    found = {key: difference(ours[key], legacy[key]) for key in (*TRAINED, *EVALUATED)}
    found["weights"] = max(difference(*pair) for pair in zip(ours["weights"], legacy["weights"]))
    return found


@pytest.mark.parametrize("name", only(QUICK, (name for name in CASES if name not in {*DEVIATIONS, *RACING_AVERAGES})))
def test_same_numbers(name):
    found = differences(name)
    weights = found.pop("weights")
    assert max(found.values()) < LOSSES, found
    assert weights < ROUNDING.get(name, WEIGHTS)


@pytest.mark.parametrize("name", only(("batch_norm-52-3",), sorted(RACING_AVERAGES)))
def test_same_training_where_legacy_averages_raced(name):
    found = differences(name)
    assert max(found[key] for key in TRAINED) < LOSSES, found
    assert max(found[key] for key in EVALUATED) < 0.1


@pytest.mark.parametrize("name", only(("batch_norm-49-3",), sorted(DEVIATIONS)))
def test_named_deviation(name):
    found = differences(name)
    within = [found[key] < LOSSES for key in (*TRAINED, *EVALUATED)]
    assert not all(within), "the deviation is gone: unname it"


@pytest.mark.parametrize("name", ["batch_norm-49-3", "conv_batch_norm-50-3"])
def test_finite_where_legacy_was_not(name):
    assert not all(np.isfinite(np.ravel(values)).all() for values in RECORDED[name]["weights"])
    assert all(np.isfinite(np.ravel(values)).all() for values in trained(name)["weights"])
