"""Every keyword of every function and class of legacy Keras is taken by what `upgrade` makes of the call, or reported."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

import pytest

from codemods.engine.engine import upgrade
from codemods.releases import api, tables
from codemods.types import Settings, Upgraded

pytestmark = pytest.mark.full

RELEASES = ("1.2.2", "2.0.9", "2.2.4", "2.3.1")
OWN = ("._", ".engine", ".legacy", "test_utils")
"""Parts of paths that are Keras's own insides, or came from its old releases only to be refused."""


def keywords(release: str) -> Iterator[tuple[str, str]]:
    """Each callable of a release once, with each of its keywords."""
    table, number, seen = tables.table("keras"), api.releases("keras").index(release), set()
    for path in sorted(table.symbols, key=lambda path: (path.count("."), len(path), path)):
        row = next((each for each in table.rows(path) if each.first <= number <= each.last), None)
        if row is None or row.entry.kind not in {"class", "function"} or any(part in path for part in OWN):
            continue
        signature = api.signature(path, release)
        if signature is not None and row.entry.identity not in seen:
            seen.add(row.entry.identity)
            yield from ((path, name) for name in signature.keywords if name not in {"args", "kwargs"})


def refused(source: str) -> list[str]:
    """The keywords of the last call of a program that its function does not take."""
    tree, names = ast.parse(source), {"value": None}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            exec(compile(ast.Module([node], []), "imports", "exec"), names)  # type: ignore[arg-type]
    last = tree.body[-1]
    if not isinstance(last, ast.Assign) or not isinstance(last.value, ast.Call):
        return []
    try:
        parameters = inspect.signature(eval(ast.unparse(last.value.func), names)).parameters  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return []
    if any(each.kind is each.VAR_KEYWORD for each in parameters.values()):
        return []
    return [each.arg for each in last.value.keywords if each.arg and each.arg not in parameters]


@pytest.mark.parametrize("release", RELEASES)
def test_keyword_is_taken_or_reported(release: str) -> None:
    pytest.importorskip("tensorflow")
    wrong, checked = [], 0
    for path, name in keywords(release):
        module, _, function = path.rpartition(".")
        result = upgrade(f"from {module} import {function}\nx = {function}({name}=value)\n".encode(), Settings())
        assert isinstance(result, Upgraded)
        if not result.findings:
            checked += 1
            if refused(result.after.decode()):
                wrong.append(f"{path}({name}=)")
    assert checked > 900
    assert wrong == []
