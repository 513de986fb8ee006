"""A call in a loop: one strategy, made before the loop, serves the models of all rounds."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.flow.call_sites import CallSite, method_of, owner_of
from codemods.analysis.flow.data_flow import mentions, reads
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.replicas.gpu_setup import sets_up_gpus
from codemods.analysis.replicas.model_builds import Build
from codemods.analysis.replicas.strategy_inputs import READING
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall
from codemods.source.file import body_of, name_of
from codemods.source.walk import nodes

Loop = cst.For | cst.While


def loop_around(subject: ParallelCall, build: Build, needs: Sequence[cst.CSTNode]) -> Loop | None:
    """The outermost loop around the call, if each round builds the model afresh for the same GPUs; else `Declined`."""
    site = subject.site
    loops = [each for each in _above(site) if isinstance(each, Loop)]
    if not loops:
        return None
    if any(loop not in site.file.ancestors(build.block) for loop in loops):
        raise Declined(loops[0], "it is called in a loop, and the model is built before")
    _check_afresh(subject, build, loops[0])
    _check_constant(site, loops[-1], needs)
    return loops[-1]


def _above(site: CallSite) -> list[cst.CSTNode]:
    """What is around the call in its function, from the inside out."""
    found: list[cst.CSTNode] = []
    for above in site.file.ancestors(site.call):
        if above is site.function:
            break
        found.append(above)
    return found


def _check_afresh(subject: ParallelCall, build: Build, loop: Loop) -> None:
    """Check that no round sees the models of the one before it."""
    site = subject.site
    direct = build.block is loop.body
    before: list[cst.CSTNode] = [each for each in body_of(build.block)[: build.first] if not _is_none(each)]
    if isinstance(loop, cst.While):
        before.append(loop.test)
    if not direct or any(mentions(each, name) for each in before for name in subject.names):
        raise Declined(loop, "it is called in a loop that goes on with the model of the round before")
    writes = [write for name in subject.names for write in site.flow.writes_of(name)]
    if any(loop not in site.file.ancestors(write.node) for write in writes):
        raise Declined(loop, "it is called in a loop that goes on with a model from before it")


def _is_none(statement: cst.BaseStatement) -> bool:
    """True for `parallel = None`."""
    small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1 else None
    return isinstance(small, cst.Assign) and name_of(small.value) == "None"


def _check_constant(site: CallSite, loop: Loop, needs: Sequence[cst.CSTNode]) -> None:
    """Check that the GPUs, and the condition of the call, are known before the loop."""
    names = {part for need in needs for name in reads(need) for part in (name, name.split(".", maxsplit=1)[0])}
    for write in site.flow.writes:
        if write.target in names and loop in (write.node, *site.file.ancestors(write.node)):
            raise Declined(write.node, f"it is called in a loop that sets {write.target}")
    for call in nodes(loop, cst.Call):
        if owner_of(call) in names and method_of(call) not in READING:
            raise Declined(call, f"it is called in a loop that may change {owner_of(call)}")
    for node in nodes(loop, cst.Attribute, cst.Name):
        if sets_up_gpus(site.file, node):
            raise Declined(node, "it is called in a loop that sets up GPUs")
