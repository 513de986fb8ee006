"""Scripts that ask for Keras 2: with `os.environ["TF_USE_LEGACY_KERAS"] = "1"`, `tf.keras` is the package `tf_keras`.

https://keras.io/getting_started/#tensorflow--keras-2-backwards-compatibility
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.environment_variables import set_text
from codemods.source.parsing import parse
from codemods.source.walk import nodes

_SWITCH = "TF_USE_LEGACY_KERAS"
_ON = ("1", "true", "True")


def asks_for_keras_2(module: cst.Module, source: bytes) -> bool:
    """True if a script sets the switch before it imports TensorFlow, at the top level and in any case."""
    return _SWITCH.encode() in source and any(set_text(each, _SWITCH) in _ON for each in _before_tensorflow(module))


def sets_switch(source: bytes) -> bool:
    """The same of a source that is not parsed yet."""
    module = parse(source) if _SWITCH.encode() in source else None
    return isinstance(module, cst.Module) and asks_for_keras_2(module, source)


def imported_before_tensorflow(module: cst.Module) -> list[str]:
    """The packages that a script imports before it imports TensorFlow, at the top level and in any case."""
    found: list[str] = []
    for each in _before_tensorflow(module):
        if isinstance(each, cst.Import):
            found += [alias.evaluated_name.split(".", maxsplit=1)[0] for alias in each.names]
        elif isinstance(each, cst.ImportFrom) and not each.relative:
            found += [_first(each)]
    return found


def _before_tensorflow(module: cst.Module) -> Iterator[cst.BaseSmallStatement]:
    for line in module.body:
        small = line.body if isinstance(line, cst.SimpleStatementLine) else ()
        if any(map(_is_tensorflow, small or nodes(line, cst.Import, cst.ImportFrom))):
            return
        yield from small


def _is_tensorflow(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.Import):
        return any(alias.evaluated_name.split(".", maxsplit=1)[0] == "tensorflow" for alias in node.names)
    return isinstance(node, cst.ImportFrom) and not node.relative and _first(node) == "tensorflow"


def _first(node: cst.ImportFrom) -> str:
    first: cst.CSTNode | None = node.module
    while isinstance(first, cst.Attribute):
        first = first.value
    return first.value if isinstance(first, cst.Name) else ""
