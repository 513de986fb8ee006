"""Use keywords that NumPy 2 has: `np.reshape(x, newshape=(2, 3))` is `np.reshape(x, (2, 3))`.

## What it does

Renames `interpolation=` of percentiles to `method=`, `normed=` of histograms to `density=`, and writes the shape of
`np.reshape` without a name, as every release takes it; likewise `dims=` of `np.unravel_index` and `y=` of `np.fix`.
`bias=` and `ddof=` of `np.corrcoef`, `style=` of `np.array2string`, `fix_imports=` of `np.save` and `minlength=None` of
`np.bincount`, which did nothing, are left out. `np.array(x, copy=False)` becomes `np.asarray(x)`, and
`np.set_printoptions(threshold=np.nan)` takes `np.inf`.

`np.linalg.lstsq` gets `rcond=-1`, and `np.genfromtxt(path, dtype=None)`, as well as `genfromtxt` and `loadtxt` with
`converters=`, `encoding="bytes"`: these were the defaults.

## Why

TensorFlow 1 ran with NumPy 1.18. TensorFlow 2.21 runs with NumPy 2, where each is a TypeError, the last since
NumPy 2.4. `copy=False` means that there must be no copy: ValueError for a list. A threshold that is no number printed
whole arrays up to NumPy 1.13, and raises ValueError since. With the `rcond` of NumPy 2, `lstsq` leaves more of the
small singular values out; without an encoding, `genfromtxt` gives texts for bytes, and converters are given texts:
`names[0].decode()` and `{b"yes": 1}[s]` are errors. https://numpy.org/doc/stable/release.html

## Numbers

Same: the calls are compared on NumPy 1.18 and 2 (`tests/compat/tables/test_numpy_keywords.py`).

## What it leaves to you

`np.histogram(normed=)` with bins that are given as a list: for bins of several widths it was wrong, and `density=` is
right.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import argument, bind, keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.names.numpy_keywords import (
    COPYING,
    EQUAL_BINS,
    IDLE_KEYWORDS,
    IDLE_NONE,
    LEGACY_DEFAULTS,
    NOT_A_NUMBER,
    PLACES,
    PRINTING,
    RENAMED_KEYWORDS,
    URL,
    Added,
)

_DEPTH = 3


@rule(
    "TFM285",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    import tensorflow as tf

    images = np.reshape(np.zeros((8, 784)), newshape=(-1, 28, 28))
    median = np.percentile(images, 50, interpolation="nearest")
    """,
)
def numpy_keywords(file: File) -> Iterator[Edit | Manual]:
    """Rewrite calls of NumPy's functions by their own names, unless a `try` or an `if` chooses."""
    if not any(imported.qualified.split(".", maxsplit=1)[0] == "numpy" for imported in file.imports):
        return
    choices = Choices(file)
    is_of_keras_3 = written_for(file).keras is KerasLine.KERAS_3
    for call in file.calls:
        given = [arg.keyword.value for arg in call.args if arg.keyword is not None]
        path = file.qualified_name(call.func) or ""
        if path in LEGACY_DEFAULTS and not is_of_keras_3 and not choices.leading_to(call):
            yield from _by_the_legacy_default(file, call, LEGACY_DEFAULTS[path])
        if not given:
            continue
        renamed, idle = RENAMED_KEYWORDS.get(path, {}), IDLE_KEYWORDS.get(path, frozenset())
        if any(name in renamed or name in idle for name in given) and not choices.leading_to(call):
            yield _edit(file, call, path)
        if IDLE_NONE.get(path) in given and not choices.leading_to(call):
            yield from _without_none(file, call, IDLE_NONE[path])
        if path == COPYING and "copy" in given and not is_of_keras_3 and not choices.leading_to(call):
            yield from _copied_if_needed(file, call)
        if path == PRINTING and "threshold" in given and not choices.leading_to(call):
            yield from _printed_whole(file, call)


def _by_the_legacy_default(file: File, call: cst.Call, added: Added) -> Iterator[Edit]:
    """`np.linalg.lstsq(a, b)`, which took each singular value but those that are almost zero."""
    if any(arg.star for arg in call.args) or argument(call, added.keyword, added.place) is not None:
        return
    if added.readers and not any(_is_read(call, *each) for each in added.readers.items()):
        return
    value = named(cst.Arg(cst.parse_expression(added.code)), added.keyword)
    said = f"{file.code(call.func)}({added.keyword}=) has another default since NumPy 2"
    yield Edit(call, said, ((call, with_args(call, [*call.args, value])),))


def _is_read(call: cst.Call, name: str, value: object) -> bool:
    """True if a keyword is given for which a default matters."""
    arg = keyword(call, name)
    given = literal(arg.value) if arg is not None else ...
    return arg is not None and (given == value if value is not Ellipsis else given is not None)


def _without_none(file: File, call: cst.Call, name: str) -> Iterator[Edit]:
    """`np.bincount(x, minlength=None)`."""
    arg = keyword(call, name)
    if arg is not None and literal(arg.value) is None:
        said = f"{file.code(call.func)}({name}=None) is an error today, and meant the default"
        yield Edit(call, said, ((call, with_args(call, [each for each in call.args if each is not arg])),))


def _printed_whole(file: File, call: cst.Call) -> Iterator[Edit]:
    """`np.set_printoptions(threshold=np.nan)`, which printed arrays whole."""
    given = keyword(call, "threshold")
    value = given.value if given is not None else None
    if isinstance(value, cst.Attribute) and (file.qualified_name(value) or "").lower() == NOT_A_NUMBER:
        said = f"{file.code(call.func)}(threshold=) takes no nan: np.inf prints whole arrays"
        yield Edit(call, said, ((value, value.with_changes(attr=cst.Name("inf"))),))


def _copied_if_needed(file: File, call: cst.Call) -> Iterator[Edit]:
    """`np.array(x, copy=False)`, which copied what was no array of this type."""
    copy = keyword(call, "copy")
    if copy is None or literal(copy.value) is not False or any(arg.star for arg in call.args):
        return
    said = f"{file.code(call.func)}(copy=False) raises ValueError in NumPy 2 where it has to copy"
    others = [arg for arg in call.args if arg is not copy]
    names = [arg.keyword.value for arg in others if arg.keyword is not None]
    runs = not names and len(others) == 1 and _is_array(file, others[0].value)
    if isinstance(call.func, cst.Attribute) and {*names} <= {"dtype", "order"} and len(others) > len(names):
        function = call.func.with_changes(attr=cst.Name("asarray"))
        new = with_args(call, others).with_changes(func=function)
        yield Edit(call, said, ((call, new),), still_runs=runs)
    else:
        yield Edit(call, said, ((copy.value, cst.Name("None")),), still_runs=runs)


def _is_array(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for what is likely an array already, of which nothing is copied: `x - mean`, `np.sqrt(x)`."""
    if isinstance(node, cst.Name) and depth:
        value = file.only_value(node)
        return value is not None and _is_array(file, value, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        is_of_lists = isinstance(node.operator, cst.Add | cst.Multiply)
        return not is_of_lists or any(_is_array(file, each, depth) for each in sides)
    is_reduced = isinstance(node, cst.Call) and method_of(node) in ("max", "mean", "min", "std", "sum") and node.args
    return bool(is_reduced) or (isinstance(node, cst.Call) and _is_of_numpy(file, node))


def _is_of_numpy(file: File, call: cst.Call) -> bool:
    return (file.qualified_name(call.func) or "").startswith("numpy.")


def _edit(file: File, call: cst.Call, path: str) -> Edit | Manual:
    renamed, idle = RENAMED_KEYWORDS.get(path, {}), IDLE_KEYWORDS.get(path, frozenset())
    args: list[cst.Arg] = []
    said: list[str] = []
    for index, arg in enumerate(call.args):
        name = arg.keyword.value if arg.keyword is not None else ""
        if name in idle:
            said.append(f"{name}= did nothing")
        elif name not in renamed:
            args.append(arg)
        elif PLACES.get(name) == index and not any(each.star or each.keyword for each in call.args[:index]):
            args.append(arg.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT))
            said.append(f"{name}= needs no name")
        elif path in EQUAL_BINS and literal(arg.value) is not False and not _has_equal_bins(call):
            wrong = f"{file.code(call.func)}(normed=) is gone from NumPy, and was wrong for bins of several widths"
            return Manual(arg, path, wrong, f"use density=, which is right ({URL})", severity=Severity.STOPS)
        else:
            args.append(named(arg, renamed[name]))
            said.append(f"{name}= is now {renamed[name]}=")
    message = f"{file.code(call.func)}: {', '.join(said)}"
    return Edit(call, message, ((call, with_args(call, args)),))


def _has_equal_bins(call: cst.Call) -> bool:
    """True if the bins are a number, or are not given."""
    bound = bind(call, "a", "bins", "range") or {}
    return bool(bound) and ("bins" not in bound or isinstance(literal(bound["bins"].value), int | str))
