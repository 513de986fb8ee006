"""Where a value goes, and what is asked of it there: in functions of the file and of the project's own modules.

The value is followed forwards, without regard to the order of statements: through names, attributes of objects,
arguments, tuples and what functions return, also to modules that import the file. Where it cannot be followed, that is
a use too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import class_of, lineage, method
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.own_functions import function_called, parameter_of
from codemods.source.arguments import literal_key
from codemods.source.file import File, name_of, once_per_file
from codemods.source.scopes import Binding

_PLACES = 400
"""More places than any model has that can still be understood."""
_DEPTH = 6
"""Modules that hand a name on."""
_LOOKING = ("print", "len", "type", "isinstance", "id", "str", "repr", "hasattr", "bool")
_SHOWING = ("keras.utils.plot_model", "keras.utils.vis_utils.plot_model")


class Place(NamedTuple):
    """An expression that gives the value, or a tuple that has it as its `part`."""

    file: File
    node: cst.BaseExpression
    part: int | None = None
    way: cst.CSTNode | None = None
    """What brought the value here, in the file that made it: the expression itself, or a call that hands it on."""


class Use(NamedTuple):
    """What is done with the value in a file: an attribute of it, or a node that takes it out of sight."""

    file: File
    node: cst.CSTNode
    way: cst.CSTNode
    """What is to blame in the file that made the value: the node itself, or the call that hands the value on."""
    attribute: str | None
    """The name of the attribute; None if the value gets out of sight."""

    @property
    def is_call(self) -> bool:
        """True if the attribute is called as a method."""
        above = self.file.parent(self.node)
        return isinstance(above, cst.Call) and above.func is self.node


@dataclass
class Journey:
    """All places that a value reaches from where it is made, and its uses there."""

    places: list[Place] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)

    def call_of_it(self, use: Use) -> cst.Call | None:
        """The call of the value itself that a use is, `model(x)`; None for any other use."""
        call = use.node
        is_called = isinstance(call, cst.Call) and any(call.func is place.node for place in self.places)
        return call if is_called and isinstance(call, cst.Call) else None


@once_per_file
def journey(file: File, node: cst.BaseExpression) -> Journey:
    """Follow the value that an expression gives."""
    traveller = _Traveller(file)
    traveller.pending.append(Place(file, node))
    return traveller.travel()


@once_per_file
def journey_of(file: File, variable: cst.Name | cst.Attribute) -> Journey:
    """Follow what a name or an attribute of `self` holds, wherever it is used."""
    traveller = _Traveller(file)
    traveller.bind(Place(file, variable), variable)
    return traveller.travel()


def is_imported(file: File, name: str) -> bool:
    """True if another module of the project reads a global of the file."""
    return any(True for importer in file.project.importers(name) for _ in _imported(importer, file, name))


class _Traveller:
    def __init__(self, file: File) -> None:
        self.file = file
        self.found = Journey()
        self.pending: list[Place] = []
        self.seen: set[tuple[int, int | None]] = set()
        self.entered: dict[int, list[Place]] = {}
        """The calls that bring the value into a function, by its `id`."""
        self.left: dict[int, set[int | None]] = {}
        """The parts of what a function returns that have the value."""

    def travel(self) -> Journey:
        while self.pending:
            place = self.pending.pop()
            key = (id(place.node), place.part)
            if key in self.seen:
                continue
            self.seen.add(key)
            self.found.places.append(place)
            if len(self.found.places) > _PLACES:
                self._lose(place, place.node)
                break
            self._whole(place) if place.part is None else self._tuple(place, place.part)
        return self.found

    def _lose(self, place: Place, node: cst.CSTNode) -> None:
        self.found.uses.append(Use(place.file, node, self._way(place, node), None))

    def _way(self, place: Place, node: cst.CSTNode) -> cst.CSTNode:
        return node if place.file is self.file else place.way or node

    def _reach(self, place: Place, file: File, node: cst.BaseExpression, part: int | None = None) -> None:
        """The value gets from one place to another."""
        self.pending.append(Place(file, node, part, place.node if place.file is self.file else place.way))

    # --- one step

    def _whole(self, place: Place) -> None:
        file, node, above = place.file, place.node, place.file.parent(place.node)
        if isinstance(above, cst.Attribute) and above.value is node:
            self.found.uses.append(Use(file, above, self._way(place, above), above.attr.value))
        elif isinstance(above, cst.Arg):
            self._given(place, above)
        elif isinstance(above, cst.BooleanOperation) or (isinstance(above, cst.IfExp) and above.test is not node):
            self._reach(place, file, above)
        elif isinstance(above, cst.Assign | cst.AnnAssign | cst.NamedExpr):
            self._assigned(place, above)
        elif isinstance(above, cst.Return):
            self._returned(place, None)
        elif isinstance(above, cst.Element):
            self._element(place, above)
        elif not _only_looks(above):
            self._lose(place, above or node)

    def _assigned(self, place: Place, above: cst.Assign | cst.AnnAssign | cst.NamedExpr) -> None:
        if isinstance(above, cst.NamedExpr):
            self._reach(place, place.file, above)
        targets = [each.target for each in above.targets] if isinstance(above, cst.Assign) else [above.target]
        for target in targets:
            self.bind(place, target)

    def _tuple(self, place: Place, part: int) -> None:
        file, node, above = place.file, place.node, place.file.parent(place.node)
        if isinstance(above, cst.Return):
            self._returned(place, part)
        elif isinstance(above, cst.Subscript) and above.value is node:
            key = literal_key(above)
            if key == part:
                self._reach(place, file, above)
            elif not isinstance(key, int) or key < 0:
                self._lose(place, above)
        elif isinstance(above, cst.Assign) and len(above.targets) == 1:
            target = above.targets[0].target
            elements = target.elements if isinstance(target, cst.Tuple | cst.List) else ()
            if isinstance(target, cst.Name):
                self._named(place, file, file.assignments(target), part)
            elif part < len(elements) and all(isinstance(each, cst.Element) for each in elements):
                self.bind(place, elements[part].value)
            else:
                self._lose(place, above)
        elif not isinstance(above, cst.Expr):
            self._lose(place, above or node)

    def _element(self, place: Place, element: cst.Element) -> None:
        collection = place.file.parent(element)
        if isinstance(collection, cst.Tuple) and all(isinstance(each, cst.Element) for each in collection.elements):
            self._reach(place, place.file, collection, collection.elements.index(element))
        else:
            self._lose(place, collection or element)

    # --- names and attributes

    def bind(self, place: Place, target: cst.BaseExpression) -> None:
        file = place.file
        owner = file.enclosing_class(target)
        if isinstance(target, cst.Name):
            self._named(place, file, file.assignments(target))
            if owner is not None and file.scope(target).owner is owner:
                self._kept(place, owner, target.value)
        elif owner is not None and isinstance(target, cst.Attribute) and _is_of_self(file, target):
            self._kept(place, owner, target.attr.value)
        else:
            self._lose(place, target)

    def _named(self, place: Place, file: File, bindings: list[Binding], part: int | None = None) -> None:
        for binding in bindings:
            for use in binding.uses:
                self._reach(place, file, use, part)
            if binding.scope is file.global_scope:
                for importer in file.project.importers(binding.name):
                    for node in _imported(importer, file, binding.name):
                        self._reach(place, importer, node, part)

    def _kept(self, place: Place, owner: cst.ClassDef, name: str) -> None:
        """An object has the value: all that reads this attribute of what may be an object of the class."""
        homes = {place.file: owner, **dict(self._bases(place, owner))}
        for where in dict.fromkeys((*homes, self.file)):
            for node in _attributes(where, name, homes.get(where)):
                if not isinstance(where.parent(node), cst.AssignTarget):
                    self._reach(place, where, node)
        for importer in place.file.project.importers(f".{name}"):
            for node in _attributes_outside(importer, name, place.file):
                if importer not in homes and not isinstance(importer.parent(node), cst.AssignTarget):
                    self._reach(place, importer, node)

    def _bases(self, place: Place, owner: cst.ClassDef) -> Iterator[tuple[File, cst.ClassDef]]:
        """The classes of other modules that a class derives from; one that is not found loses the value."""
        pending = [(place.file, owner)]
        for file, each in pending:
            for base in _unknown_bases(file, each):
                found = definition(file, base)
                if found is None or not isinstance(found[1], cst.ClassDef):
                    self._lose(place, base)
                elif (found[0], found[1]) not in pending:
                    pending.append((found[0], found[1]))
        yield from pending[1:]

    # --- functions

    def _given(self, place: Place, arg: cst.Arg) -> None:
        call = place.file.parent(arg)
        if not isinstance(call, cst.Call) or arg.star:
            self._lose(place, call or arg)
            return
        if place.file.is_builtin(call.func, *_LOOKING) or place.file.symbol(call.func) in _SHOWING:
            return
        found = function_called(place.file, call)
        param = parameter_of(found, call, arg) if found is not None else None
        if found is None or param is None or _is_overridden(place.file, call, found.function):
            self._lose(place, call)
            return
        self.entered.setdefault(id(found.function), []).append(place._replace(node=call))
        for part in self.left.get(id(found.function), ()):
            self._reach(place, place.file, call, part)
        self._named(place, found.file, found.file.scope(param)[param.name.value])

    def _returned(self, place: Place, part: int | None) -> None:
        function = place.file.function(place.node)
        if not isinstance(function, cst.FunctionDef):
            return
        self.left.setdefault(id(function), set()).add(part)
        entered = self.entered.get(id(function), []) if place.file is not self.file else []
        way = place.node if place.file is self.file else place.way
        outside = (each._replace(way=way) for each in calls_outside(place.file, function))
        callers = entered or [*self._callers(place, function), *outside]
        if not callers and place.file is not self.file:
            self._lose(place, function)
        for each in callers:
            assert isinstance(each.node, cst.Call)
            self._reach(each, each.file, each.node, part)

    def _callers(self, place: Place, function: cst.FunctionDef) -> list[Place]:
        """The calls of a function in the file; a use that is no call loses the value."""
        file, name = place.file, function.name.value
        if function.decorators or function.asynchronous:
            self._lose(place, function)
        named: list[cst.CSTNode] = [*_attributes(file, name, file.enclosing_class(function))]
        if not isinstance(file.scope(function).owner, cst.ClassDef):
            named = [use for each in file.scope(function)[name] for use in each.uses]
        calls = [(node, file.parent(node)) for node in named]
        for node, call in calls:
            if not isinstance(call, cst.Call) or call.func is not node:
                self._lose(place, node)
        return [Place(file, call) for node, call in calls if isinstance(call, cst.Call) and call.func is node]


def _imported(importer: File, file: File, name: str) -> Iterator[cst.Name | cst.Attribute]:
    """The nodes of another module that name what is called `name` in the file."""
    nodes: tuple[cst.Name | cst.Attribute, ...] = (*importer.attributes, *importer.every(cst.Name))
    for node in nodes:
        if not _is_part(importer, node) and _leads_to(importer.in_project(node), file, name):
            yield node


def _leads_to(place: tuple[File, str] | None, file: File, name: str) -> bool:
    """True if what a module has under a name is what the file has, handed on by other modules if need be."""
    for _ in range(_DEPTH):
        if place is None:
            return False
        module, found = place
        if _is_same(module, file):
            return found == name
        bound = module.only_global(found)
        place = module.imported_from(bound) if bound is not None else None
    return False


def _is_part(file: File, name: cst.Name | cst.Attribute) -> bool:
    """True for a name in an import, of an attribute, or of a keyword."""
    above = file.parent(name)
    is_keyword = isinstance(above, cst.Arg) and above.keyword is name
    return (
        is_keyword
        or isinstance(above, cst.ImportAlias | cst.AsName)
        or (isinstance(above, cst.Attribute) and above.attr is name)
    )


def _is_same(module: File, file: File) -> bool:
    """True if a module, as it is on the disk, is the file."""
    return module is file or (bool(file.project.home) and module.project.home == file.project.home)


def calls_outside(file: File, function: cst.FunctionDef) -> Iterator[Place]:
    """The calls of a function, or of what may be a method of its name, in modules that import the file."""
    name, owner = function.name.value, file.enclosing_class(function)
    for importer in file.project.importers(name if owner is None else f".{name}"):
        if owner is None:
            named: Iterator[cst.BaseExpression] = _imported(importer, file, name)
        else:
            named = _attributes_outside(importer, name, file)
        for node in named:
            call = importer.parent(node)
            if isinstance(call, cst.Call) and call.func is node:
                yield Place(importer, call)


def _attributes_outside(importer: File, name: str, file: File) -> Iterator[cst.Attribute]:
    """What may be an attribute of an object of a class of the file, in a module that imports it."""
    for node in importer.attributes:
        if node.attr.value == name:
            own = importer.enclosing_class(node) if name_of(node.value) == "self" else None
            if own is None or _derives_from(importer, own, file):
                yield node


def _derives_from(importer: File, owner: cst.ClassDef, file: File) -> bool:
    """True if a class may derive from one of the file."""
    bases = (definition(importer, base) for base in _unknown_bases(importer, owner))
    return any(found is not None and _is_same(found[0], file) for found in bases)


def _only_looks(above: cst.CSTNode | None) -> bool:
    """True where a value is compared, tested, printed or forgotten."""
    return isinstance(
        above,
        cst.Comparison
        | cst.ComparisonTarget
        | cst.UnaryOperation
        | cst.If
        | cst.IfExp
        | cst.While
        | cst.Assert
        | cst.Expr
        | cst.Del
        | cst.FormattedStringExpression,
    )


def _attributes(file: File, name: str, owner: cst.ClassDef | None) -> Iterator[cst.Attribute]:
    """What may be an attribute of an object of a class: not that of `self` in an unrelated one."""
    for node in file.attributes:
        if node.attr.value == name:
            own = file.enclosing_class(node) if name_of(node.value) == "self" else None
            if own is None or owner is None or _are_related(file, own, owner):
                yield node


def _are_related(file: File, first: cst.ClassDef, second: cst.ClassDef) -> bool:
    """True if one of two classes derives from the other, or may do so."""
    return any(
        other in lineage(file, one) or _has_unknown_base(file, one) for one, other in ((first, second), (second, first))
    )


def _has_unknown_base(file: File, owner: cst.ClassDef) -> bool:
    """True if a class may derive from one of another module of the project."""
    return any(True for _ in _unknown_bases(file, owner))


def _unknown_bases(file: File, owner: cst.ClassDef) -> Iterator[cst.BaseExpression]:
    """The classes that a class derives from, and that are neither Python's, nor Keras's, nor of the file."""
    for base in (base.value for each in lineage(file, owner) for base in each.bases):
        known = isinstance(base, cst.Name) and class_of(file, base) is not None
        if not known and not file.is_builtin(base, "object") and file.symbol(base) is None:
            yield base


def _is_of_self(file: File, target: cst.Attribute) -> bool:
    return isinstance(target.value, cst.Name) and is_self(file, target.value)


def _is_overridden(file: File, call: cst.Call, function: cst.FunctionDef) -> bool:
    """True if `self.run(value)` may run the method of another class of the file."""
    owner = file.enclosing_class(function) if name_of(call.func) == f"self.{function.name.value}" else None
    return owner is not None and any(
        each is not owner and owner in lineage(file, each) and method(file, each, function.name.value) is not function
        for each in file.every(cst.ClassDef)
    )
