"""The call of `multi_gpu_model` that a proof is about."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import CallSite, assigned_name, call_site
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.flow.strategy_scopes import strategy_scope
from codemods.analysis.objects.provenance import scopes_at
from codemods.analysis.replicas.gpu_count import devices
from codemods.rules.several_gpus.multi_gpu_model.other_names import other_names
from codemods.source.arguments import bind, literal
from codemods.source.file import File, name_of
from codemods.source.parsing import is_same_code

PARAMETERS = ("model", "gpus", "cpu_merge", "cpu_relocation")
RETURNED = "the returned model"
"""The name for the parallel model of `return multi_gpu_model(...)`, if the template has no name either."""
INNER_MODEL = -2
"""The index of the template among the layers of the parallel model."""


class ParallelCall(NamedTuple):
    """`parallel = multi_gpu_model(template, gpus)`; `template` is None for a model that is made in the call."""

    site: CallSite
    model: cst.BaseExpression
    gpus: cst.BaseExpression | None
    parallel: str
    template: str | None
    others: frozenset[str] = frozenset()
    """Other variables that hold one of the two models."""

    @property
    def names(self) -> frozenset[str]:
        return frozenset({self.parallel, self.template or self.parallel}) | self.others


def parallel_call(file: File, call: cst.Call) -> ParallelCall:
    """The parts of a call of `multi_gpu_model`; raises `Declined` if they cannot be read off it."""
    bound = bind(call, *PARAMETERS)
    if bound is None or "model" not in bound:
        raise Declined(call, "its arguments are unpacked")
    site = call_site(file, call)
    model = bound["model"].value
    gpus = bound["gpus"].value if "gpus" in bound else None
    parallel, template = _parallel(site, model), name_of(model)
    others = other_names(site, frozenset({parallel, template or parallel}))
    found = ParallelCall(site, model, gpus, parallel, template, others)
    _check_surroundings(found)
    return found


def _parallel(site: CallSite, model: cst.BaseExpression) -> str:
    if isinstance(site.small, cst.Return) and site.small.value is site.call:
        return name_of(model) or RETURNED
    name = assigned_name(site)
    if name is None:
        raise Declined(site.call, "its result is not assigned to one name")
    return name


def _check_surroundings(subject: ParallelCall) -> None:
    site = subject.site
    direct = strategy_scope(site.file, site.call)
    for scope in scopes_at(site.file, site.call):
        if scope is not None and (scope is not direct or not _is_own_scope(subject, scope)):
            raise Declined(scope, "it is already in a strategy scope")


def _is_own_scope(subject: ParallelCall, scope: cst.Call) -> bool:
    """True for the `strategy.scope()` of a strategy that equals the one the call needs."""
    file = subject.site.file
    owner = scope.func.value if isinstance(scope.func, cst.Attribute) else None
    made = file.only_value(owner) if isinstance(owner, cst.Name) else None
    needed = devices(subject.site.flow, subject.gpus)
    if not isinstance(made, cst.Call) or file.symbol(made.func) != "tensorflow.distribute.MirroredStrategy":
        return False
    return needed is not None and is_same_code(file.code(made), f"{file.code(made.func)}({needed})")


def is_rebound(subject: ParallelCall) -> bool:
    """True if the file itself gives both models one name: `model = multi_gpu_model(model)`.

    A function or a class of its own may do so around the call. An edit gives them one name too, once their uses are
    known to mean the same.
    """
    original = subject.site.file.original
    symbol = subject.site.file.symbol(subject.site.call.func)
    wrapping = {call for call in original.calls if symbol is not None and original.symbol(call.func) == symbol}
    around = {_owner(original, call) for call in wrapping} - {None}
    for call in original.calls:
        if call in wrapping or name_of(call.func) in around:
            assign = original.parent(call)
            targets = [name_of(each.target) for each in assign.targets] if isinstance(assign, cst.Assign) else []
            model = (bind(call, *PARAMETERS) or {}).get("model") or next(iter(call.args), None)
            if model is not None and [name_of(model.value)] == targets == [subject.parallel]:
                return True
    return False


def _owner(file: File, call: cst.Call) -> str | None:
    """The name of the class or the function that a call stands in."""
    above = file.enclosing_class(call) or file.function(call)
    return above.name.value if isinstance(above, cst.ClassDef | cst.FunctionDef) else None


def is_inner_model(node: cst.CSTNode | None) -> bool:
    """True for `model.layers[-2]`: the template inside the parallel model."""
    if not isinstance(node, cst.Subscript) or len(node.slice) != 1:
        return False
    index = node.slice[0].slice
    layers = isinstance(node.value, cst.Attribute) and node.value.attr.value == "layers"
    return layers and isinstance(index, cst.Index) and literal(index.value) == INNER_MODEL
