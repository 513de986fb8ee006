"""Scripts that ask for Keras 2: with `os.environ["TF_USE_LEGACY_KERAS"] = "1"`, `tf.keras` is the package `tf_keras`.

https://keras.io/getting_started/#tensorflow--keras-2-backwards-compatibility
"""

from __future__ import annotations

import libcst as cst

from codemods.source.environment_variables import set_text
from codemods.source.walk import nodes

_SWITCH = "TF_USE_LEGACY_KERAS"
_ON = ("1", "true", "True")


def asks_for_keras_2(module: cst.Module, source: bytes) -> bool:
    """True if a script sets the switch before it imports TensorFlow, at the top level and in any case."""
    if _SWITCH.encode() not in source:
        return False
    for line in module.body:
        for small in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if set_text(small, _SWITCH) in _ON:
                return True
        if any(_is_tensorflow(each) for each in nodes(line, cst.Import, cst.ImportFrom)):
            return False
    return False


def _is_tensorflow(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.Import):
        return any(alias.evaluated_name.split(".", maxsplit=1)[0] == "tensorflow" for alias in node.names)
    first: cst.CSTNode | None = node.module if isinstance(node, cst.ImportFrom) else None
    while isinstance(first, cst.Attribute):
        first = first.value
    return isinstance(first, cst.Name) and first.value == "tensorflow"
