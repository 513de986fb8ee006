"""Arrays of frames that are written to: pandas 3 gives arrays that are read-only."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.row_conditions import is_mask
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.objects.provenance import Step, place, steps_back
from codemods.analysis.pandas.pandas_objects import held
from codemods.rewriting.continued import continued
from codemods.source.file import File, name_of, once_per_file
from codemods.types import Edit, Manual, Severity
from compat.tables.names.pandas_copies import URL, WRITING_FUNCTIONS, WRITING_METHODS

_VIEWS = frozenset({"T", "ravel", "reshape", "squeeze", "swapaxes", "transpose"})
_DEPTH = 8
_ROOM = 60


def read_only(file: File) -> Iterator[Edit | Manual]:
    """`values = frame.values` as `frame.values.copy()` where something writes to `values`."""
    seen: set[cst.CSTNode] = set()
    for target, at in _written(file):
        if _is_array(file, target):
            if _index_of(file, _frame_of(file, target)) is not None:
                said = f"{_said(file, target)} is read-only in pandas 3.1, and written to: ValueError"
                advice = f"give the labels anew: frame = frame.rename(columns={{...}}) ({URL})"
                yield Manual(at, "pandas: values", said, advice, severity=Severity.STOPS)
            elif isinstance(at, cst.Call):
                said = f"{_said(file, target)} is read-only in pandas 3, and written to: ValueError"
                advice = f"take a copy, and assign it to the frame: frame[:] = array ({URL})"
                yield Manual(at, "pandas: values", said, advice, severity=Severity.STOPS)
            continue
        for array in _arrays(file, target, _DEPTH):
            if array in seen:
                continue
            seen.add(array)
            said = f"{_said(file, array)} is read-only in pandas 3, and written to: ValueError"
            if _is_read_behind(file, array, at):
                advice = f"take {_said(file, array)}.copy(); what is written no longer changes the frame ({URL})"
                yield Manual(array, "pandas: values", said, advice, culprit=at, severity=Severity.STOPS)
            else:
                yield Edit(array, f"{said} ({URL})", ((array, continued(array, "copy()")),))


def _said(file: File, array: cst.BaseExpression) -> str:
    """The array as a report names it."""
    code = file.code(array)
    return code if len(code) < _ROOM and "\n" not in code else "frame.values"


@once_per_file
def _written(file: File) -> list[tuple[cst.BaseExpression, cst.CSTNode]]:
    """The names of arrays that statements write to, each with the place of that."""
    found: list[tuple[cst.BaseExpression, cst.CSTNode]] = []
    for each in file.every(cst.Subscript):
        above = file.parent(each)
        if isinstance(above, cst.AssignTarget) or (isinstance(above, cst.AugAssign) and above.target is each):
            found.append((_owner(each), each))
    found += [(each.target, each) for each in file.every(cst.AugAssign) if isinstance(each.target, cst.Name)]
    for call in file.calls:
        path = file.qualified_name(call.func)
        if path in WRITING_FUNCTIONS and call.args and call.args[0].keyword is None:
            found.append((call.args[0].value, call))
        elif path is None and isinstance(call.func, cst.Attribute) and call.func.attr.value in WRITING_METHODS:
            found.append((call.func.value, call))
    return [(target, at) for target, at in found if name_of(target) is not None]


def _owner(node: cst.BaseExpression) -> cst.BaseExpression:
    while isinstance(node, cst.Subscript):
        node = node.value
    return node


def _arrays(file: File, node: cst.BaseExpression, depth: int) -> Iterator[cst.BaseExpression]:
    """The `frame.values` that an expression may be, or be a part of."""
    if not depth:
        return
    if _is_array(file, node):
        yield node
    elif isinstance(node, cst.Subscript):
        if any(isinstance(each.slice, cst.Slice) for each in node.slice):
            yield from _arrays(file, node.value, depth - 1)
    elif isinstance(node, cst.Attribute) and node.attr.value == "T":
        yield from _arrays(file, node.value, depth - 1)
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in _VIEWS:
        if file.qualified_name(node.func) is None:
            yield from _arrays(file, node.func.value, depth - 1)
    elif isinstance(node, cst.Name | cst.Attribute | cst.Call):
        for step in _steps(file, node):
            if step.part is None:
                yield from _arrays(file, step.value, depth - 1)
            elif isinstance(step.value, cst.Tuple) and step.part < len(step.value.elements):
                yield from _arrays(file, step.value.elements[step.part].value, depth - 1)


def _steps(file: File, node: cst.BaseExpression) -> list[Step]:
    """The values of a name; those before `name += 1`, too."""
    steps = steps_back(file, node)
    if steps is None and isinstance(node, cst.Name):
        found = [unpacked(file, each.node) for each in file.assignments(node) if each.node is not None]
        values = (file.assigned_value(each) for each in file.assignments(node))
        parts = [Step(each.whole, part=next(iter(each.path), None)) for each in found if each and len(each.path) <= 1]
        return [*(Step(value) for value in values if value is not None), *parts]
    return steps or []


def _is_array(file: File, node: cst.BaseExpression) -> bool:
    """True for `frame.values`, `frame.to_numpy()` and `numpy.asarray(frame)`."""
    frame = _frame_of(file, node)
    return frame is not None and (held(file, frame).is_of_pandas or _index_of(file, frame) is not None)


def _index_of(file: File, node: cst.BaseExpression | None) -> cst.BaseExpression | None:
    """The frame of `frame.columns` and `frame.index`; None for anything else."""
    is_index = isinstance(node, cst.Attribute) and node.attr.value in ("columns", "index")
    return node.value if is_index and isinstance(node, cst.Attribute) and held(file, node.value).is_of_pandas else None


def _frame_of(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    if isinstance(node, cst.Attribute) and node.attr.value == "values":
        return node.value
    if not isinstance(node, cst.Call):
        return None
    if file.qualified_name(node.func) == "numpy.asarray":
        return node.args[0].value if node.args and not node.args[0].star else None
    if isinstance(node.func, cst.Attribute) and node.func.attr.value == "to_numpy" and not node.args:
        return node.func.value
    return None


def _is_read_behind(file: File, array: cst.BaseExpression, at: cst.CSTNode) -> bool:
    """True if a frame whose own array is written to is read below, where it was changed with the array."""
    frame = _frame_of(file, array)
    frame = _index_of(file, frame) or frame
    root = _viewed(file, frame) if frame is not None else None
    if root is None or name_of(root) is None:
        return False
    here, last = place(file, root), max(array, at, key=file.order)
    uses = file.every(cst.Name) if isinstance(root, cst.Name) else file.attributes
    behind = (each for each in uses if file.before(last, each) and array not in file.ancestors(each))
    return any(place(file, each) == here for each in behind)


def _viewed(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The frame that `frame["a"]` and `frame.iloc[:, 1:]` are parts of; None for lists and conditions, which copy."""
    while isinstance(node, cst.Subscript):
        keys = [each.slice.value for each in node.slice if isinstance(each.slice, cst.Index)]
        if any(isinstance(each, cst.List | cst.ListComp) or is_mask(file, each) for each in keys):
            return None
        node = node.value
        if isinstance(node, cst.Attribute) and node.attr.value in ("iloc", "loc"):
            node = node.value
    return node
