"""The value that an assignment gives a name."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.source.file import File


def value(source: str, name: str) -> str | None:
    module = cst.parse_module(source)
    file = File(module, source.encode())
    found = file.assigned_value(file.global_scope[name][0])
    return file.code(found) if found is not None else None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = 1", "1"),
        ("a: int = 1", "1"),
        ("b = a = 1", "1"),
        ("b, a = 2, 1", "1"),
        ("[b, a] = (2, f(1))", "f(1)"),
        ("c = b, a = 2, 1", "1"),
    ],
)
def test_known(source: str, expected: str) -> None:
    assert value(source, "a") == expected


@pytest.mark.parametrize(
    "source",
    [
        "b, a = f()",
        "*b, a = 3, 2, 1",
        "b, a = *c, 1",
        "b, (c, a) = 3, (2, 1)",
        "for b, a in (2, 1): pass",
        "with f() as (b, a): pass",
        "a += 1",
        "import a",
    ],
)
def test_unknown(source: str) -> None:
    assert value(source, "a") is None
