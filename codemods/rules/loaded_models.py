"""Report models that are loaded from HDF5 files and train on.

## What it does

Looks for `model = load_model("model.h5")` and then `model.fit(...)`, without a `compile` of `model`, also in the
functions and methods that get the model. It rewrites nothing.

## Why

Keras 3 builds the optimizer of such a model for no variables: the first step raises `ValueError: Unknown variable`.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/legacy/saving/legacy_h5_format.py

## Numbers

No numbers involved, as Keras 3 raises. Keras 2 went on with the state of the optimizer, as Keras 3 does after
`load_model("model.keras")`. A new `compile` starts without that state.

## What it leaves to you

To save to a `.keras` file, or to compile again. Paths that the file does not spell out.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.compile_order import TRAINING
from codemods.analysis.handed_on import journey
from codemods.analysis.self_attributes import only_value_of
from codemods.analysis.texts import ending
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_SYMBOL = "keras.models.load_model"
_HDF5 = (".h5", ".hdf5", ".hdf")


@rule(
    "TFM163",
    stage=Stage.ADVICE,
    example="""
    from keras.models import load_model

    model = load_model("model.h5")
    model.fit(x, y)
    """,
)
def loaded_models(file: File) -> Iterator[Manual]:
    """Report the first call that trains a model, if nothing in the file compiles it."""
    for reference in file.references(_SYMBOL):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed or not _is_hdf5(file, call):
            continue
        uses = journey(file, call).uses
        training = (each for each in uses if each.attribute in TRAINING and each.is_call)
        trained = [each.way for each in training if _follows(file, each.way, call)]
        if trained and not any(each.attribute == "compile" for each in uses):
            yield Manual(
                min(trained, key=file.order),
                _SYMBOL,
                "Keras 3 does not train on a model that was loaded from an HDF5 file (Unknown variable)",
                "save it to a .keras file, which keeps the state of the optimizer, or compile it again",
                culprit=call,
            )


def _is_hdf5(file: File, call: cst.Call) -> bool:
    """True if the model comes with its optimizer, from a path of the older format."""
    compiled = keyword(call, "compile")
    if not call.args or call.args[0].star or (compiled is not None and literal(compiled.value) is not True):
        return False
    end = ending(file, call.args[0].value)
    return end is not None and end.endswith(_HDF5)


def _target(file: File, call: cst.Call) -> cst.BaseExpression | None:
    """The only name that the model is assigned to."""
    statement = file.parent(call)
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0].target
    return target if isinstance(target, cst.Name | cst.Attribute) else None


def _follows(file: File, node: cst.CSTNode, loaded: cst.Call) -> bool:
    """True for a place behind the one that loads the model, and elsewhere if its name means nothing but this model."""
    if file.function(node) is file.function(loaded):
        return file.before(loaded, node) or (isinstance(node, cst.Attribute) and node.value is loaded)
    target = _target(file, loaded)
    return target is None or only_value_of(file, target) is loaded
