"""What TFM324 says: a model of an own class is restored once it has been called, and not before."""

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")
IS_MODERN = tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 16)
pytestmark = pytest.mark.skipif(not IS_MODERN, reason="Keras 2 assigns the values when the variables are made")

X = np.ones((2, 3), "float32")


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


class Outer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = Net()

    def call(self, x):
        return self.net(x)


class Ready(Net):
    def __init__(self):
        super().__init__()
        self.dense.build((None, 3))


class Holder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.part = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])

    def call(self, x):
        return self.part(x)


def sequential():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)])


def restored(make, folder, prepare=lambda model: None):
    """True if a second model gives what the first one gave whose checkpoint it restored."""
    first, second = make(), make()
    expected = first(X)
    path = tf.train.Checkpoint(net=first).save(str(folder / "checkpoint"))
    prepare(second)
    tf.train.Checkpoint(net=second).restore(path).expect_partial()
    return np.allclose(expected, second(X))


@pytest.mark.parametrize("make", [Net, Outer])
def test_lost_before_the_first_call(make, tmp_path):
    assert not restored(make, tmp_path)


@pytest.mark.parametrize("make", [Net, Outer])
def test_kept_after_a_call(make, tmp_path):
    assert restored(make, tmp_path, lambda model: model(X))
    assert restored(make, tmp_path, lambda model: model.predict(X, verbose=0))


def test_build_is_enough_without_own_layers(tmp_path):
    assert restored(Net, tmp_path, lambda model: model.build((None, 3)))
    assert not restored(Outer, tmp_path, lambda model: model.build((None, 3)))


@pytest.mark.parametrize("make", [Ready, Holder, sequential])
def test_kept_where_the_rule_is_silent(make, tmp_path):
    assert restored(make, tmp_path)


def test_adam_goes_on_from_a_checkpoint(tmp_path):
    start = np.ones(2, "float32")

    def stepped(optimizer, variable, steps):
        for _ in range(steps):
            optimizer.apply_gradients([(2 * variable, variable)])
        return variable.numpy()

    first, held = tf.keras.optimizers.Adam(0.1), tf.Variable(start)
    stepped(first, held, 5)
    path = tf.train.Checkpoint(optimizer=first, held=held).save(str(tmp_path / "checkpoint"))
    second, other = tf.keras.optimizers.Adam(0.1), tf.Variable(start)
    tf.train.Checkpoint(optimizer=second, held=other).restore(path)
    np.testing.assert_allclose(stepped(second, other, 3), stepped(first, held, 3))


@pytest.mark.parametrize("make", [Net, lambda: tf.keras.Sequential([tf.keras.layers.Dense(1)])])
def test_weights_of_a_model_without_variables(make, tmp_path):
    path = str(tmp_path / "net.weights.h5")
    net = make()
    net(X)
    net.save_weights(path)
    with pytest.raises(ValueError, match="not yet been built"):
        make().load_weights(path)
    called = make()
    called(X)
    called.load_weights(path)
    assert np.allclose(called(X), net(X))
