"""Give `compile` the names that losses have today: `"logcosh"` is `"log_cosh"`.

## What it does

Renames the texts in `compile(loss=...)`, alone, in a list or in a dictionary: `"logcosh"`,
`"kullback_leibler_divergence"`, `"huber_loss"`, and `"cosine_proximity"` of standalone Keras.

## Why

Keras 3 raises ValueError: Could not interpret loss identifier.
https://keras.io/api/losses/

## Numbers

Same: the losses of the fixture are those of Keras 2.3.1 on TensorFlow 1.15.5 (`tests/codemods/fixtures/loss_names`).

## What it leaves to you

Names under which the file registers a loss of its own: TFM330 passes that. Metrics of these names, whose values are
logged under them, and the `"cosine_proximity"` of `tf.keras`, which had the other sign in TensorFlow 1.14 and 1.15:
TFM198 reports them. Texts that a parameter, a loop, a dictionary or a condition brings, and those that another module
of the project is given as `loss=`: they are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls, since
from codemods.analysis.calls.optimizer_names import names_from_afar
from codemods.analysis.layers.custom_objects import registered_as
from codemods.analysis.objects.elements import nested
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, rule
from compat.tables.names.loss_names import COSINES, LOSS_NAMES

_LOSS = "loss"
_TODAY = {**LOSS_NAMES, **COSINES}


@rule(
    "TFM297",
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.compile("sgd", loss="logcosh")
    """,
)
def loss_names(file: File) -> Iterator[Edit | Manual]:
    """Edit texts that stand in the call; report those that a parameter, a loop or a dictionary brings."""
    of_standalone = COSINES if written_for(file).keras is KerasLine.STANDALONE else {}
    names = {**LOSS_NAMES, **of_standalone}
    for called in known_calls(file):
        loss = called.argument(_LOSS) if called.canonical.endswith(".compile") else None
        for text in nested(loss.value) if loss is not None else ():
            legacy = literal(text)
            if isinstance(legacy, str) and legacy in names and not registered_as(file, text):
                quote = text.quote if isinstance(text, cst.SimpleString) else '"'
                modern = cst.SimpleString(f"{quote}{names[legacy]}{quote}")
                yield Edit(text, f"the loss {legacy!r} is now {names[legacy]!r}", ((text, modern),))

    for text in _from_afar(file) if since(file.target, "keras 3.0") else ():
        legacy = literal(text)
        if isinstance(legacy, str) and legacy in _TODAY and not registered_as(file, text):
            said = f"Keras 3 does not know the loss {legacy!r}"
            yield Manual(text, "keras.models.Model.compile(loss=)", said, f"its name is {_TODAY[legacy]!r}")


def _from_afar(file: File) -> list[cst.BaseExpression]:
    """The texts that reach `compile` in another way, and those that go to other modules of the project as a loss."""
    sent = (keyword(call, _LOSS) for call in file.calls if file.in_project(call.func) is not None)
    texts = (text for arg in sent if arg is not None for text in nested(arg.value))
    return [*dict.fromkeys([*names_from_afar(file, _LOSS), *texts])]
