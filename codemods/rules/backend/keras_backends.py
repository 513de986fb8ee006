"""Choose TensorFlow where a script chose a backend that Keras no longer has.

## What it does

`os.environ["KERAS_BACKEND"] = "theano"` becomes `os.environ["KERAS_BACKEND"] = "tensorflow"`. Likewise for `cntk`,
`mxnet` and `plaidml.keras.backend`.

## Why

Keras 3 knows TensorFlow, JAX and PyTorch: "Unable to import backend : theano" ends the import.
https://keras.io/getting_started/#configuring-your-backend

## Numbers

They can differ by rounding: Theano and CNTK are not installable beside TensorFlow 2.21, so nothing was measured
(`tests/codemods/rules/backend/test_keras_backends.py`).

## What it leaves to you

Names of backends that are no text in the statement, and `~/.keras/keras.json`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.version_branches import Choices
from codemods.source.environment_variables import set_text
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Stage, rule

_VARIABLE = "KERAS_BACKEND"
_ENDED = ("theano", "cntk", "mxnet", "plaidml.keras.backend")


@rule(
    "TFM432",
    stage=Stage.BEHAVIOUR,
    example="""
    import os

    os.environ["KERAS_BACKEND"] = "theano"
    import keras
    """,
)
def keras_backends(file: File) -> Iterator[Edit]:
    """Edit each statement that sets the variable to a text, unless an `if` or a `try` chooses."""
    if not since(file.target, "keras 3.0"):
        return
    choices = Choices(file)
    for statement in (*file.every(cst.Assign), *file.every(cst.Expr)):
        backend = set_text(statement, _VARIABLE)
        if backend not in _ENDED or choices.leading_to(statement):
            continue
        for text in nodes(statement, cst.SimpleString):
            if text.raw_value == backend:
                modern = text.with_changes(value=f"{text.prefix}{text.quote}tensorflow{text.quote}")
                yield Edit(statement, f"Keras 3 has no backend {backend}", ((text, modern),))
