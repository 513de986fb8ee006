"""The functions that Keras calls after a batch, and where they read its logs as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.objects.object_types import derives_from
from codemods.source.file import File
from codemods.source.scopes import Binding
from codemods.source.walk import nodes

Function = cst.FunctionDef | cst.Lambda

_CALLBACKS = "keras.callbacks."
_LAMBDA_CALLBACK = "keras.callbacks.LambdaCallback"
_VALUES = frozenset({"copy", "items", "iteritems", "itervalues", "values"})
_KEEPING = frozenset({"add", "append", "appendleft", "insert", "put", "setdefault", "update"})
_KEYS = ("enumerate", "iter", "list", "reversed", "set", "sorted", "tuple")
_SHOWING = ("dict", "print", "repr", "str")
_HOOK = "on_"


class Hook(NamedTuple):
    """A function that Keras calls on an event; `own` and `logs` are its names for the callback and for the logs."""

    function: Function
    event: str
    own: str
    logs: str


def hooks(file: File) -> Iterator[Hook]:
    """The methods of the callbacks of a file, and the functions that a `LambdaCallback` is given."""
    for owner in file.every(cst.ClassDef):
        if derives_from(file, owner, _CALLBACKS):
            for method in owner.body.body:
                if isinstance(method, cst.FunctionDef):
                    own, _, logs, *_ = [*_parameters(method), "", "", ""]
                    yield Hook(method, method.name.value, own, logs)
    given: set[Function] = set()
    for reference in file.references(_LAMBDA_CALLBACK):
        call = file.call_of(reference)
        for arg in call.args if call is not None else ():
            function = _function(file, arg.value)
            if arg.keyword is not None and function is not None and function not in given:
                given.add(function)
                _, logs, *_ = [*_parameters(function), "", ""]
                yield Hook(function, arg.keyword.value, "", logs)


def _parameters(function: Function) -> list[str]:
    return [each.name.value for each in function.params.params]


def _function(file: File, node: cst.BaseExpression) -> Function | None:
    """The function that an argument is, or names."""
    if isinstance(node, cst.Lambda):
        return node
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    return binding.node if binding is not None and isinstance(binding.node, cst.FunctionDef) else None


def whole_reads(file: File, hook: Hook) -> Iterator[cst.BaseExpression]:
    """Where a function takes all values of its logs: `logs.items()`, `dict(logs)`, `self.seen.append(logs)`."""
    for name in nodes(hook.function.body, cst.Name):
        if name.value == hook.logs and _is_logs(file, hook, name) and not _is_in_new_value(file, name):
            found = _read(file, name)
            if found is not None:
                yield found


def _is_logs(file: File, hook: Hook, name: cst.Name) -> bool:
    """True if a name is the parameter, whatever `logs = logs or {}` made of it."""
    bindings = _bindings_behind(file, name)
    others = [each.node for each in bindings if each.node not in hook.function.params.params]
    is_parameter = name not in others and len(others) < len(bindings)
    return is_parameter and all(_keeps(file, each, name.value) for each in others)


def _bindings_behind(file: File, name: cst.Name) -> list[Binding]:
    """The bindings that reach a name, and those that reach it where their values are made of it."""
    found: dict[Binding, None] = {}
    pending = [name]
    while pending:
        for binding in file.assignments(pending.pop()):
            if binding not in found:
                found[binding] = None
                value = file.assigned_value(binding)
                made_of = nodes(value, cst.Name) if value is not None else []
                pending += [each for each in made_of if each.value == name.value]
    return list(found)


def _keeps(file: File, target: cst.CSTNode | None, name: str) -> bool:
    """True for `logs = logs or {}`, `logs = dict(logs)`, and `logs = {}` where there are none."""
    above = file.parent(target) if target is not None else None
    assign = file.parent(above) if isinstance(above, cst.AssignTarget) else None
    if not isinstance(assign, cst.Assign):
        return False
    value = assign.value
    if isinstance(value, cst.Dict) and not value.elements:
        return True
    makes_logs = isinstance(value, cst.BooleanOperation | cst.IfExp | cst.Dict) or (
        isinstance(value, cst.Call) and _is_copy(file, value)
    )
    return makes_logs and any(each.value == name for each in nodes(value, cst.Name))


def _is_copy(file: File, call: cst.Call) -> bool:
    """True for `dict(logs)`, `copy.copy(logs)` and `logs.copy()`."""
    is_method = isinstance(call.func, cst.Attribute) and call.func.attr.value == "copy"
    return is_method or file.is_builtin(call.func, "dict") or file.qualified_name(call.func) == "copy.deepcopy"


def _is_in_new_value(file: File, name: cst.Name) -> bool:
    """True for the right side of `logs = dict(logs)`: what becomes of the new logs is seen where they are used."""
    statement = file.statement(name)
    lines = statement.body if isinstance(statement, cst.SimpleStatementLine) else ()
    targets = [target.target for line in lines if isinstance(line, cst.Assign) for target in line.targets]
    return any(isinstance(each, cst.Name) and each.value == name.value for each in targets)


def _read(file: File, name: cst.Name) -> cst.BaseExpression | None:
    node = _with_default(file, name)
    above = file.parent(node)
    if isinstance(above, cst.Attribute):
        return _method(file, above)
    if isinstance(above, cst.For | cst.CompFor):
        return _loop(file, node, name.value)
    if isinstance(above, cst.Arg):
        return _argument(file, above, name)
    if isinstance(above, cst.Assign):
        is_kept = any(isinstance(each.target, cst.Attribute | cst.Subscript) for each in above.targets)
        return name if is_kept else None
    if isinstance(above, cst.BinaryOperation) and not (isinstance(above.operator, cst.Modulo) and above.right is node):
        return None
    is_part = isinstance(above, cst.Element | cst.DictElement | cst.StarredDictElement | cst.FormattedStringExpression)
    return name if is_part or isinstance(above, cst.BinaryOperation) else None


def _with_default(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    """The whole of `logs or {}`, and of `logs if logs else {}`."""
    above = file.parent(node)
    if isinstance(above, cst.BooleanOperation) and isinstance(above.operator, cst.Or) and above.left is node:
        return _with_default(file, above)
    return _with_default(file, above) if isinstance(above, cst.IfExp) and above.test is not node else node


def _method(file: File, attribute: cst.Attribute) -> cst.BaseExpression | None:
    """`logs.items()`, and `logs.keys()` where a loop reads the values with them."""
    call = file.parent(attribute)
    if not isinstance(call, cst.Call) or call.func is not attribute or call.args:
        return None
    if attribute.attr.value in _VALUES:
        return call
    name = attribute.value
    is_keys = attribute.attr.value == "keys" and isinstance(name, cst.Name)
    return _loop(file, call, name.value) if is_keys and isinstance(name, cst.Name) else None


def _loop(file: File, node: cst.BaseExpression, logs: str) -> cst.BaseExpression | None:
    """What a loop runs over, if `logs[key]` is read in it; `node` may be an argument of `sorted`."""
    above = file.parent(node)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if isinstance(call, cst.Call) and file.is_builtin(call.func, *_KEYS):
        return _loop(file, call, logs)
    if not isinstance(above, cst.For | cst.CompFor) or above.iter is not node:
        return None
    keys = {each.value for each in nodes(above.target, cst.Name)}
    around = above if isinstance(above, cst.For) else file.parent(above)
    return node if around is not None and any(_key(each, logs) in keys for each in _lookups(around)) else None


def _lookups(node: cst.CSTNode) -> list[cst.Subscript | cst.Call]:
    return [*nodes(node, cst.Subscript), *nodes(node, cst.Call)]


def _key(node: cst.Subscript | cst.Call, logs: str) -> str:
    """The `key` of `logs[key]` and of `logs.get(key)`."""
    if isinstance(node, cst.Subscript):
        source, index = node.value, node.slice[0].slice
        key = index.value if isinstance(index, cst.Index) else None
    else:
        is_get = isinstance(node.func, cst.Attribute) and node.func.attr.value == "get" and node.args
        source = node.func.value if is_get and isinstance(node.func, cst.Attribute) else node
        key = node.args[0].value if is_get else None
    is_of_logs = isinstance(source, cst.Name) and source.value == logs
    return key.value if is_of_logs and isinstance(key, cst.Name) else ""


def _argument(file: File, arg: cst.Arg, name: cst.Name) -> cst.BaseExpression | None:
    """The logs where a call keeps, copies or shows them; not where they are handed on to another callback."""
    call = file.parent(arg)
    if not isinstance(call, cst.Call) or arg.star == "*" or _is_handed_on(call):
        return None
    if arg.star == "**":
        return name
    if file.is_builtin(call.func, *_KEYS):
        return _loop(file, call, name.value)
    is_kept = isinstance(call.func, cst.Attribute) and call.func.attr.value in _KEEPING
    is_of_package = file.qualified_name(call.func) is not None and file.in_project(call.func) is None
    return name if is_kept or is_of_package or file.is_builtin(call.func, *_SHOWING) else None


def _is_handed_on(call: cst.Call) -> bool:
    """True for `super().on_batch_end(batch, logs)`, and for such a call of any other callback."""
    name = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    return isinstance(name, cst.Name) and name.value.startswith(_HOOK)
