"""Calls whose arguments change keep their comments and their lines."""

from __future__ import annotations

from textwrap import dedent

import libcst as cst
import pytest

from codemods.source.argument_layout import with_args


def _call(text: str) -> cst.Call:
    call = cst.parse_expression(dedent(text).strip())
    assert isinstance(call, cst.Call)
    return call


def _without(text: str, *dropped: str) -> str:
    call = _call(text)
    kept = [arg for arg in call.args if arg.keyword is None or arg.keyword.value not in dropped]
    return cst.Module([]).code_for_node(with_args(call, kept))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(x, a=1)", "f(x)"),
        ("f(x, a=1,)", "f(x,)"),
        ("f(a=1)", "f()"),
        ("f(a=1, x=2)", "f(x=2)"),
        ("f(x, a=1, y=2)", "f(x, y=2)"),
        ("f(\n    x,\n    a=1,\n    y=2,\n)", "f(\n    x,\n    y=2,\n)"),
        ("f(\n    x,\n    a=1\n)", "f(\n    x\n)"),
        ("f(\n    a=1,\n    x=2\n)", "f(\n    x=2\n)"),
        ("f(x,\n  a=1,\n  y=2)", "f(x,\n  y=2)"),
        ("f(x,\n  a=1)", "f(x)"),
        ("f(x, a=1,\n  y=2)", "f(x,\n  y=2)"),
        # a comment of the lost one gets a line of its own; one of another stays with it
        ("f(\n    x,\n    a=1,  # why\n    y=2,\n)", "f(\n    x,\n    # why\n    y=2,\n)"),
        ("f(\n    x,  # this\n    a=1,  # why\n    y=2,\n)", "f(\n    x,  # this\n    # why\n    y=2,\n)"),
        ("f(x, a=1,  # why\n  y=2)", "f(x,  # why\n  y=2)"),
        ("f(\n    x,  # this\n    a=1,  # why\n)", "f(\n    x,  # this\n    # why\n)"),
        ("f(\n    x,  # this\n    a=1  # why\n)", "f(\n    x,  # this\n    # why\n)"),
        ("f(x,  # this\n  a=1)", "f(x,  # this\n  )"),
        ("f(\n    # above\n    a=1,  # why\n    x=2,\n)", "f(\n    # above\n    # why\n    x=2,\n)"),
        ("f(\n    x,\n    # above\n    a=1,\n    # below\n    y=2)", "f(\n    x,\n    # above\n    # below\n    y=2)"),
        ("f(  # all\n    a=1)", "f(  # all\n    )"),
    ],
)
def test_an_argument_goes(before: str, after: str) -> None:
    assert _without(before, "a") == after


def test_all_arguments_go() -> None:
    assert (
        _without("f(\n    a=1,  # one\n    b=2,  # two\n    x=3\n)", "a", "b") == "f(\n    # one\n    # two\n    x=3\n)"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(x)", "f(x, new=1)"),
        ("f(x,)", "f(x, new=1,)"),
        ("f()", "f(new=1)"),
        ("f(\n    x,\n    y\n)", "f(\n    x,\n    y,\n    new=1\n)"),
        ("f(\n    x,\n    y,  # last\n)", "f(\n    x,\n    y,  # last\n    new=1,\n)"),
        ("f(\n    x,\n    y  # last\n)", "f(\n    x,\n    y,  # last\n    new=1\n)"),
        ("f(x,\n  y)", "f(x,\n  y, new=1)"),
    ],
)
def test_an_argument_comes(before: str, after: str) -> None:
    call = _call(before)
    new = _call("g(new=1)").args
    assert cst.Module([]).code_for_node(with_args(call, [*call.args, *new])) == after


def test_another_value_keeps_its_line() -> None:
    call = _call("f(\n    x,  # this\n    a=1,  # that\n)")
    first, second = call.args
    changed = second.with_changes(value=cst.Integer("2"))
    assert cst.Module([]).code_for_node(with_args(call, [first, changed])) == "f(\n    x,  # this\n    a=2,  # that\n)"
