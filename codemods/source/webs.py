"""Splits a variable that is bound several times into its webs: the values that share no use are variables of their own.

    model = build()
    model.fit(x, y)
    model = load_model("best.h5")  # a second web: `model.fit` has nothing to do with it
    model.predict(x)

A web is a compiler's term: the bindings of a variable that can reach the same use, and all uses that they reach. Two
webs can have two names without a change of meaning, so what is true of a variable is asked of a web.
S. Muchnick, "Advanced Compiler Design and Implementation", section 16.3.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import libcst as cst

if TYPE_CHECKING:
    from codemods.source.scopes import Binding, Scope

_SWALLOWING = ("suppress", "raises", "assertRaises", "assertRaisesRegex")


@dataclass(frozen=True, eq=False)
class Use:
    """A name that is looked up in a scope."""

    scope: Scope
    node: cst.Name


@dataclass(frozen=True, eq=False)
class Bound:
    """A binding; what was bound before may stay after it, if it is not `certain`, and does in `x += 1`."""

    binding: Binding
    certain: bool = True
    is_kept: bool = False


@dataclass(frozen=True, eq=False)
class Branches:
    """Blocks of which one runs."""

    blocks: list[Flow]


@dataclass(frozen=True, eq=False)
class Loop:
    """A block that runs any number of times, and its `else`."""

    body: Flow
    orelse: Flow


@dataclass(frozen=True, eq=False)
class Attempt:
    """A block that an error may end anywhere, and those that run after it."""

    body: Flow
    handlers: list[Flow]
    orelse: Flow = field(default_factory=list)
    final: Flow = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Later:
    """What runs at another time: the body of a function or of a generator expression."""

    scope: Scope
    body: Flow


Event: TypeAlias = Use | Bound | Branches | Loop | Attempt | Later
Flow: TypeAlias = list[Event]
"""Names in the order of their evaluation."""
Reached: TypeAlias = dict[int, frozenset["Binding"]]
"""The bindings of each variable that can have given it its value at a place."""


def swallows(statement: cst.With) -> bool:
    """True if the program may go on after an error in the body of a `with`."""
    opened = [item.item.func if isinstance(item.item, cst.Call) else item.item for item in statement.items]
    names = [each.attr if isinstance(each, cst.Attribute) else each for each in opened]
    return any(isinstance(name, cst.Name) and name.value in _SWALLOWING for name in names)


class Webs:
    """The webs of variables; `variables` are the bindings of each by the `id` of their list."""

    def __init__(self, flow: Flow, top: Scope, variables: dict[int, list[Binding]]) -> None:
        self._variables = variables
        self._names = {bindings[0].name for bindings in variables.values()}
        self._above: dict[Binding, Binding] = {}
        self._use_of: dict[int, Binding] = {}
        self._seen: set[Binding] = set()
        self._around: dict[Scope, Reached] = {}
        self._run(flow, {}, top)

    def __iter__(self) -> Iterator[tuple[list[Binding], list[cst.Name]]]:
        """The bindings and the uses of each web of the variables that have more than one."""
        for bindings in self._variables.values():
            webs: dict[Binding, tuple[list[Binding], list[cst.Name]]] = {}
            for binding in bindings:
                webs.setdefault(self._root(binding), ([], []))[0].append(binding)
            if len(webs) > 1:
                for use in bindings[0].uses:
                    webs[self._root(self._use_of[id(use)])][1].append(use)
                yield from webs.values()

    def _run(self, flow: Flow, reached: Reached, frame: Scope) -> None:
        for event in flow:
            if isinstance(event, Use):
                if event.node.value in self._names:
                    self._use(event, reached, frame)
            elif isinstance(event, Bound):
                self._bind(event, reached, frame)
            elif isinstance(event, Later):
                self._around[frame] = reached
                self._run(event.body, {}, event.scope)
            else:
                self._run_blocks(event, reached, frame)

    def _run_blocks(self, event: Branches | Loop | Attempt, reached: Reached, frame: Scope) -> None:
        if isinstance(event, Branches):
            ends = [self._after(block, reached, frame) for block in event.blocks]
            reached.clear()
            _add(reached, *ends)
        elif isinstance(event, Loop):
            _add(reached, self._bound_in(event.body, frame))
            self._after(event.body, reached, frame)
            _add(reached, self._after(event.orelse, reached, frame))
        else:
            whole = self._after(event.body, reached, frame)
            _add(reached, self._bound_in(event.body, frame))
            ends = [self._after(handler, reached, frame) for handler in event.handlers]
            _add(reached, self._after(event.orelse, whole, frame), *ends)
            self._run(event.final, reached, frame)

    def _after(self, flow: Flow, reached: Reached, frame: Scope) -> Reached:
        inside = dict(reached)
        self._run(flow, inside, frame)
        return inside

    def _bound_in(self, flow: Flow, frame: Scope) -> Reached:
        found: Reached = {}
        for binding in _bindings(flow):
            key = _key(binding)
            if key in self._variables and binding.scope is frame:
                found[key] = found.get(key, frozenset()) | {binding}
        return found

    def _bind(self, event: Bound, reached: Reached, frame: Scope) -> None:
        binding = event.binding
        key = _key(binding)
        if key not in self._variables:
            return
        if binding.scope is not frame:  # `global` and `nonlocal`: at any time
            self._join(self._variables[key])
            return
        self._seen.add(binding)
        before = frozenset() if event.certain else reached.get(key, frozenset())
        reached[key] = before | {binding}
        if event.is_kept:
            reached[key] = frozenset({self._join(reached[key])})

    def _use(self, use: Use, reached: Reached, frame: Scope) -> None:
        bindings = use.scope[use.node.value]
        key = id(bindings)
        if key not in self._variables:
            return
        owner = bindings[0].scope
        if owner is frame:
            root = self._join(reached.get(key, bindings))
            reached[key] = frozenset({root})  # it stands for its web
        else:  # in a function, which may run from its definition on
            later = [binding for binding in bindings if binding not in self._seen]
            root = self._join([*self._around[owner].get(key, ()), *later] or bindings)
        self._use_of[id(use.node)] = root

    def _join(self, bindings: Iterable[Binding]) -> Binding:
        first, *others = bindings
        root = self._root(first)
        for other in others:
            self._above[self._root(other)] = root
        return root

    def _root(self, binding: Binding) -> Binding:
        while (above := self._above.get(binding, binding)) is not binding:
            binding = above
        return binding


def _key(binding: Binding) -> int:
    return id(binding.scope.bindings[binding.name])


def _add(reached: Reached, *others: Reached) -> None:
    for other in others:
        for key, bindings in other.items():
            reached[key] = reached.get(key, frozenset()) | bindings


def _bindings(flow: Flow) -> Iterator[Binding]:
    """All bindings in a flow, but for those that run at another time."""
    for event in flow:
        if isinstance(event, Bound):
            yield event.binding
        elif isinstance(event, Branches):
            for block in event.blocks:
                yield from _bindings(block)
        elif isinstance(event, Loop):
            yield from _bindings([*event.body, *event.orelse])
        elif isinstance(event, Attempt):
            for block in (event.body, *event.handlers, event.orelse, event.final):
                yield from _bindings(block)
