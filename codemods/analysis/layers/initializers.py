"""Tell which initializers of TensorFlow 1 start variables alike in TensorFlow 2, which has other defaults."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from codemods.source.arguments import literal
from codemods.source.file import File

Given = Mapping[str, cst.Arg]


def keeps_its_type(file: File, given: Given) -> bool:
    """True for a constant that gets its type from the variable, or is a float, as all were that got none."""
    value = literal(given["value"].value) if "value" in given else ...
    if isinstance(value, float):
        return True
    return isinstance(value, int) and _is_handed_to_tensorflow(file, given["value"])


def _is_handed_to_tensorflow(file: File, arg: cst.Arg) -> bool:
    """True if what is made of an argument is an argument of a function of TensorFlow, which passes a type on."""
    taken = file.parent(file.parent(arg) or file.module)
    taker = file.parent(taken) if isinstance(taken, cst.Arg) else None
    reference = file.reference(taker.func) if isinstance(taker, cst.Call) else None
    return reference is not None and reference.certain


def has_deviation(file: File, given: Given) -> bool:  # noqa: ARG001 - all conditions take a file
    """The standard deviation was 1 if it was left out, and is 0.05 now."""
    return "stddev" in given


def has_range(file: File, given: Given) -> bool:  # noqa: ARG001
    """The range was 0 to 1 if it was left out, and is -0.05 to 0.05 now."""
    return {"minval", "maxval"} <= given.keys() and literal(given["maxval"].value) is not None
