"""Report files that put `tf.keras` in the place of the module `keras`, which are one module today.

## What it does

Reports `sys.modules["keras"] = tf.keras`, and the like for a module below. It rewrites nothing.

## Why

Scripts made packages for standalone Keras run on `tf.keras` so. Since TensorFlow 2.16 `tf.keras` loads the module
`keras` when it is first used, and finds itself: RecursionError. On the shims the module that stands for `tf.keras`
takes the place of Keras 3, which they call.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

No numbers involved.

## What it leaves to you

To leave the line out: `import keras` and `tf.keras` give the same Keras 3.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.source.arguments import literal_key
from codemods.source.canonical_names import SHIMS
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_MODULES = "sys.modules"


@rule(
    "TFM342",
    stage=Stage.ADVICE,
    example="""
    import sys
    import tensorflow as tf

    sys.modules["keras"] = tf.keras
    import keras
    """,
)
def replaced_keras(file: File) -> Iterator[Manual]:
    """Report assignments of what TensorFlow brings, whatever the file does with the module then."""
    if not since(file.target, "keras 3.0"):
        return
    for assign in file.every(cst.Assign):
        for target in assign.targets:
            name = _module(file, target.target)
            if name is not None and _is_of_tensorflow(file, assign.value):
                said = f"tf.keras loads the module {name} when it is first used, and finds itself: RecursionError"
                yield Manual(assign, _MODULES, said, f"leave it out: {name} and tf.keras are the same Keras 3")


def _is_of_tensorflow(file: File, value: cst.BaseExpression) -> bool:
    return (file.qualified_name(value) or "").removeprefix(f"{SHIMS}.").startswith("tensorflow.")


def _module(file: File, target: cst.BaseExpression) -> str | None:
    """The module of Keras whose place a subscript of `sys.modules` is."""
    if not isinstance(target, cst.Subscript) or file.qualified_name(target.value) != _MODULES:
        return None
    name = literal_key(target)
    return name if isinstance(name, str) and name.split(".", maxsplit=1)[0] == "keras" else None
