"""The shapes of the tensors that layers return, without the batch, as far as the file shows them."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.flow.self_attributes import only_value_of, value_of
from codemods.analysis.models.sequential_layers import SAME_WIDTH, layers_of
from codemods.source.arguments import keyword, literal
from codemods.source.file import File

Shape = tuple[str, ...]
"""The code of each size; `OPEN` for one that the file does not show."""

OPEN = "?"
_LAYERS = "keras.layers."
INPUTS = ("keras.layers.Input", "keras.Input", "keras.layers.InputLayer")
_ELEMENTWISE = frozenset({"Add", "Average", "Maximum", "Minimum", "Multiply", "Subtract"})
_RECURRENT = frozenset({"GRU", "LSTM", "SimpleRNN", "CuDNNGRU", "CuDNNLSTM"})
_RANKS = {
    **dict.fromkeys(("Conv1D", "Convolution1D", "MaxPooling1D", "AveragePooling1D", "UpSampling1D"), 2),
    **dict.fromkeys(("Conv2D", "Convolution2D", "Conv2DTranspose", "SeparableConv2D", "DepthwiseConv2D"), 3),
    **dict.fromkeys(("MaxPooling2D", "AveragePooling2D", "UpSampling2D", "ZeroPadding2D", "Cropping2D"), 3),
    **dict.fromkeys(("Conv3D", "Convolution3D", "Conv3DTranspose", "MaxPooling3D", "AveragePooling3D"), 4),
    **dict.fromkeys(("GlobalMaxPooling1D", "GlobalAveragePooling1D", "GlobalMaxPooling2D"), 1),
    **dict.fromkeys(("GlobalAveragePooling2D", "GlobalMaxPooling3D", "GlobalAveragePooling3D", "Flatten"), 1),
}
"""The rank of what a layer returns, without the batch."""
_DEPTH = 30


def shape_of(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> Shape | None:
    """The shape of a tensor; None if the file does not show its rank."""
    node = only_value_of(file, node) or node
    if not depth or not isinstance(node, cst.Call):
        return None
    symbol = file.symbol(node.func)
    if symbol in INPUTS:
        return _of_input(node)
    if symbol is not None:
        name = symbol.removeprefix(_LAYERS)
        return _merged(file, name.capitalize(), node.args, depth) if name.islower() and node.args else None
    layer = layer_of(file, node.func)
    return _returned(file, layer, node.args, depth) if layer is not None and len(node.args) == 1 else None


def layer_of(file: File, function: cst.BaseExpression) -> cst.Call | None:
    """The call that makes the layer or the model which `function` is; None if the file does not show it."""
    made = value_of(file, function)
    return made if isinstance(made, cst.Call) and file.symbol(made.func) is not None else None


def input_of(file: File, model: cst.BaseExpression) -> Shape | None:
    """The shape that a `Sequential`, or a model of one tensor, was made for."""
    made = only_value_of(file, model)
    if not isinstance(made, cst.Call):
        return None
    if file.symbol(made.func) == "keras.models.Model" and made.args:
        return shape_of(file, made.args[0].value)
    layers = layers_of(file, model)
    first = layers[0] if layers else None
    return _of_input(first) if isinstance(first, cst.Call) else None


def _of_input(call: cst.Call) -> Shape | None:
    """The shape in the arguments of `Input`, or of a layer that begins a model."""
    given = keyword(call, "shape") or keyword(call, "input_shape")
    if given is None and call.args and call.args[0].keyword is None and isinstance(call.args[0].value, cst.Tuple):
        given = call.args[0]
    if given is not None:
        return _sizes(given.value)
    dimension = keyword(call, "input_dim")
    if dimension is None or keyword(call, "input_length") is not None:
        return None
    code = _code(dimension.value)
    return (code,)


def _sizes(node: cst.BaseExpression) -> Shape | None:
    if not isinstance(node, cst.Tuple | cst.List) or not all(isinstance(e, cst.Element) for e in node.elements):
        return None
    return tuple(_code(each.value) for each in node.elements)


def _code(node: cst.BaseExpression) -> str:
    return OPEN if literal(node) is None else cst.Module([]).code_for_node(node)


def _returned(file: File, layer: cst.Call, args: Sequence[cst.Arg], depth: int) -> Shape | None:
    """The shape of what a layer makes of its input."""
    symbol = file.symbol(layer.func) or ""
    name = symbol.removeprefix(_LAYERS)
    if name in _RANKS and keyword(layer, "keepdims") is None:
        return (OPEN,) * _RANKS[name]
    if name == "Reshape" and layer.args:
        return _sizes(layer.args[0].value)
    if name in _ELEMENTWISE or name in ("Concatenate", "Dot"):
        return _merged(file, name, args, depth)
    before = shape_of(file, args[0].value, depth - 1)
    if before is None or not symbol.startswith(_LAYERS):
        return None
    if symbol in SAME_WIDTH:
        return before
    units = keyword(layer, "units") or keyword(layer, "output_dim")
    if units is None and layer.args and layer.args[0].keyword is None:
        units = layer.args[0] if name != "Embedding" else layer.args[1] if len(layer.args) > 1 else None
    width = _code(units.value) if units is not None else OPEN
    if name == "Embedding":
        return (*before, width)
    if name == "Dense":
        return (*before[:-1], width)
    if name == "RepeatVector":
        return (width, *before)
    if name in _RECURRENT:
        sequences = keyword(layer, "return_sequences")
        is_known = sequences is None or isinstance(literal(sequences.value), bool)
        is_long = sequences is not None and literal(sequences.value) is True
        return ((before[0], width) if is_long else (width,)) if is_known else None
    return None


def _merged(file: File, name: str, args: Sequence[cst.Arg], depth: int) -> Shape | None:
    """The shape of what a merge returns: dimensions of size one are put behind the batch where ranks differ."""
    given = args[0].value
    if not isinstance(given, cst.List | cst.Tuple) or name not in (*_ELEMENTWISE, "Concatenate"):
        return None
    shapes = [shape_of(file, each.value, depth - 1) for each in given.elements]
    known = [each for each in shapes if each is not None]
    if not known or len(known) < len(shapes):
        return None
    rank = max(map(len, known))
    if name == "Concatenate":
        return (OPEN,) * rank
    padded = [(*("1",) * (rank - len(each)), *each) for each in known]
    return tuple(_broadcast(sizes) for sizes in zip(*padded, strict=True))


def _broadcast(sizes: Sequence[str]) -> str:
    found = {each for each in sizes if each != "1"} or {"1"}
    return found.pop() if len(found) == 1 else OPEN
