"""Optimizers that scripts derive from `tf.keras.optimizers.Optimizer` compute what they did on TensorFlow 1.15.5."""

import numpy as np
import pytest

from compat import tensorflow as tf
from tests.quick import first

keras = tf.keras


class Warm(keras.optimizers.Optimizer):
    """Momentum, with a rate that grows in the first steps."""

    def __init__(self, learning_rate=0.1, momentum=0.9, warmup=4, has_state=False, name="Warm", **kwargs):
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._set_hyper("momentum", momentum)
        self._set_hyper("warmup", float(warmup))
        self.has_state = has_state

    def _create_slots(self, var_list):
        for var in var_list:
            self.add_slot(var, "m")
            self.add_slot(var, "seen", initializer="ones")

    def _rate(self, var_dtype):
        step = tf.cast(self.iterations + 1, var_dtype)
        return self._decayed_lr(var_dtype) * tf.minimum(step / self._get_hyper("warmup", var_dtype), 1.0)

    def _resource_apply_dense(self, grad, var):
        m = self.get_slot(var, "m")
        now = m.assign(self._get_hyper("momentum", var.dtype.base_dtype) * m + grad, use_locking=self._use_locking)
        return var.assign_sub(self._rate(var.dtype.base_dtype) * now, use_locking=self._use_locking)

    def _resource_apply_sparse(self, grad, var, indices):
        seen = self._resource_scatter_add(self.get_slot(var, "seen"), indices, tf.ones_like(grad))
        with tf.control_dependencies([seen]):
            return self._resource_scatter_add(var, indices, -self._rate(var.dtype.base_dtype) * grad)

    def get_config(self):
        names = ("learning_rate", "decay", "momentum", "warmup")
        return {**super().get_config(), **{name: self._serialize_hyperparameter(name) for name in names}}


class Prepared(Warm):
    """Takes what is prepared once a step, as the optimizers of TensorFlow do since 1.15."""

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[(var_device, var_dtype)]["half"] = 0.5 * self._get_hyper("momentum", var_dtype)

    def _resource_apply_dense(self, grad, var, apply_state=None):
        known = apply_state[(var.device, var.dtype.base_dtype)]
        return var.assign_sub(known["lr_t"] * known["half"] * grad)


def model():
    made = keras.models.Sequential(
        [keras.layers.Embedding(4, 2, input_length=2), keras.layers.Flatten(), keras.layers.Dense(1)]
    )
    made.build((None, 2))
    made.set_weights([np.linspace(-1, 1, 8).reshape(4, 2), np.linspace(1, 2, 4).reshape(4, 1), np.zeros(1)])
    return made


def trained(optimizer, steps=6):
    made = model()
    made.compile(optimizer, "mse")
    rows = np.array([[0, 1], [1, 1], [2, 1]])
    losses = [made.train_on_batch(rows, np.array([[1.0], [0.0], [2.0]])) for _ in range(steps)]
    return made, [float(np.ravel(each)[0]) for each in losses]


@pytest.mark.parametrize(
    ("optimizer", "expected"),
    [
        (lambda: Warm(0.01), [7.822374, 7.079274, 5.664021, 3.977472, 2.498817, 1.658351]),
        (lambda: Warm(lr=0.02, decay=0.5, momentum=0.0), [7.822374, 6.385466, 4.95773, 3.84556, 3.047319, 2.595261]),
        (lambda: Warm(0.1, clipnorm=0.1), [7.822374, 7.733588, 7.517836, 7.149696, 6.618938, 6.065628]),
        (lambda: Prepared(0.02), [7.822374, 6.236722, 4.280828, 2.743749, 1.88647, 1.567715]),
    ],
    ids=["momentum", "decay", "clipnorm", "prepared"],
)
def test_losses(optimizer, expected):
    np.testing.assert_allclose(trained(optimizer())[1], expected, rtol=2e-6)


def test_rate_can_be_set():
    made, _ = trained(Warm(0.01), steps=1)
    keras.backend.set_value(made.optimizer.lr, 0.0)
    before = made.get_weights()
    made.train_on_batch(np.array([[0, 1]]), np.array([[1.0]]))
    for value, expected in zip(made.get_weights(), before):
        np.testing.assert_array_equal(value, expected)


def test_numbers_are_attributes():
    optimizer = Warm(0.01)
    optimizer.momentum = 0.5
    config = optimizer.get_config()
    assert config["momentum"] == 0.5
    assert (config["name"], config["warmup"], config["decay"]) == ("Warm", 4.0, 0.0)
    again = Warm.from_config({**config, "clipvalue": 1.0})
    assert again.get_config()["momentum"] == 0.5
    assert again.get_config()["clipvalue"] == 1.0
    assert not hasattr(optimizer, "nonsense")


def test_file(tmp_path):
    """A model is saved, loaded and trained on with the slots that it had."""
    made, _ = trained(Warm(0.01), steps=3)
    path = str(tmp_path / "model.h5")
    made.save(path)
    loaded = keras.models.load_model(path, custom_objects={"Warm": Warm})
    assert type(loaded.optimizer).__name__ == "Warm"
    rows, targets = np.array([[0, 1], [1, 1], [2, 1]]), np.array([[1.0], [0.0], [2.0]])
    for _ in range(2):
        expected, found = made.train_on_batch(rows, targets), loaded.train_on_batch(rows, targets)
        np.testing.assert_allclose(np.ravel(found), np.ravel(expected), rtol=1e-6)


def test_optimizers_of_tensorflow_are_instances():
    assert isinstance(keras.optimizers.SGD(0.1), keras.optimizers.Optimizer)
    assert isinstance(Warm(), keras.optimizers.Optimizer)
    assert not isinstance(keras.optimizers.SGD(0.1), Warm)
    assert issubclass(Warm, keras.optimizers.Optimizer)


@pytest.mark.skipif(keras.__version__ < "3", reason="the numbers of the shims")
@pytest.mark.parametrize(
    ("kind", "losses", "sums"),
    first(
        1,
        [
            (Warm, [6.914966, 6.398975, 5.352913, 3.98748], [0.616257, 5.692587, 0.301454]),
            (Prepared, [6.914966, 6.331792, 5.448243, 4.433494], [0.635006, 5.92037, 0.080152]),
        ],
    ),
)
def test_slots_on_each_replica(kind, losses, sums):
    """As on TensorFlow 1.15.5 and 2.3.4, where two replicas have the losses and weights of one.

    Without collectives, of which TensorFlow 2.16 takes the shapes of an earlier strategy in the same process.
    """
    on_one = tf.distribute.ReductionToOneDevice()
    strategy = tf.distribute.MirroredStrategy(["GPU:0", "GPU:1"], cross_device_ops=on_one)
    rows, targets = np.array([[0, 1], [1, 1], [2, 1], [3, 0]]), np.array([[1.0], [0.0], [2.0], [1.0]])
    with strategy.scope():
        made = model()
        made.compile(kind(0.01), "mse")
    history = made.fit(rows, targets, batch_size=4, epochs=4, verbose=0).history
    np.testing.assert_allclose(history["loss"], losses, rtol=2e-6)
    np.testing.assert_allclose([weight.sum() for weight in made.get_weights()], sums, rtol=2e-6, atol=1e-6)
    assert len(made.optimizer.get_weights()) == 7
