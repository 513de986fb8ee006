"""Finds the bindings that a name can mean: Python's scoping, and of a variable that is bound again the web of a use.

libcst's `ScopeProvider` gives the same answers but takes five times as long: most of the time of a small run.
https://docs.python.org/3/reference/executionmodel.html#naming-and-binding
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import libcst as cst

from codemods.source.walk import Kinds, children
from codemods.source.webs import Attempt, Bound, Branches, Flow, Later, Loop, Use, Webs, swallows

IMPORT, LOCAL, BUILTIN = "import", "local", "builtin"

_COMPREHENSIONS = (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)


@dataclass(eq=False)
class Binding:
    """One place that binds a name: `node` is the target, the parameter, the definition or the import statement.

    `uses` are those of its web.
    """

    name: str
    kind: str
    node: cst.CSTNode | None
    scope: Scope
    uses: list[cst.Name] = field(default_factory=list)


@dataclass(eq=False)
class Scope:
    """A module, function, class or comprehension; `owner` is its node."""

    owner: cst.CSTNode | None
    parent: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    elsewhere: dict[str, Scope] = field(default_factory=dict)
    """Names that `global` and `nonlocal` move to another scope."""

    def __getitem__(self, name: str) -> list[Binding]:
        """The bindings that `name` can mean here."""
        first = scope = self.elsewhere.get(name, self) if self.elsewhere else self
        while True:
            if name in scope.bindings and (scope is first or scope.owner.__class__ is not cst.ClassDef):
                return scope.bindings[name]
            if scope.parent is None:
                return []
            scope = scope.parent

    def __contains__(self, name: str) -> bool:
        return bool(self[name])

    @property
    def is_frame(self) -> bool:
        """True for a module and a function: what is in them runs in the order of their statements."""
        return isinstance(self.owner, cst.Module | cst.FunctionDef | cst.Lambda)

    def function_scope(self) -> Scope:
        """The scope in which an assignment expression binds: the one around comprehensions."""
        scope = self
        while isinstance(scope.owner, _COMPREHENSIONS) and scope.parent is not None:
            scope = scope.parent
        return scope


class Scopes:
    """The scopes of a module, and the scope of each name and statement by its `id`.

    `webs` has the bindings that a name of a split variable can mean, by the `id` of the name.
    """

    def __init__(self, module: cst.Module) -> None:
        self._builtins = Scope(None, None)
        for name in dir(builtins):
            self._builtins.bindings[name] = [Binding(name, BUILTIN, None, self._builtins)]
        self.top = Scope(module, self._builtins)
        self.at: dict[int, Scope] = {id(module): self.top}
        self._bound: list[Binding] = []
        self._uses: list[Use] = []
        self._flow: Flow = []
        self.webs: dict[int, list[Binding]] = {}
        for statement in module.body:
            self._visit(statement, self.top)
        for binding in self._bound:
            scope = binding.scope = binding.scope.elsewhere.get(binding.name, binding.scope)
            scope.bindings.setdefault(binding.name, []).append(binding)
        for use in self._uses:
            for binding in use.scope[use.node.value]:
                binding.uses.append(use.node)
        self._split()

    def _split(self) -> None:
        """Give each web of a variable its own uses; an import is what it is wherever the name is used."""
        variables = {
            id(bindings): bindings
            for bindings in (each.scope.bindings[each.name] for each in self._bound)
            if len(bindings) > 1 and all(each.kind == LOCAL for each in bindings) and bindings[0].scope.is_frame
        }
        for bindings, uses in Webs(self._flow, self.top, variables) if variables else ():
            for binding in bindings:
                binding.uses = uses
                self.webs.update((id(name), bindings) for name in _names(binding))
            self.webs.update((id(use), bindings) for use in uses)

    def _visit(self, node: cst.CSTNode, scope: Scope) -> None:
        kind = node.__class__
        if kind is cst.Name:  # most nodes are names
            self.at[id(node)] = scope
            use = Use(scope, cast("cst.Name", node))
            self._uses.append(use)
            self._flow.append(use)
            return
        visit = _VISITS[kind]
        if visit is not None:
            visit(self, node, scope)
            return
        if _IS_STATEMENT[kind]:
            self.at[id(node)] = scope
        for child in children(node):
            self._visit(child, scope)

    def _visit_all(self, nodes: Iterable[cst.CSTNode | None], scope: Scope) -> None:
        for node in nodes:
            if node is not None:
                self._visit(node, scope)

    @contextmanager
    def _block(self) -> Iterator[Flow]:
        """The names that are visited meanwhile, apart from those around them."""
        around, self._flow = self._flow, []
        try:
            yield self._flow
        finally:
            self._flow = around

    def _in_block(self, scope: Scope, *nodes: cst.CSTNode | None) -> Flow:
        with self._block() as block:
            self._visit_all(nodes, scope)
        return block

    def _bind(self, name: str, kind: str, node: cst.CSTNode, scope: Scope) -> None:
        binding = Binding(name, kind, node, scope)
        self._bound.append(binding)
        self._flow.append(Bound(binding))

    def _target(self, node: cst.BaseExpression, scope: Scope) -> None:
        if isinstance(node, cst.Name):
            self.at[id(node)] = scope
            self._bind(node.value, LOCAL, node, scope)
        elif isinstance(node, cst.Tuple | cst.List):
            for element in node.elements:
                self._target(element.value, scope)
        else:
            self._visit(node, scope)

    # --- uses

    def _visit_Attribute(self, node: cst.Attribute, scope: Scope) -> None:
        self._visit(node.value, scope)

    def _visit_Arg(self, node: cst.Arg, scope: Scope) -> None:
        self._visit(node.value, scope)

    # --- targets

    def _visit_Assign(self, node: cst.Assign, scope: Scope) -> None:
        with self._block() as targets:
            self._visit_all(node.targets, scope)
        self._visit(node.value, scope)
        self._flow += targets

    def _visit_AssignTarget(self, node: cst.AssignTarget, scope: Scope) -> None:
        self._target(node.target, scope)

    def _visit_AnnAssign(self, node: cst.AnnAssign, scope: Scope) -> None:
        with self._block() as target:
            self._target(node.target, scope)
        self._visit_all((node.annotation, node.value), scope)
        self._flow += target if node.value is not None else _perhaps(target)

    def _visit_AugAssign(self, node: cst.AugAssign, scope: Scope) -> None:
        self._visit(node.target, scope)
        with self._block() as target:
            self._target(node.target, scope)
        self._visit(node.value, scope)
        self._flow += _perhaps(target, is_kept=True)

    def _visit_For(self, node: cst.For, scope: Scope) -> None:
        self.at[id(node)] = scope
        with self._block() as body:
            self._target(node.target, scope)
            with self._block() as iterable:
                self._visit(node.iter, scope)
            self._visit(node.body, scope)
        self._flow += [*iterable, Loop(body, self._in_block(scope, node.orelse))]

    def _visit_AsName(self, node: cst.AsName, scope: Scope) -> None:
        self._target(node.name, scope)

    def _visit_NamedExpr(self, node: cst.NamedExpr, scope: Scope) -> None:
        with self._block() as target:
            self._target(node.target, scope.function_scope())
        self._visit(node.value, scope)
        self._flow += _perhaps(target)

    def _visit_MatchAs(self, node: cst.MatchAs, scope: Scope) -> None:
        self._visit_all((node.pattern,), scope)
        if node.name is not None:
            self._target(node.name, scope)

    def _visit_MatchStar(self, node: cst.MatchStar, scope: Scope) -> None:
        if node.name is not None:
            self._target(node.name, scope)

    def _visit_MatchMapping(self, node: cst.MatchMapping, scope: Scope) -> None:
        self._visit_all(node.elements, scope)
        if node.rest is not None:
            self._target(node.rest, scope)

    def _visit_MatchKeywordElement(self, node: cst.MatchKeywordElement, scope: Scope) -> None:
        self._visit(node.pattern, scope)

    # --- blocks

    def _visit_If(self, node: cst.If, scope: Scope) -> None:
        self.at[id(node)] = scope
        self._visit(node.test, scope)
        self._flow.append(Branches([self._in_block(scope, node.body), self._in_block(scope, node.orelse)]))

    def _visit_While(self, node: cst.While, scope: Scope) -> None:
        self.at[id(node)] = scope
        self._flow.append(Loop(self._in_block(scope, node.test, node.body), self._in_block(scope, node.orelse)))

    def _visit_Try(self, node: cst.Try | cst.TryStar, scope: Scope) -> None:
        self.at[id(node)] = scope
        body = self._in_block(scope, node.body)
        handlers = [self._in_block(scope, handler) for handler in node.handlers]
        self._flow.append(
            Attempt(body, handlers, self._in_block(scope, node.orelse), self._in_block(scope, node.finalbody))
        )

    def _visit_TryStar(self, node: cst.TryStar, scope: Scope) -> None:
        self._visit_Try(node, scope)

    def _visit_With(self, node: cst.With, scope: Scope) -> None:
        self.at[id(node)] = scope
        self._visit_all(node.items, scope)
        if swallows(node):
            self._flow.append(Attempt(self._in_block(scope, node.body), []))
        else:
            self._visit(node.body, scope)

    def _visit_Match(self, node: cst.Match, scope: Scope) -> None:
        self.at[id(node)] = scope
        self._visit(node.subject, scope)
        cases = Branches([self._in_block(scope, case) for case in node.cases])
        self._flow.append(Loop([cases], []))  # a pattern may bind names before it fails

    # --- import statements

    def _visit_Import(self, node: cst.Import, scope: Scope) -> None:
        self.at[id(node)] = scope
        for alias in node.names:
            name: cst.BaseExpression = alias.asname.name if alias.asname else alias.name
            while isinstance(name, cst.Attribute):
                name = name.value
            if isinstance(name, cst.Name):
                self._bind(name.value, IMPORT, node, scope)

    def _visit_ImportFrom(self, node: cst.ImportFrom, scope: Scope) -> None:
        self.at[id(node)] = scope
        for alias in () if isinstance(node.names, cst.ImportStar) else node.names:
            name = alias.asname.name if alias.asname else alias.name
            if isinstance(name, cst.Name):
                self._bind(name.value, IMPORT, node, scope)

    def _visit_Global(self, node: cst.Global, scope: Scope) -> None:
        for item in node.names:
            scope.elsewhere[item.name.value] = self.top

    def _visit_Nonlocal(self, node: cst.Nonlocal, scope: Scope) -> None:
        above = scope.parent
        while above is not None and not isinstance(above.owner, cst.FunctionDef):
            above = above.parent
        if above is not None:
            for item in node.names:
                scope.elsewhere[item.name.value] = above.elsewhere.get(item.name.value, above)

    # --- scopes

    def _visit_FunctionDef(self, node: cst.FunctionDef, scope: Scope) -> None:
        self.at[id(node)] = scope
        self._visit_all((*node.decorators, node.returns), scope)
        self._function(node, scope)
        self._bind(node.name.value, LOCAL, node, scope)

    def _visit_Lambda(self, node: cst.Lambda, scope: Scope) -> None:
        self._function(node, scope)

    def _function(self, node: cst.FunctionDef | cst.Lambda, scope: Scope) -> None:
        inner = Scope(node, scope)
        with self._block() as body:
            around = self._parameters(node.params, scope, inner)
            self._visit(node.body, inner)
        self._flow += [*around, Later(inner, body)]

    def _parameters(self, parameters: cst.Parameters, outer: Scope, inner: Scope) -> Flow:
        """Bind the parameters; the names in their annotations and defaults, which are looked up around the function."""
        around: Flow = []
        stars = (parameters.star_arg, parameters.star_kwarg)
        for parameter in (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params, *stars):
            if isinstance(parameter, cst.Param):
                self.at[id(parameter)] = inner
                self._bind(parameter.name.value, LOCAL, parameter, inner)
                around += self._in_block(outer, parameter.annotation, parameter.default)
        return around

    def _visit_ClassDef(self, node: cst.ClassDef, scope: Scope) -> None:
        self.at[id(node)] = scope
        self._visit_all((*node.decorators, *node.bases, *node.keywords), scope)
        self._visit(node.body, Scope(node, scope))
        self._bind(node.name.value, LOCAL, node, scope)

    def _comprehension(self, node: cst.BaseComp, parts: tuple[cst.BaseExpression, ...], scope: Scope) -> None:
        inner = Scope(node, scope)
        self._visit(node.for_in.iter, scope)
        with self._block() as body:
            loop: cst.CompFor | None = node.for_in
            while loop is not None:
                self._target(loop.target, inner)
                if loop is not node.for_in:
                    self._visit(loop.iter, inner)
                self._visit_all(loop.ifs, inner)
                loop = loop.inner_for_in
            self._visit_all(parts, inner)
        self._flow += [Later(inner, body)] if isinstance(node, cst.GeneratorExp) else body

    def _visit_ListComp(self, node: cst.ListComp, scope: Scope) -> None:
        self._comprehension(node, (node.elt,), scope)

    def _visit_SetComp(self, node: cst.SetComp, scope: Scope) -> None:
        self._comprehension(node, (node.elt,), scope)

    def _visit_GeneratorExp(self, node: cst.GeneratorExp, scope: Scope) -> None:
        self._comprehension(node, (node.elt,), scope)

    def _visit_DictComp(self, node: cst.DictComp, scope: Scope) -> None:
        self._comprehension(node, (node.key, node.value), scope)


def _perhaps(flow: Flow, *, is_kept: bool = False) -> Flow:
    """The same names, with bindings after which what was bound before may still be."""
    return [Bound(each.binding, certain=False, is_kept=is_kept) if isinstance(each, Bound) else each for each in flow]


def _names(binding: Binding) -> list[cst.CSTNode | None]:
    """The nodes that name a variable where it is bound."""
    node = binding.node
    return [node, node.name] if isinstance(node, cst.FunctionDef | cst.ClassDef | cst.Param) else [node]


class _Visits(dict[type, Callable[[Scopes, Any, Scope], None] | None]):
    """Caches the method for each class of nodes; None for those that are visited child by child."""

    def __missing__(self, kind: type) -> Callable[[Scopes, Any, Scope], None] | None:
        self[kind] = getattr(Scopes, f"_visit_{kind.__name__}", None)
        return self[kind]


_VISITS = _Visits()
_IS_STATEMENT = Kinds(cst.BaseStatement)
