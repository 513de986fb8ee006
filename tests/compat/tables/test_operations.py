"""Each function on tensors and its equal in `keras.ops`, against NumPy."""

import ast
import inspect

import numpy as np
import pytest
import tensorflow as tf

from compat.tables.names.operations import OPERATIONS
from tests.compat.releases import FAMILIES, IS_MODERN, TENSORFLOW

X = np.random.RandomState(0).uniform(0.2, 2.0, (2, 3)).astype("float32")
Y = X[::-1].copy()
SIGNED = X - 1.0
BITS = (X > 1).astype("float32")
ONE_HOT = np.eye(3, dtype="float32")[[2, 0]]
SHARES = X / X.sum(-1, keepdims=True)


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
    "cos": ((SIGNED,), np.cos),
    "relu6": ((10 * SIGNED,), lambda x: np.clip(x, 0, 6)),
    "selu": ((SIGNED,), lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * (np.exp(x) - 1))),
    "floor": ((SIGNED,), np.floor),
    "negative": ((SIGNED,), np.negative),
    "log_softmax": ((X, -1), lambda x, axis: np.log(softmax(x, axis))),
    "divide": ((X, Y), np.divide),
    "copy": ((X,), np.copy),
    "pad": ((X, ((0, 0), (1, 2)), "REFLECT"), lambda x, widths, mode: np.pad(x, widths, mode.lower())),
    "where": ((X > 1, X, Y), np.where),
    "round": ((np.array([[0.5, 1.5, -2.5]], "float32"),), np.round),
    "sign": ((SIGNED,), np.sign),
    "sin": ((SIGNED,), np.sin),
    "softsign": ((SIGNED,), lambda x: x / (1 + np.abs(x))),
    "all": ((X > 1, 1, True), lambda x, axis, keepdims: x.all(axis=axis, keepdims=keepdims)),
    "any": ((X > 1, 1, True), lambda x, axis, keepdims: x.any(axis=axis, keepdims=keepdims)),
    "prod": ((X, 1, True), lambda x, axis, keepdims: x.prod(axis=axis, keepdims=keepdims)),
    "std": ((X, 1, True), lambda x, axis, keepdims: x.std(axis=axis, keepdims=keepdims)),
    "var": ((X, 1, True), lambda x, axis, keepdims: x.var(axis=axis, keepdims=keepdims)),
    "argmax": ((X, -1), np.argmax),
    "argmin": ((X, -1), np.argmin),
    "cumprod": ((X, 0), np.cumprod),
    "cumsum": ((X, 0), np.cumsum),
    "dot": ((X, Y.T.copy()), np.dot),
    "equal": ((X, Y), np.equal),
    "greater": ((X, Y), np.greater),
    "greater_equal": ((X, Y), np.greater_equal),
    "less": ((X, Y), np.less),
    "less_equal": ((X, Y), np.less_equal),
    "not_equal": ((X, Y), np.not_equal),
    "logical_and": ((X > 1, Y > 1), np.logical_and),
    "logical_or": ((X > 1, Y > 1), np.logical_or),
    "logical_not": ((X > 1,), np.logical_not),
    "cast": ((X, "int32"), lambda x, dtype: x.astype(dtype)),
    "ones_like": ((X,), np.ones_like),
    "zeros_like": ((X,), np.zeros_like),
    "ravel": ((X,), np.ravel),
    "take": ((X, np.array([[1, 0]])), lambda x, indices: x[indices]),
    "normalize": ((X, -1), lambda x, axis: x / np.sqrt(np.sum(x**2, axis=axis, keepdims=True))),
    "one_hot": ((np.array([[1, 0]]), 3), lambda x, count: np.eye(count)[x]),
    "repeat": ((X, 2, 1), np.repeat),
    "flip": ((X, 1), np.flip),
    "stop_gradient": ((X,), lambda x: x),
    "tile": ((X, (2, 1)), np.tile),
    "binary_crossentropy": ((BITS, SHARES), lambda y, p: -y * np.log(p) - (1 - y) * np.log(1 - p)),
    "categorical_crossentropy": ((ONE_HOT, SHARES), lambda y, p: -np.sum(y * np.log(p), -1)),
    "sparse_categorical_crossentropy": ((np.array([2, 0]), SHARES), lambda y, p: -np.log(p[[0, 1], y])),
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
    accepted = list(inspect.signature(function).parameters)
    more = {name: ast.literal_eval(code) for name, code in row.defaults if name not in accepted[: len(args)]}
    np.testing.assert_allclose(np.asarray(function(*map(tensors, args), **more)), expected(*args), rtol=1e-5)
    assert accepted[: len(row.parameters)] == [name for _, name in row.parameters]
    assert {name for name, _ in row.defaults} <= set(accepted)
    given = [[keras.Input((3,))] * 2 if isinstance(each, list) else each for each in args]
    symbolic = [
        keras.Input((3,)) if index == 0 and not isinstance(each, list) else each for index, each in enumerate(given)
    ]
    if row.modern not in ("reshape", "squeeze", "matmul", "transpose") and "crossentropy" not in row.modern:
        assert isinstance(function(*symbolic, **more), keras.KerasTensor)
