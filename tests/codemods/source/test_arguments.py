"""Arguments of calls, found by the names and the places of parameters."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.source.arguments import argument


@pytest.mark.parametrize(
    ("call", "place", "value"),
    [
        ("compile('sgd')", 0, "'sgd'"),
        ("compile(optimizer='sgd')", 0, "'sgd'"),
        ("compile(loss, optimizer='sgd')", 0, "'sgd'"),
        ("compile(loss, 'sgd')", 1, "'sgd'"),
        ("compile('sgd', *more, **options)", 0, "'sgd'"),
        ("compile()", 0, None),
        ("compile(loss='mse')", 0, None),
        ("compile('sgd', loss='mse')", 1, None),
        ("compile(*given)", 0, None),
        ("compile(*given, loss)", 1, None),
        ("compile(**options)", 0, None),
    ],
)
def test_an_argument_has_its_name_or_its_place(call: str, place: int, value: str | None) -> None:
    node = cst.ensure_type(cst.parse_expression(call), cst.Call)
    found = argument(node, "optimizer", place)
    assert (cst.Module([]).code_for_node(found.value) if found is not None else None) == value
