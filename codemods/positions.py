"""Where nodes stand, computed for the top-level statements that are asked about and for no others.

libcst generates the code of the whole module to tell one position, which is a third of the time of an upgrade; `ast`
knows the first line of every statement at once.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cached_property
from typing import cast

import libcst as cst
from libcst.metadata import CodePosition, CodeRange, PositionProvider


class Positions:
    """The ranges of the nodes of a module that was parsed from `source`."""

    def __init__(self, module: cst.Module, source: bytes) -> None:
        self._module = module
        self._source = source
        self._known: dict[cst.CSTNode, CodeRange] = {}

    def of(self, node: cst.CSTNode, statement: cst.CSTNode | None) -> CodeRange:
        """The range of `node`, which stands in the top-level `statement`, if in any."""
        if node not in self._known:
            first = self._first_lines.get(statement) if statement is not None else None
            if first is None:
                self._known.update(_Provider().positions(self._module))
            else:
                assert isinstance(statement, cst.SimpleStatementLine | cst.BaseCompoundStatement)
                alone = statement.with_changes(leading_lines=())
                module = self._module.with_changes(header=(), body=[alone], footer=())
                found = {each: _moved(place, first - 1) for each, place in _Provider().positions(module).items()}
                self._known.update(found)
                self._known[statement] = found[alone]
        return self._known[node]

    @cached_property
    def _first_lines(self) -> Mapping[cst.CSTNode, int]:
        """The first line of each top-level statement, leading comments and blank lines aside."""
        lines = [_first_line(statement) for statement in ast.parse(self._source).body]
        found: dict[cst.CSTNode, int] = {}
        position = 0
        for statement in self._module.body:
            if position >= len(lines):
                return {}
            found[statement] = lines[position]
            position += len(statement.body) if isinstance(statement, cst.SimpleStatementLine) else 1
        return found if position == len(lines) else {}


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _moved(place: CodeRange, lines: int) -> CodeRange:
    start, end = place.start, place.end
    return CodeRange(CodePosition(start.line + lines, start.column), CodePosition(end.line + lines, end.column))


class _Provider(PositionProvider):
    """libcst's positions, without the visit of the whole tree that its wrapper adds."""

    def positions(self, module: cst.Module) -> Mapping[cst.CSTNode, CodeRange]:
        self._gen_impl(module)
        return cast("Mapping[cst.CSTNode, CodeRange]", self._computed)
