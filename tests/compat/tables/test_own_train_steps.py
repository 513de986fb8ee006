"""What TFM325 says: the losses that Keras 3 reports for a step of TensorFlow 2.2, and for the one that is advised."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")
IS_MODERN = tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 16)
pytestmark = [
    pytest.mark.skipif(not IS_MODERN, reason="Keras 2 reports what the step says"),
    pytest.mark.filterwarnings("ignore:.*compiled_(loss|metrics).*"),
]

LEGACY = [4.0, 0.64]
"""The losses that TensorFlow 1.15.5 reports for this model."""


class Compiled(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.loss_of(x, y, y_pred)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return self.results(y, y_pred, loss)

    def loss_of(self, x, y, y_pred):
        return self.compiled_loss(y, y_pred, regularization_losses=self.losses)

    def results(self, y, y_pred, loss):
        self.compiled_metrics.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}


class Lone(Compiled):
    def results(self, y, y_pred, loss):
        return {"loss": loss}


class ByHand(Lone):
    def loss_of(self, x, y, y_pred):
        return tf.reduce_mean((y - y_pred) ** 2)


class Advised(Compiled):
    def loss_of(self, x, y, y_pred):
        return self.compute_loss(x, y, y_pred)

    def results(self, y, y_pred, loss):
        for m in self.metrics:
            m.update_state(loss) if m.name == "loss" else m.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}


def history(kind, metrics=None, regularizer=None):
    inputs = tf.keras.Input((2,))
    layer = tf.keras.layers.Dense(1, kernel_initializer="ones", kernel_regularizer=regularizer)
    model = kind(inputs, layer(inputs))
    model.compile(tf.keras.optimizers.SGD(0.1), "mse", metrics=metrics)
    return model.fit(np.ones((4, 2)), np.zeros((4, 1)), epochs=2, verbose=0).history


def test_the_mean_of_the_predictions_is_the_loss():
    np.testing.assert_allclose(history(Compiled)["loss"], [2.0, 0.8], rtol=1e-6)


@pytest.mark.parametrize("kind", [Lone, ByHand])
def test_a_lone_loss_is_zero(kind):
    assert history(kind)["loss"] == [0.0, 0.0]
    with pytest.raises(ValueError, match="the metric has not yet been built"):
        history(kind, metrics=["mae"])


@pytest.mark.parametrize("kind", [Advised, tf.keras.Model])
def test_the_advice_gives_the_losses_of_the_own_step(kind):
    np.testing.assert_allclose(history(kind)["loss"], LEGACY, rtol=1e-6)
    both = history(kind, metrics=["mae"])
    np.testing.assert_allclose(both["loss"], LEGACY, rtol=1e-6)
    np.testing.assert_allclose(both["mae"], [2.0, 0.8], rtol=1e-6)
    regularized = history(kind, regularizer=tf.keras.regularizers.L2(1.0))
    np.testing.assert_allclose(regularized["loss"], [6.0, 0.48], rtol=1e-6)
