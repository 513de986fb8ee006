"""Scripts that ask for Keras 2: with `os.environ["TF_USE_LEGACY_KERAS"] = "1"`, `tf.keras` is the package `tf_keras`.

https://keras.io/getting_started/#tensorflow--keras-2-backwards-compatibility
"""

from __future__ import annotations

import libcst as cst

from codemods.source.walk import nodes

_SWITCH = "TF_USE_LEGACY_KERAS"
_ON = ("1", "true", "True")


def asks_for_keras_2(module: cst.Module, source: bytes) -> bool:
    """True if a script sets the switch before it imports TensorFlow, at the top level and in any case."""
    if _SWITCH.encode() not in source:
        return False
    for line in module.body:
        for small in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if _sets_switch(small):
                return True
        if any(_is_tensorflow(each) for each in nodes(line, cst.Import, cst.ImportFrom)):
            return False
    return False


def _sets_switch(statement: cst.BaseSmallStatement) -> bool:
    """True for an assignment to the item of `os.environ`, and for `setdefault` or `update` with it."""
    if isinstance(statement, cst.Assign):
        place, value = statement.targets[0].target, statement.value
        return isinstance(place, cst.Subscript) and _is_switch(place) and _is_on(value)
    call = statement.value if isinstance(statement, cst.Expr) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return False
    if call.func.attr.value == "setdefault" and len(call.args) > 1:
        return _is_switch(call.args[0]) and _is_on(call.args[1].value)
    given = [arg for arg in call.args if arg.keyword is not None and arg.keyword.value == _SWITCH]
    return call.func.attr.value == "update" and bool(given) and _is_on(given[0].value)


def _is_switch(node: cst.CSTNode) -> bool:
    return any(
        text.raw_value == _SWITCH for text in nodes(node, cst.SimpleString) if isinstance(text, cst.SimpleString)
    )


def _is_on(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.SimpleString) and node.raw_value in _ON


def _is_tensorflow(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.Import):
        return any(alias.evaluated_name.split(".", maxsplit=1)[0] == "tensorflow" for alias in node.names)
    first: cst.CSTNode | None = node.module if isinstance(node, cst.ImportFrom) else None
    while isinstance(first, cst.Attribute):
        first = first.value
    return isinstance(first, cst.Name) and first.value == "tensorflow"
