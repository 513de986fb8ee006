"""Weights of classes, with the losses of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest

from compat import keras
from tests.quick import first

X = np.arange(24, dtype="float32").reshape(8, 3) % 5 / 5
KERNEL = np.arange(9, dtype="float32").reshape(3, 3) % 4 / 4
CLASSES = np.array([0, 1, 2, 0, 1, 2, 0, 1])
ROWS = np.eye(3, dtype="float32")[CLASSES]
FLAGS = (CLASSES > 0).astype("float32")
WEIGHTS = {0: 1.0, 1: 3.0, 2: 7.0}
OF_FLAGS = {0: 1.0, 1: 5.0}


def model_of(loss="categorical_crossentropy", outputs=1):
    given = keras.layers.Input((3,))
    dense = keras.layers.Dense
    layers = [dense(3, activation="softmax", name="a"), dense(1, activation="sigmoid", name="b")]
    made = [layer(given) for layer in layers]
    model = keras.models.Model(given, made[0] if outputs == 1 else made)
    layers[0].set_weights([KERNEL, np.zeros(3)])
    layers[1].set_weights([KERNEL[:, :1], np.zeros(1)])
    model.compile("sgd", loss if outputs == 1 else {"a": loss, "b": "binary_crossentropy"})
    return model


def loss_of(model, y, class_weight, **options):
    return model.fit(X, y, verbose=0, class_weight=class_weight, **options).history["loss"][0]


@pytest.mark.parametrize(
    ("class_weight", "expected"),
    first(
        2,
        [
            (None, 1.16651),
            (WEIGHTS, 4.01421),
            ({"a": WEIGHTS}, 4.01421),
            ([WEIGHTS], 4.01421),
            ([1.0, 3.0, 7.0], 1.16651),
            (np.array([1.0, 3.0, 7.0]), 1.16651),
            ("balanced", 1.16651),
        ],
    ),
)
def test_one_output(class_weight, expected):
    assert loss_of(model_of(), ROWS, class_weight) == pytest.approx(expected, abs=1e-4)
    sparse = model_of("sparse_categorical_crossentropy")
    assert loss_of(sparse, CLASSES, class_weight) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("class_weight", "expected"),
    [
        ({"a": WEIGHTS, "b": OF_FLAGS}, 5.72344),
        ([WEIGHTS, OF_FLAGS], 5.72344),
        ({"b": OF_FLAGS}, 2.87574),
        (WEIGHTS, 1.77488),
    ],
)
def test_two_outputs(class_weight, expected):
    assert loss_of(model_of(outputs=2), [ROWS, FLAGS], class_weight) == pytest.approx(expected, abs=1e-4)


def test_beside_weights_of_rows():
    loss = loss_of(model_of(), ROWS, WEIGHTS, sample_weight=np.arange(8.0))
    assert loss == pytest.approx(14.02797, abs=1e-4)


def test_validation_split():
    history = model_of().fit(X, ROWS, verbose=0, class_weight=WEIGHTS, validation_split=0.5).history
    assert history["loss"] == [pytest.approx(3.96285, abs=1e-4)]
    assert history["val_loss"] == [pytest.approx(4.04799, abs=1e-4)]


def test_of_batches():
    losses = model_of(outputs=2).train_on_batch(X, [ROWS, FLAGS], class_weight={"a": WEIGHTS})
    assert losses == pytest.approx([4.62258, 4.01421, 0.60837], abs=1e-4)
    batches = iter([(X, [ROWS, FLAGS])])
    history = model_of(outputs=2).fit_generator(batches, 1, verbose=0, class_weight={"a": WEIGHTS}).history
    assert history["loss"] == [pytest.approx(4.62258, abs=1e-4)]


def test_refused_as_it_was():
    with pytest.raises(ValueError, match="must contain all classes"):
        loss_of(model_of(), ROWS, {0: 1.0, 1: 3.0})
