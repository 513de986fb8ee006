"""Round numbers of steps up, as Keras 2 did.

## What it does

`fit(data, steps_per_epoch=len(x) / 32 + 1)` becomes `fit(data, steps_per_epoch=math.ceil(len(x) / 32 + 1))`, and
`np.floor(n / 32)`, which is a float as well, becomes `int(np.floor(n / 32))`.

## Why

Keras 2 trained while fewer steps were done than asked for. Keras 3 raises TypeError: "'float' object cannot be
interpreted as an integer".
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_generator.py

## Numbers

Same: the steps are those of Keras 2.3.1 (`tests/compat/shims/keras/test_generators.py`).

## What it leaves to you

Numbers whose value the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.fractions import is_fraction
from codemods.analysis.training_calls import training_calls
from codemods.rewriting.whole_numbers import whole
from codemods.source.file import File
from codemods.types import Edit, Manual, rule

_STEPS = {"fit": ("steps_per_epoch", "validation_steps"), "evaluate": ("steps",), "predict": ("steps",)}


@rule(
    "TFM134",
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.fit(batches, steps_per_epoch=len(x) / 32)
    """,
)
def fractional_steps(file: File) -> Iterator[Edit | Manual]:
    """Round only what is seen to be a float."""
    for called in training_calls(file):
        owner, _, method = called.canonical.rpartition(".")
        for name in _STEPS.get(method, ()) if owner.startswith("keras.") else ():
            arg = called.argument(name)
            if arg is not None and is_fraction(file, arg.value):
                value, imports = whole(file, arg.value)
                yield Edit(arg, f"{name} is a whole number: {file.code(value)}", ((arg.value, value),), imports)
