"""The options of a program that its own parser declares: `add_argument("--optimizer", default="sgd")` and the like."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.elements import elements
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, name_of, once_per_file

_ARGPARSE = frozenset({"add_argument", "add_option"})
_FLAGS = frozenset({"DEFINE_string", "DEFINE_enum"})
_PARSERS = frozenset({"parse_args", "parse_known_args"})
_PARSED = frozenset({"args", "FLAGS", "flags", "opt", "opts", "options", "hparams"})
"""What programs call the options that the command line gave."""
_DECORATOR = "option"
_CHOICE = "Choice"


def option_names(call: cst.Call) -> set[str]:
    """The names under which the parsed arguments hold an option."""
    dest = keyword(call, "dest")
    named = [dest] if dest is not None else [arg for arg in call.args if arg.keyword is None]
    flags = [literal(arg.value) for arg in named]
    return {flag.lstrip("-").replace("-", "_") for flag in flags if isinstance(flag, str)}


def option_values(file: File, name: str) -> list[cst.BaseExpression]:
    """The default of the option of that name, and what it may be chosen from, as far as the file declares it."""
    return _values_by_name(file).get(name, [])


def option_default(file: File, node: cst.Attribute) -> cst.BaseExpression | None:
    """The default of the option that an attribute of the parsed ones means; None for any other, and for a set one."""
    values = option_values(file, node.attr.value)
    if not values or not _is_parsed(file, node.value) or node.attr.value in _set_names(file):
        return None
    return values[0]


def _is_parsed(file: File, node: cst.BaseExpression) -> bool:
    name = (name_of(node) or "").rpartition(".")[2]
    return name in _PARSED or name in _parsed_names(file)


@once_per_file
def _parsed_names(file: File) -> frozenset[str]:
    """The names that the results of parsers have."""
    made = (each for each in file.every(cst.Assign) if isinstance(each.value, cst.Call))
    targets = (each.targets[0].target for each in made if method_of(cst.ensure_type(each.value, cst.Call)) in _PARSERS)
    firsts = (each.elements[0].value if isinstance(each, cst.Tuple) else each for each in targets)
    return frozenset((name_of(each) or "").rpartition(".")[2] for each in firsts)


@once_per_file
def _set_names(file: File) -> frozenset[str]:
    """The attributes that the file sets, of whatever object but `self`."""
    is_set = (each for each in file.attributes if isinstance(file.parent(each), cst.AssignTarget | cst.AugAssign))
    return frozenset(each.attr.value for each in is_set if name_of(each.value) != "self")


def is_whole_option(file: File, name: str) -> bool:
    """True if the parser makes one whole number of the option of that name."""
    declared = [call for call in file.calls if method_of(call) in _ARGPARSE and name in option_names(call)]
    types = [keyword(call, "type") for call in declared if keyword(call, "nargs") is None]
    return bool(declared) and len(types) == len(declared) and all(_is_int(file, each) for each in types)


def _is_int(file: File, given: cst.Arg | None) -> bool:
    return given is not None and (file.is_builtin(given.value, "int") or literal(given.value) == "int")


def decorated_values(file: File, param: cst.Param) -> list[cst.BaseExpression]:
    """The same of the option that `@click.option` passes for a parameter."""
    function = file.function_of(param)
    made = [each.decorator for each in function.decorators] if function is not None else []
    options = [each for each in made if isinstance(each, cst.Call) and _last_name(each) == _DECORATOR]
    return [value for each in options if param.name.value in option_names(each) for value in _values(file, each)]


def option_of_default(file: File, node: cst.CSTNode) -> str:
    """The name of the option whose default an expression is, or is in; "" if it is none's."""
    calls = (each for each in file.ancestors(node) if isinstance(each, cst.Call))
    for call in calls:
        given = _default(call) if (names := _declared(call)) else None
        if given is not None and (given.value is node or given in file.ancestors(node)):
            return max(sorted(names), key=len)
    return ""


@once_per_file
def _values_by_name(file: File) -> dict[str, list[cst.BaseExpression]]:
    found: dict[str, list[cst.BaseExpression]] = {}
    for call in file.calls:
        for name in _declared(call):
            found.setdefault(name, []).extend(_values(file, call))
    return found


def _declared(call: cst.Call) -> set[str]:
    """The names of the option that a call declares; none for other calls."""
    method = method_of(call)
    if method in _ARGPARSE:
        return option_names(call)
    name = literal(call.args[0].value) if _last_name(call) in _FLAGS and call.args else None
    return {name} if isinstance(name, str) else set()


def _last_name(call: cst.Call) -> str:
    return (name_of(call.func) or "").rpartition(".")[2]


def _values(file: File, call: cst.Call) -> list[cst.BaseExpression]:
    """The default, and the other elements of `choices=` or of the list that an enumeration allows."""
    given = _default(call)
    default = [given.value] if given is not None else []
    texts = {literal(each) for each in default if isinstance(literal(each), str)}
    return [*default, *(each for each in _allowed(file, call, _places(call)[2:3]) if literal(each) not in texts)]


def _default(call: cst.Call) -> cst.Arg | None:
    return keyword(call, "default") or next(iter(_places(call)[1:2]), None)


def _places(call: cst.Call) -> list[cst.Arg]:
    """The arguments by position of what declares a flag, whose second one is the default."""
    return [arg for arg in call.args if arg.keyword is None] if _last_name(call) in _FLAGS else []


def _allowed(file: File, call: cst.Call, third: list[cst.Arg]) -> list[cst.BaseExpression]:
    listed = _first(keyword(call, name) for name in ("choices", "enum_values", "type")) or next(iter(third), None)
    if listed is None:
        return []
    value = listed.value
    is_choice = isinstance(value, cst.Call) and _last_name(value) == _CHOICE and bool(value.args)
    return elements(file, cst.ensure_type(value, cst.Call).args[0].value if is_choice else value) or []


def _first(found: Iterable[cst.Arg | None]) -> cst.Arg | None:
    return next((each for each in found if each is not None), None)
