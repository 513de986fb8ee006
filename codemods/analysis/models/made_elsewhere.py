"""Where the project makes a model: the function, or the class of another module, that a name has it from."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.reaching import reaching, uses_of
from codemods.analysis.flow.self_attributes import assigned_to_self, attributes_named, is_self, only_value_of, places_of
from codemods.analysis.objects.built_models import returned_by
from codemods.analysis.objects.own_functions import function_called
from codemods.analysis.objects.project_classes import class_elsewhere
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.source.walk import nodes

_DEPTH = 6
_CHANGING = ("add", "pop")


class Made(NamedTuple):
    """An expression for a model, and the module of the project that has it."""

    module: File
    model: cst.BaseExpression


def where_made(file: File, model: cst.BaseExpression, depth: int = _DEPTH) -> Made:
    """The model as the function that makes it returns it; the expression itself if nothing shows one, or it changes."""
    here = Made(file, model)
    further = _further(file, model) if depth else None
    return where_made(*further, depth - 1) if further is not None else here


def line_of_model(file: File, called: cst.Call) -> KerasLine | None:
    """The line of Keras that the module was written for which makes the model of a call; None for the file itself."""
    model = called.func.value if isinstance(called.func, cst.Attribute) else None
    module = where_made(file, model).module if model is not None else file
    return written_for(module).keras if module is not file else None


def _further(file: File, model: cst.BaseExpression) -> Made | None:
    """One step back: what the only `return` of a function gives, or what a class of another module calls its model."""
    if isinstance(model, cst.Attribute) and not (isinstance(model.value, cst.Name) and is_self(file, model.value)):
        return _held(file, model)
    made, uses = _value(file, model)
    if made is None or any(_may_change(file, each) for each in uses):
        return None
    if isinstance(made, cst.Attribute):
        return Made(file, made)
    if not isinstance(made, cst.Call):
        return None
    found = function_called(file, made)
    if found is None or found.function.name.value == "__init__":
        return None
    values = returned_by(found.file, found.function)
    return Made(found.file, values[0]) if len(values) == 1 and values[0] is not None else None


def _value(file: File, model: cst.BaseExpression) -> tuple[cst.BaseExpression | None, list[cst.CSTNode]]:
    """The value of a name or of an attribute of `self`, and the uses of that value; a call by itself."""
    if isinstance(model, cst.Call):
        return model, []
    value = only_value_of(file, model)
    if value is not None:
        return value, places_of(file, model)
    last = reaching(file, model) if isinstance(model, cst.Name) else []
    target = last[0].node if len(last) == 1 else None
    uses = uses_of(file, target) if isinstance(target, cst.Name) else None
    return (file.assigned_value(last[0]), [*uses]) if uses is not None else (None, [])


def _held(file: File, model: cst.Attribute) -> Made | None:
    """`self.model` of the class that `net` is an object of, for `net.model`."""
    made = class_elsewhere(file, model.value)
    if made is None:
        return None
    values = assigned_to_self(made.module, made.owner, model.attr.value)
    named = attributes_named(made.module, made.owner, model.attr.value)
    return Made(made.module, named[0]) if values is not None and len(values) == 1 else None


def _may_change(file: File, use: cst.CSTNode) -> bool:
    """True if layers are added or taken away where a name is used, there or in a function that gets the model."""
    above = file.parent(use)
    if isinstance(above, cst.Attribute):
        return above.attr.value in (*_CHANGING, "layers", "_layers")
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(call, cst.Call) or file.reference(call.func) is not None or file.is_builtin(call.func, "print"):
        return isinstance(above, cst.Element | cst.DictElement)
    found = function_called(file, call)
    return found is None or any(method_of(each) in _CHANGING for each in nodes(found.function, cst.Call))
