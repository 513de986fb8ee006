"""Which expressions are frames and series of pandas, as far as the file shows what makes them, or uses them so."""

from __future__ import annotations

from enum import Enum

import libcst as cst

from codemods.analysis.flow.row_conditions import is_mask
from codemods.analysis.objects.library_objects import imports_package
from codemods.analysis.objects.provenance import Step, place, steps_back
from codemods.source.arguments import literal, literal_key
from codemods.source.file import File, name_of, once_per_file
from compat.tables.names.pandas_members import (
    ALIKE,
    ELEMENTWISE,
    FRAME_IDIOMS,
    FRAMES_FROM,
    IDIOMS,
    MAKERS,
    MEMBERS,
    REDUCING,
    SERIES_FROM,
)

_SPLIT = "sklearn.model_selection.train_test_split"
_DEPTH = 40


class Held(Enum):
    """What an expression is."""

    FRAME = "frame"
    SERIES = "series"
    EITHER = "either"
    TEXTS = "the texts of a series"
    TIMES = "the times of a series"
    OTHER = "other"
    UNKNOWN = "unknown"

    @property
    def is_of_pandas(self) -> bool:
        return self in (Held.FRAME, Held.SERIES, Held.EITHER)


def held(file: File, node: cst.BaseExpression) -> Held:
    """What an expression is; unknown in a file that does not import pandas."""
    return _held(file, node, frozenset()) or Held.UNKNOWN if _has_pandas(file) else Held.UNKNOWN


@once_per_file
def _has_pandas(file: File) -> bool:
    return imports_package(file, "pandas")


_Seen = frozenset[object]


def _held(file: File, node: cst.BaseExpression, seen: _Seen) -> Held | None:
    """What an expression is; None for a name that leads back to itself."""
    if isinstance(node, cst.Call):
        return _of_call(file, node, seen)
    if isinstance(node, cst.Subscript):
        return _of_subscript(file, node, seen)
    if isinstance(node, cst.BinaryOperation):
        return _wider(_held(file, node.left, seen), _held(file, node.right, seen))
    if isinstance(node, cst.UnaryOperation):
        return _held(file, node.expression, seen)
    if isinstance(node, cst.Comparison) and len(node.comparisons) == 1:
        found = _wider(_held(file, node.left, seen), _held(file, node.comparisons[0].comparator, seen))
        return found if found is None or found.is_of_pandas else Held.UNKNOWN
    if isinstance(node, cst.Attribute) and (found := _of_attribute(file, node, seen)) is not None:
        return found
    if isinstance(node, cst.Name | cst.Attribute | cst.IfExp):
        return _of_steps(file, node, seen)
    return Held.OTHER


def _of_steps(file: File, node: cst.BaseExpression, seen: _Seen) -> Held | None:
    """What the values of a name are; what it is used as if the file does not show them."""
    here = place(file, node)
    if here in seen or len(seen) > _DEPTH:
        return None
    steps = steps_back(file, node) or []
    if not steps and isinstance(node, cst.Name) and (looped := _of_loop(file, node, seen | {here})) is not None:
        return _as_used(file, here, looped)
    found = {_of_step(file, each, seen | {here}) for each in steps} - {None}
    if not steps or Held.UNKNOWN in found:
        return _as_used(file, here)
    whole = _joined({each for each in found if each is not None})
    return _as_used(file, here, whole) if whole is Held.EITHER else whole


def _of_loop(file: File, name: cst.Name, seen: _Seen) -> Held | None:
    """What the variable of a loop is: one of the frames of a list, or the rows of a group."""
    binding = file.only_binding(name)
    target = binding.node if binding is not None else None
    if target is None:
        return None
    above = file.parent(target)
    if isinstance(above, cst.For | cst.CompFor):
        given = file.only_value(above.iter) if isinstance(above.iter, cst.Name) else above.iter
        elements = given.elements if isinstance(given, cst.List | cst.Tuple) else ()
        found = {_held(file, each.value, seen) for each in elements}
        return _joined({each for each in found if each is not None})
    pair = file.parent(above) if isinstance(above, cst.Element) else None
    loop = file.parent(pair) if isinstance(pair, cst.Tuple) else None
    if not isinstance(loop, cst.For | cst.CompFor) or not isinstance(pair, cst.Tuple) or pair.elements[-1] is not above:
        return None
    call = loop.iter
    if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "groupby":
        return _held(file, call.func.value, seen)
    return None


def _of_step(file: File, step: Step, seen: _Seen) -> Held | None:
    if step.part is None:
        return _held(file, step.value, seen)
    if isinstance(step.value, cst.Call) and file.qualified_name(step.value.func) == _SPLIT:
        arrays = [each for each in step.value.args if each.keyword is None and not each.star]
        whole = arrays[step.part // 2].value if step.part // 2 < len(arrays) else None
        return _held(file, whole, seen) if whole is not None else Held.UNKNOWN
    return Held.UNKNOWN


def _joined(found: set[Held]) -> Held | None:
    if len(found) <= 1:
        return next(iter(found), None)
    return Held.EITHER if all(each.is_of_pandas for each in found) else Held.UNKNOWN


def _wider(left: Held | None, right: Held | None) -> Held | None:
    """What an operation gives: a frame if one side is one."""
    sides = {left, right}
    for each in (Held.FRAME, Held.EITHER, Held.SERIES, Held.UNKNOWN):
        if each in sides:
            return each
    return Held.OTHER if None not in sides else None


def _as_used(file: File, here: object, otherwise: Held = Held.UNKNOWN) -> Held:
    asked = _asked(file).get(here, frozenset())
    if otherwise is Held.FRAME or asked & FRAME_IDIOMS or (asked & IDIOMS and _BY_LABEL in asked):
        return Held.FRAME
    return Held.EITHER if asked & IDIOMS else otherwise


_BY_LABEL = "[]"
"""What stands for `x["label"]` among the attributes."""


@once_per_file
def _asked(file: File) -> dict[object, frozenset[str]]:
    """What each variable is asked for."""
    found: dict[object, set[str]] = {}
    for node in file.attributes:
        if node.attr.value in FRAME_IDIOMS | IDIOMS and name_of(node.value) and file.qualified_name(node) is None:
            found.setdefault(place(file, node.value), set()).add(node.attr.value)
    for each in file.every(cst.Subscript):
        if name_of(each.value) and isinstance(literal_key(each), str):
            found.setdefault(place(file, each.value), set()).add(_BY_LABEL)
    return {each: frozenset(names) for each, names in found.items()}


def _of_call(file: File, call: cst.Call, seen: _Seen) -> Held | None:
    path = file.qualified_name(call.func)
    if path in ELEMENTWISE and call.args and not call.args[0].star:
        found = _held(file, call.args[0].value, seen)
        return found if found is None or found.is_of_pandas else Held.OTHER
    if path is not None and not path.startswith("."):
        return Held(MAKERS[path]) if path in MAKERS else Held.OTHER
    if isinstance(call.func, cst.Attribute) and (owner := _held(file, call.func.value, seen)) is not Held.UNKNOWN:
        if owner is Held.FRAME and _squeezes_columns(call):
            return Held.SERIES
        return _of_method(owner, call.func.attr.value)
    return _of_steps(file, call, seen)


def _squeezes_columns(call: cst.Call) -> bool:
    """True for `frame.squeeze("columns")`, which is asked of a frame of one column."""
    is_squeezed = isinstance(call.func, cst.Attribute) and call.func.attr.value == "squeeze"
    return is_squeezed and len(call.args) == 1 and literal(call.args[0].value) in ("columns", 1)


def _of_method(owner: Held | None, name: str) -> Held | None:
    if owner is None or owner is Held.OTHER:
        return owner
    if owner is Held.TEXTS:
        return Held.EITHER if name in ("extract", "rsplit", "split") else Held.SERIES
    if owner is Held.TIMES:
        return Held.SERIES
    if name in ALIKE:
        return Held.EITHER if name == "reset_index" and owner is Held.SERIES else owner
    if name in REDUCING:
        return Held.SERIES if owner is Held.FRAME else Held.UNKNOWN
    if name in FRAMES_FROM:
        return Held.FRAME
    return Held.SERIES if name in SERIES_FROM else Held.UNKNOWN


def _of_attribute(file: File, node: cst.Attribute, seen: _Seen) -> Held | None:
    """What `frame.name` is; None for an attribute of something else."""
    if file.qualified_name(node) is not None:
        return None
    owner, name = _held(file, node.value, seen), node.attr.value
    if owner is None or not owner.is_of_pandas:
        return Held.OTHER if owner is Held.OTHER and not isinstance(node.value, cst.Name) else None
    if name in ("str", "dt"):
        return Held.TEXTS if name == "str" else Held.TIMES
    if name == "T":
        return owner
    if name in MEMBERS:
        return Held.SERIES if name == "dtypes" and owner is Held.FRAME else Held.OTHER
    return Held.SERIES if owner is Held.FRAME else Held.UNKNOWN


def _of_subscript(file: File, node: cst.Subscript, seen: _Seen) -> Held | None:
    owner: cst.BaseExpression = node.value
    if isinstance(owner, cst.Attribute) and owner.attr.value in ("iloc", "ix", "loc"):
        found = _held(file, owner.value, seen)
        return _of_rows(file, node, found) if found is not None else None
    found = _held(file, owner, seen)
    if found is None or found is Held.OTHER or len(node.slice) > 1:
        return found if found is None else Held.UNKNOWN
    is_part = _is_several(file, node.slice[0].slice)
    if found is Held.FRAME and not is_part:
        return Held.SERIES if isinstance(literal_key(node), str | int) else Held.EITHER
    if found is Held.EITHER and isinstance(literal_key(node), str):
        return Held.SERIES
    return found if is_part and found.is_of_pandas else Held.UNKNOWN


def _of_rows(file: File, node: cst.Subscript, owner: Held) -> Held:
    """What `frame.loc[rows, columns]` is."""
    if owner is not Held.FRAME:
        return owner if owner.is_of_pandas and _is_several(file, node.slice[0].slice) else Held.UNKNOWN
    rows, *columns = [each.slice for each in node.slice]
    if not _is_several(file, rows):
        return Held.UNKNOWN
    if not columns or _is_several(file, columns[0]):
        return Held.FRAME
    return Held.SERIES if isinstance(columns[0], cst.Index) and literal(columns[0].value) is not ... else Held.EITHER


def _is_several(file: File, index: cst.BaseSlice) -> bool:
    """True for a slice, a list and a condition."""
    if not isinstance(index, cst.Index):
        return isinstance(index, cst.Slice)
    return isinstance(index.value, cst.List | cst.ListComp) or is_mask(file, index.value)
