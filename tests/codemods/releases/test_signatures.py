"""The one-line notation of signatures."""

from __future__ import annotations

import pytest

from codemods.releases import tables
from codemods.releases.signatures import Answer, Kind, parse


def test_every_kind_of_parameter():
    found = parse("a, /, b, c=(1, 2), *args, d, e=None, ~f, **kwargs")
    assert [(each.name, each.kind) for each in found.parameters] == [
        ("a", Kind.POSITIONAL_ONLY),
        ("b", Kind.POSITIONAL),
        ("c", Kind.POSITIONAL),
        ("args", Kind.VAR_POSITIONAL),
        ("d", Kind.KEYWORD_ONLY),
        ("e", Kind.KEYWORD_ONLY),
        ("f", Kind.HIDDEN),
        ("kwargs", Kind.VAR_KEYWORD),
    ]
    assert found.required == ("a", "b", "d")
    assert found.positional == ("a", "b", "c")
    assert found.has_args
    assert found.has_kwargs


def test_nothing():
    found = parse("")
    assert found.parameters == ()
    assert found.accepts("x") is Answer.NO


def test_open_and_closed_kwargs():
    assert parse("a, ~b, **kwargs").accepts("b") is Answer.YES
    assert parse("a, ~b, **kwargs").accepts("c") is Answer.UNKNOWN
    assert parse("a, ~b, **kwargs!").accepts("c") is Answer.NO


def test_positional_only_takes_no_keyword():
    assert parse("a, /, b").accepts("a") is Answer.NO


@pytest.mark.parametrize("unit", tables.UNITS)
def test_every_signature_of_the_tables_reads(unit):
    table = tables.table(unit)
    for path in table.symbols:
        for row in table.rows(path):
            if row.entry.signature is not None:
                found = parse(row.entry.signature)
                assert all(each.name.isidentifier() for each in found.parameters), row.entry.signature
