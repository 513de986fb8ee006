"""Which tensors and layers a mask reaches in Keras 3, as far as the file shows every layer on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.flow.reaching import reaching, uses_of
from codemods.analysis.flow.self_attributes import only_value_of, places_of
from codemods.analysis.models.sequential_layers import SAME_WIDTH, layers_of
from codemods.analysis.objects.built_models import additions_at
from codemods.analysis.tensors.mask_sources import MERGING, makes_masks
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File

_SEQUENTIAL = "keras.models.Sequential"
_LAYERS = "keras.layers."
_WRAPPERS = (f"{_LAYERS}Bidirectional", f"{_LAYERS}TimeDistributed")
_RECURRENT = frozenset(f"{_LAYERS}{name}" for name in ("CuDNNGRU", "CuDNNLSTM", "GRU", "LSTM", "RNN", "SimpleRNN"))
_POOLING = frozenset(f"{_LAYERS}Global{kind}Pool{end}1D" for kind in ("Average", "Max") for end in ("", "ing"))
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


def mask_ends(file: File, layer: cst.Call) -> bool:
    """True if the mask that a layer makes surely goes no further than a layer that takes the steps together."""
    model = _model_of(file, layer)
    if model is not None:
        return any(_ends(file, each) for each in _added_behind(file, layer, model))
    return _ends_everywhere(file, _outputs_of(file, layer))


def _added_behind(file: File, layer: cst.Call, model: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """What a `Sequential` surely gets behind a layer; other layers may stand between."""
    name: cst.BaseExpression | None = model
    if isinstance(model, cst.Call):
        yield from _listed_behind(file, layer)
        above = file.parent(model)
        name = above.targets[0].target if isinstance(above, cst.Assign) else None
    block = file.block(file.statement(layer))
    for call in additions_at(file, places_of(file, name)) if name is not None else ():
        if len(call.args) == 1 and file.before(layer, call) and file.block(file.statement(call)) is block:
            yield call.args[0].value


def _outputs_of(file: File, layer: cst.Call) -> list[cst.Call]:
    """The calls of a layer of a functional model; none if the file uses the layer in another way as well."""
    above = file.parent(layer)
    if isinstance(above, cst.Call):
        return [above] if above.func is layer else []
    target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
    uses = uses_of(file, target) if isinstance(target, cst.Name) else None
    calls = [file.parent(each) for each in uses or ()]
    found = [each for each in calls if isinstance(each, cst.Call)]
    return found if len(found) == len(calls) else []


def _ends_everywhere(file: File, tensors: list[cst.Call]) -> bool:
    """True if each use of each of the tensors ends their mask, right there or after layers that hand it on."""
    return bool(tensors) and all(_ends_where_used(file, each) for each in tensors)


def _ends_where_used(file: File, tensor: cst.Call) -> bool:
    above = file.parent(tensor)
    uses: Sequence[cst.CSTNode] | None = [tensor]
    if isinstance(above, cst.Assign | cst.AssignTarget):
        target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
        uses = uses_of(file, target) if isinstance(target, cst.Name) else None
    return bool(uses) and all(_ends_at(file, each) for each in uses or ())


def _ends_at(file: File, use: cst.CSTNode) -> bool:
    """True if a tensor is given to a layer that ends its mask, or that hands it on to where it ends."""
    arg = file.parent(use)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    layer = called_layer(file, call) if isinstance(call, cst.Call) else None
    if not isinstance(call, cst.Call) or layer is None:
        return False
    return _ends(file, layer) or (_passes(file, layer) and _ends_where_used(file, call))


def _ends(file: File, layer: cst.BaseExpression) -> bool:
    """True for a layer that surely gives out no mask: one that returns the last step, or one number for all."""
    if not isinstance(layer, cst.Call) or any(arg.star for arg in layer.args):
        return False
    symbol = file.symbol(layer.func)
    if symbol == _WRAPPERS[0]:
        return bool(layer.args) and _ends(file, layer.args[0].value)
    if symbol in _RECURRENT:
        sequences = keyword(layer, "return_sequences")
        return sequences is None or literal(sequences.value) is False
    return symbol in _POOLING


def _listed_behind(file: File, layer: cst.Call) -> list[cst.BaseExpression]:
    """What stands behind a layer in the list around it."""
    element = file.parent(layer)
    above = file.parent(element) if isinstance(element, cst.Element) else None
    listed = [each.value for each in above.elements] if isinstance(above, cst.List | cst.Tuple) else []
    return listed[listed.index(layer) + 1 :] if listed else []


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
