"""The `compile` calls of a file, and the optimizers that they are given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import is_compile
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.rewriting.replace import replace
from codemods.rules.optimizers.mixed_precision.loss_scales import Wrapping
from codemods.rules.optimizers.mixed_precision.values import value_at
from codemods.source.arguments import argument, keyword, named
from codemods.source.file import File
from codemods.types import Replacement

_OPTIMIZERS = "keras.optimizers."
_FACTOR = "loss_scale_factor"


class Compile(NamedTuple):
    """A `compile` call, and its optimizer: None for the default."""

    call: cst.Call
    optimizer: cst.Arg | None


def compiles(file: File) -> list[Compile]:
    """Every call that compiles a model."""
    return list(_compiles(file))


def _compiles(file: File) -> Iterator[Compile]:
    for call in file.calls:
        if not is_compile(file, call):
            continue
        assert isinstance(call.func, cst.Attribute)
        if evidence(file, call.func.value, Kind.MODEL) is Evidence.FOREIGN:
            continue
        yield Compile(call, argument(call, "optimizer"))


def with_keyword(call: cst.Call, name: str, value: str) -> cst.Call:
    """The call with one more keyword, written as its other arguments are."""
    new = named(cst.Arg(cst.parse_expression(value)), name)
    args = list(call.args)
    if args:
        last = args[-1]
        between = args[-2].comma if len(args) > 1 else cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        new = new.with_changes(comma=last.comma, whitespace_after_arg=last.whitespace_after_arg)
        args[-1] = last.with_changes(comma=between, whitespace_after_arg=cst.SimpleWhitespace(""))
    return call.with_changes(args=[*args, new])


def fixed_scale(
    file: File, scale: str, used: Sequence[Compile], wrapping: Wrapping | None = None
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """Give the optimizers of `compile` calls a fixed scale: their own factor, and no scale from `compile`.

    `wrapping` is the call of `LossScaleOptimizer` that goes. Raises `Declined` if an optimizer is made elsewhere.
    """
    inner: dict[cst.CSTNode, Replacement] = {}
    wrapped = [(_optimizer(each), each.call) for each in used]
    if wrapping is not None:
        wrapped = [(wrapping.inner.value, wrapping.call)]
    for value, at in wrapped:
        made = _made(file, value, at)
        inner[made] = with_keyword(made, _FACTOR, scale)
    if wrapping is not None:
        inner = {**inner, wrapping.call: inner.get(wrapping.inner.value, wrapping.inner.value)}
    outer: dict[cst.CSTNode, Replacement] = {}
    for each in used:
        if any(arg.star for arg in each.call.args) or keyword(each.call, "auto_scale_loss"):
            raise Declined(each.call, "the arguments of compile are unpacked")
        new = replace(each.call, inner.items())
        assert isinstance(new, cst.Call)
        outer[each.call] = with_keyword(new, "auto_scale_loss", "False")
    return (*_outside(file, inner, outer), *outer.items())


def _outside(
    file: File, inner: Mapping[cst.CSTNode, Replacement], outer: Mapping[cst.CSTNode, Replacement]
) -> Iterator[tuple[cst.CSTNode, Replacement]]:
    """The replacements that are not part of another one."""
    for node, new in inner.items():
        if not any(above in outer or above in inner for above in file.ancestors(node)):
            yield node, new


def _optimizer(each: Compile) -> cst.BaseExpression:
    if each.optimizer is None:
        raise Declined(each.call, "compile makes the optimizer itself")
    return each.optimizer.value


def _made(file: File, node: cst.BaseExpression, at: cst.CSTNode) -> cst.Call:
    """The call of a Keras optimizer that makes `node`: itself, or the only value of the name."""
    value = value_at(file, node, at)
    if isinstance(value, cst.Call) and (file.symbol(value.func) or "").startswith(_OPTIMIZERS):
        if keyword(value, _FACTOR) is None and not any(arg.star for arg in value.args):
            return value
    raise Declined(node, "where its optimizer is made is not certain")
