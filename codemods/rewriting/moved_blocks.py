"""Lays out statements that an edit moved into a block: no blank line of spaces, and the indentation around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import libcst as cst

from codemods.source.walk import nodes

_Statements = Sequence[cst.BaseStatement]


def settled(module: cst.Module, before: cst.Module) -> cst.Module:
    """`module` with the statements laid out that lie deeper in it than they did in `before`."""
    depths = {_content(node): depth for node, depth in _depths(before)}
    deeper = {node: depth - depths.get(_content(node), depth) for node, depth in _depths(module)}
    if all(by <= 0 for by in deeper.values()):
        return module
    indents = _indents(module)
    of_statements: dict[cst.CSTNode, str] = {
        each: indents[block] or module.default_indent for block in indents for each in block.body
    }
    moved = {node: of_statements.get(node, module.default_indent) * by for node, by in deeper.items() if by > 0}
    settled_module = module.visit(_Settling(moved, indents))
    assert isinstance(settled_module, cst.Module)
    return settled_module


def _depths(module: cst.Module) -> Iterator[tuple[cst.CSTNode, int]]:
    """Each statement of a module, and the number of blocks around it."""
    pending: list[tuple[cst.CSTNode, int]] = [(each, 0) for each in module.body]
    while pending:
        node, depth = pending.pop()
        yield node, depth
        pending += [(each, depth + 1) for block in _blocks(node) for each in block.body]


def _content(statement: cst.CSTNode) -> object:
    """What stays the same node when the lines above a statement change."""
    return (
        statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else getattr(statement, "body", statement)
    )


def _blocks(statement: cst.CSTNode) -> Iterator[cst.IndentedBlock]:
    """The blocks directly below a statement."""
    parts = [getattr(statement, name, None) for name in ("body", "orelse", "finalbody")]
    parts += [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]
    for part in parts:
        if isinstance(part, cst.IndentedBlock):
            yield part
        elif isinstance(part, cst.If):  # `elif`
            yield from _blocks(part)
        elif part is not None and isinstance(getattr(part, "body", None), cst.IndentedBlock):
            yield part.body


def _indents(module: cst.Module) -> Mapping[cst.IndentedBlock, str | None]:
    """The indentation of each block that has none of its own, taken from the blocks around and inside it."""
    found: dict[cst.IndentedBlock, str | None] = {}
    pending: list[tuple[cst.CSTNode, str | None]] = [(each, None) for each in module.body]
    while pending:
        node, around = pending.pop()
        for block in _blocks(node):
            inner = (each.indent for each in nodes(block, cst.IndentedBlock) if each is not block and each.indent)
            found[block] = block.indent or around or next(inner, None)
            pending += [(each, block.indent or around) for each in block.body]
    return found


class _Settling(cst.CSTTransformer):
    """Lays out the statements of `moved`, each with the indentation that it gained."""

    def __init__(self, moved: Mapping[cst.CSTNode, str], indents: Mapping[cst.IndentedBlock, str | None]) -> None:
        super().__init__()
        self._moved = moved
        self._indents = indents
        self._around: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if node in self._moved:
            self._around.append(node)
        return True

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        if self._around and self._around[-1] is original_node:
            self._around.pop()
        if isinstance(original_node, cst.IndentedBlock) and any(each in self._moved for each in original_node.children):
            return updated_node.with_changes(indent=self._indents.get(original_node))
        if self._is_laid_out(original_node):
            lines = getattr(updated_node, "leading_lines", ())
            return updated_node.with_changes(leading_lines=[_settled_line(each) for each in lines])
        if self._around and isinstance(updated_node, cst.ParenthesizedWhitespace | cst.SimpleWhitespace):
            return _continued(updated_node, self._moved[self._around[0]])
        return updated_node

    def _is_laid_out(self, node: cst.CSTNode) -> bool:
        """True for what has lines of its own above it: a statement that moved, or a further branch of one."""
        if isinstance(node, cst.BaseStatement) and node in self._moved:
            return True
        return bool(self._around) and isinstance(node, cst.If | cst.Else | cst.ExceptHandler | cst.Finally)


def _continued(
    end: cst.ParenthesizedWhitespace | cst.SimpleWhitespace, gained: str
) -> cst.ParenthesizedWhitespace | cst.SimpleWhitespace:
    """The end of a line whose next one belongs to the same statement, but does not follow its indentation."""
    if isinstance(end, cst.SimpleWhitespace):
        return end.with_changes(value=end.value.replace("\n", f"\n{gained}"))
    if end.indent:
        return end
    lines = [each if each.indent or not each.comment else _moved_line(each, gained) for each in end.empty_lines]
    return end.with_changes(empty_lines=lines, last_line=_after(gained, end.last_line))


def _moved_line(line: cst.EmptyLine, gained: str) -> cst.EmptyLine:
    return line.with_changes(whitespace=_after(gained, line.whitespace))


def _after(gained: str, space: cst.SimpleWhitespace) -> cst.SimpleWhitespace:
    return space.with_changes(value=gained + space.value)


def _settled_line(line: cst.EmptyLine) -> cst.EmptyLine:
    return line if line.comment else line.with_changes(indent=False, whitespace=cst.SimpleWhitespace(""))
