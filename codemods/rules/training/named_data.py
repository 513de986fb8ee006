"""Report dictionaries and lists that reach a model by a way that no rule rewrites, and that Keras 3 refuses.

## What it does

Reports a call that trains, tests or asks a model with targets or weights of samples in a dictionary where the model has
one output, with weights in a dictionary where its outputs are a list, with inputs in a dictionary where it is a
`Sequential`, and with a generator whose batches hold lists. The dictionaries are followed through names, functions,
methods, generators, sequences and datasets of the project.

## Why

Keras 2 looked the parts up by their names. For the only output of a model, Keras 3.15 takes the dictionary for the
targets, "Expected float32, but got out of type 'str'"; of weights for outputs in a list it says `KeyError: 0`; a
`Sequential` does not know the name of its input, "The structure of `inputs` doesn't match"; a list in a batch is no
`tf.TypeSpec`.
https://keras.io/api/models/model_training_apis/#fit-method

## Numbers

No numbers involved. The shims take all of these, with the numbers of Keras 2.3.1
(`tests/compat/shims/keras/test_targets.py`, `test_generators.py`).

## What it leaves to you

To hand on the value alone, or a tuple. Where the file shows the dictionary in the call or the batch, and nothing else
reads it, TFM298 and TFM133 do so. Models of which the project does not show how many outputs they have. Lists in
files that import JAX or PyTorch, whose backends take them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, since
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.fed_values import INPUTS, TARGETS, WEIGHTS, Fed, fed, is_dictionary
from codemods.analysis.models.model_outputs import are_listed, begins_with_one_input, has_one_output
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import shim_of
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_TRAINING = (".evaluate", ".fit", ".test_on_batch", ".train_on_batch")
_ASKING = (".predict", ".predict_on_batch")
_OTHER_BACKENDS = ("jax", "torch")
_ONE = "pass the only value by itself"
_SEVERAL = "pass the targets and the weights as tuples, both in the order of the outputs"


@rule(
    "TFM305",
    stage=Stage.ADVICE,
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    def load():
        return images, {"out": labels}

    model = Sequential([Dense(1, input_shape=(3,), name="out")])
    model.compile("sgd", "mse")
    x, y = load()
    model.fit(x, y)
    """,
)
def named_data(file: File) -> Iterator[Manual]:
    """Look at what arrives, at the call that it arrives at."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for called in training_calls(file):
        function = called.call.func
        is_training = called.canonical.endswith(_TRAINING)
        if not called.canonical.startswith("keras.") or not (is_training or called.canonical.endswith(_ASKING)):
            continue
        if isinstance(function, cst.Attribute) and shim_of(file, function.value) is None:
            yield from _found(file, called, function.value, is_training=is_training)


def _found(file: File, called: Called, model: cst.BaseExpression, *, is_training: bool) -> Iterator[Manual]:
    given = fed(file, called, INPUTS)
    if begins_with_one_input(file, model):
        yield from _named(called, "x", given, "a Sequential of Keras 3 takes no dictionary of inputs")
    if not is_training:
        return
    parts = {TARGETS: ("y", "of targets"), WEIGHTS: ("sample_weight", "of weights")}
    for part, (name, words) in parts.items():
        given_here = called.argument(name)
        if part == WEIGHTS and given_here is not None and isinstance(given_here.value, cst.Dict):
            continue  # TFM198 says so of every such dictionary
        arriving = fed(file, called, part)
        given += arriving
        if has_one_output(file, model):
            yield from _named(called, name, arriving, f"Keras 3 takes no dictionary {words} for a model's only output")
        elif part == WEIGHTS and are_listed(file, called):
            said = "Keras 3 takes no dictionary of weights for outputs in a list"
            yield from _named(called, name, arriving, said, _SEVERAL)
    if any(each.qualified.partition(".")[0] in _OTHER_BACKENDS for each in file.imports):
        return
    for each in given:
        if each.is_generated and isinstance(each.node, cst.List | cst.ListComp) and not _is_of_generator(file, each):
            said = f"batches are tuples of arrays in Keras 3, without lists{_place(file, each)}"
            yield Manual(_at(file, called, each), f"{called.path}(x=)", said, "make a tuple of the list")
            return


def _named(called: Called, name: str, given: list[Fed], said: str, advice: str = _ONE) -> Iterator[Manual]:
    for each in given:
        if is_dictionary(each):
            yield Manual(called.call, f"{called.path}({name}=)", said, advice)
            return


def _at(file: File, called: Called, found: Fed) -> cst.CSTNode:
    return found.node if found.module is file else called.call


def _is_of_generator(file: File, found: Fed) -> bool:
    """True for what another module yields, or returns as an item: TFM133 tells of it, or makes it a tuple there."""
    if found.module is file:
        return False
    function = found.module.function(found.node)
    is_item = isinstance(function, cst.FunctionDef) and function.name.value == "__getitem__"
    return is_item or any(isinstance(each, cst.Yield) for each in found.module.ancestors(found.node))


def _place(file: File, found: Fed) -> str:
    return "" if found.module is file else f": {found.module.code(found.node)}"
