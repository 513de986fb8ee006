"""Prove that the lines which make a model may stand in the scope, and write them there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import call_site, method_of, owner_of
from codemods.analysis.flow.data_flow import enclosing, mentions
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.flow.strategy_scopes import strategy_scope
from codemods.analysis.replicas.cleared_sessions import check_no_reset
from codemods.analysis.replicas.gpu_setup import check_gpu_setup
from codemods.analysis.replicas.model_builds import Build, find_build
from codemods.analysis.replicas.strategy_inputs import hoisted
from codemods.rewriting.remove import split_blank
from codemods.rules.several_gpus.strategy_scope.training import Trained
from codemods.source.file import Block, File, body_of
from codemods.source.walk import nodes
from codemods.types import Edit, Replacement

_HARMLESS = ("compile", "add", "summary", "build", "count_params", "get_layer", "pop")
"""What may be asked of a model before it is trained, without a difference to where it is made."""
_PARALLEL = "keras.utils.multi_gpu_model"
_SAID = "is now built and compiled in the scope of the strategy that trains it"


class _Region(NamedTuple):
    """Statements `first` to `last` of a block."""

    block: Block
    first: int
    last: int


def moved_into_scope(file: File, trained: Trained) -> Edit:
    """The edit; raises `Declined` if it cannot be proven that nothing else changes."""
    if trained.outside:
        return _whole(file, trained)
    return _parts(file, trained)


# --- the model is built outside


def _whole(file: File, trained: Trained) -> Edit:
    """Move the building and the compiling into one scope, and the strategy above it."""
    training = trained.at
    site = call_site(file, training)
    build = find_build(site, trained.model)
    statements = build.statements
    at = enclosing(file, training, statements)
    made = enclosing(file, trained.strategy.assignment, statements)
    if at is None or made is None:
        raise Declined(trained.strategy.assignment, "the strategy is made in another block than the model")
    first, last = _region(file, trained, build, at)
    strategy = statements[made]
    if not isinstance(strategy, cst.SimpleStatementLine) or len(strategy.body) != 1:
        raise Declined(trained.strategy.assignment, "the strategy is made in a larger statement")
    head: list[cst.BaseStatement] = []
    if made > first:
        strategy_site = call_site(file, trained.strategy.call)
        whole = build.from_statement(first)
        head = [*hoisted(strategy_site, whole, [trained.strategy.call]), strategy]
        check_gpu_setup(strategy_site, whole)
    region = [each for each in statements[first : last + 1] if each not in head]
    check_no_reset(file, region)
    scope = _scope(file, trained.strategy.name, region)
    new = _headed(head, scope)
    replacements: list[tuple[cst.CSTNode, Replacement]] = [(statements[first], cst.FlattenSentinel(new))]
    replacements += [(each, cst.RemoveFromParent()) for each in statements[first + 1 : last + 1]]
    replacements += [(each, cst.RemoveFromParent()) for each in head if each not in statements[first : last + 1]]
    return Edit(training, f"{trained.model} {_SAID}", tuple(replacements))


def _region(file: File, trained: Trained, build: Build, at: int) -> tuple[int, int]:
    """The statements from the first that makes a part of the model to the last `compile`."""
    statements = build.statements
    if not trained.compiles:
        raise Declined(trained.at, f"{trained.model} is not compiled in the same function")
    places = []
    for each in (*trained.compiles, *(write.node for write in trained.makings)):
        place = enclosing(file, each, statements)
        if place is None or place > at:
            raise Declined(each, "its parts are made in another block")
        places.append(place)
    inside = [place for place in places if place < at]
    written = [enclosing(file, write.node, statements) for write in build.writes]
    ends = [place for place in (*inside, *written) if place is not None]
    first, last = min(build.first, *ends), max(ends)
    _check_uses(file, trained, statements[first:at])
    parallel = {reference.node for reference in file.references(_PARALLEL)}
    for statement in statements[first : last + 1]:
        if any(node in parallel for node in nodes(statement, cst.Name, cst.Attribute)):
            raise Declined(statement, "multi_gpu_model cannot be called in a scope")
        if any(isinstance(node, cst.Return) for node in nodes(statement, cst.Return)):
            raise Declined(statement, "the function may end while the model is built")
    return first, last


def _check_uses(file: File, trained: Trained, statements: Sequence[cst.BaseStatement]) -> None:
    """Check that nothing is asked of the model before the scope that would tell where it was made."""
    for statement in statements:
        for call in nodes(statement, cst.Call):
            owner = owner_of(call)
            if owner == trained.model and method_of(call) not in _HARMLESS:
                raise Declined(call, f"{trained.model} is used before the scope")
            if any(mentions(arg.value, trained.model) for arg in call.args) and method_of(call) not in _HARMLESS:
                if not (isinstance(call.func, cst.Name) and file.is_builtin(call.func, "print", "len")):
                    raise Declined(call, f"{trained.model} is used before the scope")


# --- the model is built in the scope


def _parts(file: File, trained: Trained) -> Edit:
    """Wrap `compile`, and the line that makes the optimizer, in scopes of their own."""
    outside = [call for call in trained.compiles if strategy_scope(file, call) is None]
    lines = [file.statement(each) for each in (*(write.node for write in trained.makings), *outside)]
    replacements: list[tuple[cst.CSTNode, Replacement]] = []
    for region in _regions(file, list(dict.fromkeys(lines))):
        _check_made_before(file, trained, region)
        statements = body_of(region.block)[region.first : region.last + 1]
        check_no_reset(file, statements)
        replacements.append((statements[0], _scope(file, trained.strategy.name, statements)))
        replacements += [(each, cst.RemoveFromParent()) for each in statements[1:]]
    return Edit(
        trained.at, f"what {trained.model} is compiled with is now made in its strategy scope", tuple(replacements)
    )


def _regions(file: File, lines: Collection[cst.BaseStatement]) -> list[_Region]:
    """The lines, with neighbours as one region."""
    found: list[_Region] = []
    for line in sorted(lines, key=file.order):
        block = file.block(line)
        if block is None or not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
            raise Declined(line, "it is part of a larger statement")
        place = list(body_of(block)).index(line)
        if found and found[-1].block is block and found[-1].last == place - 1:
            found[-1] = _Region(block, found[-1].first, place)
        else:
            found.append(_Region(block, place, place))
    return found


def _check_made_before(file: File, trained: Trained, region: _Region) -> None:
    start = body_of(region.block)[region.first]
    home = file.block(file.statement(trained.strategy.assignment))
    around = {region.block, *file.ancestors(region.block)}
    if home not in around or not file.before(trained.strategy.assignment, start):
        raise Declined(start, "the strategy is made later, or in another block")


# --- writing


def _scope(file: File, strategy: str, body: Sequence[cst.BaseStatement]) -> cst.With:
    new = file.parse_statement(f"with {strategy}.scope():\n    pass")
    assert isinstance(new, cst.With)
    blank, kept = split_blank(body[0])
    return new.with_changes(leading_lines=blank, body=cst.IndentedBlock([kept, *body[1:]]))


def _headed(head: Sequence[cst.BaseStatement], scope: cst.With) -> list[cst.BaseStatement]:
    """The statements that move up, with the blank lines of the scope above the first of them."""
    if not head:
        return [scope]
    first = head[0]
    own = [line for line in getattr(first, "leading_lines", ()) if line.comment is not None]
    lines = [*scope.leading_lines, *own]
    return [first.with_changes(leading_lines=lines), *head[1:], scope.with_changes(leading_lines=())]
