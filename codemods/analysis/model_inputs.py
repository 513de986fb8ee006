"""How many inputs a model has."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File

_MODEL = "keras.models.Model"


def has_several_inputs(file: File, model: cst.BaseExpression) -> bool:
    """True if the file shows that a model is made of several tensors."""
    made = file.only_value(model) if isinstance(model, cst.Name) else None
    if not isinstance(made, cst.Call) or file.symbol(made.func) != _MODEL or not made.args:
        return False
    given = made.args[0].value
    if isinstance(given, cst.Name):
        given = file.only_value(given) or given
    return isinstance(given, cst.List | cst.Tuple) and len(given.elements) > 1
