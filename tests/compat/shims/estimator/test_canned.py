"""The canned estimators against those of TensorFlow 1.15.5 (`oracles/record_canned.py`), and what TF 2 added."""

import json

import pytest

from tests.compat.paths import ORACLES
from tests.compat.shims.estimator.canned_cases import CASES, deep, input_fn, run
from tests.quick import first

RECORD = json.loads((ORACLES / "canned.json").read_text())


@pytest.mark.parametrize("name", first(2, CASES))
def test_numbers(tf, v1, tmp_path, name):
    found, legacy = run(tf, v1, name, str(tmp_path)), RECORD[name]
    assert found["variables"] == legacy["variables"]
    assert found["metrics"] == pytest.approx(legacy["metrics"], rel=2e-5)


def test_classes_of_tf_2(tf, tmp_path):
    from compat.tensorflow.estimator import v2

    estimator = v2.DNNClassifier([4], deep(tf), model_dir=str(tmp_path), optimizer="Adam")
    estimator.train(input_fn)
    predicted = next(estimator.predict(input_fn))
    assert sum(predicted["probabilities"]) == pytest.approx(1)
