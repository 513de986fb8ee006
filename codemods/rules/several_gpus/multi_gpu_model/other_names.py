"""The other variables that may hold the template or the parallel model: `final = parallel or model`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.call_sites import CallSite, is_compile, owner_of
from codemods.analysis.flow.data_flow import Write
from codemods.analysis.flow.proofs import Declined
from codemods.source.file import File, name_of
from codemods.source.walk import nodes


def alternatives(value: cst.BaseExpression) -> list[str] | None:
    """The variables of which an expression is always one, apart from None; None if it may be something else."""
    if isinstance(value, cst.BooleanOperation):
        parts = [alternatives(value.left), alternatives(value.right)]
    elif isinstance(value, cst.IfExp):
        parts = [alternatives(value.body), alternatives(value.orelse)]
    else:
        name = name_of(value)
        return [] if name == "None" else None if name is None else [name]
    if any(part is None for part in parts):
        return None
    return [name for part in parts for name in part or ()]


def other_names(site: CallSite, names: frozenset[str]) -> frozenset[str]:
    """The variables of the function that are bound to one of `names`, or to another such variable."""
    found = set(names)
    while True:
        more = {write.target for write in site.flow.writes if _is_one_of(write, found)} - found
        if not more:
            return frozenset(found - names)
        found |= more


def _is_one_of(write: Write, names: set[str]) -> bool:
    held = alternatives(write.value) if write.value is not None and not write.unpacked else None
    return bool(held) and set(held or ()) <= names


def check_other_names(site: CallSite, names: frozenset[str]) -> None:
    """Check that the models get no name and no place that is not followed, and are compiled under none."""
    for node in nodes(site.function, cst.Name, cst.Attribute):
        if name_of(node) in names and site.file.function(node) is site.function:
            _check_place(site, node, names)
    for call in nodes(site.function, cst.Call):
        receiver = owner_of(call)
        if receiver is None or receiver in names or not is_compile(site.file, call):
            continue
        for write in site.flow.writes_of(receiver):
            if write.value is not None and _is_handed(write.value, names) and site.precedes(write.node):
                raise Declined(call, f"{receiver} may be the parallel model")


def _check_place(site: CallSite, node: cst.CSTNode, names: frozenset[str]) -> None:
    """Check that a use does not put the model into a container, or make it one of several unlike models."""
    value, above = node, site.file.parent(node)
    while isinstance(above, cst.BooleanOperation) or (isinstance(above, cst.IfExp) and above.test is not value):
        value, above = above, site.file.parent(above)
    if value is not node and isinstance(above, cst.Assign | cst.AnnAssign | cst.NamedExpr | cst.Attribute):
        held = alternatives(value) if isinstance(value, cst.BaseExpression) else None
        if isinstance(above, cst.Attribute) or held is None or not set(held) <= names:
            raise Declined(value, "the parallel model may be one of several models")
    if isinstance(above, cst.Element | cst.DictElement) and not _is_returned(site.file, above):
        if not _is_target(site.file, above):
            raise Declined(value, "the model is kept in a collection")


def _is_returned(file: File, element: cst.CSTNode) -> bool:
    """True for `return model, parallel`."""
    return isinstance(_above_collection(file, element), cst.Return)


def _is_target(file: File, element: cst.CSTNode) -> bool:
    """True for `model, parallel = ...`."""
    above = _above_collection(file, element)
    return isinstance(above, cst.AssignTarget) or (isinstance(above, cst.For) and above.target is file.parent(element))


def _above_collection(file: File, element: cst.CSTNode) -> cst.CSTNode | None:
    collection = file.parent(element)
    return file.parent(collection) if collection is not None else None


def _is_handed(value: cst.BaseExpression, names: frozenset[str]) -> bool:
    return any(set(alternatives(arg.value) or ()) & names for call in nodes(value, cst.Call) for arg in call.args)
