"""What TFM394 says: a `Sequential` of Keras 3 keeps to the rank of its first call, that of `tf.keras` did not."""

import pytest

tf = pytest.importorskip("tensorflow")
keras = tf.keras
RELEASE = tuple(int(part) for part in tf.__version__.split(".")[:2])
pytestmark = pytest.mark.skipif(RELEASE < (2, 0), reason="eager calls of TensorFlow 2")


@pytest.mark.parametrize(("first", "second"), [((5, 1, 1, 4), (8, 4)), ((8, 4), (5, 1, 4))])
def test_another_rank(first, second):
    model = keras.Sequential([keras.layers.Dense(12), keras.layers.Reshape((2, 2, 3))])
    assert tuple(model(tf.ones(first)).shape) == (first[0], 2, 2, 3)
    if RELEASE < (2, 16):
        assert tuple(model(tf.ones(second)).shape) == (second[0], 2, 2, 3)
    else:
        with pytest.raises(ValueError, match="Invalid input shape"):
            model(tf.ones(second))


@pytest.mark.skipif(RELEASE < (2, 3), reason="such an axis is dropped since TensorFlow 2.2")
def test_a_last_axis_of_one():
    model = keras.Sequential([keras.layers.Dense(3)])
    assert tuple(model(tf.ones((5, 4))).shape) == (5, 3)
    assert tuple(model(tf.ones((5, 4, 1))).shape) == (5, 3)
