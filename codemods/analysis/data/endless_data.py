"""Sequences that Keras 2 read on and on, where an epoch had another number of steps than they have batches."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.data.sequence_lengths import has_length
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import SEQUENCE, Receiver, origin_of
from codemods.source.arguments import keyword, literal
from codemods.source.file import File


def has_other_length(file: File, data: cst.BaseExpression, steps: cst.BaseExpression | None) -> bool:
    """True for a `Sequence` if the steps are not said to be as many as its batches."""
    if steps is None or literal(steps) is None or evidence(file, data, Kind.SEQUENCE) is not Evidence.CERTAIN:
        return False
    return file.code(steps) != f"len({file.code(data)})" and not has_length(file, data, steps)


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


def is_over_images(file: File, node: cst.BaseExpression) -> bool:
    """True for what `flow` returns: a class of the file that is derived from `Sequence` has its own methods."""
    origin = origin_of(file, node)
    return isinstance(origin, Receiver) and origin.path == SEQUENCE and origin.is_plain


_PLACES_OF_ROWS = {"flow": 2, "flow_from_directory": 5}
ROWS_BY_DEFAULT = 32
"""What both take for `batch_size` in all releases, and `fit` and `evaluate`, too."""


def rows_of_batch(file: File, data: cst.BaseExpression | None) -> cst.BaseExpression | None:
    """An expression for the rows of a batch of what `flow` makes; None for other data."""
    if data is None or not is_over_images(file, data):
        return None
    if isinstance(data, cst.Name):
        return cst.Attribute(data.deep_clone(), cst.Name("batch_size"))
    rows = _given_rows(next(iter(flows(file, data)), None))
    # another expression would be computed twice
    return rows.deep_clone() if isinstance(rows, cst.Name | cst.Integer | cst.Attribute) else None


def rows_of_flow(file: File, data: cst.BaseExpression) -> cst.BaseExpression | None:
    """What the `flow` that makes the data is given for the rows of a batch; None for other data."""
    made = flows(file, data)
    return _given_rows(made[0]) if len(made) == 1 and is_over_images(file, made[0]) else None


def _given_rows(call: cst.Call | None) -> cst.BaseExpression | None:
    """The `batch_size` of a call, or its default."""
    place = _PLACES_OF_ROWS.get(call.func.attr.value) if call and isinstance(call.func, cst.Attribute) else None
    if call is None or place is None or any(arg.star for arg in call.args):
        return None
    places = [arg.value for arg in call.args if arg.keyword is None]
    given = keyword(call, "batch_size")
    if given is not None:
        return given.value
    return places[place] if len(places) > place else cst.Integer(str(ROWS_BY_DEFAULT))
