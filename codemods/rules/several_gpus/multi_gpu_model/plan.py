"""Prove where the model behind a call of `multi_gpu_model` is built, in one file, and where it is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import is_device_scope
from codemods.analysis.flow.data_flow import enclosing
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.replicas.cleared_sessions import after_clear_session, check_no_reset
from codemods.analysis.replicas.gpu_setup import check_gpu_setup, gpu_setups
from codemods.analysis.replicas.model_builds import Build, find_build, inline_build
from codemods.analysis.replicas.strategy_inputs import hoisted
from codemods.rules.several_gpus.multi_gpu_model.compile_sites import compile_sites, joined
from codemods.rules.several_gpus.multi_gpu_model.destinations import only_predicts
from codemods.rules.several_gpus.multi_gpu_model.early_returns import early_returns
from codemods.rules.several_gpus.multi_gpu_model.guard import Guard, Strategy, find_guard, strategy_for
from codemods.rules.several_gpus.multi_gpu_model.layer_loops import idle_loops
from codemods.rules.several_gpus.multi_gpu_model.loops import Loop, loop_around
from codemods.rules.several_gpus.multi_gpu_model.models_on_template import models_on_template
from codemods.rules.several_gpus.multi_gpu_model.site import CompileSite
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall, parallel_call
from codemods.rules.several_gpus.multi_gpu_model.uses import check_batches, check_uses
from codemods.source.file import Block, File, body_of


class Plan(NamedTuple):
    """The plan for turning one call into a scope: statements `first` to `last` of `block` build the template."""

    call: cst.Call
    statement: cst.SimpleStatementLine
    parallel: str
    template: str | None
    block: Block
    first: int
    last: int
    guard: Guard | None
    strategy: Strategy
    hoisted: Sequence[cst.BaseStatement]
    compiles: Sequence[CompileSite]
    idle_loops: Sequence[cst.For]
    loop: Loop | None = None
    """The loop that the strategy is made before."""
    only_predicts: bool = False
    """Nothing trains the model, and `predict` takes any batch."""


def plan(file: File, call: cst.Call) -> Plan:
    """The plan for one call; raises `Declined` if the proof fails."""
    subject = parallel_call(file, call)
    site = subject.site
    build, last = _region(subject)
    guard = find_guard(site, build.block)
    returned = early_returns(subject, build)
    needs = [*_needs(subject, guard), *(each.test for each in returned)]
    loop = loop_around(subject, build, needs)
    setups = gpu_setups(site, build)
    moved_up = hoisted(site, build, needs, setups)
    check_gpu_setup(site, build, setups)
    check_batches(subject)
    check_uses(subject)
    strategy = strategy_for(subject, guard, returned)
    first, compiles = joined(file, build, last, [*compile_sites(subject), *models_on_template(subject)])
    check_no_reset(file, build.statements[first : last + 1])
    for each in compiles:
        check_no_reset(file, body_of(each.block)[each.first : each.last + 1])
    return Plan(
        call,
        site.statement,
        subject.parallel,
        subject.template,
        build.block,
        first,
        last,
        guard,
        strategy,
        moved_up,
        compiles,
        list(idle_loops(subject)),
        loop,
        only_predicts(subject),
    )


def _region(subject: ParallelCall) -> tuple[Build, int]:
    """The build of the template, and its last statement: the call's own if that is part of the block."""
    site = subject.site
    build = find_build(site, subject.template, widen=True) if subject.template else inline_build(site, subject.model)
    at = enclosing(site.file, site.call, build.statements)
    assert at is not None
    build = after_clear_session(site.file, build, at)
    held = build.statements[at]
    own = held is site.statement or is_device_scope(site.file, held)
    around = [write.node for write in build.writes if enclosing(site.file, write.node, build.statements) == at]
    last = at if own or around else build.last_mention(at)
    if around and build.first == at and not own:
        raise Declined(around[0], f"{subject.template} is built in the statement that contains the call")
    return build, last


def _needs(subject: ParallelCall, guard: Guard | None) -> list[cst.CSTNode]:
    """The expressions that the strategy depends on: the number of GPUs, and the condition."""
    return [node for node in (subject.gpus, *(guard.tests if guard is not None else ())) if node is not None]
