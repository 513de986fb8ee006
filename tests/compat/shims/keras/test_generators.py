"""What yields batches: the numbers are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import itertools
import threading

import numpy as np
import pytest
from compat.keras.layers import Dense, Input, concatenate
from compat.keras.models import Model, Sequential
from compat.keras.optimizers import SGD
from compat.keras.utils import Sequence

from tests.quick import only

RANDOM = np.random.RandomState(0)
X, Y = RANDOM.rand(24, 3).astype("float32"), RANDOM.rand(24, 1).astype("float32")
ROWS, BATCHES = 6, 4


def x(index):
    return X[index * ROWS : (index + 1) * ROWS]


def y(index):
    return Y[index * ROWS : (index + 1) * ROWS]


def both(index):
    return x(index), y(index)


def parts(index):
    return [x(index)[:, :2], x(index)[:, 2:]]


def forever(batch):
    for index in itertools.cycle(range(BATCHES)):
        yield batch(index)


class Locked:
    """An iterator that several threads may share, as many scripts have one."""

    def __init__(self, batches):
        self.batches, self.lock = batches, threading.Lock()

    def __iter__(self):
        return self

    def __next__(self):
        with self.lock:
            return next(self.batches)


class Batches(Sequence):
    """A sequence; `super().__init__` was not needed."""

    def __init__(self, batch):
        self.batch = batch

    def __len__(self):
        return BATCHES

    def __getitem__(self, index):
        return self.batch(index)


def compiled(model, loss="mse"):
    model.compile(SGD(0.1), loss)
    return model


def named(index):
    return dict(zip("ab", parts(index)))


def one():
    return compiled(Sequential([Dense(1, kernel_initializer="ones", input_shape=(3,))]))


def two_inputs():
    inputs = [Input((2,), name="a"), Input((1,), name="b")]
    return compiled(Model(inputs, Dense(1, kernel_initializer="ones")(concatenate(inputs))))


def two_outputs():
    inputs = Input((3,))
    outputs = [Dense(1, kernel_initializer="ones", name=name)(inputs) for name in "pq"]
    return compiled(Model(inputs, outputs), ["mse", "mae"])


PLAIN = ([0.93907, 0.22376], [0.65927, 0.60559, 0.60979])
TWO = ([1.70137, 0.8717], PLAIN[1])
WEIGHTS = [0.72846, 0.51524, 0.62222]
FORMS = {
    "generator": (one, lambda: forever(both), *PLAIN),
    "zip": (one, lambda: zip(forever(x), forever(y)), *PLAIN),
    "cycle": (one, lambda: itertools.cycle([both(index) for index in range(BATCHES)]), *PLAIN),
    "with a lock": (one, lambda: Locked(forever(both)), *PLAIN),
    "iterator of a list": (one, lambda: iter([both(index % BATCHES) for index in range(40)]), *PLAIN),
    "map": (one, lambda: map(both, itertools.cycle(range(BATCHES))), *PLAIN),
    "list of a pair": (one, lambda: forever(lambda index: [x(index), y(index)]), *PLAIN),
    "two inputs": (two_inputs, lambda: forever(lambda index: (parts(index), y(index))), *PLAIN),
    "two inputs in a list": (two_inputs, lambda: forever(lambda index: [parts(index), y(index)]), *PLAIN),
    "lists of one": (one, lambda: forever(lambda index: ([x(index)], [y(index)])), *PLAIN),
    "sample weights": (
        one,
        lambda: forever(lambda index: (*both(index), np.arange(6.0))),
        [1.59099, 0.40431],
        WEIGHTS,
    ),
    "two outputs": (two_outputs, lambda: forever(lambda index: (x(index), [y(index), 2 * y(index)])), *TWO),
    "outputs by name": (
        two_outputs,
        lambda: forever(lambda index: (x(index), {"p": y(index), "q": 2 * y(index)})),
        *TWO,
    ),
    "weights of two outputs": (
        two_outputs,
        lambda: forever(lambda index: (x(index), [y(index), 2 * y(index)], [np.arange(6.0), np.ones(6)])),
        [2.3533, 1.05225],
        WEIGHTS,
    ),
    "float64": (one, lambda: forever(lambda index: tuple(part.astype("float64") for part in both(index))), *PLAIN),
    "sequence": (one, lambda: Batches(both), *PLAIN),
    "sequence of lists": (two_inputs, lambda: Batches(lambda index: [parts(index), y(index)]), *PLAIN),
}
QUICK = ("generator", "zip", "two inputs in a list", "weights of two outputs", "sequence of lists")


@pytest.mark.parametrize("form", only(QUICK, FORMS))
def test_training(form):
    make, data, losses, weights = FORMS[form]
    model = make()
    history = model.fit_generator(
        data(), steps_per_epoch=3, epochs=2, verbose=0, shuffle=False, validation_data=data(), validation_steps=2
    )
    np.testing.assert_allclose(history.history["loss"], losses, atol=2e-5)
    np.testing.assert_allclose(np.ravel(model.get_weights()[0]), weights, atol=2e-5)
    assert len(history.history["val_loss"]) == 2


@pytest.mark.parametrize("form", only(("zip",), FORMS))
def test_evaluation_is_the_mean_over_the_batches(form):
    make, data, *_ = FORMS[form]
    model = make()
    batches, batch_losses = iter(data()), []
    for _ in range(3):
        batch_x, batch_y, *weights = next(batches)
        batch_losses.append(model.test_on_batch(batch_x, batch_y, *weights))
        model.reset_metrics()
    expected = np.mean(batch_losses, axis=0)
    found = model.evaluate_generator(data(), 3)
    np.testing.assert_allclose(np.ravel(found)[0], np.ravel(expected)[0], rtol=1e-5)


@pytest.mark.parametrize(
    ("make", "data"),
    [
        (one, lambda: forever(x)),
        (one, lambda: forever(lambda index: [x(index)])),
        (one, lambda: forever(both)),
        (one, lambda: zip(forever(x), forever(y))),
        (one, lambda: iter([x(0), x(1), x(2)])),
        (two_inputs, lambda: forever(parts)),
        (two_inputs, lambda: forever(lambda index: (parts(index), y(index)))),
        (one, lambda: Batches(x)),
        (one, lambda: Batches(both)),
        (two_inputs, lambda: Batches(parts)),
        (two_inputs, lambda: forever(named)),
        (two_inputs, lambda: Batches(named)),
    ],
)
def test_prediction(make, data):
    found = make().predict_generator(data(), 3)
    np.testing.assert_allclose(found, X[: 3 * ROWS].sum(axis=1, keepdims=True), rtol=1e-5)


@pytest.mark.parametrize("data", [lambda: Batches(both), lambda: forever(both)])
@pytest.mark.parametrize(
    ("steps", "losses"), [(2.5, [0.93907, 0.22376]), (5, [0.62926, 0.19588]), (np.float64(6.2), [0.51105, 0.16789])]
)
def test_steps_that_the_data_does_not_have(data, steps, losses):
    history = one().fit(data(), steps_per_epoch=steps, epochs=2, verbose=0, shuffle=False).history
    np.testing.assert_allclose(history["loss"], losses, atol=2e-5)


def test_class_weights():
    model = one()
    batches = Locked(forever(lambda index: (x(index), (y(index) > 0.5).astype(int))))
    model.fit_generator(batches, 4, class_weight={0: 1.0, 1: 3.0}, verbose=0)
    np.testing.assert_allclose(np.ravel(model.get_weights()[0]), [0.79688, 0.69944, 0.72446], atol=2e-5)
