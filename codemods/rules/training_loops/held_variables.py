"""Hand TensorFlow the `tf.Variable` that a variable of Keras 3 holds.

## What it does

For the variables that a layer or a model lists, `isinstance(v, tf.Variable)` becomes
`isinstance(v.value, tf.Variable)`, `v.dtype.is_floating` becomes `v.value.dtype.is_floating`, and
`tape.watch(model.trainable_variables)` gets `[v.value for v in model.trainable_variables]`, as a name that has them
does, and
`tape.watch(layer.kernel)` gets `layer.kernel.value`, and so does a list that TensorFlow makes a tensor of,
`tf.stack([a.kernel, b.kernel])`. The variables of `tape.gradient(loss, variables, unconnected_gradients=...)` are
those that are held.
`tf.train.ExponentialMovingAverage` of such variables is reported.

## Why

The variables of Keras 3 are no `tf.Variable`: a list of those that are is empty, without a word. Their `dtype` is a
text, and `watch` and `ExponentialMovingAverage` refuse them.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: types and gradients are those of TensorFlow 2.3.4 (`tests/codemods/rules/training_loops/test_held_variables.py`
runs what is
written).

## What it leaves to you

Moving averages, whose `average(v)` has to get `v.value` as well, and variables whose origin the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.graphs.graph_mode import keras_uses
from codemods.analysis.objects.library_objects import made_by
from codemods.analysis.objects.object_types import LAYER, Unknown, origin_of, receiver_of
from codemods.analysis.objects.provenance import leaves, passed_anywhere
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.tensors.variable_names import holds_variables, is_variable, lists_variables
from codemods.source.arguments import bind, keyword
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_VARIABLE = "tensorflow.Variable"
_AVERAGE = "tensorflow.train.ExponentialMovingAverage"
_TAPE = "tensorflow.GradientTape"
_OF_TYPES = frozenset(
    {"as_datatype_enum", "as_numpy_dtype", "base_dtype", "is_bool", "is_compatible_with", "is_complex", "is_floating"}
    | {"is_integer", "is_numpy_compatible", "is_unsigned", "limits", "max", "min", "real_dtype", "size"}
)
"""What a `tf.DType` has; its name is `name` in both."""
_OF_LAYERS = frozenset({"beta", "bias", "embeddings", "gamma", "kernel"})
_OF_LISTS = frozenset(
    f"tensorflow.{name}"
    for name in ("convert_to_tensor", "reduce_max", "reduce_mean", "reduce_min", "reduce_sum", "stack")
)
"""Functions that make one tensor of a list of tensors."""
_UNCONNECTED = "unconnected_gradients"
_OF_MODELS = ("trainable_variables", "trainable_weights")
_PAIR = 2


@rule(
    "TFM338",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    decay = [tf.nn.l2_loss(v) for v in model.trainable_variables if isinstance(v, tf.Variable)]
    """,
)
def held_variables(file: File) -> Iterator[Edit | Manual]:
    """Edit tests of types, types, and what a tape watches; report moving averages."""
    if not goes_to_keras_3(file):
        return
    for node in file.attributes:
        if node.attr.value in _OF_TYPES and isinstance(node.value, cst.Attribute) and node.value.attr.value == "dtype":
            if is_variable(file, node.value.value):
                yield _held(file, node, node.value.value, "has a text for its dtype")
    for call in file.calls:
        if file.is_builtin(call.func, "isinstance") and len(call.args) == _PAIR:
            if _names_variable(file, call.args[1].value) and is_variable(file, call.args[0].value):
                yield _held(file, call, call.args[0].value, "is no tf.Variable")
        elif method_of(call) in ("watch", "apply") and len(call.args) == 1:
            yield from _given(file, call)
        elif method_of(call) == "gradient" and keyword(call, _UNCONNECTED) is not None:
            yield from _differentiated(file, call)
        elif call.args and (file.symbol(call.func) or "") in _OF_LISTS:
            held = (each for each in _listed(call.args[0].value) if _is_held(file, each))
            yield from (_held(file, call, each, "is no element of a tensor") for each in held)


def _held(file: File, at: cst.CSTNode, variable: cst.BaseExpression, why: str) -> Edit:
    code = file.code(variable)
    said = f"{code} {why} in Keras 3, and {code}.value is the one that it holds"
    return Edit(at, said, ((variable, cst.Attribute(variable, cst.Name("value"))),))


def _are_lists(file: File, node: cst.BaseExpression) -> bool:
    """True for the variables of a layer or a model, for those of several together, and for what holds them."""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return _are_lists(file, node.left) and _are_lists(file, node.right)
    if holds_variables(file, node):
        return True
    value = only_value_of(file, node)
    if value is not None:
        return value is not node and _are_lists(file, value)
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    passed = passed_anywhere(file, binding.node) if binding is not None and isinstance(binding.node, cst.Param) else []
    return bool(passed) and all(each is not None and holds_variables(*each) for each in passed)


def _listed(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The elements of a list that is written out."""
    if isinstance(node, cst.ListComp):
        return [node.elt]
    return [each.value for each in node.elements] if isinstance(node, cst.List | cst.Tuple) else []


def _is_held(file: File, node: cst.BaseExpression) -> bool:
    """True for a variable of a layer, from a list of them or by its name."""
    if is_variable(file, node):
        return True
    if not isinstance(node, cst.Attribute) or node.attr.value not in _OF_LAYERS:
        return False
    owner = receiver_of(file, node.value)
    return owner is not None and owner.is_a(LAYER) and owner.is_plain


def _receiver(call: cst.Call) -> cst.BaseExpression:
    return cst.ensure_type(call.func, cst.Attribute).value


def _names_variable(file: File, node: cst.BaseExpression) -> bool:
    kinds = [each.value for each in node.elements] if isinstance(node, cst.Tuple) else [node]
    symbols = {file.symbol(each) for each in kinds}
    return _VARIABLE in symbols and "keras.Variable" not in symbols


def _given(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    """What a tape watches, and what is averaged."""
    given, maker = call.args[0].value, made_by(file, _receiver(call))
    if maker == _TAPE and _are_lists(file, given):
        yield _all_held(file, call, given, "a tape watches the variables that those of Keras 3 hold")
    elif maker == _TAPE and _may_be_keras(file, given):
        made = leaves(file, given.value) if isinstance(given, cst.Attribute) else None
        if made and all(_is_layer(file, each) for each in made):
            yield _all_held(file, call, given, "a tape watches the variables that those of Keras 3 hold")
        else:
            said = f"a tape watches no variables of Keras 3, which {file.code(given)} may be"
            yield Manual(
                call, _TAPE, said, f"give it [v.value for v in {file.code(given)}] if they are of a Keras model"
            )
    elif maker == _TAPE and _is_held(file, given):
        yield _held(file, call, given, "is nothing that a tape can watch")
    elif maker == _AVERAGE and lists_variables(file, given):
        said = "ExponentialMovingAverage takes no variables of Keras 3"
        yield Manual(call, _AVERAGE, said, "give it [v.value for v in ...], and v.value to average()")


def _may_be_keras(file: File, node: cst.BaseExpression) -> bool:
    """True for `model.trainable_variables` of an object that the file does not show, where nothing is a `tf.Module`."""
    if not isinstance(node, cst.Attribute) or node.attr.value not in _OF_MODELS:
        return False
    origin = origin_of(file, node.value)
    return origin is Unknown.OPEN and bool(keras_uses(file)) and not file.references("tensorflow.Module")


def _is_layer(file: File, node: cst.BaseExpression) -> bool:
    owner = receiver_of(file, node)
    return owner is not None and owner.is_a(LAYER) and owner.is_plain


def _differentiated(file: File, call: cst.Call) -> Iterator[Edit]:
    """What a tape differentiates by, where it makes zeros of what is not connected."""
    bound = bind(call, "target", "sources", "output_gradients", _UNCONNECTED) or {}
    sources = bound.get("sources")
    if sources is not None and _are_lists(file, sources.value) and made_by(file, _receiver(call)) == _TAPE:
        yield _all_held(file, call, sources.value, f"{_UNCONNECTED}= needs the variables that those of Keras 3 hold")


def _all_held(file: File, call: cst.Call, variables: cst.BaseExpression, said: str) -> Edit:
    code = f"[v.value for v in {file.code(variables)}]"
    return Edit(call, said, ((variables, cst.parse_expression(code)),))
