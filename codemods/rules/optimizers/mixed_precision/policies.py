"""Take the loss scale out of `Policy`: in Keras 3 it belongs to the optimizer, and `compile` gives it one."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.proofs import Declined
from codemods.rules.optimizers.mixed_precision.compiles import compiles, fixed_scale, with_keyword
from codemods.rules.optimizers.mixed_precision.loss_scales import Dynamic, Fixed, scale_of
from codemods.source.arguments import bind, literal, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, Manual, Replacement
from compat.tables.names.mixed_precision import LAYER_POLICY, MODERN_POLICY, POLICY

_MIXED = "mixed_float16"


def policies(file: File) -> Iterator[Edit | Manual]:
    """Every `Policy(..., loss_scale=...)`, and `get_layer_policy(layer)`."""
    for reference in file.references(MODERN_POLICY):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            continue
        try:
            yield from _without_scale(file, reference, call)
        except Declined as doubt:
            yield Manual(
                call,
                f"{POLICY}(loss_scale=)",
                f"a policy of Keras 3 has no loss scale: {doubt}",
                "give the optimizer loss_scale_factor=, or wrap it in keras.mixed_precision.LossScaleOptimizer, "
                "and pass auto_scale_loss=False to compile",
                culprit=doubt.node,
            )
    for reference in file.references(LAYER_POLICY):
        call = file.call_of(reference)
        if call is not None and not reference.spelling.shimmed and len(call.args) == 1 and not call.args[0].star:
            new = cst.Attribute(call.args[0].value, cst.Name("dtype_policy"))
            if isinstance(call.args[0].value, cst.Name | cst.Attribute | cst.Subscript | cst.Call):
                yield Edit(call, "get_layer_policy(layer) is now layer.dtype_policy", ((call, new),))


def _without_scale(file: File, reference: Reference, call: cst.Call) -> Iterator[Edit]:
    bound = bind(call, "name", "loss_scale")
    if bound is None:
        raise Declined(reference.node, "its arguments are unpacked")
    if "loss_scale" not in bound:
        return
    given, name = bound["loss_scale"], literal(bound["name"].value) if "name" in bound else None
    plain = with_args(call, [arg for arg in call.args if arg is not given])
    more: tuple[tuple[cst.CSTNode, Replacement], ...] = ()
    if literal(given.value) != "auto":
        more = _at_compile(file, given.value, is_mixed=name == _MIXED)
    said = "the loss scale of a policy is now that of the optimizer"
    yield Edit(call, said, ((call, plain), *more))


def _at_compile(
    file: File, given: cst.BaseExpression, *, is_mixed: bool
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """The replacements at the `compile` calls; raises `Declined` if they cannot be made."""
    scale = scale_of(file, given)
    if scale is None and not is_mixed:
        return ()
    if not is_mixed:
        raise Declined(given, "it is not certain that the policy is mixed_float16")
    if scale == Dynamic():
        return ()
    used = compiles(file)
    if not used:
        raise Declined(given, "no model is compiled in this file")
    if isinstance(scale, Dynamic):
        raise Declined(given, "its initial scale or growth is not the default")
    if isinstance(scale, Fixed):
        if not isinstance(literal(scale.value), int | float):
            raise Declined(scale.value, "its loss scale is known only at run time")
        return fixed_scale(file, file.code(scale.value), used)
    return tuple((each.call, with_keyword(each.call, "auto_scale_loss", "False")) for each in used)
