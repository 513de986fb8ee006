"""Write `parallel = template if gpus < 2 else multi_gpu_model(template, gpus)` as an `if` statement."""

from __future__ import annotations

import libcst as cst

from codemods.rewriting.remove import comments_in
from codemods.source.file import File, name_of
from codemods.types import Edit


def as_statement(file: File, call: cst.Call) -> Edit | None:
    """The edit for a call that is one of the two values of a line `name = a if test else b`, or of a `return`."""
    choice, line = file.parent(call), file.statement(call)
    if not isinstance(choice, cst.IfExp) or choice.test is call or not isinstance(line, cst.SimpleStatementLine):
        return None
    small = line.body[0]
    if not isinstance(small, cst.Assign | cst.Return) or small.value is not choice:
        return None
    if len(line.body) != 1 or file.block(line) is None:
        return None
    first, second = (_branch(line, value) for value in (choice.body, choice.orelse))
    new = cst.If(
        choice.test.with_changes(lpar=[], rpar=[]) if _is_on_one_line(file, choice.test) else choice.test,
        cst.IndentedBlock([first]),
        None if _keeps(small, choice.orelse) else cst.Else(cst.IndentedBlock([second])),
        leading_lines=[*line.leading_lines, *comments_in(line, (choice.body, choice.test, choice.orelse))],
    )
    return Edit(call, "the choice of the model is now an if statement", ((line, new),))


def _branch(line: cst.SimpleStatementLine, value: cst.BaseExpression) -> cst.SimpleStatementLine:
    small = line.body[0].with_changes(value=value)
    return line.with_changes(body=[small], leading_lines=(), trailing_whitespace=cst.TrailingWhitespace())


def _keeps(small: cst.Assign | cst.Return, value: cst.BaseExpression) -> bool:
    """True for `model = model`."""
    return isinstance(small, cst.Assign) and [name_of(each.target) for each in small.targets] == [name_of(value)]


def _is_on_one_line(file: File, node: cst.BaseExpression) -> bool:
    return "\n" not in file.code(node)
