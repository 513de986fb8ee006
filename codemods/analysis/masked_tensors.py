"""Which tensors and layers a mask reaches in Keras 3, as far as the file shows every layer on the way."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.mask_sources import MERGING, makes_masks
from codemods.analysis.reaching import reaching
from codemods.analysis.self_attributes import only_value_of
from codemods.analysis.sequential_layers import SAME_WIDTH, layers_of
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File

_SEQUENTIAL = "keras.models.Sequential"
_LAYERS = "keras.layers."
_WRAPPERS = (f"{_LAYERS}Bidirectional", f"{_LAYERS}TimeDistributed")
_RECURRENT = frozenset(f"{_LAYERS}{name}" for name in ("CuDNNGRU", "CuDNNLSTM", "GRU", "LSTM", "RNN", "SimpleRNN"))
_PASSING = frozenset({f"{_LAYERS}Dense", f"{_LAYERS}LayerNormalization", f"{_LAYERS}Masking", *SAME_WIDTH, *MERGING})


def has_mask(file: File, tensor: cst.BaseExpression) -> bool:
    """True if a mask comes with a tensor: if one is made on a way to it, by layers that hand it on."""
    seen: set[int] = set()
    pending = [tensor]
    while pending:
        value = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, cst.List | cst.Tuple):
            pending += [each.value for each in value.elements]
        elif isinstance(value, cst.Name):
            bound = (file.assigned_value(each) for each in reaching(file, value))
            pending += [each for each in bound if each is not None]
        elif isinstance(value, cst.Call) and value.args:
            layer = value if file.symbol(value.func) in MERGING else called_layer(file, value)
            if layer is not None and makes_masks(file, layer):
                return True
            if layer is not None and _passes(file, layer):
                pending.append(value.args[0].value)
    return False


def called_layer(file: File, call: cst.Call) -> cst.Call | None:
    """The call that makes the layer which `call` runs: `Dense(2)` of `Dense(2)(x)`, and of `self.dense(x)`."""
    made = call.func if isinstance(call.func, cst.Call) else only_value_of(file, call.func)
    return made if isinstance(made, cst.Call) else None


def gets_mask(file: File, layer: cst.Call) -> bool:
    """True if a layer that a `Sequential` lists, or `model.add(...)` is given, stands where a mask comes in."""
    model = _model_of(file, layer)
    listed = layers_of(file, model) if model is not None else None
    if listed is None or layer not in listed:
        return False
    for before in reversed(listed[: listed.index(layer)]):
        if not isinstance(before, cst.Call):
            return False
        if makes_masks(file, before):
            return True
        if not _passes(file, before):
            return False
    return False


def masks_output(file: File, made: cst.Call) -> bool:
    """True if a mask comes with what the model returns that a call makes."""
    if file.symbol(made.func) != _SEQUENTIAL:
        bound = bind(made, "inputs", "outputs", "name") or {}
        return "outputs" in bound and has_mask(file, bound["outputs"].value)
    above = file.parent(made)
    target = above.targets[0].target if isinstance(above, cst.Assign) else None
    has_one = False
    for layer in layers_of(file, target if isinstance(target, cst.Name) else made) or ():
        if not isinstance(layer, cst.Call):
            return False
        has_one = makes_masks(file, layer) or (has_one and _passes(file, layer))
    return has_one


def _model_of(file: File, layer: cst.Call) -> cst.BaseExpression | None:
    above = file.parent(layer)
    if isinstance(above, cst.Element):
        above = file.parent(listed) if (listed := file.parent(above)) is not None else None
        call = file.parent(above) if isinstance(above, cst.Arg) else None
        return call if isinstance(call, cst.Call) else None
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "add":
        return call.func.value
    return None


def _passes(file: File, layer: cst.Call) -> bool:
    """True for a layer that hands the mask of its input on."""
    symbol = file.symbol(layer.func)
    if symbol in _WRAPPERS and layer.args and isinstance(layer.args[0].value, cst.Call):
        inner = layer.args[0].value
        return file.symbol(inner.func) not in _RECURRENT or _passes(file, inner)
    if symbol in _RECURRENT:
        sequences = keyword(layer, "return_sequences")
        return sequences is not None and literal(sequences.value) is True
    return symbol in _PASSING
