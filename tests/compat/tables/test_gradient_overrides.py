"""What TFM321 says: the map names gradients for the layers of Keras 2, and not for those of Keras 3."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")


def test_layers_of_keras_3_keep_their_gradients():
    import keras

    if keras.__version__ < "3":
        pytest.skip("layers of Keras 2 are in the graph")

    @tf.RegisterGradient("TimesSeven")
    def times_seven(op, gradient):
        return gradient * 7.0

    x = tf.constant([[1.0, -2.0]])
    with tf.compat.v1.get_default_graph().gradient_override_map({"Relu": "TimesSeven"}):
        model = keras.Sequential([keras.Input((2,)), keras.layers.Activation("relu")])
        with tf.GradientTape() as tape:
            tape.watch(x)
            outputs = model(x)
    np.testing.assert_array_equal(tape.gradient(outputs, x), [[1.0, 0.0]])
