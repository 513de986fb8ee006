"""Notebooks for tests, and what must hold for each that is upgraded."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from typing import Any

import nbformat

from codemods.notebooks.document import Document, read
from codemods.notebooks.program import Program
from codemods.notebooks.work import upgrade
from codemods.types import Failure, Result, Settings, Upgraded

PYTHON = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def content(*cells: str | tuple[str, str], metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    """A notebook with these cells: the source of a code cell, or the kind and the source of another."""
    pairs = [("code", cell) if isinstance(cell, str) else cell for cell in cells]
    return {
        "cells": [_cell(number, kind, source) for number, (kind, source) in enumerate(pairs, start=1)],
        "metadata": PYTHON if metadata is None else metadata,
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell(number: int, kind: str, source: str) -> dict[str, Any]:
    cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {"tags": [f"é{number}"]}, "source": lines(source)}
    if kind == "code":
        output = {"name": "stdout", "output_type": "stream", "text": ["lr=0.1\n", "☃ SGD(lr=0.1)"]}
        cell |= {"execution_count": number, "outputs": [output]}
    return cell


def lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)


def notebook(*cells: str | tuple[str, str], metadata: dict[str, Any] | None = None) -> bytes:
    """The bytes that Jupyter writes."""
    text = json.dumps(content(*cells, metadata=metadata), indent=1, ensure_ascii=False, sort_keys=True)
    return f"{text}\n".encode()


def document(source: bytes) -> Document:
    found = read(source)
    assert isinstance(found, Document), found
    return found


def sources(notebook: bytes) -> list[str]:
    return [cell.source for cell in document(notebook).cells]


def upgraded(source: bytes, settings: Settings | None = None) -> Upgraded:
    """Upgrade a notebook, and check all that must hold for any."""
    result = checked(upgrade(source, settings))
    assert_only_sources_differ(source, result.after, [part.cell for part in result.cells])
    nbformat.validate(json.loads(result.after))
    for piece in Program(document(result.after)).pieces:
        ast.parse(piece.text)
    again = checked(upgrade(result.after, settings))
    assert again.after == result.after, "the second upgrade changes nothing"
    assert not again.changes
    before, after = sources(source), sources(result.after)
    for change in result.changes:
        assert 1 <= change.column <= len(before[change.cell - 1].splitlines()[change.line - 1])
    for finding in (*result.findings, *result.notes):
        assert 1 <= finding.line <= max(1, len(after[finding.cell - 1].splitlines()))
    return result


def checked(result: Result) -> Upgraded:
    assert isinstance(result, Upgraded), result
    return result


def failed(result: Result) -> Failure:
    assert isinstance(result, Failure), result
    return result


def assert_only_sources_differ(before: bytes, after: bytes, cells: Sequence[int]) -> None:
    """All that is not the source of one of these cells is the same text."""
    one, other = document(before), document(after)
    assert _around(one, cells) == _around(other, cells)


def _around(document: Document, cells: Sequence[int]) -> list[str]:
    found, at = [], 0
    for cell in document.cells:
        if cell.number in cells:
            found.append(document.text[at : cell.start])
            at = cell.end
    return [*found, document.text[at:]]
