"""The literals that a path ends with, read through names, parameters, options of the program, formats and joins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

import libcst as cst

from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.objects.family_attributes import values_in_family, values_of_heirs
from codemods.analysis.objects.passed_elsewhere import passed_elsewhere
from codemods.analysis.objects.program_options import option_names
from codemods.analysis.objects.provenance import calls_of, place, steps_back
from codemods.analysis.objects.whole_numbers import is_whole_number
from codemods.source.arguments import bind, keyword, literal, literal_key
from codemods.source.file import File, name_of
from codemods.source.scopes import Binding
from codemods.source.walk import nodes

Text: TypeAlias = "cst.SimpleString | cst.FormattedStringText"
"""A piece of a string that the source spells out."""

Sources: TypeAlias = "list[cst.CSTNode | None]"
"""The nodes that a path may end with; None stands for an end that the file does not show."""

_PASSED_ON = frozenset(
    {
        "os.fspath",
        "os.path.abspath",
        "os.path.expanduser",
        "os.path.expandvars",
        "os.path.normpath",
        "os.path.realpath",
    }
)
_JOINED = frozenset({"os.path.join", "posixpath.join", "pathlib.Path", "pathlib.PurePath", "tensorflow.io.gfile.join"})
_LEAVES = (cst.SimpleString, cst.FormattedStringText)
_METHODS = ("staticmethod", "classmethod")
_OWN = ("self", "cls")
_FILLED_IN = ("}", "%s", "%d", "%i")
_AS_NUMBER = re.compile(r"(?<!%)%[-+ #0-9.]*[diufeEgG]$")
_OF_NUMBERS = ("d", "e", "f", "g", "E", "F", "G")


def path_ends(file: File, node: cst.BaseExpression) -> list[Text | None]:
    """The literals that `node` may end with; None among them for each end that the file does not show."""
    found: dict[Text | None, None] = {}
    for each in parts_at_end(file, node):
        if isinstance(each, cst.SimpleString | cst.FormattedStringText):
            found[each if not text_of(each).endswith(_FILLED_IN) else None] = None
        elif not isinstance(each, cst.BaseExpression):
            found[None] = None
    return list(found)


def parts_at_end(file: File, node: cst.BaseExpression) -> Iterator[cst.CSTNode | None]:
    """A path, and what it may end with, down to literals; None for each end that the file does not show."""
    pending: Sources = [node]
    seen: set[object] = set()
    while pending:
        each = pending.pop()
        if isinstance(each, _LEAVES) or not isinstance(each, cst.BaseExpression):
            yield each
        elif (key := place(file, each)) not in seen:
            seen.add(key)
            yield each
            pending += _inside(file, each)[::-1]


def ends_elsewhere(file: File, node: cst.BaseExpression) -> Iterator[tuple[File, Text]]:
    """The literals that other modules give a path to end with: to a parameter, or in a class that derives from its."""
    yield from ends_passed(file, node)
    for each in parts_at_end(file, node):
        for module, value in values_of_heirs(file, each) if isinstance(each, cst.Attribute) else ():
            yield from ((module, end) for end in path_ends(module, value) if end is not None)


def ends_passed(file: File, node: cst.BaseExpression) -> Iterator[tuple[File, Text]]:
    """The literals that a path ends with where it ends with a parameter: those that importers pass, each by its module.

    Only of functions that the file itself does not call.
    """
    for each in parts_at_end(file, node):
        binding = file.only_binding(each) if isinstance(each, cst.Name) else None
        if binding is not None and isinstance(binding.node, cst.Param) and _passed(file, binding.node) == [None]:
            for module, value in passed_elsewhere(file, binding.node) or ():
                yield from ((module, end) for end in path_ends(module, value) if end is not None)


def text_of(node: Text) -> str:
    """What a piece of a string says; "" for bytes."""
    value = node.value if isinstance(node, cst.FormattedStringText) else node.evaluated_value
    return value if isinstance(value, str) else ""


def ends_with_number(file: File, node: cst.BaseExpression) -> bool:
    """True if a path certainly ends with digits, which are no suffix: `f"models/{epochs}"`, `"net_%d" % epochs`."""
    value = only_value_of(file, node) or node
    if isinstance(value, cst.Call) and joined(file, value):
        return ends_with_number(file, value.args[-1].value)
    if isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Modulo):
        template = literal(value.left)
        if isinstance(template, str) and template.endswith("%s"):
            last = value.right.elements[-1].value if isinstance(value.right, cst.Tuple) else value.right
            return is_whole_number(file, last)
        return isinstance(template, str) and _AS_NUMBER.search(template) is not None
    if isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Add | cst.Divide):
        return ends_with_number(file, value.right)
    if isinstance(value, cst.Call) and (template := formatted(value)) is not None:
        filled = isinstance(template, cst.SimpleString) and text_of(template).endswith("{}")
        return filled and bool(value.args) and is_whole_number(file, value.args[-1].value)
    if isinstance(value, cst.Call) and file.is_builtin(value.func, "str") and len(value.args) == 1:
        return is_whole_number(file, value.args[0].value)
    return isinstance(value, cst.FormattedString) and _is_filled_with_number(file, value)


def _is_filled_with_number(file: File, text: cst.FormattedString) -> bool:
    last = text.parts[-1] if text.parts else None
    if not isinstance(last, cst.FormattedStringExpression) or last.conversion is not None:
        return False
    spec = "".join(each.value for each in last.format_spec or () if isinstance(each, cst.FormattedStringText))
    return spec.endswith(_OF_NUMBERS) or (not spec and is_whole_number(file, last.expression))


def joined(file: File, call: cst.Call) -> bool:
    """True if a call joins parts of a path, the last of which is its last argument."""
    plain = bool(call.args) and not any(arg.star or arg.keyword for arg in call.args)
    is_method = isinstance(call.func, cst.Attribute) and call.func.attr.value in ("joinpath", "with_suffix")
    return plain and (is_method or file.qualified_name(call.func) in _JOINED)


def passed_on(file: File, call: cst.Call) -> bool:
    """True if a call hands back the path that it is given, in another form."""
    if len(call.args) != 1 or call.args[0].star:
        return False
    return file.is_builtin(call.func, "str") or file.qualified_name(call.func) in _PASSED_ON


def formatted(call: cst.Call) -> cst.BaseExpression | None:
    """The template in `template.format(...)`."""
    is_format = isinstance(call.func, cst.Attribute) and call.func.attr.value == "format"
    return call.func.value if is_format and isinstance(call.func, cst.Attribute) else None


def _inside(file: File, node: cst.BaseExpression) -> Sources:
    if isinstance(node, cst.ConcatenatedString):
        return [node.right]
    if isinstance(node, cst.FormattedString):
        return [_last_part(node)]
    if isinstance(node, cst.BinaryOperation):
        return _operated(node)
    if isinstance(node, cst.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, cst.BooleanOperation):
        return [node.left, node.right]
    if isinstance(node, cst.Call):
        return _called(file, node)
    if isinstance(node, cst.Subscript):
        return _under_key(file, node)
    if isinstance(node, cst.Name):
        return _named(file, node)
    if isinstance(node, cst.Attribute):
        return _held(file, node) or _of_option(file, node.attr.value)
    return [None]


def _last_part(node: cst.FormattedString) -> cst.CSTNode | None:
    last = node.parts[-1] if node.parts else None
    if isinstance(last, cst.FormattedStringExpression):
        return last.expression if last.format_spec is None and last.conversion is None else None
    return last


def _operated(node: cst.BinaryOperation) -> Sources:
    if isinstance(node.operator, cst.Add | cst.Divide):
        return [node.right]
    if not isinstance(node.operator, cst.Modulo):
        return [None]
    if isinstance(node.left, cst.SimpleString) and text_of(node.left).endswith("%s"):
        return [node.right.elements[-1].value if isinstance(node.right, cst.Tuple) else node.right]
    return [node.left]


def _called(file: File, call: cst.Call) -> Sources:
    template = formatted(call)
    if template is not None:
        filled = isinstance(template, cst.SimpleString) and text_of(template).endswith("{}")
        plain = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
        return [plain[-1] if filled and plain else template]
    if joined(file, call) or passed_on(file, call):
        return [call.args[-1].value]
    steps = steps_back(file, call)
    return [step.value for step in steps] if steps else _of_class(file, call) or [None]


def _of_class(file: File, call: cst.Call) -> Sources:
    """What a static method or a method of a class returns: `self.path_of(folder)`, `Model.path_of(folder)`."""
    func = call.func
    if not isinstance(func, cst.Attribute) or not isinstance(func.value, cst.Name):
        return []
    owner = file.enclosing_class(call) if func.value.value in _OWN else class_of(file, func.value)
    found = [
        each
        for each in (owner.body.body if owner is not None else ())
        if isinstance(each, cst.FunctionDef) and each.name.value == func.attr.value
    ]
    if len(found) != 1 or not all(file.is_builtin(each.decorator, *_METHODS) for each in found[0].decorators):
        return []
    return [each.value for each in nodes(found[0].body, cst.Return) if file.function(each) is found[0]]


def _named(file: File, name: cst.Name) -> Sources:
    if _is_none(name):
        return []
    found = [each for binding in reaching(file, name) for each in _of_binding(file, binding)]
    return found or [None]


def _of_binding(file: File, binding: Binding) -> Sources:
    if isinstance(binding.node, cst.Param):
        return _passed(file, binding.node)
    value = file.assigned_value(binding)
    if value is not None:
        return [value]
    loop = file.parent(binding.node) if binding.node is not None else None
    if isinstance(loop, cst.For) and loop.target is binding.node and isinstance(loop.iter, cst.List | cst.Tuple):
        return [element.value for element in loop.iter.elements]
    return [None]


def _passed(file: File, param: cst.Param) -> Sources:
    """What the calls in the file pass for a parameter, and its default."""
    function = file.function(param)
    if not isinstance(function, cst.FunctionDef):
        return [None]
    names = [each.name.value for each in (*function.params.posonly_params, *function.params.params)]
    found: Sources = [param.default] if param.default is not None else []
    calls = calls_of(file, function)
    if not calls and _is_none(param.default):
        return [None]
    for call in calls:
        bound = bind(call, *(names[1:] if isinstance(call.func, cst.Attribute) else names))
        arg = bound.get(param.name.value) if bound is not None else None
        if arg is not None:
            found.append(arg.value)
        elif bound is None or param.default is None:
            found.append(None)
    return found or [None]


def _held(file: File, node: cst.Attribute) -> Sources:
    """What an attribute is given, by the classes around its own, too; one that is only given None is set elsewhere."""
    given = [*values_in_family(file, node), *(step.value for step in steps_back(file, node) or ())]
    found: Sources = [*{id(each): each for each in given}.values()]
    return [*found, None] if found and all(map(_is_none, found)) else found


def _is_none(node: cst.CSTNode | None) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def _under_key(file: File, node: cst.Subscript) -> Sources:
    """The value under a literal key of a dictionary, or the option of that name."""
    key = literal_key(node)
    if not isinstance(key, str):
        return [None]
    owner = file.only_value(node.value) if isinstance(node.value, cst.Name) else None
    if isinstance(owner, cst.Dict):
        pairs = [each for each in owner.elements if isinstance(each, cst.DictElement)]
        found: Sources = [each.value for each in pairs if literal(each.key) == key]
        return found if len(found) == 1 and len(pairs) == len(owner.elements) else [None]
    if isinstance(owner, cst.Call) and file.is_builtin(owner.func, "dict"):
        arg = keyword(owner, key)
        return [arg.value if arg is not None else None]
    return _of_option(file, key)


def _of_option(file: File, name: str) -> Sources:
    """The defaults of the options of the program that have this name."""
    found = [each for call in file.calls for each in _default(call, name)]
    return found or [None]


def _default(call: cst.Call, name: str) -> Iterator[cst.CSTNode | None]:
    method = (name_of(call.func) or "").rpartition(".")[2]
    texts = [literal(arg.value) for arg in call.args if arg.keyword is None and not arg.star]
    if method == "add_argument":
        if name in option_names(call):
            default = keyword(call, "default")
            yield default.value if default is not None else None
    elif method == "DEFINE_string" and texts[:1] == [name]:
        bound = bind(call, "name", "default", "help") or {}
        yield bound["default"].value if "default" in bound else None
