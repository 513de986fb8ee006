"""Merges neighbouring from-imports that name the same module after their edits."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

import libcst as cst

from codemods.rewriting.replace import replace
from codemods.source.file import Block, File, body_of, from_module
from codemods.types import Edit, Replacement

LINE_LENGTH = 100

Statement = cst.Import | cst.ImportFrom


def merge_imports(file: File, edits: Mapping[Statement, Edit]) -> Iterator[tuple[list[Statement], Edit]]:
    """Merge runs of imports, and yield the statements and the edit of each; `edits` are those of single statements."""
    for block in (file.module, *file.every(cst.IndentedBlock)):
        assert isinstance(block, cst.Module | cst.IndentedBlock)
        for run in _runs(block, edits):
            changed = [line for line in run if _statement(line) in edits]
            if len(run) > 1 and changed and not any("#" in file.code(line) for line in run[1:]):
                yield _merged(file, run, edits)


def _runs(block: Block, edits: Mapping[Statement, Edit]) -> Iterator[list[cst.SimpleStatementLine]]:
    """Runs of neighbouring lines that import from one module after their edits."""
    run: list[cst.SimpleStatementLine] = []
    home = ""
    for statement in body_of(block):
        line = statement if isinstance(statement, cst.SimpleStatementLine) else None
        new = _edited(line, edits) if line is not None else None
        if line is not None and new is not None and run and from_module(new) == home and _is_bare(line, run[-1]):
            run.append(line)
            continue
        if run:
            yield run
        run, home = ([line], from_module(new)) if line is not None and new is not None else ([], "")
    if run:
        yield run


def _statement(line: cst.SimpleStatementLine) -> Statement:
    small = line.body[0]
    assert isinstance(small, cst.Import | cst.ImportFrom)
    return small


def _edited(line: cst.SimpleStatementLine, edits: Mapping[Statement, Edit]) -> cst.ImportFrom | None:
    """The from-import of a line after its edit; None for anything else."""
    small = line.body[0]
    if len(line.body) != 1 or not isinstance(small, cst.ImportFrom):
        return None
    edit = edits.get(small)
    if edit is None:
        return None if isinstance(small.names, cst.ImportStar) else small
    if any(node is line for node, _ in edit.replacements):
        return None
    new = replace(small, edit.replacements)
    return new if isinstance(new, cst.ImportFrom) else None


def _is_bare(line: cst.SimpleStatementLine, above: cst.SimpleStatementLine) -> bool:
    """True if no comment stands in or between two lines, and no blank line between them."""
    comment = above.trailing_whitespace.comment or line.trailing_whitespace.comment
    return not line.leading_lines and comment is None


def _merged(
    file: File, run: Sequence[cst.SimpleStatementLine], edits: Mapping[Statement, Edit]
) -> tuple[list[Statement], Edit]:
    first = run[0]
    names: list[str] = []
    home = ""
    for line in run:
        new = _edited(line, edits)
        assert new is not None
        assert not isinstance(new.names, cst.ImportStar)
        home = from_module(new)
        names += [file.code(alias.with_changes(comma=cst.MaybeSentinel.DEFAULT)) for alias in new.names]
    text = f"from {home} import {', '.join(dict.fromkeys(names))}"
    if len(text) > LINE_LENGTH:
        rows = textwrap.wrap(", ".join(dict.fromkeys(names)) + ",", LINE_LENGTH - 8)
        text = f"from {home} import (\n" + "".join(f"    {row}\n" for row in rows) + ")"
    new_line = cst.parse_statement(text, config=file.module.config_for_parsing)
    assert isinstance(new_line, cst.SimpleStatementLine)
    new_line = new_line.with_changes(leading_lines=first.leading_lines)
    statements = [_statement(line) for line in run]
    said = ", ".join(dict.fromkeys(edits[statement].message for statement in statements if statement in edits))
    changed = next(statement for statement in statements if statement in edits)
    gone = [(line, cst.RemoveFromParent()) for line in run[1:]]
    return statements, Edit(changed, said, ((first, new_line), *gone, *_elsewhere(file, statements, edits)))


def _elsewhere(
    file: File, statements: Sequence[Statement], edits: Mapping[Statement, Edit]
) -> Iterator[tuple[cst.CSTNode, Replacement]]:
    """What the edits of imports change beside them: the names that are used of a module."""
    for statement in statements:
        for node, new in edits[statement].replacements if statement in edits else ():
            if node is not statement and statement not in file.ancestors(node):
                yield node, new
