"""Functions of a file that do nothing but make a session for Keras."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.handed_on import is_imported
from codemods.source.file import File, exported_names
from codemods.source.walk import nodes


def session_function(file: File, node: cst.BaseExpression) -> cst.FunctionDef | None:
    """The function without parameters whose call is `node`, if the file uses it nowhere else."""
    if not isinstance(node, cst.Call) or node.args or not isinstance(node.func, cst.Name):
        return None
    binding = file.only_binding(node.func)
    function = binding.node if binding is not None else None
    if binding is None or not isinstance(function, cst.FunctionDef) or binding.uses != [node.func]:
        return None
    parameters = function.params
    is_plain = not function.decorators and not function.asynchronous and isinstance(function.body, cst.IndentedBlock)
    if not is_plain or parameters.params or parameters.kwonly_params or parameters.posonly_params:
        return None
    name = function.name.value
    return function if name not in exported_names(file) and not is_imported(file, name) else None


def returned_last(file: File, function: cst.FunctionDef) -> cst.Return | None:
    """The only `return` of a function, if it is the last statement on a line of its own."""
    found = [each for each in nodes(function.body, cst.Return) if file.function(each) is function]
    last = function.body.body[-1]
    is_last = len(found) == 1 and file.parent(found[0]) is last
    return found[0] if is_last and isinstance(last, cst.SimpleStatementLine) and len(last.body) == 1 else None


def has_more(function: cst.FunctionDef, known: list[cst.BaseStatement]) -> bool:
    """True if a function has a docstring or other lines besides the known ones."""
    return any(each not in known for each in function.body.body)
