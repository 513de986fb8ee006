"""Compile models without XLA, as Keras 2 did, where they call what XLA does not compile.

## What it does

Writes `jit_compile=False` into the `compile` calls of a file in which a layer, model, loss or metric of its own, or the
function of a `Lambda`, calls such a function: `tf.py_function`, `tf.print`, `tf.strings`, `tf.linalg.det`,
`K.ctc_batch_cost`, `tf.image.resize` with `"bicubic"`. So may a module of the project that the file imports.

## Why

Keras 3 compiles a model with XLA where there is a GPU, and the first batch stops with "Detected unsupported operations
when trying to compile graph". Keras 2 did so only if it was told to. Under a strategy Keras 3 does not.
https://keras.io/guides/migrating_to_keras_3/#jitcompile-is-set-to-true-by-default-on-gpu

## Numbers

Same: `tests/codemods/fixtures/jit_compilation` under TensorFlow 2.15.1, before, and 2.21.0, after.
`tests/compat/tables/test_xla.py` compiles each function.

## What it leaves to you

Models whose layers the file that compiles them does not import. A model that the file shows to be made of layers of
Keras alone is left alone. The shims never compile with XLA unasked.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.strategy_scopes import strategy_scope
from codemods.analysis.layers.custom_objects import project_modules
from codemods.analysis.layers.lambda_layers import lambda_definitions
from codemods.analysis.models.compiled_functions import METRICS, Function, compiled_functions, names_behind
from codemods.analysis.models.functional_layers import all_layers_of
from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS
from codemods.analysis.objects.object_types import derives_from, shim_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind, keyword, literal, named, with_args
from codemods.source.file import File, Reference
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.behaviour.xla import UNCOMPILED, UNCOMPILED_METHODS

_OWNERS = (*LAYERS_AND_MODELS, "keras.losses.", "keras.metrics.")
_KEYWORD, _RESIZE, _LAMBDA = "jit_compile", "tensorflow.image.resize", "keras.layers.Lambda"


@rule(
    "TFM282",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf


    class Shown(tf.keras.layers.Layer):
        def call(self, x):
            tf.print(x)
            return x


    model = tf.keras.Sequential([Shown(), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    """,
)
def jit_compilation(file: File) -> Iterator[Edit | Manual]:
    """Edit the calls of `compile` outside of strategies, unless the file is for Keras 3 or decides about XLA itself."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3 or _decides(file):
        return
    compiled = [each.call for each in training_calls(file) if _is_compiled(file, each.path, each.call)]
    used = _used(file) if compiled else None
    for call in compiled if used is not None else ():
        if _is_of_keras_alone(file, call):
            continue
        name = (used or "").replace("keras.backend.", "K.").replace("tensorflow.", "tf.")
        said = f"Keras 3 compiles models with XLA on a GPU, which does not take {name}: not with {_KEYWORD}=False"
        if any(arg.star == "**" for arg in call.args):
            yield Manual(call, "keras.models.Model.compile", said, f"pass {_KEYWORD}=False to compile")
            continue
        added = named(cst.Arg(cst.Name("False")), _KEYWORD)
        yield Edit(call, said, ((call, with_args(call, [*call.args, added])),))


def _is_compiled(file: File, path: str, call: cst.Call) -> bool:
    eager = keyword(call, "run_eagerly")
    is_eager = eager is not None and literal(eager.value) is True
    is_shimmed = isinstance(call.func, cst.Attribute) and shim_of(file, call.func.value) is not None
    return path.endswith(".compile") and not is_eager and not is_shimmed and strategy_scope(file, call) is None


def _is_of_keras_alone(file: File, compiled: cst.Call) -> bool:
    """True if the file shows all layers of a model, and they, its losses and its metrics are those of Keras."""
    if not isinstance(compiled.func, cst.Attribute):
        return False
    layers = all_layers_of(file, compiled.func.value)
    parts = [*(layers or ()), *(arg.value for arg in compiled.args if not _is_optimizer(compiled, arg))]
    names = [name for part in parts for name in nodes(part, cst.Name)]
    used = [name for name in names if file.assignments(name)]
    return bool(layers) and all(_is_of_keras(file, name) for name in used)


def _is_optimizer(compiled: cst.Call, arg: cst.Arg) -> bool:
    return arg.keyword.value == "optimizer" if arg.keyword is not None else arg is compiled.args[0]


def _is_of_keras(file: File, name: cst.Name) -> bool:
    above = file.parent(name)
    longest: cst.BaseExpression = name
    while isinstance(above, cst.Attribute):
        longest, above = above, file.parent(above)
    return (file.symbol(longest) or "").startswith("keras.") and file.symbol(longest) != _LAMBDA


def _decides(file: File) -> bool:
    """True if the file says anywhere whether models are compiled with XLA."""
    words = (arg.keyword.value for call in file.calls for arg in call.args if arg.keyword is not None)
    return _KEYWORD in words or any(each.attr.value == _KEYWORD for each in file.attributes)


def _used(file: File) -> str | None:
    """The first function without XLA that a part of a model calls, in the file or in a module that it imports."""
    functions = set(compiled_functions(file, "loss", *METRICS))
    here = _used_in(file, functions)
    if here is not None:
        return here
    found = (_used_in(each, set()) for each in project_modules(file))
    return next((each for each in (*found, *_used_by_imported(file)) if each is not None), None)


def _used_in(file: File, functions: set[Function]) -> str | None:
    functions = functions | set(lambda_definitions(file))
    for reference in file.all_references():
        symbol = reference.spelling.canonical
        if _is_uncompiled(file, reference) and _is_in_model(file, reference.node, functions):
            return symbol
    return None


def _used_by_imported(file: File) -> Iterator[str | None]:
    """The same of functions of other modules that `compile` is given as losses and metrics."""
    for name, _ in names_behind(file, "loss", *METRICS):
        found = definition(file, name)
        if found is not None and isinstance(found[1], cst.FunctionDef):
            yield _used_in(found[0], {found[1]})


def _is_uncompiled(file: File, reference: Reference) -> bool:
    if reference.spelling.canonical in UNCOMPILED:
        return True
    call = file.call_of(reference) if reference.spelling.canonical == _RESIZE else None
    method = (bind(call, "images", "size", "method") or {}).get("method") if call is not None else None
    value = literal(method.value) if method is not None else None
    return value in UNCOMPILED_METHODS


def _is_in_model(file: File, node: cst.CSTNode, functions: set[Function]) -> bool:
    above = list(file.ancestors(node))
    if any(each in functions for each in above):
        return True
    owner = file.enclosing_class(node)
    return owner is not None and owner in above and derives_from(file, owner, *_OWNERS)
