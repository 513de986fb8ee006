"""Call `multi_gpu_model` itself in the place of a function or method that does nothing else."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import libcst as cst

from codemods.analysis.objects.handed_on import is_imported
from codemods.analysis.objects.own_functions import Found, function_elsewhere
from codemods.rewriting.replace import replace
from codemods.rules.several_gpus.multi_gpu_model.destinations import is_script
from codemods.rules.several_gpus.multi_gpu_model.subject import PARAMETERS
from codemods.source.arguments import bind, literal
from codemods.source.file import File, Reference, exported_names, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Import, Replacement

_NAME = "multi_gpu_model"
_OF_NONE = (operator.is_, operator.is_not)
_COMPARED: Mapping[type[cst.BaseCompOp], Callable[[Any, Any], bool]] = {
    cst.Equal: operator.eq,
    cst.NotEqual: operator.ne,
    cst.GreaterThan: operator.gt,
    cst.GreaterThanEqual: operator.ge,
    cst.LessThan: operator.lt,
    cst.LessThanEqual: operator.le,
    cst.Is: operator.is_,
    cst.IsNot: operator.is_not,
}


class _Wrapping(NamedTuple):
    """`return wrapped if test else model`; without a test always `wrapped`."""

    home: File
    function: cst.FunctionDef
    wrapped: cst.Call
    test: cst.BaseExpression | None
    holds: bool
    model: str
    skipped: int = 0
    """The parameters that a call does not give: `self`."""


def without_function(file: File, reference: Reference, call: cst.Call) -> Edit | None:
    """The edit that writes the body of the function around `call` where it is called, and removes it."""
    function = file.function(call)
    found = _wrapping(file, function, call) if isinstance(function, cst.FunctionDef) else None
    if found is None:
        return None
    uses = _uses(file, found)
    if uses is None or not _may_go(file, found.function, uses):
        return None
    replacements: list[tuple[cst.CSTNode, Replacement]] = []
    for use in uses:
        line = file.statement(use)
        new = _lines(file, found, use, line) if isinstance(line, cst.SimpleStatementLine) else None
        if new is None:
            return None
        replacements.append((line, cst.FlattenSentinel(new)))
    if not replacements or len({node for node, _ in replacements}) != len(replacements):
        return None
    said = f"{found.function.name.value} is now multi_gpu_model itself"
    module = reference.qualified.rpartition(".")[0]
    local = any(file.function(each.statement) is found.function for each in file.imports)
    imports = (Import(module, "multi_gpu_model"),) if local else ()
    return Edit(call, said, (*replacements, (found.function, cst.RemoveFromParent())), imports)


def without_imported_function(file: File, symbol: str) -> Edit | None:
    """The edit that calls `multi_gpu_model` itself in the place of a function of another module that only wraps."""
    for call in file.calls if _NAME not in file.global_scope else ():
        line = file.statement(call)
        is_alone = isinstance(file.parent(call), cst.Assign | cst.Return)
        found = function_elsewhere(file, call.func) if is_alone else None
        wrapping = _wrapping_elsewhere(found, symbol) if found is not None else None
        if wrapping is None or not isinstance(line, cst.SimpleStatementLine):
            continue
        new = _lines(file, wrapping, call.func, line)
        if new is not None:
            said = f"{wrapping.function.name.value} is now multi_gpu_model itself"
            module, _, name = symbol.rpartition(".")
            return Edit(call, said, ((line, cst.FlattenSentinel(new)),), (Import(module, name),))
    return None


def _wrapping_elsewhere(found: Found, symbol: str) -> _Wrapping | None:
    calls = [each for each in nodes(found.function.body, cst.Call) if found.file.symbol(each.func) == symbol]
    return _wrapping(found.file, found.function, calls[0]) if len(calls) == 1 else None


def _uses(file: File, found: _Wrapping) -> list[cst.Name] | list[cst.Attribute] | None:
    """Where a function of the file is named, or a method of `self`; None for one that may be another object's."""
    name = found.function.name.value
    if not found.skipped:
        binding = next(iter(file.scope(found.function)[name]), None)
        return list(binding.uses) if binding is not None else []
    owner, own = file.enclosing_class(found.function), found.function.params.params[0].name.value
    named = [each for each in file.attributes if each.attr.value == name]
    is_own = all(name_of(each.value) == own and file.enclosing_class(each) is owner for each in named)
    is_only = [each for each in file.every(cst.FunctionDef) if each.name.value == name] == [found.function]
    is_closed = owner is not None and not is_imported(file, owner.name.value)
    return named if is_own and is_only and is_closed else None


def _may_go(file: File, function: cst.FunctionDef, uses: Sequence[cst.Name | cst.Attribute]) -> bool:
    """True if nothing but the calls in the file needs the function: it is private, nested, or part of a script."""
    name = function.name.value
    if "#" in file.code(function) or len(file.scope(function)[name]) != 1 or name in exported_names(file):
        return False
    if isinstance(file.function(function), cst.FunctionDef):
        return True
    if is_imported(file, name):
        return False
    if name.startswith("_"):
        return True
    owner = file.enclosing_class(function)
    if owner is not None:
        uses = [use for each in file.scope(owner)[owner.name.value] for use in each.uses if isinstance(use, cst.Name)]
    return isinstance(file.parent(owner or function), cst.Module) and (
        is_script(file) or any(file.function(use) is file.module for use in uses)
    )


# --- the function


def _wrapping(file: File, function: cst.FunctionDef, call: cst.Call) -> _Wrapping | None:
    params = function.params
    plain = not (params.kwonly_params or params.posonly_params or params.star_kwarg)
    if function.decorators or function.asynchronous or not plain or isinstance(params.star_arg, cst.Param):
        return None
    bound = bind(call, *PARAMETERS)
    model = name_of(bound["model"].value) if bound and "model" in bound else None
    skipped = int(isinstance(file.scope(function).owner, cst.ClassDef))
    if bound is None or model is None or [each.name.value for each in params.params[skipped : skipped + 1]] != [model]:
        return None
    test, holds = _test(_lines_of(function), call, model)
    if test is call:
        return _Wrapping(file, function, call, None, holds=True, model=model, skipped=skipped)
    if test is None or any(not file.is_builtin(each.func, "len", "int") for each in nodes(test, cst.Call)):
        return None
    return _Wrapping(file, function, call, test, holds, model, skipped)


def _lines_of(function: cst.FunctionDef) -> list[cst.BaseStatement]:
    """The statements of a function without its docstring and imports."""
    body = [*function.body.body] if isinstance(function.body, cst.IndentedBlock) else []
    return [each for each in body if isinstance(each, cst.BaseStatement) and not _is_idle(each)]


def _is_idle(statement: cst.BaseStatement) -> bool:
    small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    text = isinstance(small, cst.Expr) and isinstance(small.value, cst.SimpleString | cst.ConcatenatedString)
    return text or isinstance(small, cst.ImportFrom | cst.Import)


def _test(lines: list[cst.BaseStatement], call: cst.Call, model: str) -> tuple[cst.BaseExpression | None, bool]:
    """The test of the function, and whether it wraps where that holds; the call itself if it always does."""
    if len(lines) == 1 and _returned(lines[0]) is call:
        return call, True
    if not lines or not isinstance(lines[0], cst.If):
        return None, True
    first, rest = lines[0], lines[1:]
    inner = [each for each in _suite(first.body) if not _is_idle(each)]
    if isinstance(first.orelse, cst.Else) and not rest:
        rest = [each for each in _suite(first.orelse.body) if not _is_idle(each)]
    elif first.orelse is not None:
        return None, True
    if len(inner) != 1 or len(rest) != 1:
        return None, True
    values = _value(inner[0], model), _returned(rest[0])
    if values[0] is call and name_of(values[1] or call) == model:
        return first.test, True
    same = name_of(values[0] or call) == model and _returned(inner[0]) is not None
    return (first.test, False) if same and values[1] is call else (None, True)


def _value(line: cst.BaseStatement, model: str) -> cst.BaseExpression | None:
    """What a line returns, or binds to the model's name."""
    small = line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None
    if isinstance(small, cst.Assign) and [name_of(each.target) for each in small.targets] == [model]:
        return small.value
    return _returned(line)


def _returned(line: cst.BaseStatement) -> cst.BaseExpression | None:
    small = line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None
    return small.value if isinstance(small, cst.Return) else None


def _suite(suite: cst.BaseSuite) -> list[cst.BaseStatement]:
    body = suite.body if isinstance(suite, cst.IndentedBlock) else ()
    return [each for each in body if isinstance(each, cst.BaseStatement)]


# --- where it is called


def _lines(
    file: File, found: _Wrapping, use: cst.BaseExpression, line: cst.SimpleStatementLine
) -> list[cst.BaseStatement] | None:
    """The lines for `parallel = function(model, gpus)` or `return function(model, gpus)`."""
    call, small = file.parent(use), line.body[0]
    is_call = isinstance(call, cst.Call) and call.func is use and len(line.body) == 1 and file.block(line) is not None
    if not is_call or not isinstance(small, cst.Assign | cst.Return) or small.value is not call:
        return None
    assert isinstance(call, cst.Call)
    given = arguments(file, found.function, call, found.skipped)
    if given is None or not _means_the_same(file, found, use):
        return None
    target = name_of(small.targets[0].target) if isinstance(small, cst.Assign) and len(small.targets) == 1 else None
    model = given[found.model]
    if isinstance(small, cst.Assign) and target is None:
        return None
    head: list[cst.BaseStatement] = []
    if name_of(model) is None and target is not None and found.test is not None:
        head = [line.with_changes(body=[small.with_changes(value=model)])]
        line = line.with_changes(leading_lines=(), trailing_whitespace=cst.TrailingWhitespace())
        model = given[found.model] = cst.parse_expression(target)
    wrapped = substituted(found.home, found.wrapped, given)
    if found.home is not file:
        wrapped = wrapped.with_changes(func=cst.Name(_NAME))
    own = line.with_changes(body=[small.with_changes(value=wrapped)])
    if found.test is None:
        return [own]
    if name_of(model) is None:
        return None
    test = substituted(found.home, found.test, given)
    holds = _known(test, has_len=all(each.node is None for each in file.scope(use)["len"]))
    if holds is None and all(literal(each) is not ... for each in _names(file, test)):
        return None
    if holds is not None:
        is_wrapped = holds is found.holds
        return [*head, own if is_wrapped else own.with_changes(body=[small.with_changes(value=model)])]
    plain = own.with_changes(body=[small.with_changes(value=model)], trailing_whitespace=cst.TrailingWhitespace())
    branches = [each.with_changes(leading_lines=()) for each in ((own, plain) if found.holds else (plain, own))]
    last = None if found.holds and name_of(model) == target else cst.Else(cst.IndentedBlock([branches[1]]))
    return [*head, cst.If(test, cst.IndentedBlock([branches[0]]), last, leading_lines=line.leading_lines)]


def _means_the_same(file: File, found: _Wrapping, use: cst.CSTNode) -> bool:
    """True if the code of the function does in the place of its call what it did."""
    parts = (found.wrapped, found.test)
    if found.home is file:
        return same_names(file, found.function, use, parts)
    own = {each.name.value for each in found.function.params.params}
    names = [each for arg in found.wrapped.args for each in _names(found.home, arg)]
    names += _names(found.home, found.test) if found.test is not None else ()
    return all(each.value in own or found.home.is_builtin(each, "len", "int", "None") for each in names)


def _known(test: cst.BaseExpression, *, has_len: bool) -> bool | None:
    """What a test says that is about written numbers and lists alone: `2 > 1`; `has_len`: `len` is Python's own."""
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        said = _known(test.expression, has_len=has_len)
        return None if said is None else not said
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return None if (value := _written(test, has_len=has_len)) is ... else bool(value)
    compared = test.comparisons[0]
    compare = _COMPARED.get(type(compared.operator))
    left, right = (_written(each, has_len=has_len) for each in (test.left, compared.comparator))
    if compare is None or ... in (left, right) or (None in (left, right) and compare not in _OF_NONE):
        return None
    return bool(compare(left, right))


def _written(node: cst.BaseExpression, *, has_len: bool) -> object:
    """A literal, or the length of a list that is written out; `...` for anything else."""
    if isinstance(node, cst.Call) and has_len and name_of(node.func) == "len" and len(node.args) == 1:
        value = node.args[0].value
        elements = value.elements if isinstance(value, cst.List) else [cst.StarredElement(value)]
        return ... if any(isinstance(each, cst.StarredElement) for each in elements) else len(elements)
    return literal(node)


def arguments(
    file: File, function: cst.FunctionDef, call: cst.Call, skip: int = 0
) -> dict[str, cst.BaseExpression] | None:
    """What a call gives for each parameter, if all but the first argument can be read twice; else None."""
    params = function.params.params[skip:]
    bound = bind(call, *(each.name.value for each in params))
    if bound is None or set(bound) - {each.name.value for each in params}:
        return None
    found: dict[str, cst.BaseExpression] = {}
    for index, param in enumerate(params):
        arg = bound.get(param.name.value)
        value = arg.value if arg is not None else param.default
        if value is None or (not (index == 0 and skip == 0) and not _is_plain(file, value)):
            return None
        found[param.name.value] = value
    return found


def _is_plain(file: File, value: cst.BaseExpression) -> bool:
    """True for what can stand in any place of an expression, and be read twice."""
    if isinstance(value, cst.Call):
        return file.is_builtin(value.func, "len", "int") and all(_is_plain(file, arg.value) for arg in value.args)
    return name_of(value) is not None or isinstance(value, cst.Integer | cst.SimpleString | cst.List)


def same_names(file: File, function: cst.FunctionDef, use: cst.CSTNode, parts: tuple[cst.CSTNode | None, ...]) -> bool:
    """True if the names of the function's code that are not its parameters mean the same where it is called."""
    own = {each.name.value for each in function.params.params}
    for name in (each for part in parts if part is not None for each in _names(file, part)):
        if name.value not in own and file.assignments(name) != file.scope(use)[name.value]:
            if not any(file.function(each.statement) is function for each in file.imports if each.local == name.value):
                return False
    return True


def substituted(file: File, node: cst.BaseExpression, given: Mapping[str, cst.BaseExpression]) -> cst.BaseExpression:
    """An expression of the function with the arguments in the place of its parameters."""
    table = [(name, given[name.value]) for name in _names(file, node) if name.value in given]
    new = replace(node, table)
    assert isinstance(new, cst.BaseExpression)
    return new


def _names(file: File, node: cst.CSTNode) -> Iterator[cst.Name]:
    """The names that an expression reads."""
    for name in nodes(node, cst.Name):
        above = file.parent(name)
        is_part = isinstance(above, cst.Attribute) and above.attr is name
        if not is_part and not (isinstance(above, cst.Arg) and above.keyword is name):
            yield name
