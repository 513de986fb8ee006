"""Read the loss scale off a call of `Policy` or `LossScaleOptimizer`."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.proofs import Declined
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from compat.tables.names.mixed_precision import DYNAMIC_LOSS_SCALES, EXPERIMENTAL_OPTIMIZER, FIXED_LOSS_SCALES

_MULTIPLIER = 2
_DYNAMIC = ("inner_optimizer", "dynamic", "initial_scale", "dynamic_growth_steps")
_LOSS_SCALE = ("optimizer", "loss_scale")


class Dynamic(NamedTuple):
    """A scale that halves after an overflow; None stands for the default, which is the same in Keras 3."""

    initial: cst.BaseExpression | None = None
    steps: cst.BaseExpression | None = None


class Fixed(NamedTuple):
    """A scale that never changes."""

    value: cst.BaseExpression


Scale = Dynamic | Fixed | None


def scale_of(file: File, node: cst.BaseExpression) -> Scale:
    """The scale that an expression means; raises `Declined` if it is known only at run time."""
    value = literal(node)
    if value is None or (value == "dynamic" and isinstance(value, str)):
        return None if value is None else Dynamic()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Fixed(node)
    if isinstance(node, cst.Call):
        return _of_object(file, node)
    bound = file.only_value(node) if isinstance(node, cst.Name) else None
    if bound is None:
        raise Declined(node, "its loss scale is known only at run time")
    return scale_of(file, bound)


def _of_object(file: File, call: cst.Call) -> Scale:
    symbol = file.symbol(call.func)
    if symbol in FIXED_LOSS_SCALES:
        bound = bind(call, "loss_scale_value") or {}
        if "loss_scale_value" in bound:
            return scale_of(file, bound["loss_scale_value"].value)
    if symbol in DYNAMIC_LOSS_SCALES:
        bound = bind(call, "initial_loss_scale", "increment_period", "multiplier") or {}
        whole = len(bound) == len(call.args)
        if whole and ("multiplier" not in bound or literal(bound["multiplier"].value) == _MULTIPLIER):
            return Dynamic(_value(bound, "initial_loss_scale"), _value(bound, "increment_period"))
    raise Declined(call, "its loss scale has no equal in Keras 3")


def _value(bound: dict[str, cst.Arg], name: str) -> cst.BaseExpression | None:
    return bound[name].value if name in bound and literal(bound[name].value) is not None else None


class Wrapping(NamedTuple):
    """A legacy call of `LossScaleOptimizer`, the optimizer that it wraps, and the scale."""

    call: cst.Call
    inner: cst.Arg
    scale: Dynamic | Fixed


def wrapping(file: File, call: cst.Call, symbol: str) -> Wrapping | None:
    """The parts of a call; None for one in the form of Keras 3; raises `Declined` if they cannot be read off it."""
    if symbol == EXPERIMENTAL_OPTIMIZER:
        bound = bind(call, *_LOSS_SCALE)
        if bound is None or set(bound) != set(_LOSS_SCALE):
            raise Declined(call, "its arguments are unpacked")
        scale = scale_of(file, bound["loss_scale"].value)
        if scale is None:
            raise Declined(call, "its loss scale is None")
        return Wrapping(call, bound["optimizer"], scale)
    bound = bind(call, *_DYNAMIC)
    dynamic = (bound or {}).get("dynamic")
    if dynamic is None or (dynamic.keyword is None and not isinstance(literal(dynamic.value), bool)):
        if keyword(call, "dynamic") is not None:
            raise Declined(call, "its arguments are unpacked")
        return None
    assert bound is not None
    return Wrapping(call, bound["inner_optimizer"], _of_keywords(bound, dynamic))


def _of_keywords(bound: dict[str, cst.Arg], dynamic: cst.Arg) -> Dynamic | Fixed:
    initial = _value(bound, "initial_scale")
    if literal(dynamic.value) is True:
        return Dynamic(initial, _value(bound, "dynamic_growth_steps"))
    if literal(dynamic.value) is False and initial is not None:
        return Fixed(initial)
    raise Declined(dynamic.value, "whether its loss scale is dynamic is known only at run time")
