"""Rewrite calls of NumPy that take or give something else today: eigenvalues are complex, a meshgrid is a tuple.

## What it does

`w, v = np.linalg.eig(a)` becomes `w, v = map(np.real_if_close, np.linalg.eig(a))`, and `np.linalg.eigvals(a)`
`np.real_if_close(np.linalg.eigvals(a))`. `np.unique(x, return_inverse=True)` is given `np.ravel(x)`, unless the file
shows that `x` has one dimension. `np.meshgrid(a, b)` becomes a list, if something is put into it. `np.linspace(0, 1,
n / 2)` is given `int(n / 2)`, and `np.linspace(-1, 1, 9, dtype=int)` becomes `np.linspace(-1, 1, 9).astype(int)`.
`np.issubdtype(t, float)` asks for `np.floating`, and `np.fft.fft(x)` of an array of single precision is given one of
double precision. `dtype=np.floating` becomes `dtype=np.float64`, and an axis of `np.expand_dims` beyond the last one
-1. `np.cross` of vectors of two numbers is reported.

## Why

`eig` gave real numbers if all eigenvalues were real; since NumPy 2.5 they are complex always, and so is what is made of
them: "ComplexWarning: Casting complex values to real discards the imaginary part". The inverse of `unique` has had the
shape of what it is given since 2.0, in which `meshgrid` gives a tuple, and the FFT has the precision of what it is
given. A float is no number of values since 1.18, whole numbers are rounded down since 1.20, and `issubdtype(float32,
float)` is False since 1.19. https://numpy.org/doc/stable/release.html

## Numbers

Same: the calls are compared on NumPy 1.17 and 2.5 (`tests/compat/tables/test_numpy_calls.py`). Eigenvalues whose
imaginary parts are all below 2e-14 come out as real.

## What it leaves to you

Arrays of single precision beside numbers of double precision, `np.float32([1]) * np.sqrt(2)`, which are of double
precision today. The order in which `np.argsort` and `np.sort` leave what is equal, which is another one.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.arrays.single_precision import is_single
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import value_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.parentheses import in_parentheses
from codemods.source.arguments import argument, keyword, literal, with_args
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.names.numpy_calls import (
    ABSTRACT_TYPES,
    CALLED,
    COMPLEX_PAIRS,
    COMPLEX_VALUES,
    CROSS,
    EXPANDED,
    INVERSES,
    KINDS,
    KINDS_OF_TYPES,
    LISTS,
    RANGES,
    ROUNDED,
    TRANSFORMS,
    URL,
)

_REAL = "real_if_close"
_OF_REAL_PARTS = frozenset(f"numpy.{name}" for name in ("abs", "absolute", "angle", "imag", "real", _REAL))
_ROWS_AND_COLUMNS = 2
_FLAT_METHODS = frozenset({"flatten", "ravel", "split", "tolist"})
_LIST_METHODS = frozenset({"append", "extend", "insert", "pop", "remove", "reverse", "sort"})
_FLOATS = frozenset(f"numpy.{name}" for name in ("ceil", "floor", "rint", "round", "sqrt", "log2"))
_TWO = 2
_MADE = frozenset(f"numpy.{name}" for name in ("array", "asarray", "empty", "ones", "zeros"))
"""Functions that take a type in the second place."""


@rule(
    "TFM493",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    import numpy as np

    values, vectors = np.linalg.eig(np.cov(x.T))
    names, labels = np.unique(y, return_inverse=True)
    """,
    severity=Severity.NUMBERS,
)
def numpy_calls(file: File) -> Iterator[Edit | Manual]:
    """Rewrite calls of NumPy's functions by their own names, unless a `try` or an `if` chooses."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    choices = Choices(file)
    for call in file.calls:
        path = file.qualified_name(call.func) or ""
        is_plain = call.args and not any(arg.star for arg in call.args)
        if path in CALLED and is_plain and not choices.leading_to(call):
            yield from _called(file, call, path)
    for node in file.attributes:
        if (kind := ABSTRACT_TYPES.get(file.qualified_name(node) or "")) is not None and _is_a_type(file, node):
            said = f"{file.code(node)} is a kind of numbers, and no type of them since NumPy 2.3"
            yield Edit(node, said, ((node, node.with_changes(attr=cst.Name(kind))),))


def _is_a_type(file: File, node: cst.Attribute) -> bool:
    """True for `dtype=np.floating` and `x.astype(np.floating)`."""
    arg = file.parent(node)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(arg, cst.Arg) or not isinstance(call, cst.Call):
        return False
    if arg.keyword is not None:
        return arg.keyword.value == "dtype"
    is_second = len(call.args) > 1 and call.args[1] is arg
    return method_of(call) == "astype" or (is_second and file.qualified_name(call.func) in _MADE)


def _called(file: File, call: cst.Call, path: str) -> Iterator[Edit | Manual]:
    if path in (COMPLEX_PAIRS, COMPLEX_VALUES):
        yield from _real(file, call, path)
    elif path == INVERSES:
        yield from _flat_inverse(file, call)
    elif path in LISTS and _is_used_as_a_list(file, call):
        said = f"{file.code(call.func)} gives a tuple since NumPy 2"
        yield Edit(call, said, ((call, cst.Call(cst.Name("list"), [cst.Arg(call)])),))
    elif path in RANGES:
        yield from _whole_count(file, call)
        yield from _rounded_to_zero(file, call) if path == ROUNDED else ()
    elif path == KINDS:
        yield from _kind(file, call)
    elif path == CROSS:
        yield from _crossed(file, call)
    elif path == EXPANDED:
        yield from _at_the_end(file, call)
    elif path in TRANSFORMS and is_single(file, call.args[0].value):
        array = call.args[0].value
        double = cst.Call(cst.Attribute(in_parentheses(array), cst.Name("astype")), [cst.Arg(cst.Name("float"))])
        said = f"{file.code(call.func)} keeps single precision since NumPy 2"
        yield Edit(call, said, ((array, double),))


def _assigned(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    """The value of a name that is assigned one, or an expression itself."""
    return (file.only_value(node) if isinstance(node, cst.Name) else None) or node


def _real(file: File, call: cst.Call, path: str) -> Iterator[Edit]:
    """`np.linalg.eig(a)`, but not `np.linalg.eigvals(a).real`, also where a name stands between the two."""
    above = file.parent(call)
    outer = file.parent(above) if isinstance(above, cst.Arg) else None
    if _is_asked_for_parts(file, call) or (isinstance(outer, cst.Call) and len(outer.args) > 1):
        return
    uses = _uses(file, above) if isinstance(above, cst.Assign) else []
    if uses and all(_is_asked_for_parts(file, use) for use in uses):
        return
    numpy, imports = bind_module(file, "numpy", "np", call)
    function = cst.parse_expression(f"{numpy}.{_REAL}")
    bare = call.with_changes(lpar=[], rpar=[])
    if path == COMPLEX_VALUES:
        new = cst.Call(function, [cst.Arg(bare)])
    else:
        new = cst.Call(cst.Name("map"), [cst.Arg(function), cst.Arg(bare)])
        new = new if _is_unpacked(above) else cst.Call(cst.Name("tuple"), [cst.Arg(new)])
    said = f"{file.code(call.func)} gives complex numbers since NumPy 2.5, also where all are real"
    yield Edit(call, said, ((call, new),), imports)


def _is_asked_for_parts(file: File, node: cst.BaseExpression) -> bool:
    """True for `x.real` and `np.abs(x)`, which are real also of complex numbers."""
    above = file.parent(node)
    if isinstance(above, cst.Attribute):
        return above.attr.value in ("imag", "real")
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    return isinstance(call, cst.Call) and file.qualified_name(call.func) in _OF_REAL_PARTS


def _uses(file: File, assign: cst.Assign) -> list[cst.Name]:
    """The uses of the names that a statement assigns, up to the next one that does."""
    names = [name for target in assign.targets for name in nodes(target, cst.Name)]
    bindings = [
        each for name in names if isinstance(name, cst.Name) for each in file.assignments(name) if each.node is name
    ]
    return [use for each in bindings for use in each.uses if each in reaching(file, use)]


def _is_unpacked(assign: cst.CSTNode | None) -> bool:
    targets = assign.targets if isinstance(assign, cst.Assign) else ()
    return bool(targets) and all(isinstance(each.target, cst.Tuple | cst.List) for each in targets)


def _flat_inverse(file: File, call: cst.Call) -> Iterator[Edit]:
    asked, array = argument(call, "return_inverse", 2), argument(call, "ar", 0)
    if asked is None or literal(asked.value) is False or array is None or argument(call, "axis", 4) is not None:
        return
    if _is_flat(file, array.value):
        return
    numpy, imports = bind_module(file, "numpy", "np", call)
    new = cst.Call(cst.parse_expression(f"{numpy}.ravel"), [cst.Arg(array.value)])
    said = f"{file.code(call.func)}(return_inverse=True) keeps the shape of a table since NumPy 2"
    yield Edit(call, said, ((array.value, new),), imports)


def _is_flat(file: File, node: cst.BaseExpression) -> bool:
    """True for what has one dimension: `[1, 2]`, `frame["label"]`, `x[:, 3]`, `x.ravel()`, `np.argmax(y, axis=1)`."""
    if rank_of(file, node) == 1:
        return True
    value = _assigned(file, node)
    if isinstance(value, cst.List | cst.ListComp | cst.Set | cst.SetComp):
        elements = value.elements if isinstance(value, cst.List) else ()
        return not any(isinstance(each.value, cst.List | cst.Tuple) for each in elements)
    if isinstance(value, cst.Attribute) and value.attr.value == "values":
        return _is_flat(file, value.value)
    if isinstance(value, cst.Subscript):
        keys = [each.slice.value for each in value.slice if isinstance(each.slice, cst.Index)]
        is_column = len(value.slice) == _ROWS_AND_COLUMNS and any(type(literal(each)) is int for each in keys)
        return is_column or any(isinstance(literal(each), str) for each in keys)
    if not isinstance(value, cst.Call):
        return False
    if method_of(value) in _FLAT_METHODS or file.is_builtin(value.func, "sorted", "range"):
        return True
    return file.qualified_name(value.func) in ("numpy.ravel", "numpy.flatnonzero")


def _is_used_as_a_list(file: File, call: cst.Call) -> bool:
    """True if something is put into what a call gives, or a list is added to it."""
    above = file.parent(call)
    if isinstance(above, cst.BinaryOperation) and isinstance(above.operator, cst.Add):
        return isinstance(above.right if above.left is call else above.left, cst.List | cst.ListComp)
    target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
    if not isinstance(target, cst.Name):
        return False
    uses = [use for binding in file.assignments(target) for use in binding.uses]
    return any(_changes_a_list(file, use) for use in uses if value_of(file, use) is call)


def _changes_a_list(file: File, use: cst.CSTNode) -> bool:
    above = file.parent(use)
    over = file.parent(above) if above is not None else None
    if isinstance(above, cst.Subscript):
        return above.value is use and isinstance(over, cst.AssignTarget | cst.AugAssign | cst.Del)
    if isinstance(above, cst.Attribute):
        return above.attr.value in _LIST_METHODS and isinstance(over, cst.Call) and over.func is above
    if isinstance(above, cst.BinaryOperation) and isinstance(above.operator, cst.Add):
        return isinstance(above.right if above.left is use else above.left, cst.List | cst.ListComp)
    return False


def _whole_count(file: File, call: cst.Call) -> Iterator[Edit]:
    count = argument(call, "num", 2)
    if count is not None and _is_float(file, count.value):
        said = f"{file.code(call.func)} takes no float for the number of values"
        whole = cst.Call(cst.Name("int"), [cst.Arg(count.value.with_changes(lpar=[], rpar=[]))])
        yield Edit(call, said, ((count.value, whole),))


def _is_float(file: File, node: cst.BaseExpression) -> bool:
    value = _assigned(file, node)
    if isinstance(value, cst.BinaryOperation):
        if isinstance(value.operator, cst.Divide):
            return True
        is_kept = isinstance(value.operator, cst.Add | cst.Subtract | cst.Multiply)
        return is_kept and any(_is_float(file, each) for each in (value.left, value.right))
    if isinstance(value, cst.Call):
        return file.is_builtin(value.func, "float") or file.qualified_name(value.func) in _FLOATS
    return isinstance(value, cst.Float)


def _rounded_to_zero(file: File, call: cst.Call) -> Iterator[Edit]:
    """`np.linspace(-1, 1, 9, dtype=int)`; nothing is below zero if both ends are not."""
    kind = keyword(call, "dtype")
    ends = [argument(call, name, place) for place, name in enumerate(("start", "stop"))]
    if kind is None or not any(end is not None and _is_negative(end.value) for end in ends):
        return
    name = literal(kind.value)
    text = name if isinstance(name, str) else (file.qualified_name(kind.value) or "").rpartition(".")[2]
    if not file.is_builtin(kind.value, "int") and not text.startswith("int"):
        return
    plain = with_args(call, [arg for arg in call.args if arg is not kind])
    new = cst.Call(cst.Attribute(plain, cst.Name("astype")), [cst.Arg(kind.value)])
    said = f"{file.code(call.func)}(dtype=int) rounds down since NumPy 1.20, where it rounded towards zero"
    yield Edit(call, said, ((call, new),))


def _is_negative(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus)


def _kind(file: File, call: cst.Call) -> Iterator[Edit]:
    if len(call.args) != _TWO:
        return
    given = call.args[1].value
    name = literal(given) if isinstance(given, cst.SimpleString) else None
    for prefix, kind in KINDS_OF_TYPES.items():
        if file.is_builtin(given, prefix) or (isinstance(name, str) and name.startswith(prefix)):
            numpy, imports = bind_module(file, "numpy", "np", call)
            said = f"{file.code(call.func)} asks for the type itself since NumPy 1.19, no longer for its kind"
            yield Edit(call, said, ((given, cst.parse_expression(f"{numpy}.{kind}")),), imports)


def _at_the_end(file: File, call: cst.Call) -> Iterator[Edit]:
    """`np.expand_dims(np.zeros((2, 2)), 3)`."""
    axis, array = argument(call, "axis", 1), argument(call, "a", 0)
    place = literal(axis.value) if axis is not None else None
    rank = rank_of(file, array.value) if array is not None else None
    if axis is not None and isinstance(place, int) and rank is not None and place > rank:
        said = f"{file.code(call.func)} takes no axis beyond the last since NumPy 1.18"
        yield Edit(call, said, ((axis.value, cst.parse_expression("-1")),))


def _crossed(file: File, call: cst.Call) -> Iterator[Manual]:
    vectors = [arg.value for arg in call.args[:_TWO] if arg.keyword is None]
    if any(_has_two_numbers(file, each) for each in vectors):
        said = f"{file.code(call.func)} takes no vectors of two numbers since NumPy 2.5"
        advice = f"use a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0] ({URL})"
        yield Manual(call, CROSS, said, advice, severity=Severity.STOPS)


def _has_two_numbers(file: File, node: cst.BaseExpression) -> bool:
    value = _assigned(file, node)
    if isinstance(value, cst.Call) and file.qualified_name(value.func) in ("numpy.array", "numpy.asarray"):
        value = value.args[0].value if value.args else value
    if not isinstance(value, cst.List | cst.Tuple):
        return False
    if any(isinstance(each, cst.StarredElement) for each in value.elements):
        return False
    rows = [each.value for each in value.elements]
    if rows and all(isinstance(each, cst.List | cst.Tuple) for each in rows):
        return all(_has_two_numbers(file, each) for each in rows)
    return len(rows) == _TWO and not any(isinstance(each, cst.List | cst.Tuple) for each in rows)
