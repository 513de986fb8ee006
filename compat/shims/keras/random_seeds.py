"""Seeds of first weights and dropout, from the generator that legacy scripts seed.

Keras 3 draws them from Python's `random`, which moves it on. Keras 2 drew them from NumPy's generator, `tf.keras` from
TensorFlow's, and both left Python's alone.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/random/seed_generator.py

Known deviations:
* the numbers that follow from a seed are not those of Keras 2, nor is what a script draws from NumPy after it has built
  or trained a model
* no seed determines the order in which `fit` takes the rows of arrays
"""

import random
from contextlib import contextmanager
from typing import Any, Iterator

import numpy as np
import tensorflow as tf

_SEEDS = 10**7
"""As many as Keras 2 chose from."""
_SPREAD = 1_000_003
_LARGEST = 2**31


def drawn_seed(*, is_standalone: bool) -> int:
    """Return a seed: for standalone Keras from NumPy, for `tf.keras` from TensorFlow if that has a seed."""
    if is_standalone:
        return int(np.random.randint(_SEEDS))  # noqa: NPY002 - the generator that legacy scripts seed
    of_all, of_operation = tf.compat.v1.get_seed(None)
    if of_all is None:
        return random.SystemRandom().randrange(_LARGEST)
    return _combined(of_all, of_operation)


@contextmanager
def legacy_seeds(*, is_standalone: bool) -> Iterator[None]:
    """Let Keras draw from the legacy generator; if it draws nothing, that is as it was. So is Python's in any case."""
    python, numpy = random.getstate(), np.random.get_state()  # noqa: NPY002
    random.seed(drawn_seed(is_standalone=is_standalone))
    seeded, drawn = random.getstate(), np.random.get_state()  # noqa: NPY002
    try:
        yield
    finally:
        if random.getstate() == seeded and _are_equal(np.random.get_state(), drawn):  # noqa: NPY002
            np.random.set_state(numpy)  # noqa: NPY002
        random.setstate(python)


@contextmanager
def shuffled_anew() -> Iterator[None]:
    """Take TensorFlow's seed away, with which Keras 3 shuffles rows in the same order in each epoch.

    Afterwards there is another one that follows from it.
    """
    of_all, of_operation = tf.compat.v1.get_seed(None)
    if of_all is None:
        yield
        return
    tf.random.set_seed(None)
    try:
        yield
    finally:
        tf.random.set_seed(_combined(of_all, of_operation))


def _combined(of_all: int, of_operation: int) -> int:
    return (int(of_all) * _SPREAD + int(of_operation)) % _LARGEST


def _are_equal(one: Any, other: Any) -> bool:
    return bool(one[0] == other[0] and one[2:] == other[2:] and np.array_equal(one[1], other[1]))
