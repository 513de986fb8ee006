"""The condition under which the call is reached, and the strategy that its arguments ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import libcst as cst

from codemods.analysis.call_sites import CallSite, is_device_scope, method_of
from codemods.analysis.data_flow import path_between
from codemods.analysis.gpu_count import devices
from codemods.analysis.proofs import Declined
from codemods.analysis.strategy_inputs import READING
from codemods.rules.multi_gpu_model.subject import ParallelCall
from codemods.source.arguments import literal
from codemods.source.file import Block, name_of
from codemods.source.walk import nodes

_DEFAULT = "{tf}.distribute.get_strategy()"


@dataclass(frozen=True)
class Guard:
    """The `if` or `try` around the call; `holds` is False if the call is reached when the test fails."""

    statement: cst.If | cst.Try
    holds: bool
    outer: Sequence[cst.If] = ()
    """The conditions around it that hold where it is reached, from the outside in."""

    @property
    def test(self) -> cst.BaseExpression | None:
        return self.statement.test if isinstance(self.statement, cst.If) else None

    @property
    def tests(self) -> list[cst.BaseExpression]:
        """All conditions under which the call is reached."""
        return [*(each.test for each in self.outer), *([self.test] if self.test is not None else [])]


@dataclass(frozen=True)
class Strategy:
    """The code `one if condition else other`, or `one` alone; `{tf}` stands for the name of TensorFlow."""

    one: str
    condition: str = ""
    other: str = ""

    def spelled(self, tensorflow: str) -> Strategy:
        return Strategy(*(each.replace("{tf}", tensorflow) for each in (self.one, self.condition, self.other)))

    @property
    def code(self) -> str:
        return f"{self.one} if {self.condition} else {self.other}" if self.condition else self.one


def find_guard(site: CallSite, block: Block) -> Guard | None:
    """The condition between the block of the build and the call, and those around it; None if there is none."""
    guard: Guard | None = None
    below: cst.CSTNode = site.statement
    for above in path_between(site.file, site.statement, block):
        if isinstance(above, cst.If | cst.Try):
            if guard is None:
                guard = _if_guard(site, above, below) if isinstance(above, cst.If) else _try_guard(above, below)
            else:
                guard = replace(guard, outer=(_outer(site, guard, above, below), *guard.outer))
        elif not _is_passed_through(site, above):
            raise Declined(above, f"it is under a {type(above).__name__.lower()} statement")
        below = above
    return guard


def _is_passed_through(site: CallSite, node: cst.CSTNode) -> bool:
    is_else = isinstance(node, cst.Else) and isinstance(site.file.parent(node), cst.If)
    return is_else or isinstance(node, cst.IndentedBlock) or is_device_scope(site.file, node)


def _if_guard(site: CallSite, statement: cst.If, below: cst.CSTNode) -> Guard:
    if isinstance(site.file.parent(statement), cst.If):
        raise Declined(statement, "it is in an elif branch")
    for call in nodes(statement.test, cst.Call):
        counting = (site.file.symbol(call.func) or "").startswith("tensorflow.config.list_")
        builtin = site.file.is_builtin(call.func, "len", "int", "isinstance", "max")
        if method_of(call) not in READING and not counting and not builtin:
            raise Declined(call, "its condition calls functions")
    return Guard(statement, below is statement.body)


def _outer(site: CallSite, guard: Guard, above: cst.If | cst.Try, below: cst.CSTNode) -> cst.If:
    """A condition around another one, if the call is reached only where both hold."""
    both_tests = isinstance(above, cst.If) and isinstance(guard.statement, cst.If)
    if not isinstance(above, cst.If) or not both_tests or not guard.holds or not _if_guard(site, above, below).holds:
        raise Declined(above, "it is under more than one condition")
    return above


def _try_guard(statement: cst.Try, below: cst.CSTNode) -> Guard:
    if below is not statement.body or statement.finalbody or statement.orelse or len(statement.handlers) != 1:
        raise Declined(statement, "it is in a try statement with more than one handler")
    return Guard(statement, holds=True)


def strategy_for(subject: ParallelCall, guard: Guard | None) -> Strategy:
    """The strategy with the devices of `gpus`, or the default strategy where the call is not reached."""
    listed = devices(subject.site.flow, subject.gpus)
    if listed is None:
        raise _unclear(subject)
    mirrored = f"{{tf}}.distribute.MirroredStrategy({listed})"
    if guard is None:
        return Strategy(mirrored)
    condition = _condition(subject, guard) if guard.test is not None else _enough_gpus(subject, guard)
    return Strategy(mirrored, condition, _DEFAULT) if guard.holds else Strategy(_DEFAULT, condition, mirrored)


def _condition(subject: ParallelCall, guard: Guard) -> str:
    """The code of all conditions."""
    codes = [subject.site.file.code(test) for test in guard.tests]
    if len(codes) == 1:
        return codes[0]
    simple = (cst.Comparison, cst.Name, cst.Attribute, cst.Call)
    return " and ".join(
        code if isinstance(test, simple) else f"({code})" for code, test in zip(codes, guard.tests, strict=True)
    )


def _unclear(subject: ParallelCall) -> Declined:
    assert subject.gpus is not None
    value = literal(subject.gpus)
    if isinstance(value, int):
        return Declined(subject.gpus, f"gpus={value} raised ValueError: multi_gpu_model needs at least 2")
    code = subject.site.file.code(subject.gpus)
    return Declined(subject.gpus, f"{code} may be a number or a list")


def _enough_gpus(subject: ParallelCall, guard: Guard) -> str:
    available, gpus = 'len({tf}.config.list_physical_devices("GPU"))', subject.gpus
    if gpus is None or literal(gpus) is None:
        return f"{available} > 1"
    if isinstance(literal(gpus), int) or name_of(gpus):
        return f"{available} >= {subject.site.file.code(gpus)} > 1"
    raise Declined(guard.statement, "it is in a try statement, and the number of GPUs is not a plain number")
