"""SciPy's minimizers end where they ended on TensorFlow 1.15.5."""

import json

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from tests.compat.oracles.scipy_optimizer_cases import CASES, minimized
from tests.compat.paths import ORACLES
from tests.compat.releases import TENSORFLOW

pytest.importorskip("scipy")
RECORDED = json.loads(ORACLES.joinpath("scipy_optimizer.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("use_resource", [False, True])
def test_ends(tf, v1, name, use_resource):
    if use_resource and TENSORFLOW < (2, 0):
        pytest.skip("TensorFlow 1.15 leaves resource variables where they are")
    with tensorflow.Graph().as_default():
        values, first, steps = minimized(v1, tf.contrib.opt, use_resource=use_resource, **CASES[name])
    expected, first_expected, steps_expected = RECORDED[name]
    # where the fourth power is flat, the minimizers of two releases of SciPy stop at different places
    for value, end in zip(values, expected):
        np.testing.assert_allclose(value, end, rtol=2e-3, atol=2e-3)
    assert first == pytest.approx(first_expected, rel=1e-6)
    assert steps == steps_expected


@pytest.mark.parametrize("given", [{"bounds": []}, {"jac": False}, {"callback": print}])
def test_keywords_that_are_set_here(tf, v1, given):
    with tensorflow.Graph().as_default(), v1.Session() as session:
        variable = v1.get_variable("v", initializer=1.0)
        optimizer = tf.contrib.opt.ScipyOptimizerInterface(variable**2, **given)
        session.run(v1.global_variables_initializer())
        with pytest.raises(ValueError, match="set"):
            optimizer.minimize(session)


def test_a_minimizer_of_ones_own(tf, v1):
    class Halved(tf.contrib.opt.ExternalOptimizerInterface):
        def _minimize(self, initial_val, loss_grad_func, **_):
            loss, slope = loss_grad_func(initial_val)
            assert loss == 16.0
            return initial_val - 0.25 * slope

    with tensorflow.Graph().as_default(), v1.Session() as session:
        variable = v1.get_variable("v", initializer=4.0)
        optimizer = Halved(variable**2, [variable])
        session.run(v1.global_variables_initializer())
        optimizer.minimize(session)
        assert session.run(variable) == 2.0
