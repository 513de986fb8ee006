"""What TFM344 says of moving statistics: Keras 2 saved the mean of the replicas, Keras 3 saves those of the first."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")
RELEASE = tuple(int(part) for part in tf.__version__.split(".")[:2])
pytestmark = pytest.mark.skipif(RELEASE < (2, 0), reason="strategies as in TensorFlow 2")
X = np.arange(8, dtype="float32").reshape(8, 1)


def test_moving_mean_of_two_replicas():
    devices = [each.name for each in tf.config.list_logical_devices()][:2]
    strategy = tf.distribute.MirroredStrategy(devices, cross_device_ops=tf.distribute.ReductionToOneDevice())
    with strategy.scope():
        layer = tf.keras.layers.BatchNormalization(momentum=0.0)
        model = tf.keras.Sequential([layer])
        model.compile(tf.keras.optimizers.SGD(0.0), "mse")
    model.fit(X, X, batch_size=8, epochs=1, shuffle=False, verbose=0)
    moving_mean = layer.get_weights()[2]
    assert moving_mean == pytest.approx([1.5 if RELEASE >= (2, 16) else 3.5])
