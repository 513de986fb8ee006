"""What methods make on `self`: where a method calls another that makes it, and what is made elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import is_device_scope, method_of
from codemods.analysis.flow.data_flow import Flow, Function, Write, may_create_variables, mentions, reads
from codemods.analysis.objects.provenance import called_function
from codemods.source.file import File, body_of, name_of
from codemods.source.walk import nodes
from compat.tables.names.makers import MODEL_BUILDERS

_DEPTH = 3
_SELF = "self."
_TENSORS = frozenset({"input", "inputs", "output", "outputs"})


def on_self(name: str) -> str | None:
    """`self.encoder` for `self.encoder.output`; None for the attributes of other objects."""
    return ".".join(name.split(".")[:2]) if name.startswith(_SELF) else None


def writes_by_calls(file: File, function: Function, variable: str) -> list[Write]:
    """The statements of a method that call another method of the class which binds `self.variable`.

    The value is the call; None if the method does not bind the attribute afresh each time.
    """
    if on_self(variable) != variable:
        return []
    found: list[Write] = []
    for call in file.calls:
        if file.function(call) is not function or not (name_of(call.func) or "").startswith(_SELF):
            continue
        if _binds(file, call, variable, _DEPTH):
            statement = file.statement(call)
            is_line = isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1
            afresh = is_line and _binds_afresh(file, call, variable, _DEPTH)
            node = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else call
            found.append(Write(variable, node, call if afresh else None))
    return found


def _binds(file: File, call: cst.Call, variable: str, depth: int) -> bool:
    method = called_function(file, call) if depth else None
    if method is None:
        return False
    if Flow(file, method).writes_of(variable):
        return True
    return any(_binds(file, each, variable, depth - 1) for each in nodes(method.body, cst.Call))


def touches(file: File, node: cst.CSTNode, variables: Collection[str], depth: int = _DEPTH) -> bool:
    """True if `node` calls a method of the class that mentions one of the variables, or may do so unseen."""
    owner = file.enclosing_class(node)
    inherits = owner is not None and _inherits(file, _family(file, owner))
    for call in nodes(node, cst.Call):
        called = name_of(call.func) or ""
        if not depth or on_self(called) != called or called in variables:
            continue
        method = called_function(file, call)
        if method is None and inherits and not _is_method(file, call, called):
            return True
        if method is not None and (
            any(mentions(method.body, each) for each in variables) or touches(file, method.body, variables, depth - 1)
        ):
            return True
    return False


def _binds_afresh(file: File, call: cst.Call, variable: str, depth: int) -> bool:
    """True if the method that is called binds the attribute first to what does not depend on its last value."""
    method = called_function(file, call) if depth else None
    if method is None or not isinstance(method.body, cst.IndentedBlock):
        return False
    for statement in _flat(file, method.body):
        small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
        value = small.value if isinstance(small, cst.Assign | cst.Expr | cst.Return) else None
        inner = value if isinstance(value, cst.Call) else None
        if inner is not None and _binds_afresh(file, inner, variable, depth - 1):
            return True
        targets = [name_of(each.target) for each in small.targets] if isinstance(small, cst.Assign) else []
        if variable in targets:
            return value is not None and not mentions(value, variable)
        if mentions(statement, variable):
            return False
    return False


def _flat(file: File, block: cst.IndentedBlock) -> Iterator[cst.BaseStatement]:
    """The statements of a block, with those of device scopes in their place."""
    for statement in block.body:
        if is_device_scope(file, statement) and isinstance(statement, cst.With):
            yield from body_of(statement.body)  # type: ignore[arg-type]
        else:
            yield statement


# --- parts that are made elsewhere


def parts_on_self(file: File, value: cst.CSTNode) -> Iterator[str]:
    """The attributes of `self` that hold layers, models or tensors of a model, as they are used in `value`."""
    for call in nodes(value, cst.Call):
        called = name_of(call.func) or ""
        own = on_self(called) == called
        if own and called_function(file, call) is None and not _is_method(file, call, called):
            yield called
        builds = isinstance(call.func, cst.Call) or file.symbol(call.func) in MODEL_BUILDERS or method_of(call) == "add"
        given = [arg.value for arg in call.args if arg.keyword is None or arg.keyword.value in _TENSORS]
        for each in given if builds else ():
            yield from (part for name in reads(each) if (part := on_self(name)) is not None and name == part)
    for attribute in nodes(value, cst.Attribute):
        part = on_self(name_of(attribute.value) or "")
        if attribute.attr.value in _TENSORS and part is not None:
            yield part


def parts_of_methods(file: File, value: cst.CSTNode, depth: int = _DEPTH) -> Iterator[str]:
    """The parts on `self` that the methods take which `value` calls, apart from those that they make themselves."""
    for call in nodes(value, cst.Call):
        method = called_function(file, call) if depth and (name_of(call.func) or "").startswith(_SELF) else None
        if method is None:
            continue
        for part in (*parts_on_self(file, method.body), *parts_of_methods(file, method.body, depth - 1)):
            if not Flow(file, method).writes_of(part) and not writes_by_calls(file, method, part):
                yield part


def made_elsewhere(file: File, function: Function, part: str) -> cst.CSTNode | None:
    """What makes a part of a model on `self` outside of a method; None if nothing does.

    This is the class if it derives from one that is not in the file, and may have the part from there.
    """
    owner = file.enclosing_class(function)
    family = _family(file, owner) if owner is not None else []
    writes = [each for member in family for each in _bindings(file, member, part) if each[0] is not function]
    for home, write in writes:
        if write.value is not None and may_create_variables(file, Flow(file, home), write.value):
            return write.node
    return owner if _inherits(file, family) and not writes else None


def _inherits(file: File, family: list[cst.ClassDef]) -> bool:
    """True if a class may have attributes and methods from one that is not in the file."""
    return any(not _is_known(file, arg, family) for each in family for arg in each.bases)


def _bindings(file: File, owner: cst.ClassDef, part: str) -> Iterator[tuple[Function, Write]]:
    """The writes of an attribute by the methods of a class, and by its own body."""
    for method in nodes(owner, cst.FunctionDef):
        yield from ((method, write) for write in Flow(file, method).writes_of(part))
    for statement in owner.body.body:
        small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
        for target in small.targets if isinstance(small, cst.Assign) else ():
            if isinstance(small, cst.Assign) and name_of(target.target) == part.removeprefix(_SELF):
                yield file.function(owner), Write(part, small, small.value)


def _is_known(file: File, base: cst.Arg, family: list[cst.ClassDef]) -> bool:
    """True for a base that has no layers of its own: one of the file, `object`, or a class of Keras."""
    name = name_of(base.value)
    is_own = any(each.name.value == name for each in family)
    return is_own or base.keyword is not None or name == "object" or file.symbol(base.value) is not None


def _is_method(file: File, call: cst.Call, called: str) -> bool:
    owner = file.enclosing_class(call)
    names = {
        each.name.value
        for family in (_family(file, owner) if owner is not None else ())
        for each in nodes(family, cst.FunctionDef)
    }
    return called.removeprefix(_SELF) in names


def _family(file: File, owner: cst.ClassDef) -> list[cst.ClassDef]:
    """A class and those of the file that it derives from."""
    found = [owner]
    for each in found:
        bases = {name_of(arg.value) for arg in each.bases}
        found += [other for other in file.every(cst.ClassDef) if other.name.value in bases and other not in found]
    return found
