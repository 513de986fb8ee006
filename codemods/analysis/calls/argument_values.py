"""Check the values in a source against what modern releases accept; values that the source does not show pass."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.files.file_paths import ends_with_number, path_ends, text_of
from codemods.analysis.objects.class_sources import sources
from codemods.analysis.objects.elements import elements, nested
from codemods.analysis.objects.provenance import leaves, passed_anywhere
from codemods.analysis.objects.whole_numbers import is_whole_number
from codemods.source.arguments import is_one_of, literal
from codemods.source.file import File, name_of
from compat.tables.rows import (
    Between,
    Condition,
    EndsWith,
    Lacks,
    LacksStart,
    NotFrom,
    NotOfType,
    NotOneOf,
)

_TYPES: dict[str, tuple[type[cst.BaseExpression], ...]] = {
    "str": (cst.SimpleString, cst.ConcatenatedString, cst.FormattedString),
    "int": (cst.Integer,),
    "float": (cst.Float,),
    "list": (cst.List, cst.ListComp),
    "tuple": (cst.Tuple,),
    "dict": (cst.Dict,),
    "lambda": (cst.Lambda,),
}

_WHOLE = ("int",)
_DEPTH = 4
_JOINING = ("os.path.join", "path.join", "join", "str", "Path", "pathlib.Path")
_CONSTANTS = frozenset({"True", "False", "None"})


def breaks(file: File, condition: Condition, node: cst.BaseExpression) -> bool:
    """True if every value that reaches `node` is known and violates the condition.

    Of the texts that a parameter or a loop brings, one that is not accepted is enough.
    """
    if isinstance(condition, NotOfType) and condition.types == _WHOLE and is_whole_number(file, node):
        return True
    if isinstance(condition, EndsWith):
        return _ends_otherwise(file, condition, node)
    if isinstance(node, cst.Name) and node.value not in _CONSTANTS and not isinstance(condition, NotFrom):
        told = _told_by_name(file, condition, node)
        if told is not None:
            return told
    if isinstance(node, cst.Name | cst.Attribute | cst.Call) and isinstance(condition, NotOfType):
        return _all_are_refused(file, condition, node)
    if isinstance(condition, Lacks):
        return _has_part(node, condition.part)
    if isinstance(condition, LacksStart):
        value = literal(node)
        return isinstance(value, str) and value.startswith(condition.prefix)
    if isinstance(condition, NotOneOf):
        return is_one_of(literal(node), condition.values)
    if isinstance(condition, NotOfType):
        return _is_of_type(node, condition.types)
    if isinstance(condition, Between):
        value = literal(node)
        if not isinstance(value, int | float) or isinstance(value, bool):
            return False
        return not condition.least <= value <= condition.most
    if isinstance(condition, NotFrom):
        return _comes_from(file, node, condition.symbols)
    return any(breaks(file, condition.condition, each) for each in nested(node))


def _told_by_name(file: File, condition: Condition, name: cst.Name) -> bool | None:
    """Whether the values that are bound to a name violate the condition; None if that is for its calls to say."""
    values = file.definitions(name)
    if values is not None:
        return all(_value_breaks(file, condition, each) for each in values)
    if isinstance(condition, NotOneOf):
        return any(_value_breaks(file, condition, each) for each in sources(file, name) or ())
    return None if isinstance(condition, NotOfType) else False


def _all_are_refused(file: File, condition: NotOfType, node: cst.BaseExpression) -> bool:
    """True if every value behind a name or a call has a type that is not accepted."""
    if "int" in condition.types and isinstance(node, cst.Name) and (default := _default(file, node)) is not None:
        return breaks(file, condition, default)
    values = leaves(file, node) or []
    if values == [node]:
        return _is_of_type(node, condition.types)
    return bool(values) and all(breaks(file, condition, each) for each in values)


def _default(file: File, name: cst.Name) -> cst.BaseExpression | None:
    """The default of a parameter, which tells the type of what calls pass that does not show it."""
    binding = file.only_binding(name)
    param = binding.node if binding is not None else None
    if not isinstance(param, cst.Param):
        return None
    shown = (cst.Tuple, cst.List, cst.BaseNumber)
    is_given = any(each is not None and isinstance(each.value, shown) for each in passed_anywhere(file, param))
    return param.default if not is_given else None


def _value_breaks(file: File, condition: Condition, value: cst.BaseExpression) -> bool:
    return not isinstance(value, cst.Name) and breaks(file, condition, value)


def _ends_otherwise(file: File, condition: EndsWith, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if all ends of a path are known, as those of an option of the program, and none is one that is accepted."""
    if condition.prefixes and _start_of(node).startswith(condition.prefixes):
        return False
    if isinstance(node, cst.Name) and file.definitions(node) is None:
        return depth > 0 and _is_passed_otherwise(file, condition, node, depth)
    if ends_with_number(file, node):
        return True
    ends = [end and text_of(end) for end in path_ends(file, node)]
    return bool(ends) and not any(not end or end.endswith(condition.suffixes) for end in ends)


def _start_of(node: cst.BaseExpression) -> str:
    """The text that a path begins with, as far as its own expression shows it."""
    while isinstance(node, cst.BinaryOperation):
        node = node.left
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "format":
        node = node.func.value
    if isinstance(node, cst.FormattedString):
        first = node.parts[0] if node.parts else None
        return first.value if isinstance(first, cst.FormattedStringText) else ""
    value = literal(node)
    return value if isinstance(value, str) else ""


def _is_passed_otherwise(file: File, condition: EndsWith, name: cst.Name, depth: int) -> bool:
    """True if all calls of a function pass such a path for a parameter that it does not look at before."""
    binding = file.only_binding(name)
    param = binding.node if binding is not None else None
    if not isinstance(param, cst.Param) or _is_asked_about(file, name):
        return False
    given = passed_anywhere(file, param)
    return bool(given) and all(
        each is not None and _ends_otherwise(each.module, condition, each.value, depth - 1) for each in given
    )


def _is_asked_about(file: File, name: cst.Name) -> bool:
    """True if a condition in the function names the variable: it may be what tells its values apart."""
    conditions = {cst.If: "test", cst.IfExp: "test", cst.While: "test"}
    for use in (use for each in file.assignments(name) for use in each.uses):
        below: cst.CSTNode = use
        for above in file.ancestors(use):
            part = conditions.get(type(above))
            if part is not None and getattr(above, part) is below:
                return True
            below = above
    return any(isinstance(each, cst.Try) for each in file.ancestors(name))


def _has_part(node: cst.BaseExpression, part: str) -> bool:
    """True if a text has the part, whatever is filled in: `f"{name}/conv"`, `name + "/conv"`, `"%s/conv" % name`."""
    value = literal(node)
    if isinstance(value, str):
        return part in value
    if isinstance(node, cst.FormattedString):
        return any(isinstance(each, cst.FormattedStringText) and part in each.value for each in node.parts)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return _has_part(node.left, part) or _has_part(node.right, part)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Divide):
        return _has_part(node.right, part)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
        return _has_part(node.left, part)
    if isinstance(node, cst.Call) and name_of(node.func) in _JOINING and node.args:
        return _has_part(node.args[-1].value, part)
    is_format = isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "format"
    return is_format and _has_part(cst.ensure_type(cst.ensure_type(node, cst.Call).func, cst.Attribute).value, part)


def _is_of_type(node: cst.BaseExpression, types: tuple[str, ...]) -> bool:
    if isinstance(node, cst.Call):
        return "int" in types and name_of(node.func) == "len"
    if isinstance(node, cst.BinaryOperation):
        return "float" in types and isinstance(node.operator, cst.Divide)
    if "int" in types and isinstance(node, cst.Subscript):
        is_shape = isinstance(node.value, cst.Attribute) and node.value.attr.value == "shape"
        return is_shape and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index)
    return any(isinstance(node, _TYPES[name]) for name in types)


def _comes_from(file: File, node: cst.BaseExpression, symbols: tuple[str, ...], depth: int = _DEPTH) -> bool:
    """True if a value is one of the symbols, something below one, or the result of calling either.

    Of the values that a function, an attribute, a loop or a dictionary may give, one is enough.
    """
    values = file.definitions(node) if isinstance(node, cst.Name) else None
    if values is not None and not any(isinstance(value, cst.Name | cst.Attribute | cst.IfExp) for value in values):
        return all(_comes_from(file, value, symbols, depth) for value in values)
    path = _path(file, node.func if isinstance(node, cst.Call) else node)
    if path is not None:
        return any(path == symbol or path.startswith(f"{symbol}.") for symbol in symbols)
    return depth > 0 and any(
        _comes_from(file, each, symbols, depth - 1) for each in _ways(file, node) if each is not node
    )


def _ways(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What may give a value that its own expression does not show; for `classes[name](...)`, the classes."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Subscript):
        return elements(file, node.func.value) or []
    if isinstance(node, cst.Subscript):
        return elements(file, node.value) or []
    if isinstance(node, cst.Name) and (found := sources(file, node)):
        return found
    return leaves(file, node) or []


def _path(file: File, node: cst.BaseExpression) -> str | None:
    """The canonical name of a symbol, or the import path of a name from another package; None if it is neither."""
    symbol = file.symbol(node)
    if symbol is not None:
        return symbol
    name = name_of(node)
    head, _, rest = (name or "").partition(".")
    imported = [each for each in file.imports if each.local == head]
    if len(imported) != 1 or imported[0].spelling is not None:
        return None
    path = imported[0].qualified if imported[0].alias.asname or "." not in imported[0].qualified else head
    if isinstance(imported[0].statement, cst.ImportFrom):
        path = imported[0].qualified
    return f"{path}.{rest}" if rest else path
