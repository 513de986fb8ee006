"""Positions of nodes, computed only for the statements that are asked about.

libcst generates the code of the whole module to find one position, which takes a third of the time of an upgrade;
`ast` knows at once where every statement begins.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import cast

import libcst as cst
from libcst.metadata import CodePosition, CodeRange, PositionProvider

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement

_EMPTY = cst.SimpleStatementSuite([cst.Pass()])
_ANY = cst.Name("x")


class Positions:
    """The positions of the nodes of a module that was parsed from `source`."""

    def __init__(self, module: cst.Module, source: bytes, tree: ast.Module | None = None) -> None:
        self._module = module
        self._source = source
        self._tree = tree
        self._ranges: dict[cst.CSTNode, CodeRange] = {}

    def start(self, node: cst.CSTNode, statement: Statement | None) -> CodePosition:
        """The position where `node` begins; `statement` is the innermost statement that contains it."""
        return self._range(node, statement).start

    def last_line(self, statement: cst.SimpleStatementLine) -> int:
        """The line on which a simple statement ends."""
        return self._range(statement, statement).end.line

    def _range(self, node: cst.CSTNode, statement: Statement | None) -> CodeRange:
        if node not in self._ranges and statement is not None and statement in self._starts:
            self._measure(statement)
        if node not in self._ranges:
            self._ranges.update(_Provider().positions(self._module))
        return self._ranges[node]

    def _measure(self, statement: Statement) -> None:
        """Compute the ranges of a simple statement, or of the header of a compound one, at its own indentation."""
        line, indent = self._starts[statement]
        alone = _header(statement)
        block = cst.If(_ANY, cst.IndentedBlock([alone], indent=indent)) if indent else alone
        found = _Provider().positions(self._module.with_changes(header=(), body=[block], footer=()))
        shift = line - (2 if indent else 1)
        self._ranges.update({node: _moved(place, shift) for node, place in found.items()})
        self._ranges[statement] = self._ranges[alone]

    @cached_property
    def _starts(self) -> Mapping[cst.CSTNode, tuple[int, str]]:
        """The first line of each statement (with decorators, without leading comments), and its indentation."""
        lines = self._source.splitlines()
        found: dict[cst.CSTNode, tuple[int, str]] = {}
        for statement, twin in _pairs(self._module.body, (self._tree or ast.parse(self._source)).body):
            line = min([twin.lineno, *(each.lineno for each in getattr(twin, "decorator_list", ()))])
            indent = lines[line - 1][: twin.col_offset].decode("utf-8", "replace")
            if not indent.strip():
                found[statement] = line, indent
        return found


def _pairs(statements: Sequence[cst.CSTNode], twins: Sequence[ast.stmt]) -> Iterator[tuple[Statement, ast.stmt]]:
    """Pairs of the same statement in both trees; a block in which they do not match is skipped."""
    lines = [each for each in statements if isinstance(each, Statement)]
    sizes = [len(each.body) if isinstance(each, cst.SimpleStatementLine) else 1 for each in lines]
    if len(lines) != len(statements) or sum(sizes) != len(twins):
        return
    position = 0
    for statement, size in zip(lines, sizes, strict=True):
        twin = twins[position]
        position += size
        yield statement, twin
        if isinstance(statement, cst.BaseCompoundStatement):
            blocks, twin_blocks = list(_blocks(statement)), list(_twin_blocks(twin))
            if len(blocks) == len(twin_blocks):
                for block, twin_block in zip(blocks, twin_blocks, strict=True):
                    yield from _pairs(block, twin_block)


def _blocks(statement: cst.CSTNode) -> Iterator[Sequence[cst.CSTNode]]:
    """The lists of statements directly below a compound statement, in source order."""
    if isinstance(statement, cst.Match):
        for case in statement.cases:
            yield from _blocks(case)
        return
    body = getattr(statement, "body", None)
    if isinstance(body, cst.IndentedBlock | cst.SimpleStatementSuite):
        yield body.body
    for handler in getattr(statement, "handlers", ()):
        yield from _blocks(handler)
    other = getattr(statement, "orelse", None)
    if isinstance(other, cst.If):
        yield [other]
    elif other is not None:
        yield from _blocks(other)
    final = getattr(statement, "finalbody", None)
    if final is not None:
        yield from _blocks(final)


def _twin_blocks(twin: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    for case in getattr(twin, "cases", ()):
        yield case.body
    for name in ("body", "handlers", "orelse", "finalbody"):
        block = getattr(twin, name, None)
        if name == "handlers":
            for handler in block or ():
                yield handler.body
        elif block:
            yield block


def _header(statement: Statement) -> Statement:
    """A statement alone, without its leading lines and the blocks below it."""
    if isinstance(statement, cst.SimpleStatementLine):
        return statement.with_changes(leading_lines=())
    if isinstance(statement, cst.If | cst.For | cst.While):
        return statement.with_changes(leading_lines=(), body=_EMPTY, orelse=None)
    if isinstance(statement, cst.With | cst.FunctionDef | cst.ClassDef):
        return statement.with_changes(leading_lines=(), body=_EMPTY)
    return statement.with_changes(leading_lines=())


def _moved(place: CodeRange, lines: int) -> CodeRange:
    start, end = place.start, place.end
    return CodeRange(CodePosition(start.line + lines, start.column), CodePosition(end.line + lines, end.column))


class _Provider(PositionProvider):
    """Computes libcst's positions without the extra visit of the whole tree that its wrapper makes."""

    def positions(self, module: cst.Module) -> Mapping[cst.CSTNode, CodeRange]:
        self._gen_impl(module)
        return cast("Mapping[cst.CSTNode, CodeRange]", self._computed)
