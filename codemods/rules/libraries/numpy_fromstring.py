"""Read arrays from bytes with `np.frombuffer`, as `np.fromstring` reads texts alone.

## What it does

`np.fromstring(raw, np.uint8)` becomes `np.frombuffer(raw, np.uint8).copy()`. Texts of numbers, `sep=" "`, stay.

## Why

`np.fromstring` took bytes, too, up to NumPy 2.2: "The binary mode of fromstring is removed, use frombuffer instead".
https://numpy.org/doc/stable/reference/generated/numpy.fromstring.html

## Numbers

Same: the arrays are those of NumPy 1.18, and may be written to
(`tests/codemods/rules/libraries/test_numpy_fromstring.py`).

## What it leaves to you

Calls with a separator that the file does not show, or with unpacked arguments, the function itself, and bytes that are
written out without `b`. All are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind, keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.numpy_names import FROMSTRING

_PATH = f"numpy.{FROMSTRING}"
_URL = "https://numpy.org/doc/stable/reference/generated/numpy.fromstring.html"
_SAID = f"np.{FROMSTRING} reads texts with a separator, and no bytes any more"
_ADVICE = f"use np.frombuffer(raw, dtype) for bytes ({_URL})"


@rule(
    "TFM392",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    import tensorflow as tf

    with open("digits.raw", "rb") as f:
        digits = np.fromstring(f.read(), dtype=np.uint8).reshape((-1, 28, 28))
    """,
)
def numpy_fromstring(file: File) -> Iterator[Edit | Manual]:
    """Edit each call without a separator; the copy is left out where `astype` makes one."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    for node in file.attributes:
        is_called = isinstance(call := file.parent(node), cst.Call) and call.func is node
        if node.attr.value == FROMSTRING and not is_called and file.qualified_name(node) == _PATH:
            yield Manual(node, _PATH, _SAID, _ADVICE)
    for call in file.calls:
        if file.qualified_name(call.func) != _PATH or choices.leading_to(call):
            continue
        separator = keyword(call, "sep")
        value = literal(separator.value) if separator is not None else ""
        bound = bind(call, "string", "dtype", "count") or {}
        if isinstance(value, str) and value:
            continue
        if "string" not in bound or "like" in bound or value is ...:
            yield Manual(call, _PATH, _SAID, _ADVICE)
        elif isinstance(literal(bound["string"].value), str):
            yield Manual(call, _PATH, _SAID, f'write the text as bytes, b"...": {_ADVICE}')
        else:
            yield _from_buffer(file, call)


def _from_buffer(file: File, call: cst.Call) -> Edit:
    args = [each for each in call.args if each.keyword is None or each.keyword.value != "sep"]
    args = [named(each, "buffer") if each.keyword and each.keyword.value == "string" else each for each in args]
    numpy, imports = bind_module(file, "numpy", "np", call)
    read = with_args(call, args).with_changes(func=cst.parse_expression(f"{numpy}.frombuffer"))
    above = file.parent(call)
    is_copied = isinstance(above, cst.Attribute) and above.attr.value == "astype"
    return Edit(call, _SAID, ((call, read if is_copied else cst.Call(cst.Attribute(read, cst.Name("copy")))),), imports)
