"""Each function on tensors and its equal in `keras.ops`, against NumPy."""

import inspect

import numpy as np
import pytest
import tensorflow as tf

from compat.tables.names.operations import OPERATIONS
from tests.compat.releases import FAMILIES, IS_MODERN, TENSORFLOW

X = np.random.RandomState(0).uniform(0.2, 2.0, (2, 3)).astype("float32")
Y = X[::-1].copy()
SIGNED = X - 1.0


def softmax(x, axis=-1):
    exponents = np.exp(x)
    return exponents / exponents.sum(axis=axis, keepdims=True)


CASES = {
    "relu": ((SIGNED,), lambda x: np.maximum(x, 0)),
    "elu": ((SIGNED,), lambda x: np.where(x > 0, x, np.exp(x) - 1)),
    "leaky_relu": ((SIGNED,), lambda x: np.where(x > 0, x, 0.2 * x)),
    "softplus": ((SIGNED,), lambda x: np.log(1 + np.exp(x))),
    "sigmoid": ((SIGNED,), lambda x: 1 / (1 + np.exp(-x))),
    "tanh": ((SIGNED,), np.tanh),
    "exp": ((SIGNED,), np.exp),
    "log": ((X,), np.log),
    "sqrt": ((X,), np.sqrt),
    "square": ((SIGNED,), np.square),
    "abs": ((SIGNED,), np.abs),
    "softmax": ((X,), softmax),
    "concatenate": (([X, Y], -1), np.concatenate),
    "stack": (([X, Y], 1), np.stack),
    "reshape": ((X, (-1, 6)), np.reshape),
    "expand_dims": ((X, -1), np.expand_dims),
    "squeeze": ((X[:, :1], 1), np.squeeze),
    "transpose": ((X, (1, 0)), np.transpose),
    "clip": ((X, 0.5, 1.5), np.clip),
    "matmul": ((X, Y.T), np.matmul),
    "add": ((X, Y), np.add),
    "subtract": ((X, Y), np.subtract),
    "multiply": ((X, Y), np.multiply),
    "maximum": ((X, Y), np.maximum),
    "minimum": ((X, Y), np.minimum),
    "power": ((X, 3.0), np.power),
    "mean": ((X, 1, True), lambda x, axis, keepdims: x.mean(axis=axis, keepdims=keepdims)),
    "sum": ((X, 1, True), lambda x, axis, keepdims: x.sum(axis=axis, keepdims=keepdims)),
    "max": ((X, 1, True), lambda x, axis, keepdims: x.max(axis=axis, keepdims=keepdims)),
    "min": ((X, 1, True), lambda x, axis, keepdims: x.min(axis=axis, keepdims=keepdims)),
}
"""By the modern name: arguments in the legacy order, which is the modern one, and the function of NumPy."""


def found(path, root):
    for name in path.split("."):
        root = getattr(root, name, None)
    return root


def tensors(value):
    if isinstance(value, list):
        return [tensors(each) for each in value]
    return tf.constant(value) if isinstance(value, np.ndarray) else value


def number(value):
    return tf.keras.backend.get_value(value) if TENSORFLOW < (2, 0) else np.asarray(value)


def legacy(symbol):
    distribution, _, path = symbol.partition(".")
    return found(path, FAMILIES[0].keras if distribution == "keras" else tf)


@pytest.mark.parametrize("symbol", sorted(OPERATIONS))
def test_legacy_function(symbol):
    function = legacy(symbol)
    if function is None:
        assert IS_MODERN or TENSORFLOW < (2, 0), symbol
        pytest.skip(f"{symbol} is not in this release")
    args, expected = CASES[OPERATIONS[symbol].modern]
    np.testing.assert_allclose(number(function(*map(tensors, args))), expected(*args), rtol=1e-5)


@pytest.mark.parametrize("symbol", sorted(OPERATIONS))
def test_the_order_of_legacy_parameters(symbol):
    function = legacy(symbol)
    if function is None:
        pytest.skip(f"{symbol} is not in this release")
    names = [name for name, _ in OPERATIONS[symbol].parameters]
    accepted = list(inspect.signature(function).parameters)
    if TENSORFLOW >= (2, 0):
        assert accepted[: len(names)] == names


@pytest.mark.skipif(not IS_MODERN, reason="keras.ops is of Keras 3")
@pytest.mark.parametrize("symbol", sorted(OPERATIONS))
def test_modern_function(symbol):
    keras, row = FAMILIES[0].keras, OPERATIONS[symbol]
    function = found(row.modern, keras.ops)
    args, expected = CASES[row.modern]
    np.testing.assert_allclose(np.asarray(function(*map(tensors, args))), expected(*args), rtol=1e-5)
    accepted = list(inspect.signature(function).parameters)
    assert accepted[: len(row.parameters)] == [name for _, name in row.parameters]
    assert {name for name, _ in row.defaults} <= set(accepted)
    given = [[keras.Input((3,))] * 2 if isinstance(each, list) else each for each in args]
    symbolic = [
        keras.Input((3,)) if index == 0 and not isinstance(each, list) else each for index, each in enumerate(given)
    ]
    if row.modern not in ("reshape", "squeeze", "matmul", "transpose"):
        assert isinstance(function(*symbolic), keras.KerasTensor)
