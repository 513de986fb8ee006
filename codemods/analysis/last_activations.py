"""The activation with which a model ends, where it is compiled."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.built_models import returned
from codemods.analysis.call_sites import method_of
from codemods.analysis.compile_order import calls_on
from codemods.analysis.provenance import place
from codemods.analysis.reaching import reaching
from codemods.analysis.sequential_layers import layers_of
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from compat.tables.names.makers import MODEL_CLASSES

_ACTIVATION = "keras.layers.Activation"
_SOFTMAX = "keras.layers.Softmax"
_FUNCTIONS = "keras.activations."
_LAYERS = "keras.layers."
_WRAPPERS = frozenset({"keras.layers.TimeDistributed", "keras.layers.Bidirectional"})


def last_activation(file: File, compiled: cst.Call) -> str | None:
    """The name of the activation, such as `softmax`; None if the file does not show it."""
    model = compiled.func.value if isinstance(compiled.func, cst.Attribute) else None
    layer = _last_layer(file, model, compiled) if model is not None else None
    return _activation(file, layer) if isinstance(layer, cst.Call) else None


def _last_layer(file: File, model: cst.BaseExpression, compiled: cst.Call) -> cst.BaseExpression | None:
    layers = layers_of(file, model)
    return layers[-1] if layers else _last_added(file, model, compiled) or _of_functional(file, model)


def _last_added(file: File, model: cst.BaseExpression, compiled: cst.Call) -> cst.BaseExpression | None:
    """What the last `model.add(...)` adds, if the lines that compile follow it without a condition."""
    where = place(file, model)
    calls = calls_on(file, where)
    same = (call for call in calls if file.function(call) is file.function(compiled) and file.before(call, compiled))
    added = [call for call in same if method_of(call) in ("add", "pop")]
    last = max(added, key=file.order, default=None)
    if last is None or method_of(last) == "pop" or len(last.args) != 1 or last.args[0].star:
        return None
    is_certain = file.block(file.statement(last)) is file.block(file.statement(compiled))
    return last.args[0].value if is_certain else None


def _of_functional(file: File, model: cst.BaseExpression) -> cst.BaseExpression | None:
    """The layer that makes the only output of `Model(inputs, outputs)`."""
    made = _value(file, model)
    made = returned(file, made) if isinstance(made, cst.Call) else made
    made = _value(file, made) if isinstance(made, cst.Name) else made
    if not isinstance(made, cst.Call) or file.symbol(made.func) not in MODEL_CLASSES:
        return None
    bound = bind(made, "inputs", "outputs", "name") or {}
    given = next((bound[name].value for name in ("outputs", "output") if name in bound), None)
    if isinstance(given, cst.List | cst.Tuple) and len(given.elements) == 1:
        given = given.elements[0].value
    tensor = _value(file, given) if given is not None else None
    if not isinstance(tensor, cst.Call):
        return None
    return _value(file, tensor.func) if isinstance(tensor.func, cst.Name) else tensor.func


def _value(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """An expression, or the value that a name certainly has where it is used."""
    if not isinstance(node, cst.Name):
        return node
    bindings = reaching(file, node)
    return file.assigned_value(bindings[0]) if len(bindings) == 1 else None


def _activation(file: File, layer: cst.Call) -> str | None:
    symbol = file.symbol(layer.func) or ""
    if symbol == _SOFTMAX:
        return "softmax"
    if not symbol.startswith(_LAYERS) or symbol in _WRAPPERS:
        return None
    if symbol == _ACTIVATION:
        given = layer.args[0] if layer.args and layer.args[0].keyword is None else keyword(layer, "activation")
    elif symbol == _LAYERS + "Dense":
        given = (bind(layer, "units", "activation") or {}).get("activation")
    else:
        given = keyword(layer, "activation")
    if given is None or given.star:
        return None
    text = literal(given.value)
    if isinstance(text, str):
        return text
    function = file.symbol(given.value) or ""
    return function.removeprefix(_FUNCTIONS) if function.startswith(_FUNCTIONS) else None
