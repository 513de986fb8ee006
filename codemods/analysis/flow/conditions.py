"""What a condition about releases gives on the target: `tf.__version__ < "2"`, `hasattr(tf, "Session")`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import libcst as cst
from packaging.version import InvalidVersion, Version

from codemods.analysis.flow.reaching import reaching
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.scopes import IMPORT
from codemods.source.walk import nodes

_TENSORFLOW = frozenset({"tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v2"})
_VERSIONS = frozenset(
    f"{module}.{name}" for module in _TENSORFLOW for name in ("__version__", "version.VERSION", "VERSION")
)
_KERAS_VERSIONS = frozenset({"keras.__version__", "tensorflow.keras.__version__"})
_BACKEND = "keras.backend.backend"
"""Returns the name of the library that Keras runs on."""
_PARSERS = frozenset(
    {
        "packaging.version.Version",
        "packaging.version.parse",
        "pkg_resources.parse_version",
        "distutils.version.LooseVersion",
        "distutils.version.StrictVersion",
    }
)
_COMPARED: Mapping[type[cst.BaseCompOp], Callable[[Any, Any], Any]] = {
    cst.LessThan: operator.lt,
    cst.LessThanEqual: operator.le,
    cst.GreaterThan: operator.gt,
    cst.GreaterThanEqual: operator.ge,
    cst.Equal: operator.eq,
    cst.NotEqual: operator.ne,
    cst.In: lambda left, right: left in right,
    cst.NotIn: lambda left, right: left not in right,
}
_CONVERSIONS: Mapping[str, Callable[[Any], Any]] = {
    "bool": bool,
    "float": float,
    "int": int,
    "list": list,
    "str": str,
    "tuple": tuple,
}
_DEEPEST = 20


class Attribute(NamedTuple):
    """An attribute that a rule knows to be missing on the target: the code of the object, and the name."""

    owner: str
    name: str


class _UnknownError(Exception):
    """The file does not tell the value."""


def truth(file: File, test: cst.BaseExpression, missing: Attribute | None = None) -> bool | None:
    """The truth of a condition on the target, whose Keras runs on TensorFlow; None if the file does not tell.

    `hasattr` of the `missing` attribute is False. A condition that asks for no release and no name is a switch of the
    program, such as `USE_GPU = False`, which its user may turn.
    """
    if not _asks_for_release(file, test):
        return None
    try:
        return bool(_value(file, test, missing, _DEEPEST))
    except (_UnknownError, TypeError, ValueError, LookupError, InvalidVersion):
        return None


def asks_for_version(file: File, test: cst.BaseExpression) -> bool:
    """True if a condition looks at a version, if by way of variables."""
    return any(_release(file, node) is not None for node in _read_in(file, test))


def _asks_for_release(file: File, test: cst.BaseExpression) -> bool:
    """True if a condition looks at a version or a backend, or asks for a name, if by way of variables."""
    for node in _read_in(file, test):
        reference = file.reference(node)
        if _release(file, node) is not None or (reference is not None and reference.canonical == _BACKEND):
            return True
        if isinstance(node, cst.Call) and file.is_builtin(node.func, "hasattr", "dir"):
            return True
    return False


def _read_in(file: File, test: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The names, attributes and calls in a condition, and in what its variables are assigned."""
    pending, seen = [test], {id(test)}
    for _ in range(_DEEPEST):
        below: list[cst.BaseExpression] = []
        for node in (each for value in pending for each in nodes(value, cst.Name, cst.Attribute, cst.Call)):
            yield node
            assigned = file.only_value(node) if isinstance(node, cst.Name) else None
            if assigned is not None and id(assigned) not in seen:
                seen.add(id(assigned))
                below.append(assigned)
        pending = below


def _value(file: File, node: cst.BaseExpression, missing: Attribute | None, depth: int) -> Any:
    if depth == 0:
        raise _UnknownError

    def value(each: cst.BaseExpression) -> Any:
        return _value(file, each, missing, depth - 1)

    if isinstance(node, cst.SimpleString | cst.Integer | cst.Float):
        return ast.literal_eval(node.value)
    if isinstance(node, cst.Tuple | cst.List):
        return tuple(value(each.value) for each in node.elements)
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        return not value(node.expression)
    if isinstance(node, cst.BooleanOperation):
        return _either(file, node, missing)
    if isinstance(node, cst.Comparison):
        return _comparison(file, node, missing, value)
    if isinstance(node, cst.Subscript):
        return _item(value(node.value), node)
    if isinstance(node, cst.Call):
        return _called(file, node, missing, value)
    release = _release(file, node)
    if release is not None:
        return release
    if file.reference(node) is not None:
        raise _UnknownError
    if isinstance(node, cst.Attribute):
        return _attribute(value(node.value), node.attr.value)
    if isinstance(node, cst.Name):
        return _named(file, node, value)
    raise _UnknownError


def _comparison(
    file: File, node: cst.Comparison, missing: Attribute | None, value: Callable[[cst.BaseExpression], Any]
) -> bool:
    """A comparison, `"fit" in dir(model)` among them."""
    first = node.comparisons[0]
    call, name = first.comparator, literal(node.left)
    if isinstance(call, cst.Call) and file.is_builtin(call.func, "dir") and len(call.args) == 1:
        if len(node.comparisons) > 1 or not isinstance(first.operator, cst.In | cst.NotIn) or name is ...:
            raise _UnknownError
        return _has(file, call.args[0].value, name, missing) is not isinstance(first.operator, cst.NotIn)
    return _compared(value(node.left), [(each.operator, value(each.comparator)) for each in node.comparisons])


def _either(file: File, node: cst.BooleanOperation, missing: Attribute | None) -> bool:
    """`and` and `or` where one side may be unknown."""
    sides = (truth(file, node.left, missing), truth(file, node.right, missing))
    decisive = isinstance(node.operator, cst.Or)
    if decisive in sides:
        return decisive
    if None in sides:
        raise _UnknownError
    return not decisive


def _compared(left: Any, others: list[tuple[cst.BaseCompOp, Any]]) -> bool:
    for kind, right in others:
        compare = _COMPARED.get(type(kind))
        if compare is None:
            raise _UnknownError
        if isinstance(left, Version) and isinstance(right, str):
            right = Version(right)  # noqa: PLW2901 - as `distutils` compares
        if not compare(left, right):
            return False
        left = right
    return True


def _item(owner: Any, node: cst.Subscript) -> Any:
    if len(node.slice) != 1:
        raise _UnknownError
    place = node.slice[0].slice
    if isinstance(place, cst.Index):
        return owner[_number(place.value)]
    if isinstance(place, cst.Slice) and place.step is None:
        ends = [None if each is None else _number(each) for each in (place.lower, place.upper)]
        return owner[slice(*ends)]
    raise _UnknownError


def _number(node: cst.BaseExpression) -> int:
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        return -_number(node.expression)
    if isinstance(node, cst.Integer):
        return int(node.value)
    raise _UnknownError


def _called(file: File, call: cst.Call, missing: Attribute | None, value: Callable[[cst.BaseExpression], Any]) -> Any:
    if any(arg.star or arg.keyword for arg in call.args):
        raise _UnknownError
    args = [arg.value for arg in call.args]
    if file.is_builtin(call.func, "hasattr") and len(args) == 2:  # noqa: PLR2004 - the object and the name
        return _has(file, args[0], value(args[1]), missing)
    if file.is_builtin(call.func, "map") and len(args) == 2 and file.is_builtin(args[0], "int"):  # noqa: PLR2004
        return [int(each) for each in value(args[1])]
    if isinstance(call.func, cst.Name) and file.is_builtin(call.func, *_CONVERSIONS) and len(args) == 1:
        return _CONVERSIONS[call.func.value](value(args[0]))
    if file.symbol(call.func) == _BACKEND and not args:
        return "tensorflow"
    if file.qualified_name(call.func) in _PARSERS and len(args) == 1:
        return Version(value(args[0]))
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in ("startswith", "split") and len(args) == 1:
        owner = value(call.func.value)
        if isinstance(owner, str):
            return getattr(owner, call.func.attr.value)(value(args[0]))
    raise _UnknownError


def _has(file: File, owner: cst.BaseExpression, name: Any, missing: Attribute | None) -> bool:
    if missing == Attribute(file.code(owner), name):
        return False
    module = _module(file, owner)
    if module is None:
        raise _UnknownError
    path = f"{module}.{name}"
    if file.target.has(path):
        return True
    if file.target.lacks(path) or file.target.never_had(path):
        return False
    raise _UnknownError


def _module(file: File, owner: cst.BaseExpression) -> str | None:
    """The path of what `hasattr` is asked about; where a name is imported several times, the last one counts."""
    reference = file.reference(owner)
    if reference is not None:
        return None if reference.spelling.shimmed else reference.qualified
    last = reaching(file, owner) if isinstance(owner, cst.Name) else []
    if len(last) != 1:
        return None
    imported = (each for each in file.imports if each.statement is last[0].node and each.local == last[0].name)
    found = next(imported, None)
    return found.qualified if found is not None and found.spelling is not None and not found.spelling.shimmed else None


def _release(file: File, node: cst.BaseExpression) -> str | None:
    """The release of the target that `keras.__version__` and its like are; the module may come by way of another."""
    reference = file.reference(node)
    path = reference.canonical if reference is not None else None
    if path is None and isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name):
        found = file.in_project(node.value)
        brought = found[0].brought(found[1]) if found is not None else None
        path = f"{brought}.{node.attr.value}" if brought is not None else _of_any_tensorflow(file, node.value, node)
    if path in _VERSIONS:
        return file.target.tensorflow
    return file.target.keras if path in _KERAS_VERSIONS else None


def _of_any_tensorflow(file: File, name: cst.Name, attribute: cst.Attribute) -> str | None:
    """The path of an attribute of what several imports bind, all of them to TensorFlow."""
    bindings = file.assignments(name)
    modules = {each.qualified for each in file.imports if each.local == name.value}
    is_bound = bool(bindings) and all(each.kind == IMPORT for each in bindings)
    return f"tensorflow.{attribute.attr.value}" if is_bound and modules <= _TENSORFLOW else None


def _attribute(owner: Any, name: str) -> Any:
    if isinstance(owner, Version) and name in ("major", "minor", "micro", "release"):
        return getattr(owner, name)
    if isinstance(owner, Version) and name == "version":
        return owner.release
    raise _UnknownError


def _named(file: File, name: cst.Name, value: Callable[[cst.BaseExpression], Any]) -> Any:
    if name.value in ("True", "False"):
        return name.value == "True"
    assigned = file.only_value(name)
    if assigned is None or not _is_set_before(file, assigned, name):
        raise _UnknownError
    return value(assigned)


def _is_set_before(file: File, assigned: cst.BaseExpression, name: cst.Name) -> bool:
    """True if every way to `name` leads over the assignment."""
    block = file.block(file.statement(assigned))
    if isinstance(block, cst.Module) and file.function(name) is not block:
        return True
    return any(block is above for above in file.ancestors(name)) and file.before(assigned, name)
