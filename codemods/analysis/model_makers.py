"""The functions of the project that make a model, in the file and in its other modules, and what they call."""

from __future__ import annotations

import builtins
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.call_sites import method_of
from codemods.analysis.definitions import definition
from codemods.analysis.own_functions import Found, likely_function_called
from codemods.analysis.project_classes import class_elsewhere
from codemods.analysis.provenance import passed_anywhere, place, steps_back
from codemods.analysis.self_attributes import is_self, parts_set_on_self
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_MANY = 400
_KERAS, _APPLICATIONS, _LAYER = "keras.", "keras.applications.", "keras.layers.BatchNormalization"
_SEQUENTIAL = ("keras.models.Sequential", "keras.Sequential")
_LOADING = ("load_model", "from_json", "from_config", "from_yaml", "clone_model", "TFSMLayer", "deserialize")
_PLAIN_LIBRARIES = ("numpy.", "math.", "os.", "functools.reduce", "operator.")
_OTHER_NORMALIZATIONS = ("InstanceNormalization", "GroupNormalization", "LayerNormalization", "SpectralNormalization")
_RUNNING_CODE = ("eval", "exec", "__import__", "getattr", "map", "super")
_BUILTINS = tuple(each for each in dir(builtins) if each not in _RUNNING_CODE)


@once_per_file
def makers(file: File, model: cst.BaseExpression) -> list[Found]:
    """Every function of the project that may run to make a model, or a part that it is made of."""
    found: dict[cst.FunctionDef, Found] = {}
    pending: list[tuple[File, cst.BaseExpression]] = [(file, model)]
    seen: set[object] = set()
    while pending and len(seen) < _MANY:
        module, node = pending.pop()
        if (module, place(module, node)) in seen:
            continue
        seen.add((module, place(module, node)))
        pending += [(at, each) for at, each in _behind(module, node)]
        for call in nodes(node, cst.Call):
            for each in _run_by(module, call):
                found.setdefault(each.function, each)
    return [*found.values()]


def _behind(file: File, node: cst.BaseExpression) -> Iterator[tuple[File, cst.BaseExpression]]:
    """The values of a name or an attribute, what importers pass for it included, and the names in other expressions."""
    if not isinstance(node, cst.Name | cst.Attribute):
        for call in nodes(node, cst.Call):
            yield from ((file, arg.value) for arg in call.args if isinstance(arg.value, cst.Call))
        yield from ((file, each) for each in nodes(node, cst.Name, cst.Attribute) if not _is_called(file, each))
        return
    yield from ((file, each.value) for each in steps_back(file, node) or ())
    if isinstance(node, cst.Name):
        params = (each.node for each in file.assignments(node))
        passed = (each for param in params if isinstance(param, cst.Param) for each in passed_anywhere(file, param))
        yield from ((each.module, each.value) for each in passed if each is not None)
    elif not isinstance(node.value, cst.Name) or not is_self(file, node.value):
        made = class_elsewhere(file, node.value)
        if made is None:
            yield file, node.value
        else:
            values = parts_set_on_self(made.module, made.owner, node.attr.value)
            yield from ((made.module, each.whole) for each in values)


def _is_called(file: File, node: cst.CSTNode) -> bool:
    above = file.parent(node)
    return isinstance(above, cst.Call) and above.func is node and definition(file, above.func) is not None


def _run_by(file: File, call: cst.Call) -> Iterator[Found]:
    """The function that a call runs, and those that it calls in turn."""
    pending = [(file, call)]
    seen: set[cst.FunctionDef] = set()
    while pending:
        module, each = pending.pop()
        found = likely_function_called(module, each)
        if found is not None and found.function not in seen:
            seen.add(found.function)
            yield found
            pending += [(found.file, one) for one in nodes(found.function.body, cst.Call)]


# --- models without a BatchNormalization


def makes_without_normalization(file: File, made: cst.Call) -> bool:
    """True if a call makes a model, and nothing that it runs may make a BatchNormalization."""
    found = likely_function_called(file, made)
    if found is None or found.function.name.value == "__init__":
        return False
    every = [found, *_run_by(file, made)]
    return all(_is_harmless(each.file, call) for each in every for call in nodes(each.function.body, cst.Call))


def _is_harmless(file: File, call: cst.Call) -> bool:
    """True for a layer or a function of Keras that is no BatchNormalization, and for a function of the project."""
    func = call.func
    if isinstance(func, cst.Call):
        return True  # what the inner call makes is looked at by itself
    if _puts_together_given(file, call):
        return False
    symbol = file.symbol(func)
    if symbol is not None:
        is_loaded = symbol.startswith(_APPLICATIONS) or symbol.endswith(_LOADING)
        return symbol.startswith(_KERAS) and symbol != _LAYER and not is_loaded
    path = file.qualified_name(func)
    if path is not None and (path.startswith(_PLAIN_LIBRARIES) or path.endswith(_OTHER_NORMALIZATIONS)):
        return True
    if file.is_builtin(func, *_BUILTINS) or likely_function_called(file, call) is not None:
        return True
    if isinstance(func, cst.Name):
        values = file.definitions(func) or []
        return bool(values) and all(
            isinstance(each, cst.Call) and file.function(each) is file.function(call) for each in values
        )
    return path is None and isinstance(func, cst.Attribute) and not _is_on_self_or_import(file, func)


def _puts_together_given(file: File, call: cst.Call) -> bool:
    """True for `Sequential([g, d])` and `model.add(g)` of what the function is given, or `self` has."""
    if file.symbol(call.func) not in _SEQUENTIAL and method_of(call) != "add":
        return False
    given = [arg.value for arg in call.args]
    given += [part.value for each in given if isinstance(each, cst.List | cst.Tuple) for part in each.elements]
    bound = (each for name in given if isinstance(name, cst.Name) for each in file.assignments(name))
    return any(isinstance(each, cst.Attribute) for each in given) or any(
        isinstance(each.node, cst.Param) for each in bound
    )


def _is_on_self_or_import(file: File, func: cst.Attribute) -> bool:
    """True for a method of `self`, or of what an import brings, that nothing shows."""
    root: cst.BaseExpression = func.value
    while isinstance(root, cst.Attribute):
        root = root.value
    if not isinstance(root, cst.Name):
        return False
    return is_self(file, root) or any(
        isinstance(each.node, cst.Import | cst.ImportFrom) for each in file.assignments(root)
    )
