"""Read the shape of a layer's output from the output, as layers of Keras 3 have no `output_shape`.

## What it does

`model.layers[-1].output_shape` and `model.get_layer(name).output_shape` become `.output.shape`, and so does
`layer.output_shape` in a loop over the layers of a model. `layer.input_shape` of a layer of a `Sequential` becomes
`layer.input.shape`. `hasattr(layer, "output_shape")` asks for `output` then, and
so does `getattr` with a default. Models still have both attributes.

## Why

"'Dense' object has no attribute 'output_shape'".
https://keras.io/api/layers/base_layer/

## Numbers

No numbers involved: both are tuples that begin with the batch, which is None.

## What it leaves to you

`input_shape` of a layer of another model, which may have several inputs, the shape of the first layer of a model, which
was a list in `tf.keras`, and `output_shape` where a layer of the file returns its states, whose output is a list: all
are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.layers.model_layers import is_layer_of_model, model_of_layer
from codemods.analysis.models.made_elsewhere import where_made
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Manual, rule

_OUTPUT, _INPUT = "output_shape", "input_shape"
_TENSORS = {_OUTPUT: "output", _INPUT: "input"}
_SEQUENTIAL = "keras.models.Sequential"
_ADVICE = {
    _OUTPUT: "use layer.output.shape; the output of a layer with several is a list ({url})",
    _INPUT: "use layer.input.shape, or layer.batch_shape of an InputLayer; the input of several is a list ({url})",
}
_URL = "https://keras.io/api/layers/base_layer/"


@rule(
    "TFM215",
    example="""
    from keras.layers import Conv2D, Flatten
    from keras.models import Sequential

    model = Sequential([Conv2D(8, 3, input_shape=(28, 28, 1)), Flatten()])
    print(model.layers[-1].output_shape)
    """,
)
def output_shapes(file: File) -> Iterator[Edit | Manual]:
    """Of what is a layer of a model, unless the file sets an attribute of the name itself."""
    if not file.target.is_modern:
        return
    for node in file.attributes:
        name = node.attr.value
        if name not in (_OUTPUT, _INPUT) or name in own_names(file) or not is_layer_of_model(file, node.value):
            continue
        if _is_one_tensor(file, node.value, name):
            modern = cst.Attribute(cst.Attribute(node.value, cst.Name(_TENSORS[name])), cst.Name("shape"))
            said = f"layers have no {name}: {file.code(modern)}"
            yield Edit(node, said, ((node, modern.with_changes(lpar=node.lpar, rpar=node.rpar)),))
        else:
            yield _left(node, name)
    for call in file.calls:
        if file.is_builtin(call.func, "hasattr", "getattr") and len(call.args) > 1:
            yield from _asked_by_name(file, call)


def _is_one_tensor(file: File, layer: cst.BaseExpression, name: str) -> bool:
    """True where the output, or the input, of a layer is certainly one tensor."""
    if name == _INPUT:
        return _is_in_sequence(file, layer)
    return not _is_first(layer) and not _has_layers_of_several_outputs(file)


def _is_in_sequence(file: File, layer: cst.BaseExpression) -> bool:
    """True for a layer of a `Sequential`, each of which has one input; it hides its `InputLayer`."""
    model = model_of_layer(file, layer)
    if model is None:
        return False
    module, made = where_made(file, model)
    made = only_value_of(module, made) or made
    return isinstance(made, cst.Call) and module.symbol(made.func) == _SEQUENTIAL


def _left(node: cst.CSTNode, name: str) -> Manual:
    return Manual(node, f"keras.layers.Layer.{name}", f"layers have no {name}", _ADVICE[name].format(url=_URL))


def _asked_by_name(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    """`hasattr(layer, "output_shape")`, which guards such a use, and `getattr` with a default."""
    layer, text, *default = call.args
    name = literal(text.value)
    if name not in (_OUTPUT, _INPUT) or name in own_names(file) or any(arg.star for arg in call.args):
        return
    if not is_layer_of_model(file, layer.value) or not isinstance(text.value, cst.SimpleString):
        return
    end = text.value.with_changes(value=text.value.value.replace("_shape", ""))
    if file.is_builtin(call.func, "hasattr"):
        said = f"layers have no {name}: {file.code(call.func)}() asks for {end.evaluated_value!s}"
        yield Edit(call, said, ((text.value, end),))
    elif default and _is_one_tensor(file, layer.value, str(name)):
        inner = f"getattr({file.code(layer.value)}, {file.code(end)}, None)"
        code = f"getattr({inner}, {text.value.quote}shape{text.value.quote}, {file.code(default[0].value)})"
        new = cst.ensure_type(cst.parse_expression(code), cst.Call).with_changes(lpar=call.lpar, rpar=call.rpar)
        yield Edit(call, f"layers have no {name}: {code}", ((call, new),))
    else:
        yield _left(call, str(name))


@once_per_file
def _has_layers_of_several_outputs(file: File) -> bool:
    """True if a layer of the file returns its states, so that its output is a list."""
    given = (keyword(call, "return_state") for call in file.calls)
    return any(arg is not None and literal(arg.value) is not False for arg in given)


def _is_first(node: cst.BaseExpression) -> bool:
    """True for `model.layers[0]`: the shape of an input of `tf.keras` was a list of one."""
    index = node.slice[0].slice if isinstance(node, cst.Subscript) else None
    return isinstance(index, cst.Index) and literal(index.value) == 0
