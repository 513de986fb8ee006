"""Find uses of template and parallel model that plain Keras 3 does not support as `multi_gpu_model` did."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of, owner_of
from codemods.analysis.flow.data_flow import mentions
from codemods.analysis.flow.proofs import Declined
from codemods.rules.several_gpus.multi_gpu_model.callbacks import check_callbacks
from codemods.rules.several_gpus.multi_gpu_model.destinations import check_destinations
from codemods.rules.several_gpus.multi_gpu_model.elsewhere import check_elsewhere
from codemods.rules.several_gpus.multi_gpu_model.layer_loops import idle_loops
from codemods.rules.several_gpus.multi_gpu_model.other_names import check_other_names
from codemods.rules.several_gpus.multi_gpu_model.own_compile import check_own_compile
from codemods.rules.several_gpus.multi_gpu_model.subject import PARAMETERS, ParallelCall, is_inner_model, is_rebound
from codemods.source.arguments import bind, literal
from codemods.source.file import name_of
from codemods.source.walk import nodes

_ON_BATCH = frozenset({"train_on_batch", "test_on_batch", "predict_on_batch"})
_STRUCTURE = frozenset({"layers", "get_layer"})


def check_batches(subject: ParallelCall) -> None:
    """Check that batches divide by the replicas: plain Keras 3 fails on a first batch that does not."""
    if subject.site.file.exact:
        return
    count = literal(subject.gpus) if subject.gpus is not None else None
    if isinstance(subject.gpus, cst.List | cst.Tuple):
        count = len(subject.gpus.elements)
    if not isinstance(count, int):
        return
    for call in nodes(subject.site.function, cst.Call):
        if method_of(call) != "fit" or owner_of(call) != subject.parallel:
            continue
        given = bind(call, "x", "y", "batch_size") or {}
        size = literal(given["batch_size"].value) if "batch_size" in given else None
        if isinstance(size, int) and size % count:
            said = f"a batch of {size} does not divide by {count} replicas, which plain Keras 3 rejects"
            raise Declined(call, said)


def check_uses(subject: ParallelCall) -> None:
    """Check that one model can replace both the template and the parallel model."""
    _check_bindings(subject)
    idle = {loop.iter for loop in idle_loops(subject)}
    for attribute in attributes(subject, subject.names):
        if attribute not in idle:
            _check_attribute(subject, attribute)
    for call in nodes(subject.site.function, cst.Call):
        if call is not subject.site.call and any(mentions(call, name) for name in subject.names):
            _check_call(subject, call)
    check_other_names(subject.site, subject.names)
    check_own_compile(subject)
    check_elsewhere(subject)
    check_destinations(subject)
    check_callbacks(subject)


def attributes(subject: ParallelCall, names: frozenset[str]) -> Iterator[cst.Attribute]:
    """The attributes that are read from the models, wherever the names refer to them."""
    file, function = subject.site.file, subject.site.function
    everywhere = "." in subject.parallel or not isinstance(function, cst.FunctionDef)
    for attribute in file.attributes:
        if name_of(attribute.value) in names and (everywhere or file.function(attribute) in (function, file.module)):
            if _is_same_variable(subject, attribute.value):
                yield attribute


def _is_same_variable(subject: ParallelCall, node: cst.BaseExpression) -> bool:
    """False for a parameter or a local variable of another function that only has the name."""
    if not isinstance(node, cst.Name):
        return True
    file = subject.site.file
    meant = set(file.scope(subject.site.statement)[node.value])
    return not meant or bool(set(file.assignments(node)) & meant)


def _check_bindings(subject: ParallelCall) -> None:
    site = subject.site
    for write in site.flow.writes_of(subject.parallel):
        own = write.node is site.small
        alias = write.value is not None and name_of(write.value) in subject.names
        if not own and not alias and site.precedes(write.node) and not site.excludes(write.node):
            raise Declined(write.node, f"{subject.parallel} is reassigned after the call")


def _check_attribute(subject: ParallelCall, attribute: cst.Attribute) -> None:
    name, parallel = attribute.attr.value, name_of(attribute.value) or subject.parallel
    of_parallel = parallel in {subject.parallel, *subject.others} and (
        subject.parallel != subject.template or (is_rebound(subject) and _is_later(subject, attribute))
    )
    if (
        name == "load_weights"
        and of_parallel
        and not _is_earlier(subject, attribute)
        and not subject.site.excludes(attribute)
    ):
        raise Declined(attribute, f"{parallel}.load_weights reads a checkpoint of the parallel model")
    if name in _ON_BATCH and not subject.site.file.exact:
        raise Declined(attribute, f"under plain Keras 3, {name} gives every replica the whole batch")
    inner = is_inner_model(subject.site.file.parent(attribute))
    if name in _STRUCTURE and of_parallel and subject.site.precedes(attribute) and not inner:
        raise Declined(attribute, f"{parallel}.{name} depends on the layers of the parallel model")


def _is_earlier(subject: ParallelCall, node: cst.CSTNode) -> bool:
    """True if a use always comes before the call, when no variable holds the parallel model yet."""
    site = subject.site
    loops = (each for each in site.file.ancestors(site.call) if isinstance(each, cst.For | cst.While))
    return (
        site.file.function(node) is site.function
        and site.follows(node)
        and not any(loop in site.file.ancestors(node) for loop in loops)
    )


def _is_later(subject: ParallelCall, node: cst.CSTNode) -> bool:
    """True if a use may come after the call: it follows on it, or is in another function."""
    site = subject.site
    return site.precedes(node) or site.file.function(node) is not site.function


def _check_call(subject: ParallelCall, call: cst.Call) -> None:
    site = subject.site
    symbol = site.file.symbol(call.func)
    if symbol == site.file.symbol(site.call.func) and _is_of_same_template(subject, call):
        raise Declined(call, "another parallel model is made from the same template")


def _is_of_same_template(subject: ParallelCall, call: cst.Call) -> bool:
    model = (bind(call, *PARAMETERS) or {}).get("model")
    if model is None or name_of(model.value) is None or subject.template == subject.parallel:
        return False
    is_same = name_of(model.value) == subject.template and _is_same_variable(subject, model.value)
    return is_same and not subject.site.excludes(call)
