"""Functions of the file that models get as metrics, and what they ask of the labels."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import takewhile

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.analysis.models.compiled_functions import (
    METRICS,
    Function,
    compiled_classes,
    compiled_functions,
    compiled_methods,
)
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.object_types import Receiver, derives_from, origin_of
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from codemods.source.scopes import Binding
from codemods.source.walk import nodes

_FIRST_INNER_AXIS = 2
_LABELS_AND_PREDICTIONS = 2
_UPDATE = "update_state"
_CALL = "call"


class Need(Enum):
    """What Keras 2 gave the labels of a metric: the type of the predictions, and at least two dimensions."""

    TYPE = "type"
    RANK = "rank"


_BOTH = frozenset(Need)
_NONE: frozenset[Need] = frozenset()


def _backend(names: str) -> frozenset[str]:
    return frozenset("keras.backend." + name for name in names.split())


_CASTS = _backend("cast cast_to_floatx") | {"tensorflow.cast", "tensorflow.to_float", "keras.ops.cast"}
_SHAPERS = _backend("flatten reshape expand_dims squeeze") | {
    f"{module}.{name}" for module in ("tensorflow", "keras.ops") for name in ("reshape", "expand_dims", "squeeze")
}
_TYPELESS = _backend("argmax argmin") | {
    f"{module}.{name}" for module in ("keras.ops", "tensorflow", "tensorflow.math") for name in ("argmax", "argmin")
}
"""Functions that take any type, and give whole numbers."""
_INDIFFERENT = _backend("shape int_shape ndim dtype") | {"keras.ops.shape", "tensorflow.rank", "tensorflow.shape"}
_ADAPTING = ("keras.losses.", "keras.metrics.")
"""Functions of Keras that fit the labels to the predictions themselves."""


def own_metrics(file: File) -> list[tuple[Function, cst.Call]]:
    """The functions of the file among the metrics of models, each with the call of `compile`, in source order."""
    return sorted(compiled_functions(file, *METRICS).items(), key=lambda each: file.order(each[0]))


def own_metric_methods(file: File) -> list[cst.FunctionDef]:
    """The methods among the metrics: `metrics=[self.recall, Metrics.precision, Metrics().f1]`."""
    return sorted(compiled_methods(file, *METRICS), key=file.order)


def own_metric_classes(file: File) -> list[cst.FunctionDef]:
    """The `update_state(self, y_true, y_pred, ...)` of the metrics of the file that only `fit` and its like call."""
    called = (call.func for call in file.calls if isinstance(call.func, cst.Attribute))
    updated = (each.value for each in called if each.attr.value == _UPDATE)
    if not all(is_super(file, each) for each in updated):
        return []
    classes = [each for each in compiled_classes(file, *METRICS) if derives_from(file, each, "keras.metrics.")]
    methods = (each for owner in classes for each in owner.body.body if isinstance(each, cst.FunctionDef))
    return [
        each for each in methods if each.name.value == _UPDATE and len(each.params.params) > _LABELS_AND_PREDICTIONS
    ]


def own_loss_classes(file: File) -> list[tuple[cst.FunctionDef, bool]]:
    """The `call(self, y_true, y_pred)` of losses of the file that `compile` gets; True if something else calls them."""
    classes = [each for each in compiled_classes(file, "loss") if derives_from(file, each, "keras.losses.")]
    is_called = bool(classes) and any(_runs_loss(file, call, classes) for call in file.calls)
    methods = (each for owner in classes for each in owner.body.body if isinstance(each, cst.FunctionDef))
    calls = (each for each in methods if each.name.value == _CALL and len(each.params.params) > _LABELS_AND_PREDICTIONS)
    return [(each, is_called) for each in calls]


def _runs_loss(file: File, call: cst.Call, classes: list[cst.ClassDef]) -> bool:
    """True for a call of an object of one of these classes: `loss(y, p)`, `Own()(y, p)`."""
    origin = origin_of(file, call.func)
    return isinstance(origin, Receiver) and any(owner in classes for owner in origin.derived)


def needs(file: File, function: Function, place: int = 0, depth: int = 3) -> frozenset[Need]:
    """What the parameter at `place` needs, as far as the function does not see to it itself."""
    if depth == 0 or place >= len(function.params.params):
        return _BOTH
    found = _of_name(file, function, function.params.params[place].name.value, depth, frozenset())
    return found - {Need.RANK} if _has_inner_axes(function) else found


def _of_name(file: File, function: Function, name: str, depth: int, seen: frozenset[str]) -> frozenset[Need]:
    if name in seen:
        return _NONE
    found, met = _NONE, _NONE
    for read in nodes(function.body, cst.Name):
        if read.value == name and file.assignments(read) and not _has_new_value(file, read):
            found |= _of_read(file, function, read, depth, seen | {name})
    for assign in nodes(function.body, cst.Assign):
        for target, value in _pairs(assign):
            if isinstance(target, cst.Name) and target.value == name:
                met |= _met(file, value, name)
    return found - met


def _has_new_value(file: File, read: cst.Name) -> bool:
    """True if a name was bound to what functions that take any type gave: `y_true = K.argmax(y_true)`."""
    values = [_value_of(file, each) for each in reaching(file, read)]
    return bool(values) and all(value is not None and _hides_labels(file, value, read.value) for value in values)


def _value_of(file: File, binding: Binding) -> cst.BaseExpression | None:
    """What an assignment gives to a name, also one by one: `a, b = x, y`."""
    above = file.ancestors(binding.node) if binding.node is not None else ()
    assign = next((each for each in above if isinstance(each, cst.Assign)), None)
    return next((value for target, value in _pairs(assign) if target is binding.node), None) if assign else None


def _hides_labels(file: File, value: cst.BaseExpression, name: str) -> bool:
    """True if a value reads the labels, and only in functions that take any type."""
    reads = [each for each in nodes(value, cst.Name) if each.value == name and file.assignments(each)]
    within = (takewhile(lambda above: above is not value, file.ancestors(each)) for each in reads)
    return bool(reads) and all(
        any(isinstance(above, cst.Call) and _finds_classes(file, above) for above in (*around, value))
        for around in within
    )


def _finds_classes(file: File, call: cst.Call) -> bool:
    """True for `argmax` along another axis than the first: its labels are one-hot, and so have the dimension."""
    symbol = file.symbol(call.func) or ""
    if symbol not in _TYPELESS:
        return False
    bound = bind(call, "x", "axis") or {}
    axis = keyword(call, "axis") or keyword(call, "dimension") or bound.get("axis")
    if axis is None:
        return symbol.startswith("keras.")
    return literal(axis.value) != 0


def _pairs(assign: cst.Assign) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression]]:
    """What an assignment binds to what, one by one for `a, b = x, y`."""
    for each in assign.targets:
        target, value = each.target, assign.value
        if (
            isinstance(target, cst.Tuple)
            and isinstance(value, cst.Tuple)
            and len(target.elements) == len(value.elements)
        ):
            yield from ((a.value, b.value) for a, b in zip(target.elements, value.elements, strict=True))
        else:
            yield target, value


def _met(file: File, value: cst.BaseExpression, name: str) -> frozenset[Need]:
    """What `y_true = K.cast(K.flatten(y_true), "float32")` sees to."""
    met: set[Need] = set()
    while isinstance(value, cst.Call) and value.args:
        symbol = file.symbol(value.func)
        met |= {Need.TYPE} if symbol in _CASTS else {Need.RANK} if symbol in _SHAPERS else set()
        value = value.args[0].value
    return frozenset(met) if isinstance(value, cst.Name) and value.value == name else _NONE


def _of_read(file: File, function: Function, read: cst.Name, depth: int, seen: frozenset[str]) -> frozenset[Need]:
    """What one use asks for: the way up from the name to the first operation that mixes it with others."""
    met: frozenset[Need] = _NONE
    node: cst.CSTNode = read
    for above in file.ancestors(read):
        if isinstance(above, cst.Call):
            if not isinstance(node, cst.Arg):
                return _NONE
            symbol = file.symbol(above.func) or ""
            if symbol in _CASTS:
                met |= {Need.TYPE}
            elif symbol in _SHAPERS:
                met |= {Need.RANK}
            elif _finds_classes(file, above):
                return _NONE
            elif symbol in _TYPELESS:
                return frozenset({Need.RANK}) - met
            elif symbol in _INDIFFERENT or symbol.startswith(_ADAPTING) or _is_update(above):
                return _NONE
            else:
                return _of_call(file, above, node, depth) - met
        elif isinstance(above, cst.Assign):
            inside = {read, *file.ancestors(read)}
            names = [name.value for name, value in _pairs(above) if isinstance(name, cst.Name) and value in inside]
            return _of_name(file, function, names[0], depth, seen) - met if names else _NONE
        elif isinstance(above, cst.BinaryOperation | cst.Comparison | cst.Subscript | cst.UnaryOperation):
            return _BOTH - met
        elif not isinstance(above, cst.Arg | cst.Element | cst.List | cst.Tuple | cst.ComparisonTarget):
            return _NONE
        node = above
    return _NONE


def _is_update(call: cst.Call) -> bool:
    """True for `super().update_state(y_true, y_pred)`: metrics of Keras fit the labels to the predictions."""
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == _UPDATE


def _of_call(file: File, call: cst.Call, arg: cst.Arg, depth: int) -> frozenset[Need]:
    """What a function that gets the labels asks for; of one of the file only if its body does."""
    if isinstance(call.func, cst.Name):
        if file.is_builtin(call.func, "len", "print", "isinstance"):
            return _NONE
        binding = file.only_binding(call.func)
        if binding is not None and isinstance(binding.node, cst.FunctionDef) and arg.keyword is None:
            return needs(file, binding.node, call.args.index(arg), depth - 1)
    return _BOTH


def _has_inner_axes(function: Function) -> bool:
    """True for `axis=[1, 2, 3]` and `y_true[..., 1, 2]`: the labels have more dimensions than two."""
    for call in nodes(function, cst.Call):
        for arg in call.args:
            if arg.keyword is not None and arg.keyword.value == "axis":
                axes = arg.value.elements if isinstance(arg.value, cst.List | cst.Tuple) else (arg,)
                numbers = (literal(each.value) for each in axes)
                if any(isinstance(each, int) and each >= _FIRST_INNER_AXIS for each in numbers):
                    return True
    return any(len(each.slice) > _FIRST_INNER_AXIS for each in nodes(function, cst.Subscript))
