"""The logs and histories of a file, wherever a name, a call or a data frame carries them."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import last_value
from codemods.analysis.objects.elements import elements, loop_iterable
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.looped_names import loop_around, source_of_names
from codemods.analysis.objects.passed_elsewhere import Passed, passed_elsewhere
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.file import File, once_per_file
from codemods.source.scopes import Binding
from compat.tables.names.log_keys import METRIC_KEYS

_COPIES = frozenset({"copy.copy", "copy.deepcopy", "pandas.DataFrame", "pandas.DataFrame.from_dict"})
_WRITERS = frozenset({"dump", "dumps", "save", "savez", "savemat", "to_csv", "to_json", "to_pickle", "write"})
_READERS = frozenset(
    {
        *("load", "loads", "loadmat", "read_csv", "read_json", "read_pickle", "read_table", "item", "get"),
        *("DictReader", "genfromtxt", "recfromcsv"),
    }
)
_NAMED_READERS = frozenset({"DictReader", "genfromtxt", "read_csv", "recfromcsv"})
"""Those that are imported by their own names."""
_ROWS = ("iter", "list", "next", "reversed", "sorted", "tuple")
_PARTS_OF_FRAMES = frozenset({"at", "iloc", "loc"})
_COPIES_OF_FRAMES = frozenset({"copy", "dropna", "fillna", "head", "reset_index", "set_index", "tail", "to_dict"})
_LOGGERS = ("keras.callbacks.CSVLogger",)
_TABLES = frozenset({"pandas.read_csv", "pandas.read_table"})
_DEPTH = 5


def is_log(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for the logs of a training, its history, and copies and data frames of them."""
    if evidence(file, node, Kind.LOGS).is_enough:
        return True
    if not depth:
        return False
    if isinstance(node, cst.Call):
        return _is_copy(file, node, depth) or _is_result(file, node) or _reads_own_log(file, node)
    if isinstance(node, cst.DictComp):
        return _keeps_keys(file, node, depth)
    if isinstance(node, cst.BooleanOperation):
        return is_log(file, node.left, depth - 1)  # `logs or {}`
    if isinstance(node, cst.Attribute) and node.attr.value == "history" and isinstance(node.value, cst.Name):
        last = last_value(file, node.value)
        given = [Passed(file, last)] if last is not None else _given(file, node.value)
        return bool(given) and all(evidence(module, each, Kind.HISTORY).is_enough for module, each in given)
    if isinstance(node, cst.Subscript):
        return _holds_logs(file, node.value, depth)
    if not isinstance(node, cst.Name) or file.variable(node) in _with_other_columns(file):
        return False
    if (looped := _looped(file, node)) is not None:
        return _holds_logs(file, looped, depth)
    last = last_value(file, node)
    here = [last] if last is not None else file.definitions(node) or ()
    values = [Passed(file, each) for each in here] or _given(file, node)
    return bool(values) and all(is_log(module, value, depth - 1) for module, value in values)


@once_per_file
def _with_other_columns(file: File) -> frozenset[object]:
    """The variables of frames whose columns get other names: `frame.columns = names`."""
    targets = [each.target for each in file.every(cst.AssignTarget)]
    renamed = [each.value for each in targets if isinstance(each, cst.Attribute) and each.attr.value == "columns"]
    for call in file.calls:
        inplace = keyword(call, "inplace")
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "rename" and inplace is not None:
            renamed.append(call.func.value)
    return frozenset(file.variable(each) for each in renamed if isinstance(each, cst.Name))


def _holds_logs(file: File, node: cst.BaseExpression, depth: int) -> bool:
    """True for a list or a dictionary that the file puts logs into, and nothing else."""
    held = elements(file, node) or []
    return bool(held) and all(is_log(file, each, depth - 1) for each in held)


def _looped(file: File, name: cst.Name) -> cst.BaseExpression | None:
    """What a loop takes a name from: `self.logs` in `for tag, each in self.logs.items()`."""
    binding = file.only_binding(name)
    return loop_iterable(file, binding.node) if binding is not None else None


def may_be_log(file: File, node: cst.BaseExpression) -> bool:
    """True for what the file loads where it also stores logs, and for parameters that only some calls pass logs to."""
    if evidence(file, node, Kind.LOGS) is Evidence.FOREIGN and not _is_loaded(file, node):
        return False
    if isinstance(node, cst.Name) and any(is_log(*each) for each in _given(file, node)):
        return True
    return _is_loaded(file, node) and (stores_logs(file) or are_stored_beside(file))


@once_per_file
def are_stored_beside(file: File) -> bool:
    """True if another file of the project writes the history of a training to a disk."""
    return any(True for _ in file.project.storing())


@once_per_file
def stores_logs(file: File) -> bool:
    """True if the file writes logs or a history to a disk."""
    if file.references(*_LOGGERS):
        return True
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in _WRITERS:
            if any(is_log(file, arg.value) for arg in call.args) or is_log(file, call.func.value):
                return True
    return False


def _is_loaded(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for what is read from a disk, and for its rows and parts."""
    if isinstance(node, cst.Call) and _is_read(node):
        return True
    return bool(depth) and any(_is_loaded(file, each, depth - 1) for each in _wholes(file, node))


def _wholes(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What an expression is, or is a row, a copy or a part of."""
    if isinstance(node, cst.Name):
        around = loop_around(file, node)
        return file.definitions(node) or ([around[0]] if around is not None else [])
    if isinstance(node, cst.Subscript):
        return [] if isinstance(literal_key(node), str) else [node.value]
    if isinstance(node, cst.Attribute):
        return [node.value] if node.attr.value in _PARTS_OF_FRAMES else []
    if not isinstance(node, cst.Call):
        return []
    if file.is_builtin(node.func, *_ROWS):
        return [arg.value for arg in node.args[:1]]
    is_copy = isinstance(node.func, cst.Attribute) and node.func.attr.value in _COPIES_OF_FRAMES
    return [node.func.value] if is_copy and isinstance(node.func, cst.Attribute) else []


def _is_read(call: cst.Call) -> bool:
    name = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    return isinstance(name, cst.Name) and name.value in (_READERS if name is not call.func else _NAMED_READERS)


def _is_copy(file: File, call: cst.Call, depth: int) -> bool:
    given = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    is_dict = file.is_builtin(call.func, "dict") and not given.intersection(METRIC_KEYS.values())
    if is_dict or file.qualified_name(call.func) in _COPIES:
        return bool(call.args) and not call.args[0].star and is_log(file, call.args[0].value, depth - 1)
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "copy" and not call.args:
        return is_log(file, call.func.value, depth - 1)
    return False


def _reads_own_log(file: File, call: cst.Call) -> bool:
    """True for `pandas.read_csv("log.csv")` of the file that a `CSVLogger` of this source begins anew."""
    if file.qualified_name(call.func) not in _TABLES or not call.args or call.args[0].keyword is not None:
        return False
    if any(keyword(call, each) is not None for each in ("header", "names")):
        return False
    path = _path(file, call.args[0].value)
    loggers = [file.call_of(each) for each in file.references(*_LOGGERS)]
    written = [_path(file, each.args[0].value) for each in loggers if each is not None and each.args]
    appended = [keyword(each, "append") for each in loggers if each is not None]
    return path is not None and path in written and not any(each is not None for each in appended)


def _path(file: File, node: cst.BaseExpression) -> str | None:
    """The text of a path, also by a name; None if the file does not show it."""
    value = file.only_value(node) if isinstance(node, cst.Name) else node
    text = literal(value) if value is not None else None
    return text if isinstance(text, str) else None


def _is_result(file: File, call: cst.Call) -> bool:
    """True for `model.evaluate(x, y, return_dict=True)`."""
    asked = keyword(call, "return_dict")
    if asked is None or literal(asked.value) is not True or not isinstance(call.func, cst.Attribute):
        return False
    return evidence(file, call.func.value, Kind.MODEL).is_enough


def _keeps_keys(file: File, made: cst.DictComp, depth: int) -> bool:
    """True for `{key: [float(each) for each in row] for key, row in logs.items()}`."""
    source = source_of_names(file, made.key)
    return source is not None and is_log(file, source, depth - 1)


def _given(file: File, name: cst.Name) -> list[Passed]:
    """What the calls in the file pass to the parameter that `name` is; if there are none, those in its importers."""
    binding = file.only_binding(name)
    if binding is None or not isinstance(binding.node, cst.Param):
        return []
    here = [Passed(file, each) for each in arguments_for(file, binding)]
    return here or passed_elsewhere(file, binding.node) or []


def arguments_for(file: File, binding: Binding) -> Iterator[cst.BaseExpression]:
    """The arguments that calls in the file pass to a parameter of one of its functions."""
    param = binding.node
    assert isinstance(param, cst.Param)
    function = file.function(param)
    if not isinstance(function, cst.FunctionDef):
        return
    for call in file.calls:
        found = param_of(file, call, function)
        yield from (arg.value for arg, each in found if each is param)


def param_of(file: File, call: cst.Call, function: cst.FunctionDef) -> list[tuple[cst.Arg, cst.Param]]:
    """The arguments of a call with their parameters, if it calls that function; `*names` may take several."""
    names = (*function.params.posonly_params, *function.params.params)
    if isinstance(call.func, cst.Name):
        owner = file.enclosing_class(function)
        wanted = owner.name.value if owner is not None and function.name.value == "__init__" else function.name.value
        if call.func.value != wanted or (owner is not None and function.name.value != "__init__"):
            return []
        names = names[1:] if owner is not None else names
    elif isinstance(call.func, cst.Attribute) and call.func.attr.value == function.name.value:
        if file.enclosing_class(function) is None:
            return []
        names = names[1:]
    else:
        return []
    by_name = {each.name.value: each for each in (*names, *function.params.kwonly_params)}
    found: list[tuple[cst.Arg, cst.Param]] = []
    for index, arg in enumerate(call.args):
        if arg.star:
            return found
        if arg.keyword is not None:
            if arg.keyword.value in by_name:
                found.append((arg, by_name[arg.keyword.value]))
        elif index < len(names):
            found.append((arg, names[index]))
        elif isinstance(function.params.star_arg, cst.Param):
            found.append((arg, function.params.star_arg))
    return found
