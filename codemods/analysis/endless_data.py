"""Sequences that Keras 2 read on and on, where an epoch had another number of steps than they have batches."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.source.arguments import keyword, literal
from codemods.source.file import File


def has_other_length(file: File, data: cst.BaseExpression, steps: cst.BaseExpression | None) -> bool:
    """True for a `Sequence` if the steps are not said to be as many as its batches."""
    if steps is None or literal(steps) is None or evidence(file, data, Kind.SEQUENCE) is not Evidence.CERTAIN:
        return False
    return file.code(steps) != f"len({file.code(data)})"


def flows(file: File, data: cst.BaseExpression) -> Sequence[cst.Call]:
    """The calls of `flow`, `flow_from_directory` and the like that make the data; none if it may be something else."""
    values = (file.definitions(data) or []) if isinstance(data, cst.Name) else [data]
    calls = [each for each in values if isinstance(each, cst.Call) and _is_flow(each)]
    return calls if len(calls) == len(values) else []


def _is_flow(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value.startswith("flow")


def is_shuffled(call: cst.Call) -> bool:
    """True unless the call says `shuffle=False`, or something that is not written out."""
    arg = keyword(call, "shuffle")
    return arg is None or literal(arg.value) is True
