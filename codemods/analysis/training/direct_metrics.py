"""Losses and metrics that code computes itself, and not by way of `compile`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.source.file import File

LOSSES, METRICS = "keras.losses.", "keras.metrics."
_UPDATE = "update_state"


def class_called(file: File, call: cst.Call) -> str | None:
    """The class of the loss or metric that a call computes or updates, as `keras.losses.MeanSquaredError`."""
    function = call.func
    is_update = isinstance(function, cst.Attribute) and function.attr.value == _UPDATE
    origin = origin_of(file, function.value if is_update and isinstance(function, cst.Attribute) else function)
    if not isinstance(origin, Receiver) or origin.shimmed or origin.defines(file, _UPDATE if is_update else "__call__"):
        return None
    path = origin.path.removeprefix("tensorflow.")
    return path if path.startswith(METRICS) or (path.startswith(LOSSES) and not is_update) else None
