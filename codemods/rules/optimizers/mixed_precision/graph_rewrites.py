"""Write out what `enable_mixed_precision_graph_rewrite` does to an optimizer of Keras: an option and a loss scale."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.proofs import Declined
from codemods.analysis.graphs.graph_mode import may_be_in_graph_mode
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.object_types import receiver_of
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.replace import replace
from codemods.rules.optimizers.mixed_precision.compiles import compiles, with_keyword
from codemods.rules.optimizers.mixed_precision.loss_scales import Dynamic, scale_of
from codemods.rules.optimizers.mixed_precision.strategies import replicated
from codemods.rules.optimizers.mixed_precision.values import value_at
from codemods.source.arguments import bind, keyword
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, Manual, Replacement
from compat.tables.names.mixed_precision import DISABLE_GRAPH_REWRITE, ENABLE_GRAPH_REWRITE, GRAPH_REWRITE_MODULES

ENABLE = tuple(f"{module}.{ENABLE_GRAPH_REWRITE}" for module in GRAPH_REWRITE_MODULES)
DISABLE = tuple(f"{module}.{DISABLE_GRAPH_REWRITE}" for module in GRAPH_REWRITE_MODULES)
_SHIM = "compat.tensorflow.train.experimental"
_OPTION = '{}.config.optimizer.set_experimental_options({{"auto_mixed_precision": {}}})'


def graph_rewrites(file: File) -> Iterator[Edit | Manual]:
    """Every call; those for optimizers of TensorFlow 1 keep the function, which is in `tf.compat.v1`."""
    for reference in file.references(*ENABLE):
        call = file.call_of(reference)
        if reference.spelling.shimmed or (call is not None and _is_for_tensorflow_1(file, call)):
            continue
        try:
            yield _written_out(file, reference, call)
        except Declined as doubt:
            said = f"{ENABLE_GRAPH_REWRITE} is now the shim of compat: {doubt}"
            yield _renamed(file, reference, said, ENABLE_GRAPH_REWRITE)
    if any(file.references(*ENABLE)) and not may_be_in_graph_mode(file):
        for reference in file.references(*DISABLE):
            if not reference.spelling.shimmed:
                said = f"{DISABLE_GRAPH_REWRITE} is now the shim of compat"
                yield _renamed(file, reference, said, DISABLE_GRAPH_REWRITE)


def _renamed(file: File, reference: Reference, said: str, name: str) -> Edit:
    local = f"legacy_{name}" if file.global_scope[name] else name
    need = Import(_SHIM, name, local if local != name else "")
    return Edit(reference.node, said, ((reference.node, cst.Name(local)),), (need,))


def _is_for_tensorflow_1(file: File, call: cst.Call) -> bool:
    given = call.args[0].value if call.args else None
    made = value_at(file, given, call) if given is not None else None
    found = receiver_of(file, made) if made is not None else None
    if found is not None:
        return found.path.startswith(("tensorflow.train.", "tensorflow.compat.v1.train."))
    return may_be_in_graph_mode(file)


def _written_out(file: File, reference: Reference, call: cst.Call | None) -> Edit:
    if call is None:
        raise Declined(reference.node, "it is referenced without being called")
    bound = bind(call, "opt", "loss_scale")
    if bound is None or "opt" not in bound:
        raise Declined(call, "its arguments are unpacked")
    if "loss_scale" in bound and scale_of(file, bound["loss_scale"].value) != Dynamic():
        raise Declined(bound["loss_scale"].value, "its loss scale is not the default")
    optimizer = bound["opt"].value
    made = value_at(file, optimizer, call)
    if made is None or not evidence(file, made, Kind.OPTIMIZER).is_enough:
        raise Declined(optimizer, "whether the optimizer is one of Keras does not show")
    if replicated(file):
        raise Declined(call, "Keras 3 looks for overflow on the first replica only")
    statement = file.statement(call)
    if not isinstance(statement, cst.SimpleStatementLine) or file.block(statement) is None:
        raise Declined(call, "it is part of a larger statement")
    tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
    wrapped = cst.parse_expression(f"{tensorflow}.keras.mixed_precision.LossScaleOptimizer({file.code(optimizer)})")
    calls: dict[cst.CSTNode, Replacement] = {call: wrapped}
    for each in compiles(file):
        if any(arg.star for arg in each.call.args):
            raise Declined(each.call, "the arguments of compile are unpacked")
        if keyword(each.call, "jit_compile") is None:
            new = replace(each.call, ((call, wrapped),))
            assert isinstance(new, cst.Call)
            calls[each.call] = with_keyword(new, "jit_compile", "False")
    inside = {node: new for node, new in calls.items() if statement in file.ancestors(node)}
    outermost = {
        node: new for node, new in inside.items() if not any(above in inside for above in file.ancestors(node))
    }
    option = file.parse_statement(_OPTION.format(tensorflow, True))
    changed = replace(statement, outermost.items())
    assert isinstance(changed, cst.SimpleStatementLine)
    option = option.with_changes(leading_lines=changed.leading_lines)
    lines = cst.FlattenSentinel([option, changed.with_changes(leading_lines=())])
    rest = tuple((node, new) for node, new in calls.items() if node not in inside)
    said = (
        f"{ENABLE_GRAPH_REWRITE} is now the option auto_mixed_precision and a LossScaleOptimizer; "
        "compile goes without XLA, which keeps the rewrite out"
    )
    return Edit(call, said, ((statement, lines), *rest), imports)
