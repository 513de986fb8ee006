"""Check that the template has no optimizer, loss and metrics of its own: one model has one set, the last."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import CallSite, is_compile, method_of, owner_of
from codemods.analysis.flow.data_flow import reads
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.handed_on import Use, journey
from codemods.rules.several_gpus.multi_gpu_model.other_names import alternatives
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall
from codemods.source.arguments import bind
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_COMPILED = frozenset(
    {"fit", "fit_generator", "evaluate", "evaluate_generator", "train_on_batch", "test_on_batch", "train_and_evaluate"}
)
"""What a model does with its own optimizer, loss or metrics."""


def check_own_compile(subject: ParallelCall) -> None:
    """Raise `Declined` if the template is compiled, trained or evaluated on its own."""
    site = subject.site
    names = template_names(subject)
    if subject.template == subject.parallel:
        compiled = [call for call in _calls(subject, names | {subject.parallel}) if site.follows(call)]
        own = [call for call in compiled if is_compile(site.file, call)]
        if own and (names or _is_held(subject)):
            raise Declined(own[0], "the template is compiled on its own, and something else holds it")
        return
    for call in _calls(subject, names):
        if is_compile(site.file, call) and not _is_repeated(subject, call):
            raise Declined(call, "the template is compiled on its own")
        if method_of(call) in _COMPILED:
            raise Declined(call, f"the template does {method_of(call)} with a loss of its own")
    for use in _elsewhere(subject, names):
        if use.attribute == "compile" or use.attribute in _COMPILED:
            raise Declined(use.way, f"the template does {use.attribute} on its own in a function that is given it")


def _is_repeated(subject: ParallelCall, own: cst.Call) -> bool:
    """True if the parallel model is compiled with the same: one model has then what both had."""
    site = subject.site
    calls = [call for call in nodes(site.function, cst.Call) if owner_of(call) == subject.parallel]
    compiled = [call for call in calls if is_compile(site.file, call) and site.precedes(call)]
    return site.follows(own) and bool(compiled) and all(_same_arguments(site, own, each) for each in compiled)


def _same_arguments(site: CallSite, first: cst.Call, second: cst.Call) -> bool:
    """True if two calls have equal arguments, of which nothing is bound again in between, and equal optimizers."""
    codes = [sorted(_spelled(site.file, each) for each in call.args) for call in (first, second)]
    used = {name for call in (first, second) for arg in call.args for name in reads(arg.value)}
    optimizer = (bind(first, "optimizer", "loss", "metrics") or {}).get("optimizer")
    is_plain = optimizer is not None and all(_makes_optimizer(site.file, each) for each in nodes(optimizer, cst.Call))
    rebound = any(
        write.target in used and site.file.before(first, write.node) and site.file.before(write.node, second)
        for write in site.flow.writes
    )
    return codes[0] == codes[1] and is_plain and not rebound


def _makes_optimizer(file: File, call: cst.Call) -> bool:
    """True for `Adam(1e-3)`, of which each compile gets one of its own, as it does of "adam"."""
    return (file.symbol(call.func) or "").startswith("keras.optimizers.")


def _spelled(file: File, arg: cst.Arg) -> str:
    name = arg.keyword.value if arg.keyword is not None else ""
    return f"{arg.star}{name}={file.code(arg.value)}"


def template_names(subject: ParallelCall) -> frozenset[str]:
    """The variables that hold the template and never the parallel model."""
    site, template = subject.site, subject.template
    if template is None:
        return frozenset()
    same = template == subject.parallel
    found = frozenset(
        name
        for name in subject.others
        if all(
            write.value is not None
            and alternatives(write.value) == [template]
            and (not same or site.follows(write.node))
            for write in site.flow.writes_of(name)
        )
    )
    return found if same else found | {template}


def _calls(subject: ParallelCall, names: frozenset[str]) -> Iterator[cst.Call]:
    """The calls of methods of these variables that may run in the same process as the call."""
    site = subject.site
    for call in site.file.calls:
        if owner_of(call) in names and _is_same_variable(site, call) and not _excludes(site, call):
            yield call


def _elsewhere(subject: ParallelCall, names: frozenset[str]) -> Iterator[Use]:
    """What functions do with the template that are given it by one of its own names."""
    site = subject.site
    for call in nodes(site.function, cst.Call):
        if call is site.call or _excludes(site, call):
            continue
        for arg in call.args:
            if name_of(arg.value) in names:
                yield from journey(site.file, arg.value).uses


def _is_same_variable(site: CallSite, call: cst.Call) -> bool:
    file, function = site.file, site.file.function(call)
    if function is site.function:
        return True
    owner = owner_of(call) or ""
    if "." in owner:
        return file.enclosing_class(call) is file.enclosing_class(site.call)
    return not isinstance(site.function, cst.FunctionDef) and all(
        binding.scope is file.global_scope for binding in file.scope(call)[owner]
    )


def _is_held(subject: ParallelCall) -> bool:
    """True if the template is passed to anything before the call, which may keep it."""
    site, template = subject.site, subject.template
    for call in nodes(site.function, cst.Call):
        if call is site.call or not site.follows(call):
            continue
        plain = isinstance(call.func, cst.Name) and site.file.is_builtin(call.func, "print", "len", "isinstance")
        if not plain and any(template in (alternatives(arg.value) or ()) for arg in call.args):
            return True
    return False


# --- branches


def _excludes(site: CallSite, node: cst.CSTNode) -> bool:
    """True if the call is not made where `node` is run: they are in opposite branches of the same condition."""
    if site.excludes(node):
        return True
    around = dict(_conditions(site.file, site.call))
    return any(
        around.get(test) not in (None, holds) and _is_constant(site, test, node)
        for test, holds in _conditions(site.file, node)
    )


def _conditions(file: File, node: cst.CSTNode) -> Iterator[tuple[str, bool]]:
    """The tests of the `if` statements around a node, and whether the node is reached when they hold."""
    below = node
    for above in file.ancestors(node):
        if isinstance(above, cst.If) and not isinstance(file.parent(above), cst.If):
            if below is above.body:
                yield file.code(above.test), True
            elif isinstance(below, cst.Else):
                yield file.code(above.test), False
        below = above


def _is_constant(site: CallSite, test: str, node: cst.CSTNode) -> bool:
    """True if nothing that the test reads is written between the call and `node`."""
    first, last = (site.call, node) if site.precedes(node) else (node, site.call)
    expression = cst.parse_expression(test)
    names = reads(expression)
    calls = [call for call in nodes(expression, cst.Call) if not site.file.is_builtin(call.func, "len")]
    return not calls and not any(
        write.target in names and site.file.before(first, write.node) and site.file.before(write.node, last)
        for write in site.flow.writes
    )
