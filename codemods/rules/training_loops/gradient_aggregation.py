"""Leave out how an optimizer adds up the gradients of the replicas: Keras 3 always does.

## What it does

Drops `experimental_aggregate_gradients=True` and `skip_gradients_aggregation=False` of `apply_gradients`, which were
the defaults.

## Why

`apply_gradients` of Keras 3 takes neither: TypeError.
https://keras.io/api/optimizers/

## Numbers

Same. Where a script had added up the gradients itself and passed `False`, gradients divided by the number of replicas
give the losses of TensorFlow 2.3.4 and 2.15.1 to 1e-5 (`tests/compat/tables/test_gradient_aggregation.py`).

## What it leaves to you

The opposite values. Without them Keras 3 adds up what the script has added up already: divide the gradients by
`strategy.num_replicas_in_sync`. If nothing had added them up, each replica went its own way, which Keras 3 cannot do.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import OPTIMIZER
from codemods.source.arguments import literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, rule

_DEFAULTS = {"experimental_aggregate_gradients": True, "skip_gradients_aggregation": False}


@rule(
    "TFM185",
    example="""
    import tensorflow as tf

    optimizer = tf.keras.optimizers.Adam()

    def step(gradients, variables):
        optimizer.apply_gradients(zip(gradients, variables), experimental_aggregate_gradients=True)
    """,
)
def gradient_aggregation(file: File) -> Iterator[Edit | Manual]:
    """Drop what is the only way left, report the other."""
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "apply_gradients":
            continue
        found = [arg for arg in call.args if arg.keyword is not None and arg.keyword.value in _DEFAULTS]
        if not found or evidence(file, call.func.value, Kind.OPTIMIZER) is Evidence.FOREIGN:
            continue
        arg = found[0]
        assert arg.keyword is not None
        name = arg.keyword.value
        if literal(arg.value) is _DEFAULTS[name]:
            new = with_args(call, [each for each in call.args if each is not arg])
            yield Edit(arg, f"{name}= is left out: Keras 3 always adds up the gradients", ((call, new),))
        else:
            yield Manual(
                arg,
                f"{OPTIMIZER}.apply_gradients({name}=)",
                f"apply_gradients of Keras 3 has no {name}= and always adds up the gradients of the replicas",
                "leave it out, and divide gradients that are added up already by strategy.num_replicas_in_sync "
                "(https://keras.io/api/optimizers/)",
            )
