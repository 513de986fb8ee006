"""Round numbers of steps up, as Keras 2 did.

## What it does

`fit(data, steps_per_epoch=len(x) / 32 + 1)` becomes `fit(data, steps_per_epoch=math.ceil(len(x) / 32 + 1))`, and
`np.floor(n / 32)`, which is a float as well, becomes `int(np.floor(n / 32))`. In a file that was to run on Python 2,
too, as `from __future__ import print_function` says, `/` of what may be integers is reported.

## Why

Keras 2 trained while fewer steps were done than asked for. Keras 3 raises TypeError: "'float' object cannot be
interpreted as an integer".
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_generator.py

## Numbers

Same: the steps are those of Keras 2.3.1 (`tests/compat/shims/keras/test_generators.py`). 100 / 32 were 3 steps on
Python 2, and 4 on Python 3.

## What it leaves to you

Numbers whose value the file does not show. Where the file was to run on Python 2, `//` or `math.ceil`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.fractions import is_fraction, quotients
from codemods.analysis.flow.integers import Kind, kind
from codemods.analysis.releases.python_2_files import divides_exactly, signs_of_python_2
from codemods.rewriting.whole_numbers import whole
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, rule

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
                if _may_drop_remainder(file, arg.value):
                    said = f"/ of integers in {name} dropped the remainder on Python 2, and is rounded up on Python 3"
                    advice = "write // for the steps of Python 2, math.ceil(... / ...) for those of Python 3"
                    yield Manual(arg, f"{called.path}({name}=)", said, advice, severity=Severity.STOPS)
                    continue
                value, imports = whole(file, arg.value)
                yield Edit(arg, f"{name} is a whole number: {file.code(value)}", ((arg.value, value),), imports)


def _may_drop_remainder(file: File, steps: cst.BaseExpression) -> bool:
    """True if the file was to run on Python 2, too, where a `/` in these steps may have been one of integers."""
    if not signs_of_python_2(file) or divides_exactly(file.original):
        return False
    return any(
        not {kind(file, each.left), kind(file, each.right)} & {Kind.FLOAT, Kind.OTHER}
        for each in quotients(file, steps)
    )
