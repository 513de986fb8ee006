"""Build and compile the model under a strategy scope instead of wrapping it in `multi_gpu_model`.

## What it does

The lines that build and compile the model move under `tf.distribute.MirroredStrategy(...).scope()`; template and
parallel model become one. Models of a loop share one strategy, made before it. A loop over the parallel model's layers
that asks for classes which only the template's have did nothing, and runs on one replica only. A function or method
that only wraps, also of another module, is replaced by what it does; lines of a method that wrap move to the method
that built the model. GPUs may be a number, a list or None at run time. The models are followed into functions of the
file and of the project's own modules: a call that compiles the model there is put under the scope, and a model that
nothing trains, only predicts with, needs no `compile`. Another model of the template's layers that only predicts gets a
scope of its own. If this cannot be proven, the call goes to `compat.keras.utils.multi_gpu_model`, which computes what
the legacy function did.

## Why

TensorFlow 2.4 took `multi_gpu_model` away: the import raises ImportError.
https://github.com/tensorflow/tensorflow/releases/tag/v2.4.0 (removal of `tf.keras.utils.multi_gpu_model`)
https://keras.io/guides/distributed_training_with_tensorflow/

## Numbers

They can differ. While batches divide by the replicas, losses agree with TensorFlow 1.15.5 to 3.5e-7.
After a batch that does not divide they part, by up to 3.8e-2 (MiniGoogLeNet) or 3.5e-1 (a small network): Keras 3
takes the mean of the replicas' means. Moving statistics of BatchNormalization differ by up to 7.7e-1, as they are
updated once a step.
`predict` gives each row once, for any batch: 6e-7. A `compile` in another module agrees with Keras 2.3.1 to 1e-6.
On the shim losses agree to 1.6e-6 and weights to 5.6e-6 for any batch, with `--exact` to 6.7e-7 and 3.2e-6, apart
from moving statistics (`tests/equivalence/README.md`).

## What it leaves to you

A batch size that divides by the replicas: Keras 3 does not start on an uneven first batch. With `--exact` nothing: the
model then trains any batch as on one device, with `compat.distribute.exact` (TFM206). On the shim nothing, if it may
stay.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.data_flow import Flow
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.handed_on import is_imported
from codemods.analysis.objects.provenance import scopes_at
from codemods.rewriting.remove import remove_beside
from codemods.rules.several_gpus.multi_gpu_model.elsewhere import is_given_template
from codemods.rules.several_gpus.multi_gpu_model.layer_loops import guarded, is_guarded
from codemods.rules.several_gpus.multi_gpu_model.plain_calls import plain_call
from codemods.rules.several_gpus.multi_gpu_model.plan import Plan, plan
from codemods.rules.several_gpus.multi_gpu_model.scope import scoped
from codemods.rules.several_gpus.multi_gpu_model.subject import is_inner_model, is_rebound, parallel_call
from codemods.rules.several_gpus.multi_gpu_model.together import all_become_scopes, edited
from codemods.rules.several_gpus.multi_gpu_model.wrapping_functions import without_imported_function
from codemods.rules.several_gpus.redirecting_model import is_redirecting
from codemods.source.file import File, Reference, exported_names, name_of
from codemods.source.scopes import Scope
from codemods.types import Edit, Import, Manual, Replacement, Stage, rule

SYMBOL = "keras.utils.multi_gpu_model"
SHIM = "compat.keras.utils"


@rule(
    "TFM201",
    stage=Stage.STRUCTURES,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential
    from keras.utils import multi_gpu_model

    model = Sequential([Dense(10, activation="softmax", input_shape=(784,))])
    parallel = multi_gpu_model(model, gpus=2)
    parallel.compile("sgd", "categorical_crossentropy")
    parallel.fit(x, y, batch_size=256)
    model.save("model.h5")
    """,
)
def multi_gpu_model(file: File) -> Iterator[Edit | Manual]:
    """Carry all calls of a file the same way: to strategy scopes if each is proven, otherwise to the shim.

    One call after the other becomes a scope, so that the next one finds the strategy of the one before.
    """
    references = file.references(SYMBOL)
    step = without_imported_function(file, SYMBOL)
    if step is not None and all_become_scopes(edited(file, step), SYMBOL, _next_edit):
        yield step
        return
    if any(is_redirecting(file, reference.node) for reference in references):
        return
    proofs = [(reference, _proof(file, reference)) for reference in references]
    doubts = [(reference, found) for reference, found in proofs if isinstance(found, Declined)]
    step = plain_call(file, SYMBOL) if doubts else None
    if step is not None and _all_become_scopes(file):
        yield step
        return
    if not doubts and not _all_become_scopes(file):
        doubts = [(each, Declined(each.node, "its lines cannot be taken apart")) for each in references]
    if not doubts:
        plans = [found for _, found in proofs if isinstance(found, Plan)]
        yield from (_edit(file, found) for found in plans[:1])
        return
    inside = [reference for reference in references if any(scopes_at(file, reference.node))]
    yield from map(_in_scope, inside)
    for reference, doubt in doubts:
        if reference in inside:
            continue
        yield Manual(
            reference.node,
            SYMBOL,
            f"multi_gpu_model runs on the shim: {doubt}",
            "nothing if the shim may stay; otherwise build and compile under tf.distribute.MirroredStrategy().scope()",
            is_note=True,
            culprit=doubt.node,
        )
    yield from _to_shim(file, references)


def _all_become_scopes(file: File) -> bool:
    """True if all calls become scopes; asked once for a file, as the steps that follow are those of the answer."""
    kept = file.original.kept
    if kept.get(_all_become_scopes) is not True:
        kept[_all_become_scopes] = all_become_scopes(file, SYMBOL, _next_edit)
    return kept[_all_become_scopes] is True


def _next_edit(file: File) -> Edit | None:
    """The edit that the first call of a file asks for; None if one of its calls is in doubt."""
    proofs = [_proof(file, reference) for reference in file.references(SYMBOL)]
    plans = [found for found in proofs if isinstance(found, Plan)]
    return _edit(file, plans[0]) if plans and len(plans) == len(proofs) else plain_call(file, SYMBOL)


def _edit(file: File, found: Plan) -> Edit:
    """The first of the steps that a plan still needs."""
    return _guarded_loops(file, found) or _one_model(file, found) or scoped(file, found)


def _guarded_loops(file: File, found: Plan) -> Edit | None:
    """Put the loops over layers that do nothing with several GPUs under the condition that there is one."""
    loops = [each for each in found.idle_loops if not is_guarded(file, each)]
    if not loops:
        return None
    said = f"the loop over {found.parallel}.layers found nothing in a parallel model, and runs on one replica only"
    return Edit(found.call, said, tuple((each, guarded(file, each)) for each in loops))


def _in_scope(reference: Reference) -> Manual:
    return Manual(
        reference.node,
        SYMBOL,
        "multi_gpu_model is called in a strategy scope, where the shim raises ValueError",
        "leave out either the scope or the call",
    )


def _proof(file: File, reference: Reference) -> Plan | Declined:
    call = file.call_of(reference)
    if call is None:
        return Declined(reference.node, "it is referenced without being called")
    try:
        return plan(file, call)
    except Declined as declined:
        return declined


def _one_model(file: File, found: Plan) -> Edit | None:
    """Give template and parallel model one name first: then only `model = multi_gpu_model(model)` is left to do."""
    inner = [
        (node, cst.Name(found.template) if found.template and _has_plain_template(file, found) else None)
        for node in file.every(cst.Subscript)
        if is_inner_model(node) and _looks_into(node, found.parallel) and _has_inner_model(file, found, node)
    ]
    replacements: list[tuple[cst.CSTNode, Replacement]] = [
        (node, name or cst.parse_expression(found.parallel)) for node, name in inner
    ]
    covered = {node for node, _ in replacements}
    if found.template and _may_become_one(file, found):
        replacements += [
            (name, name.with_changes(value=found.template))
            for name in _names(file, found.parallel, found)
            if not any(above in covered for above in file.ancestors(name))
        ]
        replacements = _without_aliases(file, found, replacements)
    if not replacements:
        return None
    both = f"{found.parallel} and {found.template or 'its template'} are now one model"
    said = both if found.template != found.parallel else f"the model inside of the parallel one is now {found.parallel}"
    return Edit(found.call, said, tuple(replacements))


def _has_plain_template(file: File, found: Plan) -> bool:
    return "." not in (found.template or ".") and not _is_bound_later(file, found)


def _has_inner_model(file: File, found: Plan, node: cst.Subscript) -> bool:
    """True if the name is that of the parallel model there, and not still, or since an edit, that of the template."""
    if found.template != found.parallel:
        return True
    subject, function = parallel_call(file, found.call), file.function(node)
    if not is_rebound(subject):
        return False
    is_here = function is subject.site.function
    return subject.site.precedes(node) if is_here else not is_given_template(subject, function)


def _looks_into(node: cst.Subscript, parallel: str) -> bool:
    return isinstance(node.value, cst.Attribute) and name_of(node.value.value) == parallel


def _may_become_one(file: File, found: Plan) -> bool:
    """True if both are plain names of one function, are bound nowhere else, and are not exported."""
    template, parallel = found.template, found.parallel
    if template is None or template == parallel or "." in template + parallel:
        return False
    scope = file.scope(found.statement)
    if parallel in exported_names(file) or _is_bound_later(file, found):
        return False
    if scope.owner is file.global_scope.owner and is_imported(file, parallel):
        return False
    if any(name_of(node.target) in (template, parallel) for node in file.every(cst.Del)):
        return False
    for assignment in scope[parallel]:
        value = file.assigned_value(assignment)
        if value is not found.call and (value is None or name_of(value) != template):
            return False
    parallel_scopes = {assignment.scope for assignment in scope[parallel]}
    return parallel_scopes == {assignment.scope for assignment in scope[template]} and not any(
        isinstance(node, cst.Global | cst.Nonlocal) and any(item.name.value == parallel for item in node.names)
        for node in (*file.every(cst.Global), *file.every(cst.Nonlocal))
    )


def _is_bound_later(file: File, found: Plan) -> bool:
    """True if the template's name means another model after the call."""
    flow = Flow(file, file.function(found.call))
    return any(flow.before(found.call, write.node) for write in flow.writes_of(found.template or ""))


def _names(file: File, name: str, found: Plan) -> list[cst.Name]:
    scope = file.scope(found.statement)
    meant = set(scope[name])
    result = []
    for node in file.every(cst.Name):
        parent = file.parent(node)
        if isinstance(parent, cst.Attribute) and parent.attr is node:
            continue
        if (isinstance(parent, cst.Arg) and parent.keyword is node) or isinstance(parent, cst.Param):
            continue
        if node.value == name and set(file.assignments(node)) & meant:
            result.append(node)
    return result


def _without_aliases(
    file: File, found: Plan, replacements: list[tuple[cst.CSTNode, Replacement]]
) -> list[tuple[cst.CSTNode, Replacement]]:
    """Drop the lines `parallel = template`, which would become `template = template`."""
    scope = file.scope(found.statement)
    lines: list[cst.BaseStatement] = []
    for assignment in scope[found.parallel]:
        value = file.assigned_value(assignment)
        if value is not None and value is not found.call and assignment.node is not None:
            line = file.statement(assignment.node)
            if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 and line not in lines:
                lines.append(line)
    kept = [(node, new) for node, new in replacements if not any(above in lines for above in file.ancestors(node))]
    return remove_beside(file, lines, kept)


def _to_shim(file: File, references: list[Reference]) -> Iterator[Edit]:
    """Import the function from the shim, or call it by the shim's name."""
    for imported in file.imports:
        found = imported.spelling
        if found is None or found.canonical != SYMBOL or found.shimmed:
            continue
        statement = imported.statement
        assert isinstance(statement, cst.ImportFrom)
        said = f"{imported.qualified} is now imported from {SHIM}"
        if not isinstance(statement.names, cst.ImportStar) and len(statement.names) == 1 and statement.module:
            yield Edit(statement, said, ((statement.module, cst.parse_expression(SHIM)),))
        else:
            yield from _split(file, statement, imported.alias, said)
    imported_names = {imported.local for imported in file.imports if imported.spelling}
    for reference in references:
        if name_of(reference.node) not in imported_names and not reference.spelling.shimmed:
            said = f"{reference.qualified} is now {SHIM}.multi_gpu_model"
            taken = any("multi_gpu_model" in scope for scope in _scopes(file, reference.node))
            name = "legacy_multi_gpu_model" if taken else "multi_gpu_model"
            need = Import(SHIM, "multi_gpu_model", name if taken else "")
            yield Edit(reference.node, said, ((reference.node, cst.Name(name)),), (need,))


def _scopes(file: File, node: cst.CSTNode) -> list[Scope]:
    return [file.scope(node), file.global_scope]


def _split(file: File, statement: cst.ImportFrom, alias: cst.ImportAlias, said: str) -> Iterator[Edit]:
    line = file.parent(statement)
    if not isinstance(line, cst.SimpleStatementLine) or isinstance(statement.names, cst.ImportStar):
        return
    kept = [each for each in statement.names if each is not alias]
    kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    shim = cst.ImportFrom(
        module=cst.parse_expression(SHIM),  # type: ignore[arg-type]
        names=[alias.with_changes(comma=cst.MaybeSentinel.DEFAULT)],
    )
    rest = line.with_changes(body=[statement.with_changes(names=kept)])
    lines = cst.FlattenSentinel([rest, cst.SimpleStatementLine([shim])])
    yield Edit(statement, said, ((line, lines),))
