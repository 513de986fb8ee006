"""The condition under which the call is reached, and the strategy that its arguments ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import CallSite, is_device_scope, method_of
from codemods.analysis.flow.data_flow import path_between
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.replicas.gpu_count import devices
from codemods.analysis.replicas.strategy_inputs import READING
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall
from codemods.source.arguments import literal, literal_key
from codemods.source.file import Block, File, name_of
from codemods.source.walk import nodes

_CONSTANT = ("tensorflow.config.list_", "keras.backend.backend", "keras.backend.image_data_format")
"""Functions that give the same each time."""
_DEFAULT = "{tf}.distribute.get_strategy()"


class Guard(NamedTuple):
    """The `if` or `try` around the call; `holds` is False if the call is reached when the test fails."""

    statement: cst.If | cst.Try
    holds: bool
    outer: Sequence[cst.If] = ()
    """The conditions around it that hold where it is reached, from the outside in."""
    before: Sequence[cst.If] = ()
    """The conditions of the same chain, above this `elif`, which do not hold where it is reached."""

    @property
    def test(self) -> cst.BaseExpression | None:
        return self.statement.test if isinstance(self.statement, cst.If) else None

    @property
    def tests(self) -> list[cst.BaseExpression]:
        """All conditions under which the call is reached."""
        failed = () if self._tells_apart() else [_negated(each.test) for each in self.before]
        return [*(each.test for each in self.outer), *failed, *([self.test] if self.test is not None else [])]

    def _tells_apart(self) -> bool:
        """True for `a == 1`, `a == 2`, ...: where one holds, those before it do not."""
        sides = [_compared(each.test) for each in self.before] + [_compared(self.test)]
        names = {side[0] for side in sides if side is not None}
        values = [side[1] for side in sides if side is not None]
        return len(values) == len(sides) == len(set(values)) and len(names) == 1


def _negated(test: cst.BaseExpression) -> cst.BaseExpression:
    simple = isinstance(test, cst.Name | cst.Attribute | cst.Call)
    inner = test if simple else test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.UnaryOperation(cst.Not(), inner)


def _compared(test: cst.BaseExpression | None) -> tuple[str, str] | None:
    """The name and the text of `name == "text"`."""
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return None
    name, value = name_of(test.left), literal(test.comparisons[0].comparator)
    equal = isinstance(test.comparisons[0].operator, cst.Equal)
    return (name, value) if equal and name is not None and isinstance(value, str) else None


_TELLING = frozenset(("exc_info", "traceback"))
"""Names of what knows the exception that is handled."""


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
        if guard is not None and above in guard.before:
            continue
        if isinstance(above, cst.If | cst.Try):
            if guard is None:
                guard = _if_guard(site, above, below) if isinstance(above, cst.If) else _try_guard(above, below)
            else:
                guard = guard._replace(outer=(_outer(site, guard, above, below), *guard.outer))
        elif not _is_passed_through(site, above):
            raise Declined(above, f"it is under a {type(above).__name__.lower()} statement")
        below = above
    return guard


def _is_passed_through(site: CallSite, node: cst.CSTNode) -> bool:
    is_else = isinstance(node, cst.Else) and isinstance(site.file.parent(node), cst.If)
    return is_else or isinstance(node, cst.IndentedBlock) or is_device_scope(site.file, node)


def _if_guard(site: CallSite, statement: cst.If, below: cst.CSTNode) -> Guard:
    chain = _chain(site, statement)
    if chain and below is not statement.body:
        raise Declined(statement, "it is in the else branch of an elif")
    for each in (*chain, statement):
        _check_calls(site, each.test)
    return Guard(statement, below is statement.body, before=chain)


def _check_calls(site: CallSite, test: cst.BaseExpression) -> None:
    """Check that a condition can be asked once more: it calls nothing that changes anything."""
    for call in nodes(test, cst.Call):
        counting = (site.file.symbol(call.func) or "").startswith(_CONSTANT)
        builtin = site.file.is_builtin(call.func, "len", "int", "isinstance", "max")
        if method_of(call) not in READING and not counting and not builtin:
            raise Declined(call, "its condition calls functions")


def _chain(site: CallSite, statement: cst.If) -> list[cst.If]:
    """The `if` and the `elif` statements above an `elif`."""
    above = site.file.parent(statement)
    return [*_chain(site, above), above] if isinstance(above, cst.If) else []


def _outer(site: CallSite, guard: Guard, above: cst.If | cst.Try, below: cst.CSTNode) -> cst.If:
    """A condition around another one, if the call is reached only where both hold."""
    if isinstance(above, cst.If) and isinstance(guard.statement, cst.If) and guard.holds:
        outer = _if_guard(site, above, below)
        if outer.holds and not outer.before:
            return above
    raise Declined(above, "it is under more than one condition")


def _try_guard(statement: cst.Try, below: cst.CSTNode) -> Guard:
    if below is not statement.body or statement.finalbody or statement.orelse or len(statement.handlers) != 1:
        raise Declined(statement, "it is in a try statement with more than one handler")
    if _reads_exception(statement.handlers[0]):
        raise Declined(statement, "the handler around it reads the exception")
    return Guard(statement, holds=True)


def _reads_exception(handler: cst.ExceptHandler) -> bool:
    """True for `except ValueError as e: print(e)`, and for what asks Python for the exception, or raises it again."""
    bound = handler.name.name if handler.name is not None else None
    names = {bound.value} if isinstance(bound, cst.Name) else set()
    read = {each.value for each in nodes(handler.body, cst.Name)}
    raised = (each for each in nodes(handler.body, cst.Raise) if each.exc is None)
    return bool(read & (names | _TELLING)) or any(raised)


def strategy_for(subject: ParallelCall, guard: Guard | None, returned: Sequence[cst.If] = ()) -> Strategy:
    """The strategy with the devices of `gpus`, or the default strategy where the call is not reached.

    Where a condition of `returned` holds, the function has returned before.
    """
    for each in returned:
        _check_calls(subject.site, each.test)
    listed = devices(subject.site.flow, subject.gpus)
    if listed is None:
        listed = _number_or_list(subject, guard)
    mirrored = f"{{tf}}.distribute.MirroredStrategy({listed})"
    if guard is None:
        left = " or ".join(subject.site.file.code(each.test) for each in returned)
        return Strategy(_DEFAULT, left, mirrored) if returned else Strategy(mirrored)
    if returned:
        raise Declined(returned[0], "the model is returned before the call, which is under another condition")
    condition = _condition(subject, guard) if guard.test is not None else _enough_gpus(subject, guard)
    return Strategy(mirrored, condition, _DEFAULT) if guard.holds else Strategy(_DEFAULT, condition, mirrored)


def _number_or_list(subject: ParallelCall, guard: Guard | None) -> str:
    """The devices of what is a number, a list, or None, as `multi_gpu_model` takes all three."""
    gpus = subject.gpus
    if gpus is None or not _is_plain(gpus):
        raise _unclear(subject)
    name = gpus.value if isinstance(gpus, cst.Name) else _held_as(subject.site.file, gpus)
    listed = f'[f"GPU:{{i}}" for i in (range({name}) if isinstance({name}, int) else {name})]'
    if not isinstance(gpus, cst.Name):
        return f"({name} := {subject.site.file.code(gpus)}) and {listed}"
    is_given = guard is not None and guard.holds and any(_says_given(test, gpus) for test in guard.tests)
    return listed if is_given else f"{name} and {listed}"


def _held_as(file: File, gpus: cst.BaseExpression) -> str:
    """The name that another strategy of the file has given these GPUs, or one that is free."""
    held = (name_of(each.target) for each in file.every(cst.NamedExpr) if each.value.deep_equals(gpus))
    found = next(filter(None, held), None)
    return found or ("gpu_numbers" if file.scope(gpus)["gpus"] else "gpus")


def _is_plain(node: cst.BaseExpression) -> bool:
    """True for names, attributes and items by a literal key, which can be read again and again."""
    if isinstance(node, cst.Subscript):
        return literal_key(node) is not ... and _is_plain(node.value)
    return _is_plain(node.value) if isinstance(node, cst.Attribute) else isinstance(node, cst.Name)


def _says_given(test: cst.BaseExpression, gpus: cst.BaseExpression) -> bool:
    """True if a condition that holds shows that the GPUs are not None."""
    if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And):
        return _says_given(test.left, gpus) or _says_given(test.right, gpus)
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return test.deep_equals(gpus)
    compared = test.comparisons[0]
    is_not = isinstance(compared.operator, cst.IsNot | cst.NotEqual)
    return is_not and literal(compared.comparator) is None and test.left.deep_equals(gpus)


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
    number = literal(gpus)
    if isinstance(number, int) and number > 1:
        return f"{available} >= {subject.site.file.code(gpus)}"
    if isinstance(number, int) or name_of(gpus):
        return f"{available} >= {subject.site.file.code(gpus)} > 1"
    raise Declined(guard.statement, "it is in a try statement, and the number of GPUs is not a plain number")
