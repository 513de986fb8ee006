"""Drop optimizer arguments that only said what is the default, and that Keras 3 refuses.

## What it does

`epsilon=None`, which meant 1e-7, and `Nadam(schedule_decay=0.004)` go.

## Why

`epsilon=None` fails at the first step ("None values not supported"), `schedule_decay=` at the call.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

## Numbers

Not measured. 1e-7 and 0.004 are what Keras 3 takes by default.

## What it leaves to you

Other values of `schedule_decay`: Nadam has 0.004 built in.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, rule
from compat.tables.behaviour.optimizers import LEGACY_PARAMETERS

SCHEDULE_DECAY = 0.004
"""The value that Keras 3 has built into Nadam."""


@rule(
    "TFM113",
    example="""
    from keras.optimizers import Nadam

    optimizer = Nadam(epsilon=None, schedule_decay=0.004)
    """,
)
def optimizer_arguments(file: File) -> Iterator[Edit | Manual]:
    """Remove `epsilon=None`, which meant 1e-7, and `schedule_decay=0.004`, which is built in; report other decays."""
    for reference in file.references(*LEGACY_PARAMETERS):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            continue
        epsilon, schedule = keyword(call, "epsilon"), keyword(call, "schedule_decay")
        if epsilon is not None and literal(epsilon.value) is None:
            kept = [arg for arg in call.args if arg is not epsilon]
            yield Edit(
                epsilon, "removed epsilon=None, which meant the default of 1e-7", ((call, with_args(call, kept)),)
            )
        elif schedule is not None and literal(schedule.value) == SCHEDULE_DECAY:
            kept = [arg for arg in call.args if arg is not schedule]
            yield Edit(
                schedule, "removed schedule_decay=0.004, which is built into Nadam", ((call, with_args(call, kept)),)
            )
        elif schedule is not None:
            yield Manual(
                schedule,
                "keras.optimizers.Nadam(schedule_decay=)",
                "Nadam no longer takes schedule_decay=: 0.004 is built in",
                "remove it, or write your own optimizer",
            )
