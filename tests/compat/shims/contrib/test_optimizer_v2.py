"""`tf.contrib.optimizer_v2` computes what it did on TensorFlow 1.13.2."""

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat import tensorflow as tf


def trained(kind, **arguments):
    """The sums of a dense and a sparse variable after six steps."""
    with tensorflow.Graph().as_default(), tf.Session() as session:
        dense = tf.get_variable("dense", [3, 1], initializer=tf.constant_initializer(0.5))
        sparse = tf.get_variable("sparse", [4, 1], initializer=tf.constant_initializer(0.3))
        inputs = np.sin(np.arange(24.0)).reshape(8, 3).astype("float32")
        outputs = tf.matmul(inputs, dense) + tf.gather(sparse, [0, 1, 1, 0, 2, 2, 0, 1])
        loss = tf.reduce_mean((outputs - np.cos(np.arange(8.0)).reshape(8, 1).astype("float32")) ** 2)
        step = getattr(tf.contrib.optimizer_v2, kind)(**arguments).minimize(loss)
        session.run(tf.global_variables_initializer())
        for _ in range(6):
            session.run(step)
        return [float(np.sum(each)) for each in session.run([dense, sparse])]


@pytest.mark.parametrize(
    ("kind", "arguments", "expected"),
    [
        ("RMSPropOptimizer", {"learning_rate": 0.1, "momentum": 0.5}, [0.66993177, 0.64894438]),
        (
            "RMSPropOptimizer",
            {"learning_rate": 0.01, "decay": 0.5, "epsilon": 0.1, "centered": True},
            [1.2755939, 1.0122612],
        ),
        ("AdamOptimizer", {"learning_rate": 0.1}, [0.8954168, 0.44143865]),
    ],
)
def test_numbers(kind, arguments, expected):
    np.testing.assert_allclose(trained(kind, **arguments), expected, rtol=1e-5)


@pytest.mark.skipif(tensorflow.__version__.startswith("1."), reason="1.15 has its own")
@pytest.mark.parametrize("kind", ["AdadeltaOptimizer", "AdagradOptimizer", "GradientDescentOptimizer"])
def test_the_others_are_those_of_tf_train(kind):
    """On 1.13.2 six steps of each left the same weights as the class of `tf.train`, to the last bit."""
    assert getattr(tf.contrib.optimizer_v2, kind) is getattr(tensorflow.compat.v1.train, kind)
