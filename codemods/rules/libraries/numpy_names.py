"""Use names that NumPy 2 has: `np.float` is `float`, `np.Inf` is `np.inf`.

## What it does

Rewrites aliases to the objects that they stood for, `np.asscalar(x)` to `np.asarray(x).item()`, `np.cast[t](x)` to
`np.asarray(x).astype(t)`, `np.math.sqrt(2)` to `math.sqrt(2)`, `np.VisibleDeprecationWarning` to
`np.exceptions.VisibleDeprecationWarning`, and `x.tostring()` to `x.tobytes()`: also in a file that imports
TensorFlow alone.

## Why

TensorFlow 1 ran with NumPy 1.18, where these names were fine. TensorFlow 2.21 comes with NumPy 2, where each is an
AttributeError. https://numpy.org/doc/stable/numpy_2_0_migration_guide.html

## Numbers

Same: the objects are compared on NumPy 1.18 and 2 (`tests/compat/tables/test_numpy_names.py`).

## What it leaves to you

Names without an equal, such as `np.trapz`, which it reports. `np.bool` is NumPy's own type again and stays; on
NumPy 1.24 to 1.26 it is an error.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.bound_names import binds
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.source.scopes import BUILTIN
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.numpy_names import (
    BUILTINS,
    GONE,
    IN_MODULES,
    NUMPY_1_20,
    NUMPY_2,
    NUMPY_NAMES,
    PYTHON_MODULES,
    RENAMED,
    WRITTEN_OUT,
)

_NUMPY = "numpy"
_TOSTRING = "tostring"
_KNOWN = {
    **BUILTINS,
    **{name: f"numpy.{modern}" for name, modern in (*RENAMED.items(), *IN_MODULES.items())},
    **{name: code.format(numpy=_NUMPY) for name, code in WRITTEN_OUT.items()},
    "asscalar": "numpy.asarray(x).item()",
}
_TIGHTER = cst.BinaryOperation | cst.UnaryOperation | cst.Attribute
"""What binds its operand tighter than a minus sign does."""


@rule(
    "TFM161",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np

    images = np.zeros((8, 28, 28, 1), dtype=np.float)
    best = -np.Inf
    """,
)
def numpy_names(file: File) -> Iterator[Edit | Manual]:
    """Rewrite attributes of the module `numpy`, and `tostring()` of objects, unless a `try` or an `if` chooses."""
    if not file.imports_family() and not imports_package(file, _NUMPY):
        return
    choices = Choices(file)
    yield from _imported(file, choices)
    for node in file.attributes:
        if node.attr.value not in NUMPY_NAMES or choices.guarding(node) or binds(file, node):
            continue
        if file.qualified_name(node.value) == _NUMPY:
            yield from _named(file, node)
        elif node.attr.value == _TOSTRING and file.qualified_name(node) is None:
            yield from _bytes(file, node)


def _imported(file: File, choices: Choices) -> Iterator[Manual]:
    for imported in file.imports:
        module, _, name = imported.qualified.rpartition(".")
        if module == _NUMPY and (name in _KNOWN or name in GONE) and not choices.guarding(imported.statement):
            advice = f"import numpy, and use {_KNOWN[name]}" if name in _KNOWN else GONE[name]
            yield Manual(
                imported.alias, imported.qualified, f"{imported.qualified} is gone from NumPy", f"{advice} ({NUMPY_2})"
            )


def _named(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    name, numpy = node.attr.value, file.code(node.value)
    if name in BUILTINS:
        if _is_builtin(file, BUILTINS[name], node):
            yield _replaced(file, node, BUILTINS[name])
        else:
            said = f"{numpy}.{name} was Python's {BUILTINS[name]}, and is gone from NumPy"
            yield Manual(node, f"{_NUMPY}.{name}", said, f"use builtins.{BUILTINS[name]} ({NUMPY_1_20})")
    elif name in RENAMED:
        yield _replaced(file, node, f"{numpy}.{RENAMED[name]}")
    elif name in WRITTEN_OUT:
        code = WRITTEN_OUT[name].format(numpy=numpy)
        yield _replaced(file, node, f"({code})" if isinstance(file.parent(node), _TIGHTER) else code)
    elif name in IN_MODULES:
        yield _replaced(file, node, f"{numpy}.{IN_MODULES[name]}")
    elif name in PYTHON_MODULES:
        module, imports = bind_module(file, name, name, node)
        yield Edit(node, f"{numpy}.{name} was Python's {name}", ((node, cst.parse_expression(module)),), imports)
    elif name == "cast" and (cast := _cast(file, node, numpy)) is not None:
        yield cast
    elif name == "asscalar":
        yield _scalar(file, node, numpy)
    elif name in GONE:
        yield Manual(node, f"{_NUMPY}.{name}", f"{numpy}.{name} is gone from NumPy", f"{GONE[name]} ({NUMPY_2})")


def _scalar(file: File, node: cst.Attribute, numpy: str) -> Edit | Manual:
    call = file.parent(node)
    said = f"{numpy}.asscalar is gone from NumPy"
    bound = bind(call, "a") if isinstance(call, cst.Call) and call.func is node else None
    if not isinstance(call, cst.Call) or not bound:
        return Manual(node, "numpy.asscalar", said, f"use x.item() ({NUMPY_2})")
    code = f"{numpy}.asarray({file.code(bound['a'].value)}).item()"
    return Edit(node, said, ((call, cst.parse_expression(code)),))


def _cast(file: File, node: cst.Attribute, numpy: str) -> Edit | None:
    """`np.cast[t](x)`, which made a copy of its own."""
    subscript = file.parent(node)
    call = file.parent(subscript) if isinstance(subscript, cst.Subscript) and subscript.value is node else None
    kind = subscript.slice[0].slice if isinstance(subscript, cst.Subscript) and len(subscript.slice) == 1 else None
    bound = bind(call, "x") if isinstance(call, cst.Call) and call.func is subscript else None
    if not isinstance(call, cst.Call) or not isinstance(kind, cst.Index) or not bound or "x" not in bound:
        return None
    code = f"{numpy}.asarray({file.code(bound['x'].value)}).astype({file.code(kind.value)})"
    return Edit(node, f"{numpy}.cast is gone from NumPy", ((call, cst.parse_expression(code)),))


def _is_builtin(file: File, name: str, at: cst.CSTNode) -> bool:
    return all(each.kind == BUILTIN for each in file.scope(at)[name])


def _replaced(file: File, node: cst.Attribute, code: str) -> Edit:
    said = f"{file.code(node)} is now {code.strip('()')}"
    return Edit(node, said, ((node, cst.parse_expression(code)),))


def _bytes(file: File, node: cst.Attribute) -> Iterator[Edit]:
    """NumPy's arrays and `array.array` had it; the `tostring` of XML packages is a function that takes the tree."""
    call = file.parent(node)
    if not isinstance(call, cst.Call) or call.func is not node or _TOSTRING in own_names(file):
        return
    if all(arg.keyword is not None and arg.keyword.value == "order" for arg in call.args):
        said = f"{file.code(node)}() is now tobytes()"
        yield Edit(node, said, ((node, node.with_changes(attr=cst.Name("tobytes"))),))
