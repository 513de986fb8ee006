"""Make arrays of objects of the rows of a memory, which hold arrays beside numbers.

## What it does

Looks for `np.array(memory)` and `np.array(random.sample(memory, n))`, where the file appends rows such as `(state,
action, reward)` to the memory. Where one of them is seen to be an array it adds `dtype=object`; where only its name
says so (`state`, `observation`, `image`), it reports.

## Why

NumPy has refused rows of different shapes since 1.24: "setting an array element with a sequence. The requested array
has an inhomogeneous shape". Before, it made an array of objects.
https://numpy.org/doc/stable/release/1.24.0-notes.html

## Numbers

Same: the array has the rows that it had (`tests/codemods/rules/libraries/test_arrays_of_rows.py`).

## What it leaves to you

Where it reports: to add `dtype=object`, unless all that the rows hold is numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.eager_kinds import EagerKind, eager_kind
from codemods.analysis.arrays.numpy_numbers import ARRAYS
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import named, with_args
from codemods.source.file import File, name_of, once_per_file
from codemods.types import Edit, Manual, Stage, rule

_SAMPLE = "random.sample"
_NAMED = re.compile(r"state|obs|observation|image|frame|screen", re.IGNORECASE)
_SAID = "NumPy makes no array of rows that hold arrays beside numbers without dtype=object"


@rule(
    "TFM397",
    stage=Stage.BEHAVIOUR,
    example="""
    import random
    from collections import deque

    import numpy as np
    from keras.models import load_model

    memory, model = deque(maxlen=100), load_model("agent.h5")
    state = np.zeros((1, 4))
    memory.append((state, 1, 0.5))
    batch = np.array(random.sample(memory, 1))
    """,
)
def arrays_of_rows(file: File) -> Iterator[Edit | Manual]:
    """Only in files of Keras or TensorFlow that were not written for Keras 3."""
    if not file.target.is_modern or not file.imports_family() or written_for(file).keras is KerasLine.KERAS_3:
        return
    choices = Choices(file)
    for call in file.calls:
        path = file.qualified_name(call.func)
        if path not in ARRAYS or len(call.args) != 1 or call.args[0].star or choices.leading_to(call):
            continue
        row = next((row for memory in _memories(file, call.args[0].value) for row in _rows(file, memory)), None)
        if row is None or len(row) < 2:  # noqa: PLR2004
            continue
        arrays = [each for each in row if _is_array(file, each)]
        if arrays and len(arrays) < len(row):
            changed = with_args(call, [*call.args, named(cst.Arg(cst.Name("object")), "dtype")])
            yield Edit(call, _SAID, ((call, changed),))
        elif not arrays and any(_NAMED.search(name_of(each) or "") for each in row):
            yield Manual(call, path, _SAID, "add dtype=object, unless the rows hold numbers alone")


def _memories(file: File, node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The names of the lists that an expression is, or is a sample of."""
    for each in (node, *(leaves(file, node) or ())):
        if isinstance(each, cst.Call) and file.qualified_name(each.func) == _SAMPLE and each.args:
            yield each.args[0].value
        elif isinstance(each, cst.Name | cst.Attribute):
            yield each


def _rows(file: File, memory: cst.BaseExpression) -> list[list[cst.BaseExpression]]:
    """The rows that are appended to what is called so, in the same class."""
    return _appended(file).get((name_of(memory), file.enclosing_class(memory)), [])


@once_per_file
def _appended(file: File) -> dict[tuple[str | None, cst.ClassDef | None], list[list[cst.BaseExpression]]]:
    found: dict[tuple[str | None, cst.ClassDef | None], list[list[cst.BaseExpression]]] = {}
    for call in file.calls:
        func, row = call.func, call.args[0].value if len(call.args) == 1 else None
        if isinstance(func, cst.Attribute) and func.attr.value == "append" and isinstance(row, cst.List | cst.Tuple):
            key = (name_of(func.value), file.enclosing_class(func))
            found.setdefault(key, []).append([each.value for each in row.elements])
    return found


def _is_array(file: File, node: cst.BaseExpression) -> bool:
    """True for an array of NumPy, also one that a method is given for a parameter."""
    if eager_kind(file, node) is EagerKind.ARRAY:
        return True
    given = leaves(file, node) or []
    return bool(given) and all(eager_kind(file, each) is EagerKind.ARRAY for each in given)
