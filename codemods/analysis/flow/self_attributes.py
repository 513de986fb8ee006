"""What methods know as `self`, and the values that a class binds to its attributes."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.unpacking import Unpacked, unpacked
from codemods.source.file import File, once_per_file

_KEEPING = ("tensorflow.function", "tensorflow.autograph.to_graph")


def is_self(file: File, name: cst.Name) -> bool:
    """True if `name` is the first parameter of the method around it, also in functions inside of the method."""
    binding = file.only_binding(name)
    if binding is None or not isinstance(binding.node, cst.Param):
        return False
    function = file.function(binding.node)
    if not isinstance(function, cst.FunctionDef) or not all(_keeps_self(file, each) for each in function.decorators):
        return False
    body = file.parent(function)
    if not isinstance(body, cst.IndentedBlock) or not isinstance(file.parent(body), cst.ClassDef):
        return False
    first = (*function.params.posonly_params, *function.params.params)[:1]
    return [binding.node] == [*first]


def attribute_of_self(file: File, node: cst.CSTNode) -> str | None:
    """The `name` of `self.name`; None for anything else."""
    if not isinstance(node, cst.Attribute) or not isinstance(node.value, cst.Name) or not is_self(file, node.value):
        return None
    return node.attr.value


def _keeps_self(file: File, decorator: cst.Decorator) -> bool:
    """True if a decorated method still gets the object as its first argument."""
    made = decorator.decorator
    function = made.func if isinstance(made, cst.Call) else made
    return file.symbol(function) in _KEEPING or file.is_builtin(function, "property")


def only_value_of(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The only value that a name, or an attribute of `self`, is given; None for other expressions."""
    if isinstance(node, cst.Name):
        return file.only_value(node)
    values = values_of_attribute(file, node)
    return values[0] if values is not None and len(values) == 1 else None


def value_of(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The same of names and attributes of `self`, None if they may have several; any other expression by itself."""
    is_bound = isinstance(node, cst.Name) or attribute_of_self(file, node) is not None
    return only_value_of(file, node) if is_bound else node


def values_of(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """All values that a name, or an attribute of `self`, is given; None if the file does not show them."""
    return (file.definitions(node) if isinstance(node, cst.Name) else values_of_attribute(file, node)) or None


def values_of_attribute(file: File, node: cst.CSTNode) -> list[cst.BaseExpression] | None:
    """The values that its class gives to `self.name`; None for other nodes, and if something else binds it, too."""
    name, owner = attribute_of_self(file, node), file.enclosing_class(node)
    return assigned_to_self(file, owner, name) if name is not None and owner is not None else None


def places_of(file: File, node: cst.BaseExpression) -> list[cst.CSTNode]:
    """The uses of a name, and the places that name the same attribute of `self`; none for other expressions."""
    if isinstance(node, cst.Name):
        return [use for binding in file.assignments(node) for use in binding.uses]
    return [*same_attributes(file, node)] if isinstance(node, cst.Attribute) else []


def same_attributes(file: File, node: cst.Attribute) -> list[cst.Attribute]:
    """All places in its class that name the same attribute of `self`, this one among them."""
    return attributes_named(file, file.enclosing_class(node), node.attr.value)


@once_per_file
def attributes_named(file: File, owner: cst.ClassDef | None, name: str) -> list[cst.Attribute]:
    """All places in a class that name an attribute of `self`."""
    named = (each for each in file.attributes if each.attr.value == name and file.enclosing_class(each) is owner)
    return [each for each in named if attribute_of_self(file, each) is not None]


@once_per_file
def assigned_to_self(file: File, owner: cst.ClassDef, name: str) -> list[cst.BaseExpression] | None:
    """The values of all `self.name = value` in a class; None if the attribute is also bound in another way."""
    parts = parts_assigned_to_self(file, owner, name)
    return None if parts is None or any(each.path for each in parts) else [each.whole for each in parts]


@once_per_file
def parts_assigned_to_self(file: File, owner: cst.ClassDef, name: str) -> list[Unpacked] | None:
    """The same, with what `self.name, other = value` takes apart."""
    named = attributes_named(file, owner, name)
    others = [(above, each) for each in named if assigned(file, each) is None and (above := file.parent(each))]
    return parts_set_on_self(file, owner, name) if not any(_binds(file, *each) for each in others) else None


@once_per_file
def parts_set_on_self(file: File, owner: cst.ClassDef, name: str) -> list[Unpacked]:
    """The same, whatever else binds the attribute."""
    found = (assigned(file, each) for each in attributes_named(file, owner, name))
    return [each for each in found if each is not None]


def assigned(file: File, node: cst.Attribute) -> Unpacked | None:
    """Where an attribute has its value from, as the target of an assignment or as a part of its targets."""
    above = file.parent(node)
    assign = file.parent(above) if isinstance(above, cst.AssignTarget) else None
    return Unpacked(assign.value, ()) if isinstance(assign, cst.Assign) else unpacked(file, node)


def _binds(file: File, above: cst.CSTNode, node: cst.CSTNode) -> bool:
    """True if what is above a node gives it a value: `for self.x in ...`, `self.x, y = pair`."""
    if isinstance(above, cst.Element | cst.StarredElement | cst.Tuple | cst.List):
        further = file.parent(above)
        return further is not None and _binds(file, further, above)
    if isinstance(above, cst.AnnAssign | cst.AugAssign | cst.For | cst.CompFor | cst.NamedExpr | cst.AssignTarget):
        return above.target is node
    return isinstance(above, cst.AsName)
