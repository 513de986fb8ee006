"""Functions on tensors that Keras 3 refuses on the tensors of a functional model, and those that it takes.

`tests/compat/tables/test_operations.py` holds both against NumPy, and the modern ones on a functional model.
https://keras.io/guides/migrating_to_keras_3/#tf-code-in-functional-models
"""

from typing import Dict, FrozenSet, Tuple

from compat.tables.rows import Operation

GUIDE = "https://keras.io/guides/migrating_to_keras_3/"
_X = ("x", "x")
_AXES = (("axis", "axis"), ("keepdims", "keepdims"))


def _tensorflow(names: str, modern: str, *parameters: Tuple[str, str]) -> Tuple[Operation, ...]:
    return tuple(Operation(f"tensorflow.{name}", modern, parameters) for name in names.split())


def _backend(name: str, modern: str, *parameters: Tuple[str, str], **defaults: str) -> Operation:
    return Operation(f"keras.backend.{name}", modern, parameters, tuple(sorted(defaults.items())))


def _one(modern: str, names: str, features: str = "x") -> Tuple[Operation, ...]:
    return _tensorflow(names, modern, (features, "x"))


def _reduced_by_tensorflow(modern: str) -> Tuple[Operation, ...]:
    return _tensorflow(f"reduce_{modern} math.reduce_{modern}", modern, ("input_tensor", "x"), *_AXES)


def _reduced(modern: str) -> Tuple[Operation, ...]:
    return (
        *_reduced_by_tensorflow(modern),
        _backend(modern, modern, _X, *_AXES),
    )


_TWO = (("x", "x1"), ("y", "x2"))
_AXIS = ("axis", "axis")
_LOSS = (("target", "target"), ("output", "output"), ("from_logits", "from_logits"))

_ROWS: Tuple[Operation, ...] = (
    *_one("relu", "nn.relu", "features"),
    *_one("elu", "nn.elu", "features"),
    *_one("softplus", "nn.softplus math.softplus", "features"),
    *_one("sigmoid", "sigmoid nn.sigmoid math.sigmoid"),
    *_one("tanh", "tanh nn.tanh math.tanh"),
    *_one("exp", "exp math.exp"),
    *_one("log", "math.log"),
    *_one("sqrt", "sqrt math.sqrt"),
    *_one("square", "square math.square"),
    *_one("abs", "abs math.abs"),
    *_tensorflow("nn.softmax", "softmax", ("logits", "x"), _AXIS),
    *_tensorflow("nn.leaky_relu", "leaky_relu", ("features", "x"), ("alpha", "negative_slope")),
    *_tensorflow("concat", "concatenate", ("values", "xs"), _AXIS),
    *_tensorflow("stack", "stack", ("values", "x"), _AXIS),
    *_tensorflow("reshape", "reshape", ("tensor", "x"), ("shape", "newshape")),
    *_tensorflow("expand_dims", "expand_dims", ("input", "x"), _AXIS),
    *_tensorflow("squeeze", "squeeze", ("input", "x"), _AXIS),
    *_tensorflow("transpose", "transpose", ("a", "x"), ("perm", "axes")),
    *_tensorflow("clip_by_value", "clip", ("t", "x"), ("clip_value_min", "x_min"), ("clip_value_max", "x_max")),
    *_tensorflow("matmul linalg.matmul", "matmul", ("a", "x1"), ("b", "x2")),
    *_tensorflow("add math.add", "add", *_TWO),
    *_tensorflow("subtract math.subtract", "subtract", *_TWO),
    *_tensorflow("multiply math.multiply", "multiply", *_TWO),
    *_tensorflow("maximum math.maximum", "maximum", *_TWO),
    *_tensorflow("minimum math.minimum", "minimum", *_TWO),
    *_tensorflow("pow math.pow", "power", *_TWO),
    *(
        row
        for name in (
            "equal",
            "not_equal",
            "greater",
            "greater_equal",
            "less",
            "less_equal",
            "logical_and",
            "logical_or",
        )
        for row in _tensorflow(f"{name} math.{name}", name, *_TWO)
    ),
    *_one("logical_not", "logical_not math.logical_not"),
    *_one("relu6", "nn.relu6", "features"),
    *_one("selu", "nn.selu", "features"),
    *_one("softsign", "nn.softsign math.softsign", "features"),
    *(
        row
        for name in ("cos", "floor", "negative", "round", "sign", "sin")
        for row in _one(name, f"{name} math.{name}")
    ),
    *_tensorflow("nn.log_softmax math.log_softmax", "log_softmax", ("logits", "x"), _AXIS),
    *_tensorflow("divide math.divide", "divide", *_TWO),
    *_tensorflow("identity", "copy", ("input", "x")),
    *_tensorflow("stop_gradient", "stop_gradient", ("input", "variable")),
    *_tensorflow("pad", "pad", ("tensor", "x"), ("paddings", "pad_width"), ("mode", "mode")),
    *_tensorflow("tile", "tile", ("input", "x"), ("multiples", "repeats")),
    *_tensorflow("repeat", "repeat", ("input", "x"), ("repeats", "repeats"), _AXIS),
    *_tensorflow("where", "where", ("condition", "condition"), ("x", "x1"), ("y", "x2")),
    *_tensorflow("one_hot", "one_hot", ("indices", "x"), ("depth", "num_classes")),
    *_tensorflow("cast", "cast", _X, ("dtype", "dtype")),
    *_tensorflow("ones_like", "ones_like", ("input", "x"), ("dtype", "dtype")),
    *_tensorflow("zeros_like", "zeros_like", ("input", "x"), ("dtype", "dtype")),
    *_reduced("mean"),
    *_reduced("sum"),
    *_reduced("max"),
    *_reduced("min"),
    *_reduced_by_tensorflow("prod"),
    *_tensorflow("math.reduce_std", "std", ("input_tensor", "x"), *_AXES),
    *_tensorflow("math.reduce_variance", "var", ("input_tensor", "x"), *_AXES),
    *_reduced_by_tensorflow("all"),
    *_reduced_by_tensorflow("any"),
    *(_backend(name, name, _X) for name in ("relu", "sigmoid", "tanh", "exp", "log", "square", "abs")),
    _backend("softmax", "softmax", _X, _AXIS),
    _backend("concatenate", "concatenate", ("tensors", "xs"), _AXIS, axis="-1"),
    _backend("stack", "stack", _X, _AXIS),
    _backend("reshape", "reshape", _X, ("shape", "newshape")),
    _backend("expand_dims", "expand_dims", _X, _AXIS, axis="-1"),
    _backend("squeeze", "squeeze", _X, _AXIS),
    _backend("permute_dimensions", "transpose", _X, ("pattern", "axes")),
    _backend("clip", "clip", _X, ("min_value", "x_min"), ("max_value", "x_max")),
    _backend("maximum", "maximum", *_TWO),
    _backend("minimum", "minimum", *_TWO),
    _backend("pow", "power", ("x", "x1"), ("a", "x2")),
    *(_backend(name, name, _X) for name in ("cos", "round", "sign", "sin", "softplus", "softsign")),
    *(_backend(name, name, _X, _AXIS, ("keepdims", "keepdims")) for name in ("all", "any", "prod", "std", "var")),
    *(_backend(name, name, _X, _AXIS, axis="-1") for name in ("argmax", "argmin")),
    *(_backend(name, name, _X, _AXIS, axis="0") for name in ("cumprod", "cumsum")),
    *(_backend(name, name, *_TWO) for name in ("dot", "equal", "greater", "greater_equal", "less", "less_equal")),
    _backend("not_equal", "not_equal", *_TWO),
    *(_backend(name, name, _X, ("dtype", "dtype")) for name in ("cast", "ones_like", "zeros_like")),
    _backend("elu", "elu", _X, ("alpha", "alpha")),
    _backend("flatten", "ravel", _X),
    _backend("gather", "take", ("reference", "x"), ("indices", "indices"), axis="0"),
    _backend("l2_normalize", "normalize", _X, _AXIS, axis="None", order="2", epsilon="1e-06"),
    _backend("one_hot", "one_hot", ("indices", "x"), ("num_classes", "num_classes")),
    _backend("repeat_elements", "repeat", _X, ("rep", "repeats"), _AXIS),
    _backend("reverse", "flip", _X, ("axes", "axis")),
    _backend("stop_gradient", "stop_gradient", ("variables", "variable")),
    _backend("tile", "tile", _X, ("n", "repeats")),
    _backend("binary_crossentropy", "binary_crossentropy", *_LOSS),
    _backend("categorical_crossentropy", "categorical_crossentropy", *_LOSS, _AXIS),
    _backend("sparse_categorical_crossentropy", "sparse_categorical_crossentropy", *_LOSS, _AXIS),
)

OPERATIONS: Dict[str, Operation] = {row.symbol: row for row in _ROWS}

TAKES_SYMBOLIC: FrozenSet[str] = frozenset(
    f"keras.backend.{name}" for name in ("dtype", "int_shape", "is_keras_tensor", "is_sparse", "ndim", "to_dense")
)
"""Functions of the backend that Keras 3 gives the tensors of a functional model, or that another rule rewrites."""

OF_SESSIONS: FrozenSet[str] = frozenset(
    "keras.backend." + name
    for name in [
        "batch_get_value",
        "batch_set_value",
        "count_params",
        "eval",
        "function",
        "get_value",
        "gradients",
        "name_scope",
        "print_tensor",
        "set_value",
        "update",
        "update_add",
        "update_sub",
        "variable",
    ]
)
"""Functions of the backend that took variables or whole graphs; other rules tell of them."""
