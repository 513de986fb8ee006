"""Write the call into the scope, behind the lines that make and compile the model and before any that use it."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.flow.call_sites import method_of, owner_of
from codemods.analysis.flow.data_flow import mentions
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.replicas.exact_calls import EXACT
from codemods.analysis.replicas.strategies import Strategy
from codemods.rewriting.add_imports import bind_module
from codemods.rules.several_gpus.exact_training.models import Site
from codemods.source.arguments import named
from codemods.source.file import File, body_of, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Import, Replacement

_PREPARING = frozenset({"add", "build", "compile", "load_weights", "set_weights", "summary"})


def inserted(file: File, sites: Sequence[Site], found: frozenset[Strategy], why: str) -> Edit:
    """The edit that gives the model of one variable, bound at `sites`, to `exact`."""
    site = sites[-1]
    name, imports = _name(file)
    said = f"{site.name or 'the model'} now trains as on one device, with {EXACT}: {why}"
    if site.statement is None:
        if Strategy.OTHER in found:
            raise Declined(site.value, "the strategy may be another one, and the model has no name")
        wrapped = cst.Call(cst.Name(name), [cst.Arg(site.value), *_options(file, found)])
        return Edit(site.value, said, ((site.value, wrapped),), imports)
    call = cst.Call(cst.Name(name), [cst.Arg(cst.parse_expression(site.name)), *_options(file, found)])
    line = file.module.code_for_node(call)
    if Strategy.OTHER in found:
        condition, more = _condition(file, site, found)
        line, imports = f"if {condition}:\n    {line}", (*imports, *more)
    anchor = _anchor(file, sites)
    new: tuple[tuple[cst.CSTNode, Replacement], ...]
    new = ((anchor, cst.FlattenSentinel([anchor, file.parse_statement(line)])),)
    return Edit(site.statement, said, new, imports)


def _options(file: File, found: frozenset[Strategy]) -> list[cst.Arg]:
    """Let workers shuffle on their own, as they always did, unless exact numbers are asked for."""
    if Strategy.MULTI_WORKER not in found or file.exact:
        return []
    return [named(cst.Arg(cst.Name("False")), "same_batches")]


def _name(file: File) -> tuple[str, tuple[Import, ...]]:
    """The name of the function here, and the import that it takes."""
    module, _, symbol = EXACT.rpartition(".")
    for imported in file.imports:
        if imported.qualified == EXACT and file.function(imported.statement) is file.module:
            return imported.local, ()
    name = file.free_name(symbol, f"{symbol}_training")
    return name, (Import(module, symbol, "" if name == symbol else name),)


def _condition(file: File, site: Site, found: frozenset[Strategy]) -> tuple[str, tuple[Import, ...]]:
    """The test of whether the strategy is one that needs the call."""
    strategy = owner_of(site.scope)
    if strategy is None or file.function(site.scope) is not file.function(site.value):
        raise Declined(site.scope, "the strategy may be another one")
    tensorflow, imports = bind_module(file, "tensorflow", "tf", site.scope)
    classes = [f"{tensorflow}.distribute.{each.value}" for each in sorted(found - {Strategy.OTHER}, key=str)]
    kinds = classes[0] if len(classes) == 1 else f"({', '.join(classes)})"
    return f"isinstance({strategy}, {kinds})", imports


def _anchor(file: File, sites: Sequence[Site]) -> cst.BaseStatement:
    """The statement after which the model is made, compiled and not used yet."""
    statements = [site.statement for site in sites if site.statement is not None]
    last = max(statements, key=file.order)
    block = file.block(last)
    while block is not None and not all(_is_in(file, each, block) for each in statements):
        block = next((above for above in file.ancestors(block) if isinstance(above, cst.IndentedBlock)), None)
    if not isinstance(block, cst.IndentedBlock | cst.Module) or not isinstance(last, cst.SimpleStatementLine):
        raise Declined(last, "the model gets its name within a larger statement")
    body, model = body_of(block), sites[-1].name
    found = next(index for index, each in enumerate(body) if each is last or each in file.ancestors(last))
    if body[found] is not last and _trains(file, body[found], model):
        raise Declined(last, "the model is made and used within one statement")
    for index in range(found + 1, len(body)):
        if _trains(file, body[index], model) or _may_hand_on(body[index], model):
            break
        if _prepares(body[index], model):
            found = index
    return body[found]


def _is_in(file: File, node: cst.CSTNode, block: cst.CSTNode) -> bool:
    return any(above is block for above in file.ancestors(node))


def _prepares(statement: cst.BaseStatement, model: str) -> bool:
    return any(owner_of(call) == model and method_of(call) in _PREPARING for call in nodes(statement, cst.Call))


def _trains(file: File, statement: cst.BaseStatement, model: str) -> bool:
    """True if a statement calls another method of the model, or passes it to what may train it."""
    for call in nodes(statement, cst.Call):
        if owner_of(call) == model and method_of(call) not in _PREPARING:
            return True
        if any(name_of(arg.value) == model for arg in call.args) and file.reference(call.func) is None:
            return True
    return False


def _may_hand_on(statement: cst.BaseStatement, model: str) -> bool:
    """True if a statement leaves the function, or is a compound one that mentions the model."""
    leaves = nodes(statement, cst.Return, cst.Yield)
    return bool(leaves) or (not isinstance(statement, cst.SimpleStatementLine) and mentions(statement, model))
