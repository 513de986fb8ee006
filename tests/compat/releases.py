"""The Keras at hand, standalone and in TensorFlow, and what a call on it comes to."""

import logging
import warnings
from typing import Any, NamedTuple, Optional, Tuple

import numpy as np
import tensorflow as tf

TENSORFLOW = tuple(int(part) for part in tf.__version__.split(".")[:2])
IS_MODERN = TENSORFLOW >= (2, 16)


class Family(NamedTuple):
    """A Keras; the release of tf.keras is that of its TensorFlow."""

    name: str
    keras: Any
    release: Tuple[int, ...]


class Outcome(NamedTuple):
    """The value that a call returned or the error that it raised, and its warnings."""

    value: Any
    error: Optional[Exception]
    said: str


def _families():
    try:
        import keras
    except ImportError:
        return [Family("tf.keras", tf.keras, TENSORFLOW)]
    release = tuple(int(part) for part in keras.__version__.split(".")[:2])
    if IS_MODERN:
        return [Family("keras", keras, release)]
    standalone = [Family("keras", keras, release)] if release < (2, 4) and TENSORFLOW < (2, 2) else []
    return [Family("tf.keras", tf.keras, TENSORFLOW), *standalone]


NEVER = ((9, 9), (0, 0))
ALWAYS = ((0, 0), (2, 15))
"""First and last legacy releases that take something."""

FAMILIES = _families()
"""On modern releases tf.keras has the classes of keras itself; Keras 2.3 runs on TensorFlow up to 2.1."""


class _Log(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def outcome(call, *args, **kwargs):
    """Make a call, whatever comes of it."""
    log, logger = _Log(), logging.getLogger("absl")
    value = error = None
    logger.addHandler(log)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                value = call(*args, **kwargs)
            except Exception as raised:  # noqa: BLE001 - whatever it is, it is the outcome
                error = raised
    finally:
        logger.removeHandler(log)
    return Outcome(value, error, "\n".join(log.lines + [str(each.message) for each in caught]))


def find(package, symbol):
    """The object of a canonical name in one of the packages; None where it has none."""
    found = package
    for part in symbol.split(".")[1:]:
        found = getattr(found, part, None)
    return found


X = np.linspace(-1.0, 1.0, 32).reshape(8, 4).astype("float32")
Y = 2.0 * X.sum(axis=1, keepdims=True)


def model(package, optimizer="sgd", loss="mse", metrics=None):
    """A small model, built and compiled."""
    if IS_MODERN:
        layers = [package.layers.Input((4,)), package.layers.Dense(1, kernel_initializer="ones")]
    else:
        layers = [package.layers.Dense(1, kernel_initializer="ones", input_shape=(4,))]
    made = package.models.Sequential(layers)
    made.compile(optimizer, loss, metrics=metrics)
    return made


def start_anew():
    """Keep the graphs of TensorFlow 1 small."""
    if TENSORFLOW < (2, 0):
        for family in FAMILIES:
            family.keras.backend.clear_session()
