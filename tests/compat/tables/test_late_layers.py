"""What TFM343 says: a layer of Keras 3 takes no further layers once it is built; one of Keras 2 exchanged them."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")
keras = tf.keras
RELEASE = tuple(int(part) for part in tf.__version__.split(".")[:2])
pytestmark = pytest.mark.skipif(RELEASE < (2, 0), reason="models of own classes as in TensorFlow 2")
IS_MODERN = RELEASE >= (2, 16)
X = np.ones((4, 2), "float32")


def dense(units):
    return keras.layers.Dense(units, kernel_initializer="ones")


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = dense(3)
        self.head = dense(2)

    def call(self, x):
        return self.head(self.body(x))


@pytest.mark.parametrize("make", [lambda: dense(5), lambda: [dense(5)], keras.metrics.Mean])
def test_after_a_call(make):
    net = Net()
    net(X)
    if IS_MODERN:
        with pytest.raises(ValueError, match="You cannot add new elements of state"):
            net.head = make()
    else:
        net.head = make()


def test_trained():
    net = Net()
    if not IS_MODERN:
        net(X)
    net.head = dense(5)
    net(X)
    assert [tuple(each.shape) for each in net.trainable_variables] == [(2, 3), (3,), (3, 5), (5,)]
    net.compile("sgd", "mse")
    history = net.fit(X, np.ones((4, 5)), verbose=0).history
    assert history["loss"] == [25.0]
