"""The functions of the project that make a model, in the file and in its other modules, and what they call."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.self_attributes import is_self, parts_set_on_self
from codemods.analysis.objects.own_functions import Found, likely_function_called
from codemods.analysis.objects.project_classes import class_elsewhere
from codemods.analysis.objects.provenance import passed_anywhere, place, steps_back
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_MOST = 400
"""The most values that are followed back."""


@once_per_file
def makers(file: File, model: cst.BaseExpression) -> list[Found]:
    """Every function of the project that may run to make a model, or a part that it is made of."""
    found: dict[cst.FunctionDef, Found] = {}
    pending: list[tuple[File, cst.BaseExpression]] = [(file, model)]
    seen: set[object] = set()
    while pending and len(seen) < _MOST:
        module, node = pending.pop()
        if (module, place(module, node)) in seen:
            continue
        seen.add((module, place(module, node)))
        pending += [(at, each) for at, each in _behind(module, node)]
        for call in nodes(node, cst.Call):
            for each in functions_run(module, call):
                found.setdefault(each.function, each)
    return [*found.values()]


def _behind(file: File, node: cst.BaseExpression) -> Iterator[tuple[File, cst.BaseExpression]]:
    """The values of a name or an attribute, what importers pass for it included, and the names in other expressions."""
    if not isinstance(node, cst.Name | cst.Attribute):
        for call in nodes(node, cst.Call):
            yield from ((file, arg.value) for arg in call.args if isinstance(arg.value, cst.Call))
        yield from ((file, each) for each in nodes(node, cst.Name, cst.Attribute) if not _is_called(file, each))
        return
    yield from ((file, each.value) for each in steps_back(file, node) or ())
    if isinstance(node, cst.Name):
        params = (each.node for each in file.assignments(node))
        passed = (each for param in params if isinstance(param, cst.Param) for each in passed_anywhere(file, param))
        yield from ((each.module, each.value) for each in passed if each is not None)
    elif not isinstance(node.value, cst.Name) or not is_self(file, node.value):
        made = class_elsewhere(file, node.value)
        if made is None:
            yield file, node.value
        else:
            values = parts_set_on_self(made.module, made.owner, node.attr.value)
            yield from ((made.module, each.whole) for each in values)


def _is_called(file: File, node: cst.CSTNode) -> bool:
    above = file.parent(node)
    return isinstance(above, cst.Call) and above.func is node and definition(file, above.func) is not None


def functions_run(file: File, call: cst.Call) -> Iterator[Found]:
    """The function that a call runs, and those that it calls in turn."""
    pending = [(file, call)]
    seen: set[cst.FunctionDef] = set()
    while pending:
        module, each = pending.pop()
        found = likely_function_called(module, each)
        if found is not None and found.function not in seen:
            seen.add(found.function)
            yield found
            pending += [(found.file, one) for one in nodes(found.function.body, cst.Call)]
