"""The statements that build a model and its parts."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import CallSite, block_around, is_device_scope, is_known, method_of, owner_of
from codemods.analysis.flow.data_flow import Flow, Write, enclosing, may_create_variables, mentions, reads
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.class_parts import (
    made_elsewhere,
    on_self,
    parts_of_methods,
    parts_on_self,
    touches,
    writes_by_calls,
)
from codemods.source.file import Block, File, body_of, name_of
from codemods.source.walk import nodes
from compat.tables.names.makers import MODEL_BUILDERS

_TENSORS = frozenset({"input", "inputs", "output", "outputs"})
"""The attributes that a model built on another one takes from it."""
_WRAPPERS = frozenset({"keras.layers.TimeDistributed", "keras.layers.Bidirectional"})
_NUMBER = re.compile(r"^(num|nb|n)_|^(shape|ndim|size)$|_(size|shape|length|count|dim|classes)$")


class Build(NamedTuple):
    """A model that `writes` make in `block`, from statement `first` on; `variables` hold it and its parts."""

    block: Block
    first: int
    writes: Sequence[Write]
    variables: frozenset[str]
    by_methods: frozenset[cst.BaseStatement] = frozenset()
    """The statements of the block that call methods which work on the variables."""

    @property
    def statements(self) -> Sequence[cst.BaseStatement]:
        return body_of(self.block)

    @property
    def start(self) -> cst.BaseStatement:
        return self.statements[self.first]

    def from_statement(self, first: int) -> Build:
        """The same build, extended to begin at statement `first` if that comes earlier."""
        return self._replace(first=min(first, self.first))

    def last_mention(self, end: int, without: Collection[cst.BaseStatement] = ()) -> int:
        """The index of the last statement before `end` that mentions the model; `first` if no later one does."""
        last = end - 1
        while last > self.first and (self.statements[last] in without or not self._mentions(self.statements[last])):
            last -= 1
        return last

    def _mentions(self, statement: cst.BaseStatement) -> bool:
        return statement in self.by_methods or any(mentions(statement, variable) for variable in self.variables)


class _PartOutside(Declined):
    """A part of the model is created outside the block in question."""


def find_build(site: CallSite, variable: str, *, widen: bool = False) -> Build:
    """The build of the model that `variable` holds when the call is made.

    With `widen` its block may be one around the writes of the model, where a part is made.
    """
    writes = _reaching(site, variable)
    unknown = [write.node for write in writes if write.value is None]
    if unknown or not writes:
        raise Declined((unknown or [site.origin(variable)])[0], f"{variable} is not built in the same function")
    for write in writes:
        _check_alias(site, write.value)
    block = _common_block(site, variable, writes)
    return _widened(site, block, writes) if widen else _with_parts(site, block, writes)


def _check_alias(site: CallSite, value: cst.BaseExpression | None, depth: int = 4) -> None:
    """Check that `name` in `model = name` is bound in the same function too, and not passed to it."""
    name = name_of(value) if value is not None else None
    if name in (None, "None"):
        return
    assert name is not None
    writes = _writes_of(site, name)
    if not writes or not depth:
        raise Declined(site.origin(name), f"{name} is not built in the same function")
    for write in writes:
        _check_alias(site, write.value, depth - 1)


def _widened(site: CallSite, block: Block, writes: Sequence[Write]) -> Build:
    """The build in the innermost block, from `block` outwards, that makes all parts."""
    try:
        return _with_parts(site, block, writes)
    except _PartOutside:
        above = site.file.parent(block)
        if above is None or above is site.function:
            raise
    return _widened(site, block_around(site.file, above), writes)


def inline_build(site: CallSite, model: cst.BaseExpression) -> Build:
    """The build of a model that is made in the call itself; its block may be one around, where a part is made."""
    if not isinstance(model, cst.Call):
        raise Declined(model, "the model is neither a variable nor a call")
    return _widened(site, block_around(site.file, site.statement), [Write("", site.statement, model)])


def _reaching(site: CallSite, variable: str) -> list[Write]:
    """The writes that the call can see: none in another branch, and none before a write that starts afresh."""
    writes = [
        write
        for write in _writes_of(site, variable)
        if site.follows(write.node) and write.node is not site.small and not site.excludes(write.node)
    ]
    statements = body_of(block_around(site.file, site.statement))
    for index in range(len(writes) - 1, -1, -1):
        write = writes[index]
        holder = enclosing(site.file, write.node, statements)
        direct = holder is not None and (
            site.file.parent(write.node) is statements[holder] or is_device_scope(site.file, statements[holder])
        )
        if direct and write.value is not None and not mentions(write.value, variable):
            return writes[index:]
    return writes


def _writes_of(site: CallSite, variable: str) -> list[Write]:
    """The writes of a variable in source order, by the methods that the function calls too."""
    called = writes_by_calls(site.file, site.function, variable)
    return sorted([*site.flow.writes_of(variable), *called], key=lambda write: site.file.order(write.node))


def _common_block(site: CallSite, variable: str, writes: Sequence[Write]) -> Block:
    """The innermost block that holds the call and all writes."""
    node: cst.CSTNode = site.statement
    while True:
        block = block_around(site.file, node)
        outside = [each.node for each in writes if enclosing(site.file, each.node, body_of(block)) is None]
        if not outside:
            return block
        if isinstance(block, cst.Module) or site.file.parent(block) is site.function:
            raise Declined(outside[0], f"{variable} is not built in the same function")
        node = block


def _with_parts(site: CallSite, block: Block, writes: Sequence[Write]) -> Build:
    """The build, which begins at the first statement that makes a part of the model."""
    statements = body_of(block)
    first = min(index for write in writes if (index := enclosing(site.file, write.node, statements)) is not None)
    variables = {write.target for write in writes if write.target}
    seen: set[cst.For] = set()
    followed: set[str] = set()
    pending = [*writes, *(added for each in variables for added in _added(site, each))]
    while pending:
        value = pending.pop().value
        assert value is not None
        _check_parts(site, value)
        inner = [*_reads_of_functions(site, value), *parts_of_methods(site.file, value)]
        for name in dict.fromkeys(each for each in (*reads(value), *inner) if not _is_number(each)):
            variable = name if site.flow.writes_of(name) else name.split(".")[0]
            if variable == "self":
                variable = on_self(name) or variable
            run = [each for each in _loops(site, variable) if each not in seen]
            seen.update(run)
            pending += [Write("", each, each.iter) for each in run]
            making = [] if variable in variables else _making(site, variable)
            if variable not in followed:
                followed.add(variable)
                pending += _aliases(site, variable)
            for each in making:
                index = enclosing(site.file, each.node, statements)
                if index is None:
                    raise _PartOutside(each.node, f"{variable}, a part of the model, is created outside its block")
                first = min(first, index)
            if making:
                variables.add(variable)
                pending += [*making, *_added(site, variable)]
    own = [each for each in variables if on_self(each) == each]
    by_methods = [each for each in statements[first:] if own and touches(site.file, each, own)]
    return Build(block, first, writes, frozenset(variables), frozenset(by_methods))


def _added(site: CallSite, variable: str) -> list[Write]:
    """What `variable.add(...)` adds before the call; for the variable of a loop, what the loop runs over.

    Raises:
        Declined: it comes from outside the function.

    """
    found: list[Write] = []
    for call in nodes(site.function, cst.Call):
        is_added = method_of(call) == "add" and owner_of(call) == variable and len(call.args) == 1
        if not is_added or not site.follows(call) or site.excludes(call):
            continue
        value = _not_of_keras(site.file, call.args[0].value)
        given = [value, *(each.iter for each in _loops(site, name_of(value) or ""))] if value is not None else []
        for name in (name for each in given if not isinstance(each, cst.Call) for name in reads(each)):
            part = on_self(name)
            if part is not None and not any(site.follows(write.node) for write in _writes_of(site, part)):
                raise Declined(call, f"{part}, a part of the model, is created outside the function")
            _check_own(site, name)
        found += [Write("", call, each) for each in given]
    return found


def _not_of_keras(file: File, value: cst.BaseExpression) -> cst.BaseExpression | None:
    """What a wrapper such as `TimeDistributed` holds; None for any other layer of Keras, which takes numbers."""
    symbol = file.symbol(value.func) if isinstance(value, cst.Call) else None
    if not isinstance(value, cst.Call) or symbol is None or not symbol.startswith("keras.layers."):
        return value
    return _not_of_keras(file, value.args[0].value) if symbol in _WRAPPERS and value.args else None


def _loops(site: CallSite, variable: str) -> list[cst.For]:
    """The loops before the call that a variable runs in."""
    loops = [write.node for write in site.flow.writes_of(variable) if isinstance(write.node, cst.For)]
    return [each for each in loops if site.follows(each) and not site.excludes(each)]


def _making(site: CallSite, variable: str) -> list[Write]:
    """The writes before the call that may make Keras objects."""
    return [
        write
        for write in _writes_of(site, variable)
        if site.follows(write.node)
        and not site.excludes(write.node)
        and write.value is not None
        and not _is_shape(write.value)
        and may_create_variables(site.file, site.flow, write.value)
    ]


def _aliases(site: CallSite, variable: str) -> list[Write]:
    """The writes before the call that give a variable what another one holds: `shared = model`."""
    named = [each for each in _writes_of(site, variable) if isinstance(each.value, cst.Name)]
    return [each for each in named if site.follows(each.node) and not site.excludes(each.node)]


def _is_number(name: str) -> bool:
    """True for an attribute that its name says is a number or a shape, such as `generator.num_classes`."""
    return "." in name and _NUMBER.search(name.rpartition(".")[2]) is not None


def _is_shape(value: cst.BaseExpression) -> bool:
    """True for `batch.shape` and `batch.shape[1:]`."""
    while isinstance(value, cst.Subscript):
        value = value.value
    return isinstance(value, cst.Attribute) and value.attr.value in ("shape", "ndim", "size")


def _reads_of_functions(site: CallSite, value: cst.BaseExpression) -> list[str]:
    """The outer names that are read in functions of the file which `value` calls."""
    called = {call.func.value for call in nodes(value, cst.Call) if isinstance(call.func, cst.Name)}
    found: list[str] = []
    for function in site.file.every(cst.FunctionDef):
        if function.name.value in called and function is not site.function:
            own = _own_names(site.file, function)
            found += [name for name in reads(function.body) if name.split(".")[0] not in own]
    return found


def _own_names(file: File, function: cst.FunctionDef) -> set[str]:
    written = {write.target for write in Flow(file, function).writes}
    return written | {param.name.value for param in nodes(function.params, cst.Param)}


def _check_parts(site: CallSite, value: cst.BaseExpression) -> None:
    """Check that the tensors and models that the model is built on are made in the same function."""
    for call in nodes(value, cst.Call):
        is_layer = isinstance(call.func, cst.Call)
        if is_layer or site.file.symbol(call.func) in MODEL_BUILDERS:
            for name in (name for arg in call.args for name in reads(arg.value)):
                _check_own(site, name)
    for attribute in nodes(value, cst.Attribute):
        if attribute.attr.value in _TENSORS:
            _check_own(site, name_of(attribute.value) or "")
    for part in dict.fromkeys([*parts_on_self(site.file, value), *parts_of_methods(site.file, value)]):
        before = [write for write in _writes_of(site, part) if site.follows(write.node)]
        made = None if before else made_elsewhere(site.file, site.function, part)
        if made is not None:
            raise Declined(made, f"{part}, a part of the model, is created outside the function")


def _check_own(site: CallSite, name: str) -> None:
    base = name.split(".", maxsplit=1)[0]
    for write in site.flow.writes_of(name):
        alias = write.value.value if isinstance(write.value, cst.Name) else "None"
        if alias not in ("None", "True", "False", name, base) and not site.flow.writes_of(alias):
            _check_own(site, alias)
    own = base == "self" or site.flow.writes_of(name) or site.flow.writes_of(base)
    if not isinstance(site.function, cst.FunctionDef) or own or _is_plain(site, base):
        return
    if not is_known(site.file, site.statement, base):
        raise Declined(site.origin(base), f"{base}, a part of the model, is created outside the function")


def _is_plain(site: CallSite, name: str) -> bool:
    """True for a variable of the module that holds nothing with weights, such as a number or a regularizer."""
    flow = Flow(site.file, site.file.module)
    bindings = site.file.scope(site.statement)[name]
    values = [write.value for write in flow.writes_of(name)]
    return (
        bool(values)
        and len(values) == len(bindings)
        and all(binding.scope is site.file.global_scope for binding in bindings)
        and all(value is not None and not may_create_variables(site.file, flow, value) for value in values)
    )
