"""Take the one number out of each array that stands beside `None` or numbers in a list that is plotted.

## What it does

`predicted = [None] * 25`, `predicted.append(y.reshape(-1))` and `plt.plot(predicted)` become
`predicted.append(y.reshape(-1).item())`, also for `scatter`, `bar` and the like, where the list is used for
nothing else. Where it has other uses, the plot is reported.

## Why

NumPy made an array of objects of such a list, and Matplotlib plotted it. NumPy has refused rows of different lengths
since 1.24: "setting an array element with a sequence. The requested array has an inhomogeneous shape", or "Input could
not be cast to an at-least-1D NumPy array".
https://numpy.org/doc/stable/release/1.24.0-notes.html

## Numbers

Same: the line has the numbers that Matplotlib 3.0.3 drew with NumPy 1.17.5
(`tests/codemods/rules/libraries/test_arrays_beside_numbers.py`). Arrays of several numbers were refused then, too.

## What it leaves to you

Lists that attributes or parameters hold, those that are filled by anything but `append`, and `np.array` of one.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.arrays_with_axes import has_axes
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.library_objects import imports_package
from codemods.rewriting.parentheses import in_parentheses
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.scopes import Binding
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.plot_objects import DRAWING

_FLAT = frozenset({"flatten", "ravel", "reshape"})
_REFUSED = "NumPy makes no array of numbers or None beside arrays"
_ADVICE = "append numbers: x.item() for an array of one number"
_LENGTH = "len"


@rule(
    "TFM516",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    import matplotlib.pyplot as plt

    predicted = [None for _ in range(25)]
    for row in rows:
        y = model.predict(row)
        predicted.append(y.reshape(-1))
    plt.plot(predicted)
    """,
)
def arrays_beside_numbers(file: File) -> Iterator[Edit | Manual]:
    """Of lists that one name has, and that grow by `append` alone."""
    if not file.imports_family():
        return
    edited: set[cst.BaseExpression] = set()
    for call, name in _plotted(file):
        bound = file.only_binding(name)
        start = file.assigned_value(bound) if bound is not None else None
        if bound is None or start is None or not _is_of_numbers(file, start):
            continue
        added = [arg.value for arg in _appended(file, bound)]
        arrays = [each for each in added if _is_array(file, each)]
        if not arrays:
            continue
        if not _is_only_shown(file, bound) or len(arrays) < len(added):
            yield Manual(name, file.code(call.func), f"{_REFUSED}, as in {name.value}", _ADVICE)
            continue
        for each in arrays:
            if each not in edited:
                edited.add(each)
                yield Edit(each, f"{_REFUSED}: {file.code(each)}.item()", ((each, _item(each)),))


def _plotted(file: File) -> Iterator[tuple[cst.Call, cst.Name]]:
    """The calls that plot what a name holds, and the name."""
    if not imports_package(file, "matplotlib"):
        return
    for call in file.calls:
        path = file.qualified_name(call.func) or ""
        if method_of(call) in DRAWING and (not path or path.startswith("matplotlib.")):
            for arg in call.args:
                if arg.keyword is None and isinstance(arg.value, cst.Name):
                    yield call, arg.value


def _is_of_numbers(file: File, start: cst.BaseExpression) -> bool:
    """True for `[None] * n`, `[0.5, 1]` and `[None for _ in range(n)]`."""
    if isinstance(start, cst.BinaryOperation) and isinstance(start.operator, cst.Multiply):
        return any(_is_of_numbers(file, each) for each in (start.left, start.right))
    if isinstance(start, cst.ListComp):
        return _is_plain(start.elt)
    return isinstance(start, cst.List) and bool(start.elements) and all(_is_plain(e.value) for e in start.elements)


def _is_plain(node: cst.BaseExpression) -> bool:
    value = literal(node)
    return value is None or isinstance(value, int | float)


def _appended(file: File, bound: Binding) -> Iterator[cst.Arg]:
    for call in _methods(file, bound):
        if method_of(call) == "append" and len(call.args) == 1 and not call.args[0].star:
            yield call.args[0]


def _methods(file: File, bound: Binding) -> Iterator[cst.Call]:
    """The calls of methods of what a name holds."""
    for use in bound.uses:
        attribute = file.parent(use)
        call = file.parent(attribute) if isinstance(attribute, cst.Attribute) and attribute.value is use else None
        if isinstance(call, cst.Call) and call.func is attribute:
            yield call


def _is_array(file: File, node: cst.BaseExpression) -> bool:
    is_flat = isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in _FLAT
    return is_flat or has_axes(file, node)


def _is_only_shown(file: File, bound: Binding) -> bool:
    """True if the list grows by `append`, and is plotted or counted."""
    appending = [call.func.value for call in _methods(file, bound) if isinstance(call.func, cst.Attribute)]
    if not all(map(_is_append, _methods(file, bound))):
        return False
    shown = [name for _, name in _plotted(file)]
    counted = [arg.value for call in file.calls if file.is_builtin(call.func, _LENGTH) for arg in call.args]
    return all(any(use is each for each in (*appending, *shown, *counted)) for use in bound.uses)


def _is_append(call: cst.Call) -> bool:
    return method_of(call) == "append" and len(call.args) == 1


def _item(node: cst.BaseExpression) -> cst.BaseExpression:
    return cst.Call(cst.Attribute(in_parentheses(node), cst.Name("item")))
