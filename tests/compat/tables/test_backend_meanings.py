"""What three functions of `keras.backend` give on the installed release."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")

K = tf.keras.backend
RELEASE = tuple(map(int, tf.__version__.split(".")[:2]))


@pytest.fixture(autouse=True)
def _anew():
    K.clear_session()


def test_batch_dot_goes_along_the_first_axis_since_keras_2_3():
    x, y = tf.ones((2, 3, 4, 5)), tf.ones((2, 3, 5, 4))
    shape = K.int_shape(K.batch_dot(x, y, axes=[3, 2]))
    assert shape == ((2, 3, 4, 4) if RELEASE < (2, 0) else (2, 3, 4, 3, 4))


def test_batch_dot_of_fewer_dimensions_is_the_same():
    assert K.int_shape(K.batch_dot(tf.ones((2, 3, 4)), tf.ones((2, 4, 5)), axes=[2, 1])) == (2, 3, 5)


def test_ctc_decode_pads_after_tensorflow_2_1():
    probabilities = np.full((1, 6, 3), 0.1, "float32")
    probabilities[:, :, 2] = 0.8
    probabilities[:, 1, :] = [0.8, 0.1, 0.1]
    decoded = K.eval(K.ctc_decode(tf.constant(probabilities), tf.constant([6]))[0][0])
    assert decoded.tolist() == ([[0]] if RELEASE < (2, 2) else [[0, -1, -1, -1, -1, -1]])


def test_samples_of_bilinear_resizing_are_in_the_middle_since_tensorflow_1_14():
    x = tf.constant(np.arange(2.0, dtype="float32").reshape((1, 1, 2, 1)))
    expected = [0.0, 0.5, 1.0, 1.0] if RELEASE < (1, 14) else [0.0, 0.25, 0.75, 1.0]
    resized = K.eval(K.resize_images(x, 1, 2, "channels_last", interpolation="bilinear"))
    np.testing.assert_allclose(resized.ravel(), expected)
