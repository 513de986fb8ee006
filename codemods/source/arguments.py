"""Arguments of calls, bound to the parameters of a legacy signature."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterable
from functools import lru_cache

import libcst as cst

from codemods.source.argument_layout import with_args as with_args  # noqa: PLC0414 - of the same room


def bind(call: cst.Call, *parameters: str) -> dict[str, cst.Arg] | None:
    """Each argument under its parameter's name; None if there are unpacked, surplus or repeated arguments."""
    bound: dict[str, cst.Arg] = {}
    for index, arg in enumerate(call.args):
        if arg.star:
            return None
        name = arg.keyword.value if arg.keyword else parameters[index] if index < len(parameters) else None
        if name is None or name in bound:
            return None
        bound[name] = arg
    return bound


def keyword(call: cst.Call, name: str) -> cst.Arg | None:
    return next((arg for arg in call.args if arg.keyword and arg.keyword.value == name), None)


def argument(call: cst.Call, name: str, place: int = 0) -> cst.Arg | None:
    """The argument of a parameter, by its name or else by its place; None behind `*args`, which may give it."""
    up_to = call.args[: place + 1]
    is_placed = len(up_to) > place and not any(arg.star or arg.keyword for arg in up_to)
    return keyword(call, name) or (up_to[place] if is_placed else None)


def named(arg: cst.Arg, name: str) -> cst.Arg:
    """`arg` passed as the keyword `name`, with its comma and layout."""
    if arg.keyword is not None:
        return arg.with_changes(keyword=arg.keyword.with_changes(value=name))
    plain = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
    return arg.with_changes(keyword=cst.Name(name), equal=plain)


def literal(node: cst.BaseExpression) -> object:
    """The value of a number, string, boolean or None; `...` for anything else."""
    if isinstance(node, cst.SimpleString | cst.Integer | cst.Float):
        return _written(node.value)
    if isinstance(node, cst.ConcatenatedString):
        return node.evaluated_value
    if isinstance(node, cst.Name) and node.value in ("None", "True", "False"):
        return {"None": None, "True": True, "False": False}[node.value]
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        value = literal(node.expression)
        return -value if isinstance(value, int | float) else ...
    return ...


@lru_cache(maxsize=4096)
def _written(text: str) -> object:
    """The value of a number or string; each rule asks for the same ones again, and reading one takes 10 µs."""
    return literal_eval(text)


def is_one_of(value: object, values: Iterable[object]) -> bool:
    """True if one of the values is the same and of the same type: `1` is not `True`."""
    return any(type(each) is type(value) and each == value for each in values)


def literal_key(node: cst.Subscript) -> object:
    """The value of a literal between the brackets: `"a"` of `values["a"]`; `...` for a slice, or anything else."""
    index = node.slice[0].slice if len(node.slice) == 1 else None
    return literal(index.value) if isinstance(index, cst.Index) else ...
