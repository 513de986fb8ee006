"""The activation with which a model ends, where it is compiled."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import method
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import is_self, only_value_of
from codemods.analysis.models.compile_order import calls_on
from codemods.analysis.models.made_elsewhere import where_made
from codemods.analysis.models.sequential_layers import last_layers
from codemods.analysis.objects.provenance import place
from codemods.source.arguments import argument, bind, keyword, literal
from codemods.source.file import File
from codemods.source.walk import nodes

_ACTIVATION = "keras.layers.Activation"
_SOFTMAX = "keras.layers.Softmax"
_FUNCTIONS = "keras.activations."
_LAYERS = "keras.layers."
_DENSE = _LAYERS + "Dense"
_OF_GRIDS = frozenset(
    f"{_LAYERS}{name}{rank}D{suffix}"
    for rank in (1, 2, 3)
    for name, suffix in (("Conv", ""), ("Conv", "Transpose"), ("Cropping", ""), ("UpSampling", ""), ("ZeroPadding", ""))
)
"""Layers whose outputs have a number for each place of an image or a sequence."""
_OF_ANY_SHAPE = frozenset(
    f"{_LAYERS}{name}" for name in ("Activation", "BatchNormalization", "Dropout", "LeakyReLU", "ReLU", "Softmax")
)
_WRAPPERS = frozenset({"keras.layers.TimeDistributed", "keras.layers.Bidirectional"})


def last_activation(file: File, compiled: cst.Call) -> str | None:
    """The name of the activation, such as `softmax`; `linear` for a `Dense` without one, None if it does not show."""
    found = _last_layer(file, compiled)
    if found is not None:
        return _activation(*found)
    model = compiled.func.value if isinstance(compiled.func, cst.Attribute) else None
    own = _own_class(*where_made(file, model)) if model is not None else None
    return _of_class(*own) if own is not None else None


def last_activation_of(file: File, model: cst.BaseExpression) -> str | None:
    """The same of a model that is called, `model(x)`, and of one whose class has a `call` that ends with a layer."""
    module, made = where_made(*_imported(file, model))
    if isinstance(made, cst.Name | cst.Attribute):
        made = only_value_of(module, made) or made
    own = _own_class(module, made)
    if own is not None:
        return _of_class(*own)
    layer = next(last_layers(module, made), None) or _last_added(module, made, made)
    return _activation(module, layer) if isinstance(layer, cst.Call) else None


def _imported(file: File, model: cst.BaseExpression) -> tuple[File, cst.BaseExpression]:
    """What another module binds a name to that is imported from it; the name itself for other names."""
    found = file.in_project(model)
    bound = found[0].only_global(found[1]) if found is not None else None
    value = found[0].assigned_value(bound) if found is not None and bound is not None else None
    return (found[0], value) if found is not None and value is not None else (file, model)


def _own_class(file: File, model: cst.BaseExpression) -> tuple[File, cst.ClassDef] | None:
    """The class of the project that a model is an object of, and its module; of `self` the class around it."""
    if isinstance(model, cst.Name) and is_self(file, model):
        around = file.enclosing_class(model)
        return (file, around) if around is not None else None
    made = only_value_of(file, model) if isinstance(model, cst.Name | cst.Attribute) else model
    found = definition(file, made.func) if isinstance(made, cst.Call) else None
    return (found[0], found[1]) if found is not None and isinstance(found[1], cst.ClassDef) else None


def _of_class(file: File, owner: cst.ClassDef) -> str | None:
    """The activation of what `call` returns the result of: `return self.last(x)`, also of a model that is kept."""
    function = method(file, owner, "call")
    ends = nodes(function.body, cst.Return) if function is not None else []
    value = ends[0].value if len(ends) == 1 else None
    result = _last_value(file, value) if isinstance(value, cst.Name) else value
    if not isinstance(result, cst.Call):
        return None
    called = file.symbol(result.func) or ""
    if called.startswith(_FUNCTIONS):
        return called.removeprefix(_FUNCTIONS)
    layer = only_value_of(file, result.func)
    if not isinstance(layer, cst.Call):
        return None
    inner = next(last_layers(file, result.func), None)
    return _activation(file, inner if isinstance(inner, cst.Call) else layer)


def _last_value(file: File, name: cst.Name) -> cst.BaseExpression | None:
    """What a name is bound to where it is read."""
    last = reaching(file, name)
    return file.assigned_value(last[0]) if len(last) == 1 else None


def is_of_one_unit(file: File, compiled: cst.Call) -> bool:
    """True if the model that a call compiles is seen to end with `Dense(1)`."""
    found = _last_layer(file, compiled)
    if found is None:
        return False
    module, layer = found
    units = argument(layer, "units") if module.symbol(layer.func) == _DENSE else None
    return units is not None and literal(units.value) == 1


def ends_with_grid(file: File, compiled: cst.Call) -> bool:
    """True if the model that a call compiles is seen to end with a convolution, and so has no flat labels."""
    model = compiled.func.value if isinstance(compiled.func, cst.Attribute) else None
    if model is None:
        return False
    module, made = where_made(file, model)
    layers: list[cst.BaseExpression | None] = [*last_layers(module, made)]
    layers = layers or [_last_added(module, made, compiled if made is model else made)]
    symbols = (module.symbol(each.func) if isinstance(each, cst.Call) else None for each in layers)
    return next((each in _OF_GRIDS for each in symbols if each not in _OF_ANY_SHAPE), False)


def _last_layer(file: File, compiled: cst.Call) -> tuple[File, cst.Call] | None:
    """The call that makes the last layer of the model that another one compiles, and the module that it is in."""
    model = compiled.func.value if isinstance(compiled.func, cst.Attribute) else None
    if model is None:
        return None
    module, made = where_made(file, model)
    layer = next(last_layers(module, made), None) or _last_added(module, made, compiled if made is model else made)
    return (module, layer) if isinstance(layer, cst.Call) else None


def _last_added(file: File, model: cst.BaseExpression, at: cst.BaseExpression) -> cst.BaseExpression | None:
    """What the last `model.add(...)` adds, if the lines that compile or return it follow without a condition."""
    where = place(file, model)
    calls = calls_on(file, where)
    same = (call for call in calls if file.function(call) is file.function(at) and file.before(call, at))
    added = [call for call in same if method_of(call) in ("add", "pop")]
    last = max(added, key=file.order, default=None)
    if last is None or method_of(last) == "pop" or len(last.args) != 1 or last.args[0].star:
        return None
    is_certain = file.block(file.statement(last)) is file.block(file.statement(at))
    return last.args[0].value if is_certain else None


def _activation(file: File, layer: cst.Call) -> str | None:
    symbol = file.symbol(layer.func) or ""
    if symbol == _SOFTMAX:
        return "softmax"
    if not symbol.startswith(_LAYERS) or symbol in _WRAPPERS:
        return None
    if symbol == _ACTIVATION:
        given = layer.args[0] if layer.args and layer.args[0].keyword is None else keyword(layer, "activation")
    elif symbol == _DENSE:
        bound = bind(layer, "units", "activation")
        if bound is not None and "activation" not in bound:
            return "linear"
        given = (bound or {}).get("activation")
    else:
        given = keyword(layer, "activation")
    if given is None or given.star:
        return None
    text = literal(given.value)
    if isinstance(text, str):
        return text
    function = file.symbol(given.value) or ""
    return function.removeprefix(_FUNCTIONS) if function.startswith(_FUNCTIONS) else None
