"""What a script reads of the list that `evaluate`, `train_on_batch` and `test_on_batch` return."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.reaching import uses_of
from codemods.analysis.models.compiled_models import are_same, values_of
from codemods.analysis.objects.object_types import shim_of
from codemods.source.arguments import literal
from codemods.source.file import File

LISTING = ("evaluate", "train_on_batch", "test_on_batch")
"""The methods that return one value for each loss and metric."""


def is_result_of(file: File, call: cst.Call, compiling: cst.Call) -> bool:
    """True if a call may be on the model that another call compiles."""
    model = call.func.value if isinstance(call.func, cst.Attribute) else None
    other = compiling.func.value if isinstance(compiling.func, cst.Attribute) else None
    if model is None or other is None or shim_of(file, model) is not None:
        return False
    return any(are_same(file, value, other) for value in values_of(file, model))


def reads_beyond(file: File, call: cst.Call, count: int) -> bool:
    """True if more of the list may be read than its first `count` values."""
    above = file.parent(call)
    if isinstance(above, cst.Expr):
        return False
    if isinstance(above, cst.Assign) and len(above.targets) == 1 and isinstance(above.targets[0].target, cst.Name):
        uses = uses_of(file, above.targets[0].target)
        return uses is None or any(not _is_within(file, each, count) for each in uses)
    return not _is_within(file, call, count)


def _is_within(file: File, node: cst.BaseExpression, count: int) -> bool:
    above = file.parent(node)
    if not isinstance(above, cst.Subscript) or above.value is not node or len(above.slice) != 1:
        return False
    index = above.slice[0].slice
    value = literal(index.value) if isinstance(index, cst.Index) else ...
    return isinstance(value, int) and 0 <= value < count
