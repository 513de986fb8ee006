"""Variables that objects keep as attributes, or in lists and dictionaries of theirs."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS
from codemods.analysis.objects.object_types import derives_from
from codemods.source.file import File
from codemods.source.walk import nodes

VARIABLE = "tensorflow.Variable"
MODULE = "tensorflow.Module"
MODULE_ADVICE = "make it a keras.layers.Layer"
_HOLDERS = cst.List | cst.Tuple | cst.Dict | cst.Element | cst.DictElement | cst.ListComp | cst.DictComp | cst.Arg
_IN_PLACE = ("append", "extend")


def is_kept(file: File, call: cst.Call) -> bool:
    """True for `self.x = tf.Variable(...)`, and where it is in a list or dictionary of `self`, or appended to one."""
    node: cst.CSTNode = call
    for above in file.ancestors(call):
        if isinstance(above, cst.Assign):
            targets = [each.target for each in above.targets]
            return above.value is node and all(_is_attribute(file, each) or _is_set(file, each) for each in targets)
        if isinstance(above, cst.AnnAssign):
            return above.value is node and _is_attribute(file, above.target)
        if isinstance(above, cst.Call):
            return isinstance(node, cst.Arg) and _keeps(file, above)
        if not isinstance(above, _HOLDERS):
            return False
        node = above
    return False


def _keeps(file: File, call: cst.Call) -> bool:
    """True for `self.x.append(...)` and `setattr(self, "x", ...)`."""
    function, first = call.func, call.args[0].value
    if isinstance(function, cst.Attribute):
        return function.attr.value in ("append", "extend") and _is_attribute(file, function.value)
    return file.is_builtin(function, "setattr") and isinstance(first, cst.Name) and is_self(file, first)


def _is_set(file: File, target: cst.BaseExpression) -> bool:
    """True for `w`, where the same function has `self.w = w`."""
    if not isinstance(target, cst.Name):
        return False
    function = file.function(target)
    return any(
        isinstance(each.value, cst.Name)
        and each.value.value == target.value
        and all(_is_attribute(file, one.target) for one in each.targets)
        for each in nodes(function, cst.Assign)
        if isinstance(each, cst.Assign)
    )


def _is_attribute(file: File, target: cst.BaseExpression) -> bool:
    """True for `self.x`, `self.x["key"]` and `self.x, self.y`."""
    if isinstance(target, cst.Tuple | cst.List):
        return all(_is_attribute(file, each.value) for each in target.elements)
    if isinstance(target, cst.Subscript):
        return _is_attribute(file, target.value)
    return isinstance(target, cst.Attribute) and isinstance(target.value, cst.Name) and is_self(file, target.value)


def is_in_container(file: File, call: cst.Call) -> bool:
    """True if a variable that is kept is in a list or dictionary; `self.x, self.y = ...` is none."""
    for above in file.ancestors(call):
        if isinstance(above, cst.Assign):
            return False
        if isinstance(above, cst.Call):
            return isinstance(above.func, cst.Attribute)
        if isinstance(above, cst.List | cst.Dict | cst.ListComp | cst.DictComp):
            return True
    return False


def modules_of_layers(file: File) -> list[cst.Call]:
    """The calls that make a `tf.Module` of the file with variables, which a layer or model keeps."""
    found = []
    for assign in file.every(cst.Assign):
        value, owner = assign.value, file.enclosing_class(assign)
        if owner is None or not isinstance(value, cst.Call) or not isinstance(value.func, cst.Name):
            continue
        made = class_of(file, value.func)
        if made is None or not derives_from(file, made, MODULE) or not derives_from(file, owner, *LAYERS_AND_MODELS):
            continue
        holds = any(reference.spelling.plain == VARIABLE for reference in file.references_in(made))
        if holds and _is_attribute(file, assign.targets[0].target):
            found.append(value)
    return found
