"""Carry `LossScaleOptimizer` and the custom loops around it: to Keras 3 where each is proven, else to the shim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.flow.call_sites import owner_of
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.rename import respelled_in_place
from codemods.rules.optimizers.mixed_precision.compiles import Compile, compiles, fixed_scale
from codemods.rules.optimizers.mixed_precision.custom_loops import loops, scaling_calls, without_unscaling
from codemods.rules.optimizers.mixed_precision.loss_scales import Dynamic, Wrapping, wrapping
from codemods.rules.optimizers.mixed_precision.strategies import replicated
from codemods.rules.optimizers.mixed_precision.values import value_at
from codemods.source.arguments import literal, named
from codemods.source.file import File, Reference, name_of
from codemods.types import Edit, Import, Manual
from compat.tables.names.mixed_precision import EXPERIMENTAL_OPTIMIZER, LOSS_SCALE_OPTIMIZER

_LOCAL_NAMES = {
    EXPERIMENTAL_OPTIMIZER: "ExperimentalLossScaleOptimizer",
    LOSS_SCALE_OPTIMIZER: "LegacyLossScaleOptimizer",
}
_SCALE = "loss_scale"


def optimizers(file: File) -> Iterator[Edit | Manual]:
    """Every call of `LossScaleOptimizer` in a legacy file, and the steps of its custom loops."""
    for reference in file.references(EXPERIMENTAL_OPTIMIZER):
        if not reference.spelling.shimmed and file.call_of(reference) is None and file.longer(reference) is None:
            yield respelled_in_place(file, reference, f"tensorflow.{LOSS_SCALE_OPTIMIZER}")
    references = [
        each
        for each in file.references(EXPERIMENTAL_OPTIMIZER, LOSS_SCALE_OPTIMIZER)
        if not each.spelling.shimmed and file.call_of(each) is not None
    ]
    if not _is_legacy(file, references):
        return
    try:
        yield from list(_native(file, references))
    except Declined as doubt:
        yield from _to_shim(file, references, doubt)


def _is_legacy(file: File, references: Sequence[Reference]) -> bool:
    """True if a call has the form of Keras 2, a loop unscales by hand, or the file was written for Keras 2."""
    if any(each.spelling.plain == EXPERIMENTAL_OPTIMIZER for each in references) or scaling_calls(file):
        return True
    if references and written_for(file).keras not in (None, KerasLine.KERAS_3):
        return True
    return any(_wrapping(file, each) is not None for each in references)


def _wrapping(file: File, reference: Reference) -> Wrapping | Declined | None:
    call = file.call_of(reference)
    assert call is not None
    try:
        return wrapping(file, call, reference.spelling.plain)
    except Declined as doubt:
        return doubt


def _native(file: File, references: Sequence[Reference]) -> Iterator[Edit]:
    calls = [call for each in references if (call := file.call_of(each)) is not None]
    if calls and replicated(file):
        raise Declined(calls[0], "Keras 3 looks for overflow on the first replica only")
    names = [name for call in calls if (name := _assigned(file, call))]
    for node in file.attributes:
        if node.attr.value == _SCALE and name_of(node.value) in names:
            raise Declined(node, "its loss_scale is read")
    found = loops(file, names)
    for reference in references:
        parts = _wrapping(file, reference)
        if isinstance(parts, Declined):
            raise parts
        if parts is not None:
            yield _scaled(file, reference, parts)
    for loop in found:
        said = "apply_gradients of Keras 3 unscales the gradients: get_scaled_loss is now scale_loss"
        yield Edit(loop.scaled, said, without_unscaling(file, loop))


def _assigned(file: File, call: cst.Call) -> str | None:
    assign = file.parent(call)
    return name_of(assign.targets[0].target) if isinstance(assign, cst.Assign) else None


def _scaled(file: File, reference: Reference, parts: Wrapping) -> Edit:
    if isinstance(parts.scale, Dynamic):
        given = (("initial_scale", parts.scale.initial), ("dynamic_growth_steps", parts.scale.steps))
        inner = parts.inner.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT, comma=cst.MaybeSentinel.DEFAULT)
        args = [inner, *(named(cst.Arg(value), name) for name, value in given if value is not None)]
        func: cst.BaseExpression = parts.call.func
        imports: tuple[Import, ...] = ()
        if reference.canonical == EXPERIMENTAL_OPTIMIZER:
            func, imports = _modern_name(file, reference)
        new = parts.call.with_changes(func=func, args=args)
        said = "the loss scale of LossScaleOptimizer is dynamic in Keras 3"
        return Edit(parts.call, said, ((parts.call, new),), imports)
    if not isinstance(literal(parts.scale.value), int | float):
        raise Declined(parts.scale.value, "its loss scale is known only at run time")
    replacements = fixed_scale(file, file.code(parts.scale.value), _used(file, parts.call), parts)
    return Edit(parts.call, "a fixed loss scale is now loss_scale_factor of the optimizer itself", replacements)


def _modern_name(file: File, reference: Reference) -> tuple[cst.BaseExpression, tuple[Import, ...]]:
    """The name of today's `LossScaleOptimizer`, and the import that it needs."""
    edit = respelled_in_place(file, reference, f"tensorflow.{LOSS_SCALE_OPTIMIZER}")
    new = edit.replacements[0][1]
    assert isinstance(new, cst.BaseExpression)
    return new, edit.imports


def _used(file: File, call: cst.Call) -> list[Compile]:
    """The `compile` calls that take the optimizer which `call` makes; raises `Declined` if one may or may not."""
    used = []
    for each in compiles(file):
        value = each.optimizer.value if each.optimizer is not None else None
        made = value_at(file, value, each.call) if value is not None else None
        if made is call:
            used.append(each)
        elif isinstance(value, cst.Name | cst.Attribute) and made is None:
            raise Declined(each.call, "which optimizer compile is given is not certain")
    owners = {owner_of(other) for other in scaling_calls(file)}
    if not used and _assigned(file, call) not in owners:
        raise Declined(call, "where the optimizer is used is not certain")
    return used


def _to_shim(file: File, references: Sequence[Reference], doubt: Declined) -> Iterator[Edit | Manual]:
    for reference in references:
        call = file.call_of(reference)
        assert call is not None
        module = f"compat.{reference.spelling.plain.rpartition('.')[0]}"
        said = f"LossScaleOptimizer is now {module}.LossScaleOptimizer: {doubt}"
        name = _LOCAL_NAMES[reference.spelling.plain]
        need = Import(module, "LossScaleOptimizer", name)
        yield Edit(call, said, ((call.func, cst.Name(name)),), (need,))
