"""Functions of a file that do nothing but make a session for Keras."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.objects.handed_on import is_imported
from codemods.source.file import File, exported_names
from codemods.source.walk import nodes


def session_function(file: File, node: cst.BaseExpression) -> cst.FunctionDef | None:
    """The function whose call is `node`, if the file uses it nowhere else."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Name):
        return None
    binding = file.only_binding(node.func)
    function = binding.node if binding is not None else None
    if binding is None or not isinstance(function, cst.FunctionDef) or binding.uses != [node.func]:
        return None
    if function.decorators or function.asynchronous or not isinstance(function.body, cst.IndentedBlock):
        return None
    name = function.name.value
    return function if name not in exported_names(file) and not is_imported(file, name) else None


def returned_last(file: File, function: cst.FunctionDef) -> cst.Return | None:
    """The only `return` of a function, if it is the last statement on a line of its own."""
    found = returns_of(file, function)
    last = function.body.body[-1]
    return found[0] if found is not None and len(found) == 1 and file.statement(found[0]) is last else None


def returns_of(file: File, function: cst.FunctionDef) -> list[cst.Return] | None:
    """Each `return` of a function; None if one shares its line with something else."""
    found = [each for each in nodes(function.body, cst.Return) if file.function(each) is function]
    lines = [file.statement(each) for each in found]
    are_alone = all(
        isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 and file.block(line) is not None
        for line in lines
    )
    return found if are_alone else None


def always_returns(function: cst.FunctionDef) -> bool:
    """True if a function ends with a `return`, or with an `if` whose branches all do."""
    return _ends_with_return(function.body)


def _ends_with_return(block: cst.BaseSuite) -> bool:
    last = block.body[-1] if isinstance(block, cst.IndentedBlock) else None
    if isinstance(last, cst.SimpleStatementLine):
        return isinstance(last.body[-1], cst.Return)
    return isinstance(last, cst.If) and _all_branches(last)


def _all_branches(branch: cst.If) -> bool:
    if not _ends_with_return(branch.body) or branch.orelse is None:
        return False
    other = branch.orelse
    return _all_branches(other) if isinstance(other, cst.If) else _ends_with_return(other.body)


def has_more(function: cst.FunctionDef, known: list[cst.BaseStatement]) -> bool:
    """True if a function has a docstring or other lines besides the known ones."""
    return any(each not in known for each in function.body.body)
