"""The small functions of contrib give what TensorFlow 1.15.5 gave: `oracles/record_contrib.py` wrote the numbers."""

import json

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from tests.compat.paths import ORACLES

RECORDED = json.loads(ORACLES.joinpath("contrib.json").read_text(encoding="utf-8"))
MATRIX = np.array(RECORDED["inputs"]["matrix"], "float32")


def value(v1, make):
    with tensorflow.Graph().as_default(), v1.Session() as session:
        tensor = make()
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        return session.run(tensor)


@pytest.mark.parametrize(
    ("name", "scales"), [("l1_regularizer", [0.1]), ("l2_regularizer", [0.1]), ("l1_l2_regularizer", [0.1, 0.2])]
)
def test_regularizers(tf, v1, name, scales):
    regularizer = getattr(tf.contrib.layers, name)
    found = value(v1, lambda: regularizer(*scales)(tensorflow.constant(MATRIX)))
    np.testing.assert_allclose(found, RECORDED["outputs"]["layers." + name], rtol=1e-6)
    with pytest.raises(ValueError, match="cannot be an integer"):
        regularizer(1)
    with pytest.raises(ValueError, match="less than 0"):
        regularizer(-0.1)


def test_no_regularization(tf):
    assert tf.contrib.layers.l2_regularizer(0.0)(tensorflow.constant(MATRIX)) is None


def test_regularized_layer(tf, v1):
    def make():
        tf.layers.dense(
            tensorflow.constant(MATRIX),
            2,
            kernel_initializer=tf.ones_initializer(),
            kernel_regularizer=tf.contrib.layers.l2_regularizer(0.5),
        )
        return tf.losses.get_regularization_loss()

    assert value(v1, make) == 0.5 * MATRIX.shape[1] * 2 / 2


@pytest.mark.parametrize("shape", [(3, 4), (3, 3, 4, 8)])
def test_xavier(tf, v1, shape):
    """The uniform one is `glorot_uniform` of the core, number by number."""
    found = value(v1, lambda: tf.contrib.layers.xavier_initializer(seed=1)(shape))
    assert found.tolist() == value(v1, lambda: v1.glorot_uniform_initializer(seed=1)(shape)).tolist()


@pytest.mark.parametrize(("mode", "fan"), [("FAN_IN", 36), ("FAN_OUT", 72), ("FAN_AVG", 54)])
def test_variance_scaling(tf, v1, mode, fan):
    make = tf.contrib.layers.variance_scaling_initializer
    found = value(v1, lambda: make(2.0, mode, seed=1)((3, 3, 4, 8)))
    normal = value(
        v1, lambda: v1.random.truncated_normal((3, 3, 4, 8), 0.0, np.sqrt(1.3 * 2.0 / fan), "float32", seed=1)
    )
    np.testing.assert_allclose(found, normal, rtol=1e-6)
    with pytest.raises(TypeError, match="Unknown mode"):
        make(mode="FAN")


def test_index_table(tf, v1):
    classes = np.array(RECORDED["inputs"]["classes"])
    make = tf.contrib.lookup.index_table_from_tensor
    found = value(v1, lambda: make(tensorflow.constant(["1", "3"])).lookup(tensorflow.strings.as_string(classes)))
    assert found.tolist() == RECORDED["outputs"]["lookup.index_table_from_tensor"]
    with pytest.raises(ValueError, match="mapping must be specified"):
        make(None)
