"""Estimators train under the strategies of contrib as they did: `oracles/record_contrib_distribute.py` says how."""

import json

import numpy as np
import pytest

from tests.compat.paths import ORACLES
from tests.compat.shims.contrib.training_cases import CASES, run
from tests.quick import first

RECORDED = json.loads(ORACLES.joinpath("contrib_distribute.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _estimator(tf):
    try:
        tf.estimator.Estimator  # noqa: B018
    except ImportError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("name", first(1, CASES))
def test_mirrored_strategy(tf, tmp_path, name):
    found = run(tf, name, str(tmp_path))
    for expected in (record[name] for record in RECORDED.values()):
        assert found["steps"] == expected["steps"] == len(expected["losses"])
        np.testing.assert_allclose(found["losses"], expected["losses"], atol=1e-5, rtol=0)
        np.testing.assert_allclose(found["evaluated"], expected["evaluated"], atol=1e-5, rtol=0)
        assert found["weights"].keys() == expected["weights"].keys()
        for each in expected["weights"]:
            np.testing.assert_allclose(found["weights"][each], expected["weights"][each], atol=1e-5, rtol=0)
