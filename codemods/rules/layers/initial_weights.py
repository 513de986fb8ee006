"""Set the weights of a layer once it is built, instead of passing `weights=`.

## What it does

`model.add(Dense(2, weights=[kernel, bias]))` becomes `model.add(Dense(2))` and
`model.layers[-1].set_weights([kernel, bias])`; `x = Dense(2, weights=found)(x)` gives the layer a name, calls it, and
sets its weights. `weights=None` is left out.

## Why

Layers of Keras 3 refuse the keyword: "Unrecognized keyword arguments passed to Dense: {'weights': ...}". `Embedding`
alone takes it.
https://keras.io/api/layers/base_layer/#setweights-method

## Numbers

Same. Keras 2 set the weights when it built the layer. The script in `tests/codemods/fixtures/initial_weights` has the
numbers of Keras 2.3.1 on TensorFlow 1.15.5.

## What it leaves to you

Layers of a model whose input has no shape yet, layers that are neither added nor called in place, and values that may
be None.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.built_models import additions, is_built, returned
from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_KEYWORD = "weights"
_LAYERS = frozenset(
    f"keras.layers.{name}"
    for name in (
        *("Dense", "Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose", "Conv3DTranspose", "SeparableConv2D"),
        *("DepthwiseConv2D", "BatchNormalization", "LSTM", "SimpleRNN", "GRU", "PReLU"),
    )
)
"""The layers whose weights have the same order and shapes as in Keras 2; those of `GRU` depend on `reset_after`."""


@rule(
    "TFM127",
    stage=Stage.STRUCTURES,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential()
    model.add(Dense(2, input_shape=(3,), weights=[kernel, bias]))
    """,
)
def initial_weights(file: File) -> Iterator[Edit]:
    """Edit layers on lines of their own; the table of keywords reports the others."""
    for layer in file.calls:
        arg = keyword(layer, _KEYWORD)
        reference = file.reference(layer.func) if arg is not None else None
        if arg is None or reference is None or reference.spelling.shimmed or reference.canonical not in _LAYERS:
            continue
        if reference.canonical.endswith(".GRU") and keyword(layer, "reset_after") is None:
            continue
        plain = with_args(layer, [each for each in layer.args if each is not arg])
        if literal(arg.value) is None:
            yield Edit(arg, "weights=None said nothing, and is left out", ((layer, plain),))
        elif _is_list(file, arg.value):
            edit = _added(file, layer, plain, arg) or _called(file, layer, plain, arg)
            if edit is not None:
                yield edit


def _is_list(file: File, node: cst.BaseExpression) -> bool:
    """True for a list or a tuple, what `get_weights` or a function of the file returns as one, and names of these."""
    values = (file.definitions(node) or []) if isinstance(node, cst.Name) else [node]
    found = [returned(file, each) for each in values]
    return bool(found) and all(isinstance(each, cst.List | cst.Tuple) or _is_got(each) for each in found)


def _is_got(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "get_weights"


def _added(file: File, layer: cst.Call, plain: cst.Call, arg: cst.Arg) -> Edit | None:
    """The weights of a layer that is added to a model whose input is known."""
    above = file.parent(layer)
    outer = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(outer, cst.Call) or len(outer.args) != 1 or not isinstance(outer.func, cst.Attribute):
        return None
    model, line = outer.func.value, _line(file, file.parent(outer))
    if line is None or outer.func.attr.value != "add" or not isinstance(model, cst.Name) or not _has_input(file, model):
        return None
    code = f"{file.code(model)}.layers[-1].set_weights({file.code(arg.value)})"
    changed = line.deep_replace(layer, plain)
    assert isinstance(changed, cst.SimpleStatementLine)
    said = "weights= is now set_weights, once the layer is added"
    return Edit(arg, said, ((line, _lines(file, [changed, code])),))


def _has_input(file: File, model: cst.Name) -> bool:
    """True if a `Sequential` knows the shape of its input; the `input_dim` of an `Embedding` is none."""
    if file.only_value(model) is None or not is_built(file, model):
        return False
    first = next((call.args[0].value for call in additions(file, model) if call.args), None)
    if not isinstance(first, cst.Call) or file.symbol(first.func) != "keras.layers.Embedding":
        return True
    return keyword(first, "input_shape") is not None


def _called(file: File, layer: cst.Call, plain: cst.Call, arg: cst.Arg) -> Edit | None:
    """The weights of a layer that is called where it is made."""
    call = file.parent(layer)
    assign = file.parent(call) if isinstance(call, cst.Call) and call.func is layer else None
    line = _line(file, assign)
    if not isinstance(call, cst.Call) or not isinstance(assign, cst.Assign) or line is None:
        return None
    name = file.free_name(file.code(layer.func).rpartition(".")[2].lower())
    making = line.with_changes(body=[cst.Assign([cst.AssignTarget(cst.Name(name))], plain)])
    calling = line.with_changes(body=[assign.with_changes(value=call.with_changes(func=cst.Name(name)))])
    code = f"{name}.set_weights({file.code(arg.value)})"
    said = f"weights= is now set_weights of {name}"
    return Edit(arg, said, ((line, _lines(file, [making, calling, code])),))


def _line(file: File, small: cst.CSTNode | None) -> cst.SimpleStatementLine | None:
    """The line that consists of an assignment or an expression."""
    line = file.parent(small) if isinstance(small, cst.Assign | cst.Expr) else None
    is_whole = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 and file.block(line) is not None
    return line if isinstance(line, cst.SimpleStatementLine) and is_whole else None


def _lines(file: File, parts: list[cst.SimpleStatementLine | str]) -> cst.FlattenSentinel[cst.CSTNode]:
    """The lines in place of one: the comments above it come first, the one behind it last but one."""
    found: list[cst.CSTNode] = []
    for index, part in enumerate(parts):
        line = file.parse_statement(part) if isinstance(part, str) else part
        if index:
            line = line.with_changes(leading_lines=())
        if index < len(parts) - 2 and isinstance(line, cst.SimpleStatementLine):
            plain = cst.TrailingWhitespace(newline=line.trailing_whitespace.newline)
            line = line.with_changes(trailing_whitespace=plain)
        found.append(line)
    return cst.FlattenSentinel(found)
