"""The optimizers of `tf.contrib.opt` train what they trained on TensorFlow 1.15.5."""

import json

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from tests.compat.oracles.contrib_opt_cases import every_run, trained
from tests.compat.paths import ORACLES

RECORDED = json.loads(ORACLES.joinpath("contrib_opt.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("label", "name", "given"), every_run(), ids=lambda each: each if isinstance(each, str) else ""
)
def test_steps(tf, v1, label, name, given):
    with tensorflow.Graph().as_default():
        found = trained(v1, tf.contrib.opt, name, **given)
    for value, expected in zip(found, RECORDED[label]):
        np.testing.assert_allclose(value, expected, rtol=2e-6, atol=1e-7)


def test_extension(tf, v1):
    extended = tf.contrib.opt.extend_with_decoupled_weight_decay(v1.train.GradientDescentOptimizer)
    with tensorflow.Graph().as_default(), v1.Session() as session:
        variable = v1.get_variable("v", initializer=1.0)
        step = extended(weight_decay=0.5, learning_rate=0.25).minimize(variable * 2)
        session.run(v1.global_variables_initializer())
        session.run(step)
        assert session.run(variable) == pytest.approx(1 - 0.5 - 0.25 * 2)


@pytest.mark.parametrize("given", [{"momentum": -1.0}, {"weight_decay": -1.0}])
def test_lars_refuses_negative_numbers(tf, given):
    with pytest.raises(ValueError, match="positive"):
        tf.contrib.opt.LARSOptimizer(0.1, **given)
