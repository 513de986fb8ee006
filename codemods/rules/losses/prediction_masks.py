"""Keep the masks of predictions from losses and metrics that code calls itself.

## What it does

`loss_object(labels, predictions)` becomes `loss_object(labels, tf.identity(predictions))` where the code has masks: a
`Masking` layer, or an `Embedding` with `mask_zero=True`. The same for metrics, and for their `update_state`.

## Why

Layers keep the mask of masked steps on what they return. A loss or a metric of Keras 3 that is given such a tensor
leaves the masked steps out. Losses of `tf.keras` did not before TensorFlow 2.11, and metrics not before Keras 3. A copy
of the tensor has no mask.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/losses/loss.py

## Numbers

Same: a crossentropy of eight steps, five of them masked, is 0.976 in TensorFlow 2.3.4, and on 2.21 with the copy;
without it 1.069. The accuracy is 0.375, without the copy 0.667
(`tests/codemods/rules/losses/test_prediction_masks.py`).

## What it leaves to you

Losses of code that may be of TensorFlow 2.11 or later, for which it leaves a note. Objects that come from other
modules. What `compile` is given: TFM157 tells of it.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.possible_releases import is_before, is_since
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.mask_sources import has_masks_around
from codemods.analysis.training.direct_metrics import LOSSES, METRICS, class_called
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.types import Edit, Stage, Undecided, rule
from compat.tables.behaviour.prediction_masks import FIRST_LOSSES_WITH_MASKS, METRICS_OF_FUNCTIONS

_WITHOUT_MASKS = ("tensorflow.", "keras.backend.", "keras.ops.", "numpy.")
_EXAMPLE = "tensorflow==2.10"


@rule(
    "TFM348",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Embedding(8, 4, mask_zero=True), tf.keras.layers.Dense(8)])
    accuracy = tf.keras.metrics.SparseCategoricalAccuracy()


    def validate(tokens, labels):
        predictions = model(tokens)
        accuracy.update_state(labels, predictions)
    """,
)
def prediction_masks(file: File) -> Iterator[Edit | Undecided]:
    """Only objects of Keras's own classes, where a mask can reach what they are given."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    for call in file.calls:
        name = class_called(file, call)
        given = bind(call, "y_true", "y_pred", "sample_weight") if name is not None else None
        predictions = given.get("y_pred") if given else None
        if name is None or predictions is None or not _looks_at_masks(name):
            continue
        if not has_masks_around(file) or _has_no_mask(file, predictions.value):
            continue
        if name.startswith(LOSSES) and not is_before(file, FIRST_LOSSES_WITH_MASKS):
            if not is_since(file, FIRST_LOSSES_WITH_MASKS, FIRST_LOSSES_WITH_MASKS):
                yield Undecided(call, f"a mask in {name}", _EXAMPLE)
            continue
        tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
        copy = cst.Call(cst.parse_expression(f"{tensorflow}.identity"), [cst.Arg(predictions.value)])
        said = (
            f"{name.rpartition('.')[2]} of Keras 3 leaves masked steps out, which Keras 2 did not: a copy has no mask"
        )
        yield Edit(call, said, ((predictions.value, copy),), imports)


def _looks_at_masks(name: str) -> bool:
    return name.startswith(LOSSES) or name.removeprefix(METRICS) in METRICS_OF_FUNCTIONS


def _has_no_mask(file: File, node: cst.BaseExpression) -> bool:
    """True for what an operation made: only what a layer or a model returns has a mask."""
    found = leaves(file, node)
    return found is not None and all(_is_computed(file, each) for each in found)


def _is_computed(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Call):
        return (file.symbol(node.func) or "").startswith(_WITHOUT_MASKS)
    return not isinstance(node, cst.Name | cst.Attribute)
