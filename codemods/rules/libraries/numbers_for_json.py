"""Compute what goes into JSON with Python's numbers, where NumPy made them double.

## What it does

`json.dumps({"p": model.predict(x)[0][1] * 100})` becomes `json.dumps({"p": float(model.predict(x)[0][1]) * 100})`.
Likewise other arithmetic of a number of single precision with one of Python, `np.linalg.norm(a - b) ** 2` of arrays of
`float32`, on its way into `json.dump`, `json.dumps` or `jsonify`: through names, lists, dictionaries and `round(p, 2)`.
`np.count_nonzero(x)` becomes `int(np.count_nonzero(x))` there.

## Why

NumPy 1 made a number of double precision of it, which is a `float` of Python; NumPy 2 keeps single precision, which is
none: TypeError, "Object of type float32 is not JSON serializable". `count_nonzero` gave an `int` until NumPy 2.2.
https://numpy.org/doc/stable/numpy_2_0_migration_guide.html#changes-to-numpy-data-type-promotion

## Numbers

Same: `float` is exact, and the arithmetic that of NumPy 1, to the last digit
(`tests/codemods/rules/libraries/test_numbers_for_json.py`).

## What it leaves to you

Numbers that come out of functions and objects, and what else asks for a `float`: `isinstance(p * 100, float)`. Printed
numbers have fewer digits in NumPy 2.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.single_precision import is_single
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_WRITERS = ("json.dump", "json.dumps")
_RESPONSE = "flask.jsonify"
_ENCODERS = ("cls", "default")
_SAID = "NumPy 2 keeps the single precision of a number beside one of Python, and JSON takes no float32"
_COUNTED = "numpy.count_nonzero"
_SAID_OF_COUNTS = "np.count_nonzero gives a number of NumPy since 2.3, which JSON does not take"
_ADDING = frozenset({"append", "update", "insert", "extend", "setdefault"})
_DEPTH = 8


@rule(
    "TFM490",
    stage=Stage.USES,
    example="""
    import json

    from keras.models import load_model

    model = load_model("model.h5")
    print(json.dumps({"probability": model.predict(x)[0][1] * 100}))
    """,
)
def numbers_for_json(file: File) -> Iterator[Edit]:
    """One edit for each number of single precision in what is written."""
    seen: set[cst.CSTNode] = set()
    for call in file.calls:
        for written in _written(file, call):
            for number in _numbers(file, written, seen, _DEPTH):
                is_counted = isinstance(number, cst.Call) and file.qualified_name(number.func) == _COUNTED
                kind, said = ("int", _SAID_OF_COUNTS) if is_counted else ("float", _SAID)
                made = cst.Call(cst.Name(kind), [cst.Arg(number.with_changes(lpar=[], rpar=[]))])
                yield Edit(number, said, ((number, made),))


def _written(file: File, call: cst.Call) -> list[cst.BaseExpression]:
    """What a call makes JSON of, with the encoder of Python."""
    name = file.qualified_name(call.func)
    if name == _RESPONSE:
        return [arg.value for arg in call.args]
    if name not in _WRITERS or any(keyword(call, each) is not None for each in _ENCODERS):
        return []
    return [arg.value for arg in call.args[:1] if not arg.star]


def _numbers(file: File, node: cst.BaseExpression, seen: set[cst.CSTNode], depth: int) -> Iterator[cst.BaseExpression]:
    """The numbers of single precision that arithmetic with Python's made double, in all that an expression may be."""
    if not depth or node in seen:
        return
    seen.add(node)
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        single = [each for each in sides if is_single(file, each)]
        if len(single) == 1 and all(each in single or _is_number(file, each) for each in sides):
            yield single[0]
            return
    if isinstance(node, cst.Call) and file.qualified_name(node.func) == _COUNTED and len(node.args) == 1:
        yield node
        return
    for part in _parts(file, node):
        yield from _numbers(file, part, seen, depth - 1)


def _parts(file: File, node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """What an expression is made of, as far as it is in the JSON itself."""
    if isinstance(node, cst.BinaryOperation):
        yield from (node.left, node.right)
    elif isinstance(node, cst.Dict | cst.List | cst.Tuple):
        yield from (each.value for each in node.elements)
    elif isinstance(node, cst.ListComp | cst.GeneratorExp):
        yield node.elt
    elif isinstance(node, cst.DictComp):
        yield node.value
    elif isinstance(node, cst.IfExp):
        yield from (node.body, node.orelse)
    elif isinstance(node, cst.Call) and file.is_builtin(node.func, "dict", "list", "tuple", "round"):
        yield from (arg.value for arg in node.args)
    elif isinstance(node, cst.Name):
        yield from file.definitions(node) or ()
        yield from _added(file, node)


def _added(file: File, name: cst.Name) -> Iterator[cst.BaseExpression]:
    """What is put into the list or dictionary of a name: `name[key] = value`, `name.append(value)`."""
    for binding in file.assignments(name):
        for use in binding.uses:
            above = file.parent(use)
            over = file.parent(above) if above is not None else None
            if isinstance(above, cst.Subscript) and above.value is use and isinstance(over, cst.AssignTarget):
                assign = file.parent(over)
                if isinstance(assign, cst.Assign):
                    yield assign.value
            elif isinstance(above, cst.Attribute) and above.attr.value in _ADDING and isinstance(over, cst.Call):
                yield from (arg.value for arg in over.args if not arg.star)


def _is_number(file: File, node: cst.BaseExpression) -> bool:
    """True for a number of Python: one that is written out, or a name of one, or `len(rows)`."""
    if isinstance(node, cst.Name):
        values = file.definitions(node) or []
        return bool(values) and all(not isinstance(each, cst.Name) and _is_number(file, each) for each in values)
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, "len", "float", "int")
    value = literal(node)
    return isinstance(value, int | float) and not isinstance(value, bool)
