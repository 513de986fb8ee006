"""Register the functions of `Lambda` layers, which Keras 3 saves by their names alone.

## What it does

Writes `@keras.saving.register_keras_serializable()` above `def distance(...)` in a file that has `Lambda(distance)`,
or `Lambda(..., output_shape=distance)`, and reads or copies models: `load_model`, `model_from_json`, `clone_model`,
`layers.deserialize`, `from_config`; also where a module of the project that imports the file does so.

## Why

Keras 2 saved every function of a `Lambda` as bytecode and asked for nothing. Keras 3 saves a function with a name by
that name, and looks it up when the model is read or copied: TypeError, "Could not locate function 'distance'".
https://keras.io/api/models/model_saving_apis/serialization_utils/

## Numbers

Same: the model that is read has the layers and the weights of the one that was saved
(`tests/codemods/fixtures/saved_functions` has the outputs of Keras 2.3.1 on TensorFlow 1.15.5).

## What it leaves to you

Functions inside of others, and those of another module than the `Lambda`, which are reported; lambdas, of which TFM274
tells; models that are read without the module that made them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.layers.custom_objects import SCOPES
from codemods.analysis.layers.lambda_layers import lambda_functions, may_read_legacy_lambdas, reading_calls
from codemods.rewriting.add_imports import bind_keras
from codemods.source.arguments import bind, literal
from codemods.source.file import File, once_per_file
from codemods.source.wording import listed
from codemods.types import Edit, Manual, rule

_MARK = "saving.register_keras_serializable()"
_KEYWORD = "custom_objects"
_READERS = ("load_model", "model_from_json", "clone_model", "deserialize", "from_config")
_REGISTRY = "keras.utils.get_custom_objects"


@rule(
    "TFM304",
    example="""
    from keras.layers.core import Lambda
    from keras.models import Sequential, load_model

    def halved(x):
        return x / 2

    model = Sequential([Lambda(halved, input_shape=(4,))])
    model.save("model.h5")
    model = load_model("model.h5")
    """,
)
def saved_functions(file: File) -> Iterator[Edit | Manual]:
    """Edit functions in a file that reads models, unless it makes them known by itself."""
    if not may_read_legacy_lambdas(file):
        return
    for name, own in _own(file).items():
        if not _is_read_here(file, name) and _is_read_by_importers(file, name):
            yield _registered(file, own)
    if file.references(_REGISTRY, *SCOPES):
        return
    reading = [(call, lacking) for call, _ in reading_calls(file) if (lacking := _lacking(file, call))]
    edited: set[str] = set()
    for call, lacking in reading:
        for function in lacking.values():
            if isinstance(function, cst.FunctionDef) and file.function(function) is file.module:
                if function.name.value not in edited:
                    edited.add(function.name.value)
                    yield _registered(file, function)
        others = [name for name in lacking if name not in edited]
        if others:
            yield Manual(
                call,
                file.qualified_name(call.func) or _KEYWORD,
                f"Keras 3 saves functions of Lambda layers by name, and does not find {listed(others)}: TypeError",
                f"write @keras.{_MARK} above them, or give them in {_KEYWORD}=",
            )


def _registered(file: File, function: cst.FunctionDef) -> Edit:
    keras, imports = bind_keras(file, function)
    mark = cst.Decorator(cst.parse_expression(f"{keras}.{_MARK}"))
    name = function.name.value
    said = f"Keras 3 saves {name} by this name, and finds it again because it is registered"
    return Edit(function.name, said, ((function, function.with_changes(decorators=[mark])),), imports)


def _lacking(file: File, call: cst.Call) -> dict[str, cst.FunctionDef | None]:
    """The functions of `Lambda` layers that the call is not given: those of the file with their definitions."""
    given = _given(file, call)
    if given is None:
        return {}
    return {name: function for name, function in _functions(file).items() if name not in given}


def _given(file: File, call: cst.Call) -> list[object] | None:
    """The names in the `custom_objects` of a call; None if it does not tell.

    A call that speaks of `safe_mode` was written for Keras 3, and needs none.
    """
    bound = bind(call, "source", _KEYWORD, "compile")
    if bound is None or "safe_mode" in bound:
        return None
    return _keys(file, bound[_KEYWORD].value) if _KEYWORD in bound else []


def _functions(file: File) -> dict[str, cst.FunctionDef | None]:
    """The functions that `Lambda` layers of the file have, and of the modules that it imports from the project."""
    found: dict[str, cst.FunctionDef | None] = {**_own(file)}
    for node in lambda_functions(file):
        is_own = isinstance(node, cst.Name) and isinstance(_bound(file, node), cst.FunctionDef)
        if not is_own and isinstance(node, cst.Name | cst.Attribute) and (brought := file.in_project(node)) is not None:
            found |= _plain(*brought)
    for module in file.imported_modules:
        for node in lambda_functions(module):
            found |= _plain(module, node.value) if isinstance(node, cst.Name) else {}
    return found


def _own(file: File) -> dict[str, cst.FunctionDef]:
    """The functions of the file that its `Lambda` layers have, and that nothing registers."""
    found = (_bound(file, node) for node in lambda_functions(file) if isinstance(node, cst.Name))
    return {each.name.value: each for each in found if isinstance(each, cst.FunctionDef) and not each.decorators}


def _bound(file: File, name: cst.Name) -> cst.CSTNode | None:
    binding = file.only_binding(name)
    return binding.node if binding is not None else None


def _plain(module: File, name: str) -> dict[str, cst.FunctionDef | None]:
    """The name of a function of another module that nothing registers there, not even this rule."""
    bound = module.only_global(name)
    is_plain = bound is not None and isinstance(bound.node, cst.FunctionDef) and not bound.node.decorators
    return {name: None} if is_plain and not _is_registered_there(module, name) else {}


def _is_registered_there(module: File, name: str) -> bool:
    """True if this rule registers the function in its module, which reads models, or is imported by one that does."""
    if name not in _own(module) or not may_read_legacy_lambdas(module):
        return False
    return _is_read_here(module, name) or _is_read_by_importers(module, name)


def _is_read_here(module: File, name: str) -> bool:
    """True if a module reads models without being given a function, and makes nothing known."""
    calls = () if module.references(_REGISTRY, *SCOPES) else (call for call, _ in reading_calls(module))
    return any((given := _given(module, call)) is not None and name not in given for call in calls)


@once_per_file
def _is_read_by_importers(module: File, name: str) -> bool:
    importers = {each: None for text in _READERS for each in module.project.importers(text)}
    return any(may_read_legacy_lambdas(each) and _is_read_here(each, name) for each in importers)


def _keys(file: File, given: cst.BaseExpression) -> list[object]:
    """The names in a dictionary, also in one that a variable stands for."""
    value = value_of(file, given)
    if not isinstance(value, cst.Dict):
        return []
    return [literal(each.key) for each in value.elements if isinstance(each, cst.DictElement)]
