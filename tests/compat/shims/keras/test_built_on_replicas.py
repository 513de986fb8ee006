"""Custom training loops whose first step makes the slots of the optimizer have the numbers of TensorFlow 2.3.4."""

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat import tensorflow as tf
from tests.compat.releases import IS_MODERN
from tests.quick import first

pytestmark = pytest.mark.skipif(not IS_MODERN, reason="the shims of modern releases")

X = np.arange(24).reshape(8, 3).astype("float32") / 24.0
Y = X.sum(1, keepdims=True) * 3


def losses(strategy, make, *, is_compiled=True):
    """Those of four steps on two replicas."""
    with strategy.scope():
        model = tf.keras.models.Sequential([tf.keras.layers.Dense(1, input_shape=(3,), kernel_initializer="ones")])
        optimizer = make()

    def step(x, y):
        with tensorflow.GradientTape() as tape:
            rows = tensorflow.reduce_mean(tensorflow.square(y - model(x, training=True)), -1)
            loss = tensorflow.nn.compute_average_loss(rows, global_batch_size=4)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    def distributed(x, y):
        return strategy.reduce("SUM", strategy.run(step, args=(x, y)), axis=None)

    train = tensorflow.function(distributed) if is_compiled else distributed
    data = tensorflow.data.Dataset.from_tensor_slices((X, Y)).batch(4).repeat(2)
    return [float(train(x, y)) for x, y in strategy.experimental_distribute_dataset(data)]


class Heavy(tf.keras.optimizers.Optimizer):
    """An optimizer of the script's own with a slot."""

    def __init__(self, rate=0.01, name="Heavy", **kwargs):
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", rate)

    def _create_slots(self, var_list):
        for var in var_list:
            self.add_slot(var, "m")

    def _resource_apply_dense(self, grad, var, apply_state=None):
        m = self.get_slot(var, "m")
        now = m.assign(0.9 * m + grad)
        return var.assign_sub(self._decayed_lr(var.dtype) * now)


CASES = [
    (lambda: tf.keras.optimizers.Adam(0.01), [2.5938, 19.5588, 2.4949, 19.1047]),
    (Heavy, [2.5938, 19.4329, 2.0377, 14.8218]),
    (lambda: tf.keras.optimizers.Nadam(0.01), [2.5938, 19.5428, 2.4836, 19.1716]),
    (lambda: tf.keras.optimizers.Ftrl(0.01), [2.5938, 26.9601, 3.4387, 26.5748]),
    (lambda: tf.keras.optimizers.SGD(0.01, momentum=0.9, decay=0.1), [2.5938, 19.4329, 2.0702, 15.1803]),
]


@pytest.mark.parametrize(("make", "expected"), first(2, CASES))
def test_first_step_on_the_replicas(two_replicas, make, expected):
    np.testing.assert_allclose(losses(two_replicas, make), expected, atol=1e-4)


def test_outside_of_a_function(two_replicas):
    found = losses(two_replicas, CASES[0][0], is_compiled=False)
    np.testing.assert_allclose(found, CASES[0][1], atol=1e-4)


def test_without_a_strategy():
    found = losses(tensorflow.distribute.get_strategy(), CASES[0][0])
    np.testing.assert_allclose(found, CASES[0][1], atol=1e-4)


def test_built_before(two_replicas):
    """Slots that a script has made itself are kept."""
    with two_replicas.scope():
        variable = tensorflow.Variable([1.0, 2.0])
        optimizer = tf.keras.optimizers.Adam(0.1)
        optimizer.build([variable])
    slots = list(optimizer.variables)

    @tensorflow.function
    def train():
        two_replicas.run(lambda: optimizer.apply_gradients([(tensorflow.ones(2), variable)]))

    train()
    assert [id(each) for each in optimizer.variables] == [id(each) for each in slots]
