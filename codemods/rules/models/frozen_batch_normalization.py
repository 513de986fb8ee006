"""Report that frozen BatchNormalization normalizes with other statistics than it did.

## What it does

Reports where a file of Keras 2.0-2.3 or TensorFlow 1 freezes layers, if it has BatchNormalization: its own, that of a
model in `keras.applications`, or that of a model which another module of the project makes. A part that is made
without, such as the critic of a GAN whose generator alone has it, is left alone. It rewrites nothing. On the shims the
layer of standalone Keras normalizes as it did, so that only models of `keras.applications` are reported.

## Why

Until then a frozen layer went on to normalize a training batch by the statistics of that batch. Since TensorFlow 2.0
and Keras 2.4 it takes its moving statistics, as when it predicts.
https://keras.io/api/layers/normalization_layers/batch_normalization/

## Numbers

They can differ, much: the first loss of `tests/compat/tables/test_frozen_batch_normalization.py` is 3.4 on Keras 2.3.1
and 124 on TensorFlow 2.15 and Keras 3.

## What it leaves to you

To decide. Most guides of today want the moving statistics. For those of the batch, do not freeze the layer: set its
`momentum` to 1.0, and `trainable` of its `gamma` and `beta` to False.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.models.model_makers import makers
from codemods.analysis.models.models_without_normalization import makes_without_normalization
from codemods.analysis.models.sequential_layers import layers_of
from codemods.analysis.models.trainable_setters import owners
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.objects.provenance import place, steps_back
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, Reference
from codemods.types import Manual, Severity, Stage, Undecided, rule

_LAYER = "keras.layers.BatchNormalization"
_LAYERS = "keras.layers."
_HOLDING = frozenset({_LAYER, *(_LAYERS + name for name in ("Bidirectional", "RNN", "TimeDistributed", "Wrapper"))})
"""The layer, and those that may hold it."""
_APPLICATIONS = "keras.applications."
_WITHOUT = "VGG"
_SAID = "frozen BatchNormalization took the statistics of each training batch; since TensorFlow 2.0, its moving ones"
_ADVICE = (
    "keep these layers trainable, with momentum = 1.0, gamma.trainable = False and beta.trainable = False; or ignore "
    "this, if the moving ones are meant, as in most guides of today"
)


@rule(
    "TFM229",
    stage=Stage.ADVICE,
    example="""
    from keras.applications.resnet50 import ResNet50
    from keras.layers.core import Dense

    model = ResNet50()
    for layer in model.layers:
        layer.trainable = False
    """,
    severity=Severity.NUMBERS,
)
def frozen_batch_normalization(file: File) -> Iterator[Manual | Undecided]:
    """Report the first place of a file that freezes something."""
    line = written_for(file).keras
    if line in (KerasLine.KERAS_3, KerasLine.TENSORFLOW_2):
        return
    is_here = any(_is_normalized(each) for each in file.all_references())
    found = (node for node, frozen in _frozen(file) if is_here or frozen is None or _is_made_with(file, frozen))
    first = min(found, key=file.order, default=None)
    if first is None:
        return
    if line is None:
        yield Undecided(first, f"{_LAYER}.trainable", "keras==2.3")
    else:
        yield Manual(first, f"{_LAYER}.trainable", _SAID, _ADVICE)


def _is_normalized(reference: Reference) -> bool:
    """True for the layer, and for a model of `keras.applications` that has it."""
    path, _, name = reference.canonical.rpartition(".")
    if reference.canonical == _LAYER:
        return not reference.spelling.is_of_legacy_keras
    return f"{path}.".startswith(_APPLICATIONS) and name[:1].isupper() and not name.startswith(_WITHOUT)


def _is_made_with(file: File, frozen: cst.BaseExpression) -> bool:
    """True for what functions of other modules of the project make with such a layer."""
    found = [each for owner in owners(file, frozen) for each in makers(file, owner.model)]
    return any(_is_normalized(each) for one in found for each in one.file.references_in(one.function))


def _frozen(file: File) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression | None]]:
    """Where something with a `trainable` of its own is frozen, but for own layers that freeze themselves, and what."""
    for target in file.every(cst.AssignTarget):
        node, statement = target.target, file.parent(target)
        if not isinstance(node, cst.Attribute) or node.attr.value != "trainable":
            continue
        if not isinstance(statement, cst.Assign) or literal(statement.value) not in (False, 0):
            continue
        if not _is_own(file, node) and not _is_without(file, node.value):
            yield node, node.value
    for reference in file.references(_LAYER):
        call = file.call_of(reference)
        arg = keyword(call, "trainable") if call is not None else None
        if arg is not None and literal(arg.value) in (False, 0) and _is_normalized(reference):
            yield arg, None


def _is_without(file: File, frozen: cst.BaseExpression) -> bool:
    """True for a model, or a layer of one, that functions of the project make of layers of Keras without any."""
    models = [owner.model for owner in owners(file, frozen)]
    return bool(models) and all(_lists_none(file, each) or _is_made_without(file, each) for each in models)


def _lists_none(file: File, model: cst.BaseExpression) -> bool:
    """True for a `Sequential` of which the file shows all layers, none of them such a layer, a model or a wrapper."""
    layers = layers_of(file, model)
    return bool(layers) and all(_is_plain(file, each) for each in layers or ())


def _is_plain(file: File, layer: cst.BaseExpression) -> bool:
    path = file.symbol(layer.func) or "" if isinstance(layer, cst.Call) else ""
    return path.startswith(_LAYERS) and path not in _HOLDING


def _is_made_without(file: File, model: cst.BaseExpression) -> bool:
    made = _made(file, model)
    return bool(made) and all(makes_without_normalization(file, each) for each in made)


def _made(file: File, model: cst.BaseExpression) -> list[cst.Call]:
    """The calls whose results a model may be, through names and parameters; none if the file does not show all."""
    found: list[cst.Call] = []
    pending: list[cst.BaseExpression] = [model]
    seen: set[object] = set()
    while pending:
        node = pending.pop()
        if isinstance(node, cst.Call):
            found.append(node)
        elif place(file, node) not in seen:
            seen.add(place(file, node))
            steps = steps_back(file, node)
            if not steps or any(each.part is not None for each in steps):
                return []
            pending += [each.value for each in steps]
    return found


def _is_own(file: File, node: cst.Attribute) -> bool:
    owner = file.enclosing_class(node)
    if owner is None or not isinstance(node.value, cst.Name) or not is_self(file, node.value):
        return False
    return derives_from(file, owner, "keras.layers.")
