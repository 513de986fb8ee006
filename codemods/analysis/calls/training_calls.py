"""Calls whose positions are known: those of known callables, and of the methods of what is used as a Keras model."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.calls.api_calls import Called, called_as, known_calls, own_names
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.source.file import File, once_per_file

_METHODS = frozenset(
    {"compile", "fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "load_weights", "save", "save_weights"}
)
_COMPILED = 3
"""`optimizer, loss, metrics`: the `compile` of other libraries takes fewer arguments."""


@once_per_file
def training_calls(file: File) -> list[Called]:
    """Every call of something known, and each on an object that is used as a Keras model."""
    found = known_calls(file)
    known = {each.call for each in found}
    if not file.reaches_family():
        return found
    more = [call for call in file.calls if call not in known and _is_on_model(file, call)]
    return [*found, *(called_as(file, call, f"keras.models.Model.{_name(call)}") for call in more)]


def _name(call: cst.Call) -> str:
    return call.func.attr.value if isinstance(call.func, cst.Attribute) else ""


def _is_on_model(file: File, call: cst.Call) -> bool:
    name = _name(call)
    if not isinstance(call.func, cst.Attribute) or name not in _METHODS or name in own_names(file):
        return False
    if file.qualified_name(call.func) is not None:
        return False
    found = evidence(file, call.func.value, Kind.MODEL)
    return found.is_enough or (found is Evidence.UNKNOWN and name == "compile" and _positions(call) >= _COMPILED)


def _positions(call: cst.Call) -> int:
    return sum(arg.keyword is None for arg in call.args)
