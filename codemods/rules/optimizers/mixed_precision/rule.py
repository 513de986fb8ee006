"""Carry mixed precision of TensorFlow 1.14 to 2.15 to Keras 3: policies, loss scales, and the rewrite of graphs.

## What it does

A policy loses its `loss_scale`: `compile` scales by itself under `mixed_float16`, dynamically, as it did. A fixed
scale becomes `loss_scale_factor` of the optimizer. `LossScaleOptimizer(optimizer, "dynamic")` loses its second
argument. In custom loops `get_scaled_loss` becomes `scale_loss`, and `get_unscaled_gradients` goes: `apply_gradients`
of Keras 3 unscales. `enable_mixed_precision_graph_rewrite(optimizer)` becomes what it does: the option
`auto_mixed_precision`, and a `LossScaleOptimizer`.
What is not proven takes `LossScaleOptimizer` from `compat.keras.mixed_precision`, which has the legacy methods.
So does every model under `mixed_float16` and a strategy: Keras 3 looks for overflow on the first replica only, and
lets infinity from another one into the weights.

## Why

`tf.keras.mixed_precision.experimental` went with TensorFlow 2.9, the rewrite with 2.6, the methods with Keras 3.
https://www.tensorflow.org/guide/mixed_precision

## Numbers

Same, up to the rounding of float16. Three epochs of a small classifier under `mixed_float16` give the same losses on
TensorFlow 2.3.4, 2.10.1 and 2.15.1, and on 2.21 others by 6e-5 (`tests/codemods/fixtures/mixed_precision`).
A step that overflows counts as an iteration in Keras 2 and on the shim, not in Keras 3. Keras 3 lets a scale fall
below 1. The rewrite concerns GPUs only, where nothing was measured.

## What it leaves to you

A loss scale that is known only at run time, and policies of TensorFlow 1.14 such as `infer`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.rules.optimizers.mixed_precision.graph_rewrites import graph_rewrites
from codemods.rules.optimizers.mixed_precision.optimizers import optimizers
from codemods.rules.optimizers.mixed_precision.policies import policies
from codemods.rules.optimizers.mixed_precision.strategies import all_replicas
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule


@rule(
    "TFM114",
    stage=Stage.STRUCTURES,
    example="""
    import tensorflow as tf

    policy = tf.keras.mixed_precision.experimental.Policy("mixed_float16", loss_scale="dynamic")
    tf.keras.mixed_precision.experimental.set_policy(policy)
    """,
)
def mixed_precision(file: File) -> Iterator[Edit | Manual]:
    """Loss scales first: then it shows which optimizers have none of their own."""
    found = [*policies(file), *graph_rewrites(file), *optimizers(file)]
    yield from found
    if not found:
        yield from all_replicas(file)
