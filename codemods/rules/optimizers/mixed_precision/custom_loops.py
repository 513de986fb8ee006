"""Prove that custom loops scale and unscale as the guide does, so that Keras 3 may unscale when it applies gradients.

The guide: `get_scaled_loss` in the tape, `get_unscaled_gradients` after it, `apply_gradients` with what that returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import method_of, owner_of
from codemods.analysis.flow.data_flow import Flow
from codemods.analysis.flow.proofs import Declined
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Replacement
from compat.tables.names.mixed_precision import SCALING_METHODS

_SCALED, _UNSCALED = SCALING_METHODS
_APPLY = "apply_gradients"
MODERN = "scale_loss"


class Loop(NamedTuple):
    """One step of a custom loop: the two calls on the optimizer `owner`."""

    scaled: cst.Call
    unscaled: cst.Call
    owner: str


def scaling_calls(file: File) -> list[cst.Call]:
    """The calls of `get_scaled_loss` and `get_unscaled_gradients`, on whatever object."""
    return [call for call in file.calls if method_of(call) in SCALING_METHODS]


def loops(file: File, optimizers: Sequence[str]) -> list[Loop]:
    """Every custom loop of the file; raises `Declined` if one is not the guide's.

    `optimizers` are the names of optimizers with a loss scale: gradients that they apply must have been scaled.
    """
    found = list(_loops(file))
    covered: set[tuple[cst.CSTNode, str | None]] = {(file.function(loop.scaled), loop.owner) for loop in found}
    covered |= {(file.function(call), owner_of(call)) for call in file.calls if method_of(call) == MODERN}
    for call in file.calls:
        own = owner_of(call)
        if method_of(call) == _APPLY and own in optimizers and (file.function(call), own) not in covered:
            raise Declined(call, f"{own} applies gradients of a loss that was not scaled")
    return found


def _loops(file: File) -> Iterator[Loop]:
    calls = scaling_calls(file)
    for function in dict.fromkeys(file.function(call) for call in calls):
        own = [call for call in calls if file.function(call) is function]
        scaled = [call for call in own if method_of(call) == _SCALED]
        unscaled = [call for call in own if method_of(call) == _UNSCALED]
        if len(scaled) != 1 or len(unscaled) != 1:
            raise Declined(own[-1], "a function scales or unscales more than once, or does only one of both")
        owner = owner_of(scaled[0])
        if owner is None or owner != owner_of(unscaled[0]) or len(scaled[0].args) != 1 or len(unscaled[0].args) != 1:
            raise Declined(unscaled[0], "the loss and the gradients are scaled by different optimizers")
        if _conditions(file, scaled[0]) != _conditions(file, unscaled[0]):
            raise Declined(unscaled[0], "the loss and the gradients are scaled under different conditions")
        if isinstance(scaled[0].args[0].value, cst.Lambda):
            raise Declined(scaled[0], "the loss is a function")
        _check_unscaled(file, unscaled[0], owner)
        yield Loop(scaled[0], unscaled[0], owner)


def _conditions(file: File, node: cst.CSTNode) -> list[str]:
    return [file.code(above.test) for above in file.ancestors(node) if isinstance(above, cst.If)]


def _check_unscaled(file: File, call: cst.Call, owner: str) -> None:
    """Check that nothing but `apply_gradients` of the same optimizer sees the unscaled gradients."""
    if _is_applied(file, call, owner):
        return
    statement = file.parent(call)
    target = statement.targets[0].target if isinstance(statement, cst.Assign) and len(statement.targets) == 1 else None
    name = name_of(target) if target is not None else None
    if name is None:
        raise Declined(call, "the gradients are not assigned to one name")
    source = name_of(call.args[0].value)
    for node in nodes(file.function(call), cst.Name, cst.Attribute):
        later = file.before(call, node) and node is not target and not _is_inside(file, node, call)
        if later and name_of(node) in (name, source) and not _is_target(file, node):
            if name_of(node) == source != name:
                raise Declined(node, f"{source} is read after it was unscaled")
            if not _is_applied(file, node, owner):
                raise Declined(node, f"{name} is used for more than apply_gradients")
    if len(Flow(file, file.function(call)).writes_of(name)) > _WRITES:
        raise Declined(call, f"{name} is assigned in more than two places")


_WRITES = 3


def _is_inside(file: File, node: cst.CSTNode, other: cst.CSTNode) -> bool:
    return node is other or other in file.ancestors(node)


def _is_target(file: File, node: cst.CSTNode) -> bool:
    return isinstance(file.parent(node), cst.AssignTarget)


def _is_applied(file: File, node: cst.CSTNode, owner: str) -> bool:
    return any(
        isinstance(above, cst.Call) and method_of(above) == _APPLY and owner_of(above) == owner
        for above in file.ancestors(node)
    )


def without_unscaling(file: File, loop: Loop) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """The replacements that leave the unscaling to `apply_gradients`."""
    assert isinstance(loop.scaled.func, cst.Attribute)
    gradients = loop.unscaled.args[0].value
    statement, assign = file.statement(loop.unscaled), file.parent(loop.unscaled)
    replacement: tuple[cst.CSTNode, Replacement] = (loop.unscaled, gradients)
    if isinstance(assign, cst.Assign) and name_of(assign.targets[0].target) == name_of(gradients) is not None:
        block = file.block(statement)
        if block is not None and len(block.body) > 1 and not getattr(statement, "leading_lines", ()):
            replacement = (statement, cst.RemoveFromParent())
    return ((loop.scaled.func.attr, cst.Name(MODERN)), replacement)
