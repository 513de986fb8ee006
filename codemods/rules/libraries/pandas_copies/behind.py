"""What is written to a part of a frame by a name of its own: since pandas 3 the frame does not get it."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.analysis.pandas.pandas_columns import column, is_everything, key
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity
from compat.tables.names.pandas_copies import ACCESSORS, URL

_FIRST_ROWS = frozenset({"head", "tail"})


def behind(file: File, target: cst.BaseExpression) -> Iterator[Manual]:
    """`ages = frame["age"]; ages[ages > 99] = 99` and `first = frame[:9]; first["age"] = 0` above `print(frame)`."""
    name, label = _written(target)
    part = _only_value(file, name) if name is not None else None
    if name is None or part is None:
        return
    whole = column(file, part)
    if whole is not None and label is None:
        frame, label = whole.frame, _text(whole.label)
    elif _was_there(file, target, name, label):
        frame = _frame_of_rows(file, part) or part
    else:
        return
    if frame is not part and isinstance(frame, cst.Name) and _is_read_below(file, frame, target, label, name):
        said = f"{name.value} is a copy of a part of {frame.value} in pandas 3, and {frame.value} keeps what it was"
        advice = f"write it to {frame.value} itself, by loc, or assign the column afterwards ({URL})"
        yield Manual(target, "pandas: chained assignment", said, advice, severity=Severity.NUMBERS)


def _only_value(file: File, name: cst.Name) -> cst.BaseExpression | None:
    """What a name stands for, but for `name += 1`."""
    values = [file.assigned_value(each) for each in file.assignments(name) if not _is_added_to(file, each.node)]
    return values[0] if len(values) == 1 else None


def _is_added_to(file: File, node: cst.CSTNode | None) -> bool:
    return node is not None and isinstance(file.parent(node), cst.AugAssign)


def _written(target: cst.BaseExpression) -> tuple[cst.Name | None, str | None]:
    """The name that `x[i]`, `x.loc[i]`, `x.loc[i, "a"]` and `x` write to, and the column if that is a text."""
    if not isinstance(target, cst.Subscript):
        return (target, None) if isinstance(target, cst.Name) else (None, None)
    owner = target.value
    is_by_place = isinstance(owner, cst.Attribute) and owner.attr.value in ACCESSORS
    inner = owner.value if is_by_place and isinstance(owner, cst.Attribute) else owner
    last = target.slice[-1].slice
    is_label = len(target.slice) == (2 if is_by_place else 1) and isinstance(last, cst.Index)
    label = _text(last.value) if is_label and isinstance(last, cst.Index) else None
    return (inner if isinstance(inner, cst.Name) else None), label


def _text(node: cst.BaseExpression) -> str | None:
    value = literal(node)
    return value if isinstance(value, str) else None


def _frame_of_rows(file: File, part: cst.BaseExpression) -> cst.BaseExpression | None:
    """The frame of `frame[:9]`, `frame.iloc[3:]`, `frame.loc[a:b]` and `frame.head()`, which shared its memory."""
    if isinstance(part, cst.Call):
        is_first = isinstance(part.func, cst.Attribute) and part.func.attr.value in _FIRST_ROWS
        owner = part.func.value if is_first and isinstance(part.func, cst.Attribute) else None
    elif isinstance(part, cst.Subscript) and isinstance(part.slice[0].slice, cst.Slice):
        owner = part.value
        if isinstance(owner, cst.Attribute) and owner.attr.value in ACCESSORS:
            owner = owner.value
        if len(part.slice) > 1 and not is_everything(part.slice[1].slice):
            return None
    else:
        return None
    return owner if owner is not None and held(file, owner) is Held.FRAME else None


def _was_there(file: File, target: cst.BaseExpression, name: cst.Name, label: str | None) -> bool:
    """True unless a column is written whole of which nothing shows that the frame had it: a new one is its own."""
    if not isinstance(target, cst.Subscript):
        return False
    if target.value is not name:
        return True
    statement = file.statement(target)
    reads = (each for each in file.every(cst.Subscript) if each is not target and _text_key(each) == label)
    return label is not None and any(file.before(each, target) or file.statement(each) is statement for each in reads)


def _text_key(node: cst.Subscript) -> str | None:
    found = key(node)
    return _text(found) if found is not None else None


def _is_read_below(file: File, frame: cst.Name, at: cst.CSTNode, label: str | None, name: cst.Name) -> bool:
    """True if the frame that the part is of is read behind, unless the first thing is that it gets the part."""
    here = {id(each) for each in reaching(file, frame)}
    below = [
        each
        for each in file.every(cst.Name)
        if each.value == frame.value
        and file.before(at, each)
        and not isinstance(file.parent(each), cst.AssignTarget)
        and {id(b) for b in reaching(file, each)} == here
    ]
    uses = [each for each in below if not _is_of_another_column(file, each, label)]
    return bool(uses) and not _gets_it(file, uses[0], name)


def _is_of_another_column(file: File, use: cst.Name, label: str | None) -> bool:
    """True for `frame["other"]`."""
    above = file.parent(use)
    found = _text_key(above) if isinstance(above, cst.Subscript) and above.value is use else None
    return found is not None and label is not None and found != label


def _gets_it(file: File, use: cst.Name, name: cst.Name) -> bool:
    """True for `frame["a"] = part`, and for a frame that is deleted."""
    statement = file.statement(use)
    body = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    if isinstance(body, cst.Assign):
        target = body.targets[0].target
        is_of_frame = isinstance(target, cst.Subscript) and target.value is use
        return is_of_frame and isinstance(body.value, cst.Name) and body.value.value == name.value
    return isinstance(body, cst.Del)
