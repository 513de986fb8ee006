"""Models that functions of the project make without a BatchNormalization."""

from __future__ import annotations

import builtins

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.models.model_makers import functions_run
from codemods.analysis.objects.own_functions import likely_function_called
from codemods.source.file import File
from codemods.source.walk import nodes

_KERAS, _APPLICATIONS, _NORMALIZATION = "keras.", "keras.applications.", "keras.layers.BatchNormalization"
_SEQUENTIAL = ("keras.models.Sequential", "keras.Sequential")
_LOADING = ("load_model", "from_json", "from_config", "from_yaml", "clone_model", "TFSMLayer", "deserialize")
_PLAIN_LIBRARIES = ("numpy.", "math.", "os.", "functools.reduce", "operator.")
_OTHER_NORMALIZATIONS = ("InstanceNormalization", "GroupNormalization", "LayerNormalization", "SpectralNormalization")
_RUNNING_CODE = ("eval", "exec", "__import__", "getattr", "map", "super")
_BUILTINS = tuple(each for each in dir(builtins) if each not in _RUNNING_CODE)


def makes_without_normalization(file: File, made: cst.Call) -> bool:
    """True if a call makes a model, and nothing that it runs may make a BatchNormalization."""
    found = likely_function_called(file, made)
    if found is None or found.function.name.value == "__init__":
        return False
    every = [found, *functions_run(file, made)]
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
        return symbol.startswith(_KERAS) and symbol != _NORMALIZATION and not is_loaded
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
