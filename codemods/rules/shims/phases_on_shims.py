"""Report `K.set_learning_phase` on the shims, where a model would be run in the other phase.

## What it does

With `--to compat`, looks for `set_learning_phase(0)` in files that train, and `set_learning_phase(1)` in files that
evaluate or predict. It rewrites nothing.

## Why

Keras 3 has no global phase. The shims take the call, and raise RuntimeError when a model with layers such as `Dropout`
is run in the other phase, as they would compute something else.
https://keras.io/guides/transfer_learning/

## Numbers

No numbers involved.

## What it leaves to you

Every reported call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codemods.analysis.flow.call_sites import method_of
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.moved_names import SET_LEARNING_PHASE
from codemods.types import Manual, Stage, rule

_REFUSED = {0: re.compile(r"fit(_generator)?$|train_on_batch$"), 1: re.compile(r"(evaluate|predict|test_on_batch)")}
_URL = "https://keras.io/guides/transfer_learning/"


@rule(
    "TFM275",
    stage=Stage.TABLES,
    example="""
    from compat.keras import backend as K
    from compat.keras.models import load_model

    K.set_learning_phase(0)
    model = load_model("model.h5")
    model.fit(x, y)
    """,
)
def phases_on_shims(file: File) -> Iterator[Manual]:
    """Report by the methods that the file calls, on whatever object."""
    for reference in file.references(*SET_LEARNING_PHASE):
        call = file.call_of(reference)
        phase = literal(call.args[0].value) if call is not None and len(call.args) == 1 else None
        if not reference.spelling.shimmed or not isinstance(phase, int) or phase not in _REFUSED:
            continue
        if any(_REFUSED[phase].match(method_of(each) or "") for each in file.calls):
            said = f"models with layers such as Dropout raise after set_learning_phase({int(phase)}) in the other phase"
            advice = f"call such layers in the call() of a layer of your own: base(inputs, training={bool(phase)})"
            yield Manual(reference.node, reference.qualified, said, f"{advice} ({_URL})")
