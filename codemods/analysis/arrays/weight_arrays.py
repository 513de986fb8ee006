"""The arrays that `get_weights()` of layers and models lists."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.reaching import last_value, reaching
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.objects.object_types import Own, Unknown, origin_of
from codemods.source.arguments import literal_key
from codemods.source.file import File

_GETTER = "get_weights"


def place_of_weight(file: File, node: cst.BaseExpression) -> int | None:
    """The place of an array among the weights: 0 for `w` of `w, b = layer.get_weights()`, and for `weights[0]`."""
    if isinstance(node, cst.Name):
        places = {_place_of_target(file, each.node) for each in reaching(file, node)}
        return places.pop() if len(places) == 1 else None
    if not isinstance(node, cst.Subscript) or not _lists_weights(file, node.value):
        return None
    place = literal_key(node)
    return place if isinstance(place, int) else None


def _place_of_target(file: File, target: cst.CSTNode | None) -> int | None:
    part = unpacked(file, target)
    if part is not None:
        is_one = len(part.path) == 1 and _lists_weights(file, part.whole)
        return part.path[0] if is_one else None
    above = file.parent(target) if target is not None else None
    assign = file.parent(above) if isinstance(above, cst.AssignTarget) else None
    value = assign.value if isinstance(assign, cst.Assign) else None
    return place_of_weight(file, value) if isinstance(value, cst.Subscript) else None


def _lists_weights(file: File, node: cst.BaseExpression) -> bool:
    """True for `layer.get_weights()`, and for a name of it; classes of the file may have a method of that name."""
    call = last_value(file, node) if isinstance(node, cst.Name) else node
    if not isinstance(call, cst.Call) or call.args or not isinstance(call.func, cst.Attribute):
        return False
    if call.func.attr.value != _GETTER or not file.reaches_family():
        return False
    origin = origin_of(file, call.func.value)
    return not isinstance(origin, Own) and origin is not Unknown.FOREIGN
