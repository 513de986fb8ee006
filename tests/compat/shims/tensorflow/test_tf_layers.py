"""`tf.layers` against what it was on TensorFlow 1.15.5 (`oracles/record_layers.py`)."""

import inspect
import json

import numpy as np
import pytest

from compat.namespace.releases import has_estimator
from tests.compat.paths import ORACLES
from tests.compat.shims.tensorflow.layer_cases import CASES

RECORD = json.loads((ORACLES / "layers.json").read_text())


def test_names(tf):
    assert set(RECORD["names"]) <= set(dir(tf.layers))
    assert all(hasattr(tf.layers, name) for name in RECORD["names"])


def test_unknown_name(tf, v1):
    if v1.VERSION.startswith("1."):
        pytest.skip("tf.layers is TensorFlow's own module")
    with pytest.raises(
        AttributeError, match=r"'compat\.tensorflow\.layers' has no attribute 'nonsense', and no legacy"
    ):
        tf.layers.nonsense  # noqa: B018


def test_native_functions(tf, v1):
    if has_estimator():
        assert tf.layers.dense is v1.layers.dense
    else:
        assert tf.layers.dense.__module__ == "tensorflow.python.keras.legacy_tf_layers.core"


@pytest.mark.parametrize("name", sorted(RECORD["parameters"]))
def test_parameters(tf, name):
    found = inspect.signature(inspect.unwrap(getattr(tf.layers, name))).parameters.values()
    positional = [each for each in found if each.kind is each.POSITIONAL_OR_KEYWORD]
    legacy = [parameter for parameter, _ in RECORD["parameters"][name]]
    assert [each.name for each in positional][: len(legacy)] == legacy
    for each, (_, default) in zip(positional, RECORD["parameters"][name]):
        assert default in {"none", type(each.default).__name__, repr(each.default)}


@pytest.mark.parametrize("name", CASES)
def test_numbers(tf, v1, name):
    variables, arrays = CASES[name](tf.layers, v1)
    legacy = RECORD["results"][name]
    assert variables == legacy["variables"]
    assert [list(array.shape) for array in arrays] == [array["shape"] for array in legacy["arrays"]]
    for array, expected in zip(arrays, legacy["arrays"]):
        np.testing.assert_allclose(array.ravel(), expected["values"], rtol=5e-5, atol=2e-6)
