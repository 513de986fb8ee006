"""Keras 3 validates on the first two batches of a generator in every epoch, where Keras 2 went on."""

from typing import Iterator, Tuple

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")
IS_MODERN = tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 16)
pytestmark = pytest.mark.skipif(not IS_MODERN, reason="Keras 2 goes on")


def batches() -> Iterator[Tuple[np.ndarray, np.ndarray]]:
    """Seven batches whose losses are 0 to 6, again and again."""
    while True:
        for number in range(7):
            yield np.full((2, 1), float(number)), np.zeros((2, 1))


def test_each_validation_begins_with_the_same_batches() -> None:
    model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1, use_bias=False)])
    model.compile(tf.keras.optimizers.SGD(0.0), "mae")
    model.set_weights([np.ones((1, 1))])
    history = model.fit(
        batches(), steps_per_epoch=2, epochs=4, validation_data=batches(), validation_steps=2, verbose=0
    ).history
    assert history["loss"] == [0.5, 2.5, 4.5, 3.0]  # as Keras 2.3.1 had both
    assert history["val_loss"] == [0.5] * 4
