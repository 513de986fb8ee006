"""The layers of a model, as the file writes them down: all of a `Sequential`, the last of a functional one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from codemods.analysis.flow.reaching import reaching, uses_of
from codemods.analysis.flow.self_attributes import only_value_of, places_of
from codemods.analysis.models.made_elsewhere import where_made
from codemods.analysis.objects.built_models import additions_at, returned
from codemods.source.arguments import argument, bind, keyword, literal
from codemods.source.file import File, name_of, once_per_file
from compat.tables.names.makers import MODEL_CLASSES

_SEQUENTIAL = "keras.models.Sequential"
_LAYERS = "keras.layers."
_PER_STEP = "keras.layers.TimeDistributed"
_FILTERS = ("filters", "nb_filter")
_WIDTHS = {
    "keras.layers.Dense": ("units", "output_dim"),
    **{f"{_LAYERS}Conv{rank}D": _FILTERS for rank in (1, 2, 3)},
    **{f"{_LAYERS}Convolution{rank}D": _FILTERS for rank in (1, 2, 3)},
}
SAME_WIDTH = frozenset(
    _LAYERS + name
    for name in (
        *("Activation", "ActivityRegularization", "AlphaDropout", "BatchNormalization", "Dropout", "ELU"),
        *("GaussianDropout", "GaussianNoise", "LeakyReLU", "Masking", "PReLU", "ReLU", "Softmax", "ThresholdedReLU"),
    )
)
_RESHAPE = f"{_LAYERS}Reshape"
_RECURRENT = frozenset(f"{_LAYERS}{name}" for name in ("GRU", "LSTM", "SimpleRNN"))
_RANK_OF_STEPS = 3
_RANKS = {
    f"{_LAYERS}{name}{rank}D{suffix}": rank + 2
    for rank in (1, 2, 3)
    for name, suffix in (
        *(("AveragePooling", ""), ("Conv", ""), ("Conv", "Transpose"), ("Convolution", ""), ("Cropping", "")),
        *(("LocallyConnected", ""), ("MaxPooling", ""), ("SeparableConv", ""), ("UpSampling", ""), ("ZeroPadding", "")),
    )
}
"""Layers of one rank, with the axes of the batch and of the channels."""
_SAME_RANK = SAME_WIDTH | {"keras.layers.Dense", "keras.layers.LayerNormalization"}


def layers_of(file: File, model: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The expressions of all layers of a `Sequential`, in order; None if the file does not show all of them."""
    if isinstance(model, cst.Call):
        built = returned(file, model)
        return _listed(file, model) if built is model else layers_of(file, built)
    made, uses = _made(file, model)
    if not isinstance(made, cst.Call):
        return None
    if file.symbol(made.func) != _SEQUENTIAL:
        built = returned(file, made)
        return layers_of(file, built) if built is not made else None
    listed, added = _listed(file, made), _added(file, made, uses)
    return [*listed, *added] if listed is not None and added is not None else None


class _Uses:
    """The uses of a value under one name, which is compared as itself: a script may have thousands."""

    def __init__(self, found: Iterable[cst.CSTNode]) -> None:
        self.found = (*found,)


def _made(file: File, name: cst.BaseExpression) -> tuple[cst.BaseExpression | None, _Uses]:
    """The value that a name has where it is used, and the uses of that value; None if it may be another one."""
    value = only_value_of(file, name)
    if value is not None:
        return value, _all_uses(file, value, name_of(name), name)
    last = reaching(file, name) if isinstance(name, cst.Name) else []
    target = last[0].node if len(last) == 1 else None
    uses = uses_of(file, target) if isinstance(target, cst.Name) else None
    return (file.assigned_value(last[0]), _Uses(uses)) if uses is not None else (None, _Uses(()))


def _all_uses(file: File, value: cst.BaseExpression, name: str | None, node: cst.BaseExpression) -> _Uses:
    """The uses of a variable but for its assignments, looked for once for each value and name."""
    kept = _kept_uses(file)
    if (value, name) not in kept:
        places = places_of(file, node)
        kept[value, name] = _Uses(each for each in places if not isinstance(file.parent(each), cst.AssignTarget))
    return kept[value, name]


@once_per_file
def _kept_uses(file: File) -> dict[tuple[cst.BaseExpression, str | None], _Uses]:  # noqa: ARG001 - one for each file
    return {}


def _listed(file: File, call: cst.Call) -> list[cst.BaseExpression] | None:
    """What the list holds that `Sequential` is given."""
    if file.symbol(call.func) != _SEQUENTIAL or len(call.args) > 1 or any(arg.star for arg in call.args):
        return None
    if not call.args or call.args[0].keyword is not None:
        return [] if not call.args or keyword(call, "name") is not None else None
    given = call.args[0].value
    if not isinstance(given, cst.List | cst.Tuple) or not all(isinstance(e, cst.Element) for e in given.elements):
        return None
    return [each.value for each in given.elements]


@once_per_file
def _added(file: File, made: cst.Call, uses: _Uses) -> list[cst.BaseExpression] | None:
    """What `add(...)` on these uses adds; None if that depends on a condition, or may happen elsewhere."""
    block = file.block(file.statement(made))
    found: list[cst.BaseExpression] = []
    for call in additions_at(file, uses.found):
        if len(call.args) != 1 or call.args[0].star or file.block(file.statement(call)) is not block:
            return None
        found.append(call.args[0].value)
    return None if any(_may_change(file, use) for use in uses.found) else found


def _may_change(file: File, use: cst.CSTNode) -> bool:
    """True if the layers may change where a name is used: `pop`, `layers`, or a function that takes the model."""
    above = file.parent(use)
    if isinstance(above, cst.Attribute):
        return above.attr.value == "pop" or (above.attr.value in ("add", "layers", "_layers") and _is_kept(file, above))
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        return (
            isinstance(call, cst.Call) and file.reference(call.func) is None and not file.is_builtin(call.func, "print")
        )
    return isinstance(above, cst.Assign | cst.Element | cst.DictElement)


def _is_kept(file: File, attribute: cst.Attribute) -> bool:
    """True if a method or a list is not called or read in place, so that something else may change the model."""
    above = file.parent(attribute)
    if attribute.attr.value == "add":
        return not isinstance(above, cst.Call)
    return not isinstance(above, cst.Subscript)


def output_width(file: File, model: cst.BaseExpression) -> int | None:
    """The size of the last axis of what a model returns; None if the project does not show it as a number."""
    module, made = where_made(file, model)
    for layer in last_layers(module, made):
        symbol = module.symbol(layer.func) if isinstance(layer, cst.Call) else None
        if symbol not in SAME_WIDTH:
            return _units(module, layer)
    return None


def output_rank(file: File, model: cst.BaseExpression) -> int | None:
    """The number of axes of what a model returns, with that of the batch; None if the project does not show it."""
    module, made = where_made(file, model)
    for layer in last_layers(module, made):
        if not isinstance(layer, cst.Call):
            return None
        rank = _rank(module, layer)
        if rank is not None or module.symbol(layer.func) not in _SAME_RANK:
            return rank
    return None


def _rank(file: File, layer: cst.Call) -> int | None:
    """The axes that a layer returns whatever it is called on, and those of the input that it says itself."""
    symbol = file.symbol(layer.func) or ""
    if symbol in _RANKS:
        return _RANKS[symbol]
    if symbol in _RECURRENT:
        returned_steps = keyword(layer, "return_sequences")
        is_each = returned_steps is not None and literal(returned_steps.value) is True
        return _RANK_OF_STEPS if is_each else None
    shape = argument(layer, "target_shape") if symbol == _RESHAPE else keyword(layer, "input_shape")
    axes = shape.value if shape is not None and (symbol == _RESHAPE or symbol in _SAME_RANK) else None
    if not isinstance(axes, cst.Tuple | cst.List) or any(isinstance(e, cst.StarredElement) for e in axes.elements):
        return None
    return len(axes.elements) + 1


def last_layers(file: File, model: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The layers of a model from the last one back, as far as the file shows them."""
    listed = layers_of(file, model)
    if listed is not None:
        yield from reversed(listed)
        return
    made = _made(file, model)[0] or model
    if isinstance(made, cst.Call):
        built = returned(file, made)
        if built is not made:
            yield from last_layers(file, built)
        elif file.symbol(made.func) in MODEL_CLASSES:
            bound = bind(made, "inputs", "outputs", "name") or {}
            given = bound.get("outputs") or bound.get("output")
            if given is not None:
                yield from _back_from(file, given.value)


def _back_from(file: File, tensor: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The layers that made a tensor, the last one first: `Dense(3)` of `x = Dense(3)(x)`."""
    value: cst.BaseExpression | None = tensor
    seen: set[cst.BaseExpression] = set()
    while value is not None and value not in seen:
        seen.add(value)
        if isinstance(value, cst.Name | cst.Attribute):
            value = _made(file, value)[0]
        elif isinstance(value, cst.List | cst.Tuple) and len(value.elements) == 1:
            value = value.elements[0].value
        elif isinstance(value, cst.Call) and len(value.args) == 1:
            layer = _made(file, value.func)[0] or value.func
            if not isinstance(layer, cst.Call):
                return
            yield layer
            value = value.args[0].value
        else:
            return


def _units(file: File, layer: cst.BaseExpression) -> int | None:
    """The units of a `Dense`, the filters of a convolution, or those of one that is applied to each step."""
    if not isinstance(layer, cst.Call) or not layer.args or layer.args[0].star:
        return None
    first, symbol = layer.args[0], file.symbol(layer.func) or ""
    if symbol == _PER_STEP:
        return _units(file, first.value)
    names = _WIDTHS.get(symbol)
    if names is None or keyword(layer, "data_format") is not None:
        return None
    given = first if first.keyword is None else next((arg for arg in layer.args if _is_named(arg, *names)), None)
    return _number(file, given.value) if given is not None else None


def _is_named(arg: cst.Arg, *names: str) -> bool:
    return arg.keyword is not None and arg.keyword.value in names


def _number(file: File, node: cst.BaseExpression) -> int | None:
    """A whole number, or the only value of a name for one."""
    if isinstance(node, cst.Name):
        node = file.only_value(node) or node
    value = literal(node)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
