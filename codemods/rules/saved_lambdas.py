"""Report models with `Lambda` layers of Python lambdas that are loaded or copied, which Keras 3 refuses.

## What it does

Looks in files that have `Lambda(lambda x: ...)` for `load_model`, `model_from_json`, `clone_model`,
`layers.deserialize` and `from_config` of `Model`, `Sequential` and `Lambda`. It rewrites nothing.

## Why

A lambda is saved as bytecode, which runs where it is loaded. Keras 3 raises ValueError unless it is told that the file
can be trusted, `clone_model` too, which makes a copy by way of the configuration.
https://keras.io/api/models/model_saving_apis/model_saving_and_loading/

## Numbers

No numbers involved.

## What it leaves to you

To give the layer a function with a name, and that to `custom_objects=`; or to say `safe_mode=False`. Models that other
files make.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.evidence import has_keras_2_only
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.types import Manual, Stage, rule
from compat.tables.names.makers import MODEL_CLASSES

_LAMBDA = "keras.layers.Lambda"
_LOADING = (
    "keras.layers.deserialize",
    "keras.models.clone_model",
    "keras.models.load_model",
    "keras.models.model_from_json",
    *(f"{each}.from_config" for each in ("keras.layers.Lambda", "keras.Model", "keras.Sequential", *MODEL_CLASSES)),
)
_UNSAFE = "keras.config.enable_unsafe_deserialization"


@rule(
    "TFM274",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Lambda
    from keras.models import Sequential, load_model

    model = Sequential([Lambda(lambda x: x / 255, input_shape=(8,))])
    model.save("scaled.keras")
    model = load_model("scaled.keras")
    """,
)
def saved_lambdas(file: File) -> Iterator[Manual]:
    """Report in a file that makes such layers, unless it says that it trusts them."""
    if not file.target.is_modern or has_keras_2_only(file) or written_for(file).keras is KerasLine.KERAS_3:
        return
    if not any(_holds_lambda(file, reference.node) for reference in file.references(_LAMBDA)):
        return
    if file.references(_UNSAFE):
        return
    for call in file.calls:
        spelled = file.spelling(file.qualified_name(call.func) or "")
        if spelled is None or spelled.canonical not in _LOADING:
            continue
        if keyword(call, "safe_mode") is not None or any(arg.star == "**" for arg in call.args):
            continue
        name = spelled.canonical.rpartition(".")[2]
        trusted = "safe_mode=False" if name == "load_model" else f"a call of {_UNSAFE}() before"
        yield Manual(
            call,
            file.qualified_name(call.func) or spelled.canonical,
            f"Keras 3 refuses to make a Lambda layer of a saved lambda: ValueError in {name}",
            f"give the Lambda layer a function with a name, in custom_objects=, or trust the model: {trusted}",
        )


def _holds_lambda(file: File, node: cst.CSTNode) -> bool:
    """True for `Lambda(lambda x: ...)`, also with the function by keyword or by a name that stands for a lambda."""
    call = file.parent(node)
    if not isinstance(call, cst.Call) or call.func is not node:
        return False
    given = call.args[0] if call.args and call.args[0].keyword is None else keyword(call, "function")
    if given is None:
        return False
    value = file.only_value(given.value) if isinstance(given.value, cst.Name) else given.value
    return isinstance(value, cst.Lambda)
