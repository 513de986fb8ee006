"""Report models with `Lambda` layers of Python lambdas that are loaded or copied, which Keras 3 refuses.

## What it does

Looks in files that have `Lambda(lambda x: ...)` for `load_model`, `model_from_json`, `clone_model`,
`layers.deserialize` and `from_config` of `Model`, `Sequential` and `Lambda`, unless the file shows all layers of the
model that is copied or was saved, and none is such a `Lambda`; and in all other files for `load_model` of a file that
such a script of the project saves, or one that has `Lambda(scaled)` of a function which the file does not know. Where
the path does not show, a note tells of the script. It rewrites nothing.

## Why

A lambda is saved as bytecode, which runs where it is loaded. Keras 3 raises ValueError unless it is told that the file
can be trusted, `clone_model` too, which makes a copy by way of the configuration. Keras 2 saved the bytecode of a
function with a name as well; Keras 3 saves the name, and does not find it in another script: TypeError.
https://keras.io/api/models/model_saving_apis/model_saving_and_loading/

## Numbers

No numbers involved.

## What it leaves to you

To give the layer a function with a name, and that to `custom_objects=`, in every script that loads the model; or to say
`safe_mode=False`. Configurations that other files write, and files from elsewhere.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import PurePath

import libcst as cst

from codemods.analysis.files.file_names import file_name
from codemods.analysis.files.file_paths import path_ends
from codemods.analysis.files.written_files import Written, checkpoints, model_writers, path_of
from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.layers.custom_objects import SCOPES, project_modules
from codemods.analysis.layers.lambda_layers import lambda_functions, may_read_legacy_lambdas, reading_calls
from codemods.analysis.models.functional_layers import all_layers_of
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from codemods.source.project import HDF5, stem_of
from codemods.source.walk import nodes
from codemods.source.wording import listed
from codemods.types import Manual, Stage, rule

_LAYERS, _LAMBDA = "keras.layers.", "keras.layers.Lambda"
_WRAPPERS = tuple(_LAYERS + name for name in ("TimeDistributed", "Bidirectional", "Wrapper"))
_LOAD = "keras.models.load_model"
_KEYWORD, _REGISTRY = "custom_objects", "keras.utils.get_custom_objects"
_HOLE = "{}"
"""What stands for a part of a name that is filled in."""
_UNSAFE = "keras.config.enable_unsafe_deserialization"


@rule(
    "TFM274",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Lambda
    from keras.models import Sequential, load_model

    model = Sequential([Lambda(lambda x: x / 255, input_shape=(8,))])
    model.save("scaled.keras")
    model = load_model("scaled.keras")
    """,
)
def saved_lambdas(file: File) -> Iterator[Manual]:
    """Report in a file that makes such layers, unless it says that it trusts them."""
    if not may_read_legacy_lambdas(file) or file.references(_UNSAFE):
        return
    lambdas = [each for node in lambda_functions(file) if (each := _value(file, node)) is not None]
    for call, path in reading_calls(file):
        if keyword(call, "safe_mode") is not None or any(arg.star == "**" for arg in call.args):
            continue
        if not lambdas:
            yield from _of_others(file, call, path)
            continue
        if _has_no_lambdas(file, call):
            continue
        name = path.rpartition(".")[2]
        trusted = "safe_mode=False" if name == "load_model" else f"a call of {_UNSAFE}() before"
        alone = "" if any(_looks_up(file, each) for each in lambdas) else f", or trust the model: {trusted}"
        yield Manual(
            call,
            file.qualified_name(call.func) or path,
            f"Keras 3 refuses to make a Lambda layer of a saved lambda: ValueError in {name}",
            f"give the Lambda layer a function with a name, in custom_objects={alone}",
        )


def _of_others(file: File, call: cst.Call, path: str) -> Iterator[Manual]:
    """Report a file that other scripts of the project save; a note where the path may be that of another model."""
    given = path_of(call) if path == _LOAD else None
    ends = path_ends(file, given.value) if given is not None else ()
    for name in dict.fromkeys(file_name(file, end) if end is not None else _HOLE for end in ends):
        if not name.endswith((*HDF5, _HOLE)) or (name != _HOLE and _is_saved_here(file, name)):
            continue
        for other, is_known in file.project.saving_lambdas(name):
            if _saves_plain_models(other, name):
                continue
            unknown = _unknown_functions(file, call, other)
            if not _has_lambdas(other) and unknown:
                yield _not_found(call, path, other, unknown, is_known=is_known)
                return
            if _has_lambdas(other):
                model = f"a model that {_called(other)} saves" if is_known else "the model, if it is one of"
                said = f"Keras 3 refuses to load {model}" + ("" if is_known else f" {_called(other)}")
                advice = "give its Lambda layers functions with a name, in custom_objects=, or pass safe_mode=False"
                yield Manual(call, path, f"{said}: it has a Lambda layer of a lambda", advice, is_note=not is_known)
                return


def _has_lambdas(module: File) -> bool:
    """True if a module, or one of the project that it imports, has a `Lambda` layer of a lambda."""
    return any(
        _value(each, node) is not None for each in (module, *project_modules(module)) for node in lambda_functions(each)
    )


def _unknown_functions(file: File, call: cst.Call, saving: File) -> list[str]:
    """The functions of `Lambda` layers of another script that a call of `load_model` is not given, nor imports."""
    bound = bind(call, "filepath", _KEYWORD, "compile") or {}
    own = {each.project.home for each in (file, *project_modules(file))}
    if _KEYWORD in bound or saving.project.home in own or file.references(_REGISTRY, *SCOPES):
        return []
    modules = [each for each in (saving, *project_modules(saving)) if each.project.home not in own]
    named = {
        node.value: None
        for each in modules
        for node in lambda_functions(each)
        if isinstance(node, cst.Name) and _is_function(each, node)
    }
    return [*named]


def _is_function(module: File, name: cst.Name) -> bool:
    binding = module.only_binding(name)
    return binding is not None and isinstance(binding.node, cst.FunctionDef)


def _not_found(call: cst.Call, path: str, other: File, names: list[str], *, is_known: bool) -> Manual:
    model = f"a model that {_called(other)} saves" if is_known else f"the model, if it is one of {_called(other)}"
    said = f"Keras 3 saves functions of Lambda layers by name, and does not find {listed(names)} of {model}: TypeError"
    advice = f"import {listed(names)}, and pass {_KEYWORD}="
    return Manual(call, path, said, advice, is_note=not is_known)


def _called(module: File) -> str:
    return PurePath(module.project.home).name


def _is_saved_here(file: File, name: str) -> bool:
    """True if the file itself saves something under a name."""
    paths = [each.path for each in (*model_writers(file), *checkpoints(file, weights_only=False))]
    ends = (end for path in paths for end in path_ends(file, path))
    return any(end is None or stem_of(file_name(file, end)) == stem_of(name) for end in ends)


def _saves_plain_models(file: File, name: str) -> bool:
    """True if the file shows all layers of the models that it saves under a name, and none is such a `Lambda`."""
    if checkpoints(file, weights_only=False):
        return False
    written = [each for each in model_writers(file) if _may_be(file, each, name)]
    return bool(written) and all((model := _saved(each)) is not None and _is_plain(file, model) for each in written)


def _may_be(file: File, written: Written, name: str) -> bool:
    ends = path_ends(file, written.path)
    return name == _HOLE or any(end is None or stem_of(file_name(file, end)) == stem_of(name) for end in ends)


def _has_no_lambdas(file: File, call: cst.Call) -> bool:
    """True if the file shows all layers of the model that is copied or was saved there, and none is such a `Lambda`."""
    given = path_of(call)
    if given is None:
        return False
    path = _text(file, given.value)
    if path is None:
        return isinstance(given.value, cst.Name) and _is_plain(file, given.value)
    if any(_text(file, each.path) in (None, path) for each in checkpoints(file, weights_only=False)):
        return False
    saved = [_saved(each) for each in model_writers(file) if _text(file, each.path) == path]
    return bool(saved) and all(each is not None and _is_plain(file, each) for each in saved)


def _text(file: File, path: cst.BaseExpression) -> str | None:
    """A path that is written in the file, in its place or under one name."""
    value = value_of(file, path)
    text = literal(value) if value is not None else None
    return text if isinstance(text, str) else None


def _saved(written: Written) -> cst.BaseExpression | None:
    """The model of `model.save(path)` and `save_model(model, path)`."""
    if isinstance(written.call.func, cst.Attribute) and written.call.func.attr.value == "save":
        return written.call.func.value
    model = (bind(written.call, "model", "filepath") or {}).get("model")
    return model.value if model is not None else None


def _is_plain(file: File, model: cst.BaseExpression) -> bool:
    """True if the file shows all layers of a model, and each is one of Keras or its own without a `Lambda`."""
    layers = all_layers_of(file, model)
    return bool(layers) and all(_has_no_lambda(file, each) for each in layers or ())


def _has_no_lambda(file: File, layer: cst.BaseExpression) -> bool:
    made = value_of(file, layer)
    if not isinstance(made, cst.Call):
        return False
    symbol = file.symbol(made.func) or ""
    if symbol.startswith(_LAYERS):
        wrapped = made.args[0].value if symbol in _WRAPPERS and made.args else None
        return symbol != _LAMBDA and (wrapped is None or _has_no_lambda(file, wrapped) or _is_plain(file, wrapped))
    owner = class_of(file, made.func) if isinstance(made.func, cst.Name) else None
    return owner is not None and not any(file.symbol(each) == _LAMBDA for each in nodes(owner, cst.Name, cst.Attribute))


def _value(file: File, node: cst.BaseExpression) -> cst.Lambda | None:
    """The lambda that is given, also by a name that stands for one."""
    value = value_of(file, node)
    return value if isinstance(value, cst.Lambda) else None


def _looks_up(file: File, function: cst.Lambda) -> bool:
    """True if a lambda uses names that are not its own: Keras 3 runs a saved one in a module without them."""
    own = {each.name.value for each in nodes(function.params, cst.Param)}
    used = [each for each in nodes(function.body, cst.Name) if not _is_part(file, each)]
    return any(each.value not in own and not hasattr(builtins, each.value) for each in used)


def _is_part(file: File, name: cst.Name) -> bool:
    """True for the name of an attribute or of a keyword."""
    above = file.parent(name)
    return (isinstance(above, cst.Attribute) and above.attr is name) or (
        isinstance(above, cst.Arg) and above.keyword is name
    )
