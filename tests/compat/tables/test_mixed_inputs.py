"""What TFM396 says: a functional model of Keras 3 takes no arrays beside tensors, and the same numbers without."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")
keras = tf.keras
RELEASE = tuple(int(part) for part in tf.__version__.split(".")[:2])
pytestmark = pytest.mark.skipif(RELEASE < (2, 3), reason="eager calls of TensorFlow 2")


def model(named=False):
    inputs = {name: keras.Input((2,), name=name) for name in ("a", "b")}
    outputs = keras.layers.Subtract()([inputs["a"], inputs["b"]])
    return keras.Model(inputs if named else list(inputs.values()), outputs)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_an_array_and_a_tensor(dtype):
    array, tensor = np.full((3, 2), 0.3, dtype), tf.ones((3, 2))
    for given, made in (([array, tensor], model()), ({"a": array, "b": tensor}, model(named=True))):
        if RELEASE < (2, 16):
            assert np.allclose(made(given), -0.7)
        else:
            with pytest.raises(ValueError, match="cannot mix tensors and non-tensors"):
                made(given)
    result = model()([tf.convert_to_tensor(array), tensor])
    assert np.allclose(result, -0.7)
    assert result.dtype == tf.float32
