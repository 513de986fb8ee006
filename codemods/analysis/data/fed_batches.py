"""The dataset, and the part of its elements, that a variable of a training step holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.replicas.replica_functions import is_run, named_functions, run_function
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.source.scopes import Binding

_DISTRIBUTED = "experimental_distribute_dataset"
_DEPTH = 12


class Fed(NamedTuple):
    """Part `path` of the elements of the dataset that the name `dataset` holds: `(0,)` is the first of a tuple."""

    dataset: str
    path: tuple[int, ...]
    line: cst.SimpleStatementLine

    @property
    def spec(self) -> str:
        """The code of the part's `tf.TensorSpec`."""
        return f"{self.dataset}.element_spec" + "".join(f"[{index}]" for index in self.path)


class _Value(NamedTuple):
    """An expression, or the next element of the iterator that it gives."""

    node: cst.BaseExpression
    is_next: bool = False


def fed_by(file: File, name: cst.BaseExpression) -> Fed | None:
    """What a name in a training step holds, if every way that leads there comes from the same part of one dataset."""
    return _trace(file, _Value(name), (), _DEPTH)


def _trace(file: File, value: _Value, path: tuple[int, ...], depth: int) -> Fed | None:
    value = _iterated(file, value)
    name = value.node
    if isinstance(name, cst.Call) and value.is_next:
        return _of_iterator(file, name, path)
    binding = file.only_binding(name) if isinstance(name, cst.Name) else None
    if not depth or binding is None or binding.node is None:
        return None
    if isinstance(binding.node, cst.Param):
        return _of_parameter(file, binding, value, path, depth)
    node: cst.CSTNode = binding.node
    above = file.parent(node)
    if isinstance(above, cst.Element) and not value.is_next:
        names = file.parent(above)
        assert isinstance(names, cst.Tuple | cst.List)
        path, node = (names.elements.index(above), *path), names
        above = file.parent(names)
    if isinstance(above, cst.For) and above.target is node and not value.is_next:
        return _of_loop(file, above.iter, path)
    if isinstance(above, cst.AssignTarget) and isinstance(assign := file.parent(above), cst.Assign):
        return _trace(file, _Value(assign.value, value.is_next), path, depth - 1)
    return None


def _iterated(file: File, value: _Value) -> _Value:
    """The iterator of `next(iterator)`, `iterator.get_next()` and `iterator.next()`."""
    call = value.node
    if value.is_next or not isinstance(call, cst.Call):
        return value
    if file.is_builtin(call.func, "next") and len(call.args) == 1:
        return _Value(call.args[0].value, is_next=True)
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in ("get_next", "next") and not call.args:
        return _Value(call.func.value, is_next=True)
    return value


def _of_iterator(file: File, call: cst.Call, path: tuple[int, ...]) -> Fed | None:
    """The elements of `iter(dataset)`, and of the iterator that a strategy makes of a dataset."""
    is_method = isinstance(call.func, cst.Attribute) and call.func.attr.value == "make_dataset_iterator"
    if len(call.args) != 1 or not (is_method or file.is_builtin(call.func, "iter")):
        return None
    return _of_loop(file, call.args[0].value, path)


def _of_loop(file: File, iterable: cst.BaseExpression, path: tuple[int, ...]) -> Fed | None:
    """A loop runs over a dataset, or over one that a strategy distributes; a leading `enumerate` is looked through."""
    if isinstance(iterable, cst.Call) and file.is_builtin(iterable.func, "enumerate") and path and path[0] == 1:
        iterable, path = iterable.args[0].value, path[1:]
    if not isinstance(iterable, cst.Name):
        return None
    value = file.only_value(iterable)
    if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) and value.func.attr.value == _DISTRIBUTED:
        given = value.args[0].value if value.args else None
        return _of_loop(file, given, path) if isinstance(given, cst.Name) else None
    line = file.statement(value) if value is not None else None
    if not isinstance(line, cst.SimpleStatementLine) or evidence(file, iterable, Kind.DATASET) is not Evidence.CERTAIN:
        return None
    return Fed(iterable.value, path, line)


def _of_parameter(file: File, binding: Binding, value: _Value, path: tuple[int, ...], depth: int) -> Fed | None:
    """A parameter holds what each call passes for it; None unless all pass the same."""
    function = file.function(binding.node) if binding.node is not None else None
    if not isinstance(function, cst.FunctionDef):
        return None
    found: set[Fed | None] = set()
    for passed in _passings(file, function, binding.name):
        if passed is None or (passed.is_next and value.is_next):
            return None
        found.add(_trace(file, _Value(passed.node, passed.is_next or value.is_next), path, depth - 1))
    return found.pop() if len(found) == 1 else None


def _passings(file: File, function: cst.FunctionDef, name: str) -> Iterator[_Value | None]:
    """What calls of a function, and strategies that run it, pass for one parameter; None if that does not show."""
    params = [each.name.value for each in (*function.params.posonly_params, *function.params.params)]
    if name not in params:
        yield None
        return
    place = params.index(name) - (1 if params[0] == "self" else 0)
    for call in file.calls:
        if function in named_functions(file, call.func):
            by_name = keyword(call, name)
            plain = [arg for arg in call.args if arg.keyword is None]
            given = by_name or (plain[place] if place < len(plain) else None)
            yield _Value(given.value) if given is not None and not any(arg.star for arg in call.args) else None
        elif is_run(call) and function in run_function(file, call):
            passed = _run_arguments(call)
            yield passed[place] if passed is not None and place < len(passed) else None


def _run_arguments(call: cst.Call) -> list[_Value] | None:
    """The elements of `args=(a, b)`; `experimental_run` is given an iterator, and passes what comes next."""
    plain = [arg for arg in call.args if arg.keyword is None]
    is_legacy = isinstance(call.func, cst.Attribute) and call.func.attr.value == "experimental_run"
    given = keyword(call, "input_iterator" if is_legacy else "args") or (plain[1] if len(plain) > 1 else None)
    if given is None:
        return None
    if is_legacy:
        return [_Value(given.value, is_next=True)]
    if not isinstance(given.value, cst.Tuple | cst.List):
        return None
    return [_Value(each.value) for each in given.value.elements]
