"""Return a copy where a layer gave its input back to take its mask away, as Keras 3 lets the tensor keep it.

## What it does

`Lambda(lambda x: x)`, also of a function of the file that is used for nothing else, becomes
`Lambda(lambda x: keras.ops.copy(x))` where the file, or a module that it imports, makes masks. `return x` in the `call`
of an own layer whose `compute_mask` returns None becomes `return keras.ops.copy(x)`.

## Why

The mask is an attribute of the tensor. A layer that returns the tensor itself returns it with its mask, and where
`compute_mask` gives None, Keras 3 leaves the mask that is there. Keras 2 asked `compute_mask` alone: such a layer stood
where a layer behind it did not take masks, or was not to see them. No error and no warning.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py

## Numbers

Same: a layer that sums what is not masked sees no mask, as on Keras 2.2.4 and 2.3.1 and on `tf.keras` 1.13.2 and 1.15.5
(`tests/codemods/fixtures/kept_masks`). `tf.keras` 2.3.4 and later kept the mask, as Keras 3 does.

## What it leaves to you

Files of `tf.keras` that do not tell for which release they were written, and functions that other code calls too.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.objects.built_models import returned_by
from codemods.analysis.objects.object_types import LAYER, derived_from
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.mask_sources import has_masks_around
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind
from codemods.source.file import File, name_of
from codemods.types import Edit, Severity, Stage, Undecided, rule

_LAMBDA, _MASK, _CALL = "keras.layers.Lambda", "compute_mask", "call"
_SAID = "a layer that returns its input took the mask away; in Keras 3 the tensor keeps it"


@rule(
    "TFM521",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Embedding, Flatten, Input, Lambda
    from keras.layers.core import Dense

    words = Embedding(100, 8, mask_zero=True)(Input((20,)))
    outputs = Dense(1)(Flatten()(Lambda(lambda x: x)(words)))
    """,
    severity=Severity.NUMBERS,
)
def kept_masks(file: File) -> Iterator[Edit | Undecided]:
    """Look at the functions of `Lambda` layers and at own layers."""
    line = written_for(file).keras
    if not goes_to_keras_3(file) or line is KerasLine.TENSORFLOW_2:
        return
    for given in [*_of_lambdas(file), *_of_layers(file)]:
        if line is None:
            yield Undecided(given, f"{LAYER}.{_MASK}", "tensorflow==1.15")
            continue
        keras, imports = bind_module(file, "keras", "keras", given)
        copy = cst.parse_expression(f"{keras}.ops.copy({given.value})")
        yield Edit(given, _SAID, ((given, copy),), imports)


def _of_lambdas(file: File) -> Iterator[cst.Name]:
    """What the functions of `Lambda` layers return as they got it."""
    for reference in file.references(_LAMBDA):
        call = file.call_of(reference)
        bound = bind(call, "function", "output_shape", "mask") if call is not None else None
        if reference.spelling.shimmed or not bound or "function" not in bound or "mask" in bound:
            continue
        function = bound["function"].value
        given = _identity(file, function)
        if given is not None and has_masks_around(file):
            yield given


def _identity(file: File, function: cst.BaseExpression) -> cst.Name | None:
    """The `x` that `lambda x: x` returns, or a function of the file that `Lambda` layers alone use."""
    if isinstance(function, cst.Lambda):
        first = function.params.params[0].name.value if function.params.params else ""
        return function.body if isinstance(function.body, cst.Name) and function.body.value == first else None
    if not isinstance(function, cst.Name):
        return None
    binding = file.only_binding(function)
    meant = binding.node if binding is not None else None
    if not isinstance(meant, cst.FunctionDef):
        return None
    uses = [each for each in file.every(cst.Name) if each.value == function.value and each is not meant.name]
    if not all(_is_for_lambda(file, each) for each in uses):
        return None
    found = _given_back(file, meant, 0)
    return found[0] if len(found) == 1 else None


def _is_for_lambda(file: File, name: cst.Name) -> bool:
    arg = file.parent(name)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(call, cst.Call) and file.symbol(call.func) == _LAMBDA


def _of_layers(file: File) -> Iterator[cst.Name]:
    """What the `call` of own layers that give no mask returns as it got it."""
    for owner in file.every(cst.ClassDef):
        mask, call = own_method(owner, _MASK), own_method(owner, _CALL)
        if mask is None or call is None or not all(_is_none(each) for each in returned_by(file, mask)):
            continue
        base = derived_from(file, owner)
        if base is not None and not base.shimmed and base.is_a(LAYER):
            yield from _given_back(file, call, 1)


def _is_none(value: cst.BaseExpression | None) -> bool:
    return value is None or name_of(value) == "None"


def _given_back(file: File, function: cst.FunctionDef, place: int) -> list[cst.Name]:
    """The returned names that are the parameter at a place, and nothing else."""
    params = function.params.params
    if len(params) <= place:
        return []
    found = [each for each in returned_by(file, function) if isinstance(each, cst.Name)]
    return [each for each in found if each.value == params[place].name.value and _is_only(file, each, params[place])]


def _is_only(file: File, name: cst.Name, param: cst.Param) -> bool:
    binding = file.only_binding(name)
    return binding is not None and binding.node is param
