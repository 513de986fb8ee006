"""A scope that an edit opened over several cells, as one scope in each: a strategy's scope may be entered again."""

from __future__ import annotations

import re

import libcst as cst

from codemods.source.file import name_of


def divided(program: str, token: str) -> str:
    """The program with each block of a strategy's scope ended where a cell ends, and opened again in the next one."""
    border, mask = (re.compile(rf"[\"']{token} \d+{end}[\"']") for end in ("", r"\.\d+"))
    module = cst.parse_module(program)
    body = [part for statement in module.body for part in _parts(statement, border, mask)]
    return module.with_changes(body=body).code


def _parts(
    statement: cst.BaseCompoundStatement | cst.SimpleStatementLine, border: re.Pattern[str], mask: re.Pattern[str]
) -> list[cst.BaseStatement]:
    """A statement, or the statements that it becomes."""
    block = statement.body
    if not (isinstance(statement, cst.With) and isinstance(block, cst.IndentedBlock) and _is_scope(statement)):
        return [statement]
    if not any(_is_text(each, border) for each in block.body) or (block.footer and _is_text(block.body[-1], border)):
        return [statement]
    parts: list[cst.BaseStatement] = []
    opened = statement.with_changes(body=block.with_changes(body=(), footer=()))
    for each in block.body:
        if _is_text(each, border):
            opened = opened.with_changes(leading_lines=())
        last = parts[-1] if parts else None
        if _is_text(each, border) or (_is_text(each, mask) and not isinstance(last, cst.With)):
            parts.append(each)
        elif isinstance(last, cst.With):
            parts[-1] = _with_more(last, each)
        else:
            parts.append(_with_more(opened, each))
    if block.footer and isinstance(parts[-1], cst.With):
        parts[-1] = parts[-1].with_changes(body=parts[-1].body.with_changes(footer=block.footer))
    return parts


def _with_more(scope: cst.With, statement: cst.BaseStatement) -> cst.With:
    return scope.with_changes(body=scope.body.with_changes(body=[*scope.body.body, statement]))


def _is_scope(statement: cst.With) -> bool:
    """True for `with strategy.scope():`, however the strategy is named."""
    if len(statement.items) != 1 or statement.items[0].asname is not None:
        return False
    call = statement.items[0].item
    return (
        isinstance(call, cst.Call)
        and not call.args
        and isinstance(call.func, cst.Attribute)
        and call.func.attr.value == "scope"
        and name_of(call.func) is not None
    )


def _is_text(statement: cst.BaseStatement, text: re.Pattern[str]) -> bool:
    """True for a statement that is one of the texts in the program, or a call with it."""
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return False
    part = statement.body[0]
    if not isinstance(part, cst.Expr):
        return False
    value = part.value
    if isinstance(value, cst.Call) and value.args and name_of(value.func) is None:  # get_ipython().system(..., mark)
        value = value.args[-1].value
    return isinstance(value, cst.SimpleString) and text.fullmatch(value.value) is not None
