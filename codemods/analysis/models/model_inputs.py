"""How many inputs a model has."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.self_attributes import only_value_of
from codemods.source.file import File

_MODEL = "keras.models.Model"


def has_several_inputs(file: File, model: cst.BaseExpression) -> bool:
    """True if the file shows that a model is made of several tensors."""
    made = only_value_of(file, model)
    if not isinstance(made, cst.Call) or file.symbol(made.func) != _MODEL or not made.args:
        return False
    given = only_value_of(file, made.args[0].value) or made.args[0].value
    return isinstance(given, cst.List | cst.Tuple) and len(given.elements) > 1
