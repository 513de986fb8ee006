"""Replace an optimizer of `tf.train` by the Keras optimizer with the same update rule."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.proofs import Declined
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from compat.tables.behaviour.train_optimizers import TRAIN_OPTIMIZERS

_ROWS = {row.legacy: row for row in TRAIN_OPTIMIZERS}


def is_train_optimizer(file: File, node: cst.BaseExpression) -> bool:
    """True if a name refers to an optimizer of TensorFlow 1."""
    reference = file.reference(node)
    plain = reference.spelling.in_tensorflow_1 if reference is not None else ""
    return plain.startswith("tensorflow.train.") and plain.endswith("Optimizer")


def equal_optimizer(file: File, call: cst.Call) -> str:
    """The code `{tf}.keras.optimizers.Adam(...)` for the call `tf.train.AdamOptimizer(...)`."""
    reference = file.reference(call.func)
    assert reference is not None
    legacy = reference.spelling.in_tensorflow_1
    row = _ROWS.get(legacy)
    short = legacy.rpartition(".")[2]
    if row is None or row.initial_velocity:
        raise Declined(call, f"Keras 3 has no optimizer equivalent to {short}")
    given = bind(call, *row.parameters)
    if given is None or not given.keys() <= set(row.parameters):
        raise Declined(call, f"the arguments of {short} are unpacked")
    rate = given.get("learning_rate")
    if rate is not None and not _is_constant(file, rate.value):
        raise Declined(rate, f"the learning rate of {short} may change")
    parts = [f"{row.keywords[name]}={file.code(arg.value)}" for name, arg in given.items() if name in row.keywords]
    parts += [f"{row.keywords[name]}={value}" for name, value in row.defaults.items() if name not in given]
    parts += [f"{name}={value}" for name, value in row.constants.items()]
    return f"{{tf}}.{row.modern}({', '.join(parts)})"


def _is_constant(file: File, node: cst.BaseExpression) -> bool:
    """True if a value is a number, or read from the command line."""
    if isinstance(literal(node), int | float):
        return True
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return value is not None and _is_constant(file, value)
    owner = node.value if isinstance(node, cst.Attribute) else None
    values = file.definitions(owner) if isinstance(owner, cst.Name) else None
    return values is not None and all(
        isinstance(value, cst.Call) and method_of(value) == "parse_args" for value in values
    )
