"""Sequences of the project whose number of batches is what they were made with."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.own_classes import method
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import assigned_to_self, attribute_of_self, value_of
from codemods.analysis.objects.project_classes import OfModule, class_elsewhere
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from codemods.source.walk import nodes

_LENGTH = "__len__"


def has_length(file: File, data: cst.BaseExpression, steps: cst.BaseExpression) -> bool:
    """True for `data = Data(x, steps=n)` and the steps `n`, where `__len__` of `Data` returns what it was given."""
    made, call = class_elsewhere(file, data), value_of(file, data)
    length = _length(made) if made is not None else None
    if made is None or length is None or not isinstance(call, cst.Call):
        return False
    if isinstance(value := literal(length), int):
        return literal(steps) == value
    start = method(made.module, made.owner, "__init__")
    name = _parameter(made, length)
    if start is None or name is None:
        return False
    bound = bind(call, *(each.name.value for each in start.params.params[1:])) or {}
    return name in bound and _are_same(file, bound[name].value, steps)


def _length(made: OfModule) -> cst.BaseExpression | None:
    """What `__len__` returns, if that is all that it does."""
    function = method(made.module, made.owner, _LENGTH)
    statements = function.body.body if function is not None and not function.decorators else ()
    line = statements[-1] if len(statements) == 1 else None
    last = line.body[0] if isinstance(line, cst.SimpleStatementLine) else line
    return _whole(made.module, last.value) if isinstance(last, cst.Return) and last.value is not None else None


def _whole(file: File, value: cst.BaseExpression) -> cst.BaseExpression:
    """`n` of `int(n)`."""
    if isinstance(value, cst.Call) and len(value.args) == 1 and file.is_builtin(value.func, "int"):
        return value.args[0].value
    return value


def _parameter(made: OfModule, length: cst.BaseExpression) -> str | None:
    """The parameter that every object keeps in `self.steps`, as far as it is given."""
    attribute = attribute_of_self(made.module, length)
    values = assigned_to_self(made.module, made.owner, attribute) if attribute is not None else None
    names = {each.value for value in values or () if isinstance(each := _whole(made.module, value), cst.Name)}
    name = names.pop() if len(names) == 1 else None
    if name is None or not all(_keeps(made.module, each, name) for each in values or ()):
        return None
    return name


def _keeps(file: File, value: cst.BaseExpression, name: str) -> bool:
    """True for the parameter itself, and for what takes its place in `if steps is None:`."""
    whole = _whole(file, value)
    if not isinstance(whole, cst.Name) or whole.value != name:
        return any(_asks_for_none(file, above, value, name) for above in file.ancestors(value))
    bindings = file.assignments(whole)
    function = file.function(value)
    is_start = isinstance(function, cst.FunctionDef) and function.name.value == "__init__"
    return is_start and all(isinstance(each.node, cst.Param) for each in bindings)


def _asks_for_none(file: File, above: cst.CSTNode, value: cst.CSTNode, name: str) -> bool:
    """True for `if steps is None:` around a value."""
    if not isinstance(above, cst.If) or file.code(above.test) != f"{name} is None":
        return False
    return above.body in file.ancestors(value)


def _are_same(file: File, given: cst.BaseExpression, steps: cst.BaseExpression) -> bool:
    """True for two expressions that read alike, whose names have the same values."""
    if literal(given) is None or file.code(given) != file.code(steps):
        return False
    pairs = zip(nodes(given, cst.Name), nodes(steps, cst.Name), strict=True)
    return all(reaching(file, one) == reaching(file, other) for one, other in pairs)
