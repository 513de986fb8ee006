"""The reductions of Keras losses: what `auto` meant, and what the names are on each release."""

import numpy as np
import pytest

pytest.importorskip("tensorflow")

import tensorflow as tf

from tests.compat.releases import IS_MODERN, TENSORFLOW

X, Y = np.float32([[1.0], [2.0], [4.0]]), np.float32([[0.0], [0.0], [0.0]])

pytestmark = pytest.mark.skipif(TENSORFLOW < (2, 0), reason="eager, and the classes of TensorFlow 2")


def value(**kwargs):
    return np.asarray(tf.keras.losses.MeanSquaredError(**kwargs)(Y, X))


def test_auto_was_the_sum_over_the_batch_size():
    assert value() == value(reduction="sum_over_batch_size") == 7.0
    if IS_MODERN:
        with pytest.raises(ValueError, match="Expected one of"):
            value(reduction="auto")
    else:
        assert value(reduction="auto") == 7.0


def test_names():
    reduction = tf.keras.losses.Reduction
    assert (reduction.AUTO, reduction.SUM, reduction.SUM_OVER_BATCH_SIZE) == ("auto", "sum", "sum_over_batch_size")
    assert reduction.NONE == "none"
    np.testing.assert_array_equal(value(reduction=reduction.NONE), [1.0, 4.0, 16.0])
    assert value(reduction=reduction.SUM) == 21.0
