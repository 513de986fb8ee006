"""Make the weights of a model of one's own by a symbolic call, as `model.build(input_shape)` did in `tf.keras`.

## What it does

`model.build((None, 28, 28))` becomes `model(tf.keras.Input(batch_shape=(None, 28, 28)))`, if the class of the model
derives from `tf.keras.Model` and has no `build` of its own. A list of shapes becomes a list of inputs. So do
`self.build(shape)` and `super().build(shape)` in the methods of such a class, most often at the end of `__init__`;
what the calls of the class pass for a parameter is followed. Where nothing shows whether it is one shape or several,
`tf.keras.tree.map_shape_structure` makes the inputs.

## Why

`tf.keras` ran `call` once on placeholders of floats. Keras 3 makes no weights, warns, and notes that the model is
built: `get_weights()` is empty, `target.set_weights(model.get_weights())` copies nothing, `summary()` counts nothing.
`super().build(shape)` does not even warn.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/layers/layer.py

## Numbers

Same. A model of a layer and a normalization has 4 variables to train after `build`, in TensorFlow 1.15.5 and 2.3.4 and
after the rewrite; with Keras 3.15.1 it had none (`tests/compat/shims/tensorflow/test_keras_models.py`).

## What it leaves to you

Models of which only some are of such a class, and classes that give themselves more after `self.build(shape)`, as
Keras 3 takes no layers once a model is built: both are reported. Classes with a `build` of their own:
`super().build(input_shape)` makes no weights there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import libcst as cst

from codemods.analysis.data.fed_values import Fed, leaves
from codemods.analysis.flow.own_classes import heirs, own_method
from codemods.analysis.flow.self_attributes import assigned, attribute_of_self, is_self
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.class_sources import sources
from codemods.analysis.objects.object_types import MODEL, Receiver, origin_of
from codemods.analysis.objects.passed_elsewhere import passed_elsewhere
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import literal
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, rule

_DEPTH = 8
_PHASE = "training"
_TOLD = f", {_PHASE}=False"
_SHAPES = (cst.Tuple, cst.List)
_START = "__init__"
_MAPPING = "tree.map_shape_structure"
_MAPPED = f"{{keras}}.{_MAPPING}(lambda shape: {{keras}}.Input(batch_shape=shape), {{shape}})"
_SYMBOL = "tensorflow.keras.Model.build"
_SAID = "Keras 3 makes no weights in build(): it only notes that the model is built"
_IN_TIME = "give it all layers first, then call it on tf.keras.Input(batch_shape=shape)"
_ADVICE = "call the model on tf.keras.Input(batch_shape=shape)"


@rule(
    "TFM310",
    example="""
    import tensorflow as tf

    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(3)

        def call(self, inputs, training=None):
            return self.dense(inputs)

    net = Net()
    net.build(input_shape=(None, 4))
    net.summary()
    """,
    severity=Severity.NUMBERS,
)
def built_models(file: File) -> Iterator[Edit | Manual]:
    """Edit a call of `build` that is a statement of its own; report it where a call may not do the same."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    for call in file.calls:
        function = call.func
        if not isinstance(function, cst.Attribute) or function.attr.value != "build" or len(call.args) != 1:
            continue
        shape = call.args[0]
        if shape.star or (shape.keyword is not None and shape.keyword.value != "input_shape"):
            continue
        model = _own_object(file, call) if is_super(file, function.value) else function.value
        if not isinstance(file.parent(call), cst.Expr) or model is None:
            continue
        phases = {_phase(file, value) for value in _values(file, model)}
        if phases & {"", _TOLD}:
            yield _outcome(file, call, model, shape.value, phases)


def _outcome(
    file: File, call: cst.Call, model: cst.BaseExpression, shape: cst.BaseExpression, phases: set[str | None]
) -> Edit | Manual:
    inputs = _inputs(file, shape)
    if isinstance(model, cst.Name) and is_self(file, model):
        if _is_built_by_heirs(file, call):
            inputs = None
        elif (late := _later_part(file, call)) is not None:
            return Manual(call, _SYMBOL, f"{_SAID}; once it is, it takes no more layers", _IN_TIME, culprit=late)
    if inputs is None or len(phases) > 1:
        return Manual(call, _SYMBOL, _SAID, _ADVICE)
    tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
    inputs = inputs.format(keras=f"{tensorflow}.keras", shape=file.code(shape))
    code = f"{file.code(model)}({inputs}{phases.pop()})"
    said = f"{file.code(model)}.build() makes no weights in Keras 3; a call does"
    return Edit(call, said, ((call, cst.parse_expression(code, file.module.config_for_parsing)),), imports)


def _own_object(file: File, call: cst.Call) -> cst.Name | None:
    """`self` in a method that calls `super().build(shape)`; None in a `build`, which Keras runs by itself."""
    method = file.function(call)
    if not isinstance(method, cst.FunctionDef) or method.name.value == "build":
        return None
    return next((each for each in nodes(method.body, cst.Name) if is_self(file, each)), None)


def _is_built_by_heirs(file: File, call: cst.Call) -> bool:
    """True if a class that derives from the one around a call has a `build` of its own, which the call would run."""
    owner = file.enclosing_class(call)
    return owner is not None and any(own_method(each, "build") is not None for each in heirs(file, owner))


def _later_part(file: File, call: cst.Call) -> cst.CSTNode | None:
    """Where the object gets what may have weights after a call in its `__init__`, also in that of an heir."""
    owner, method = file.enclosing_class(call), file.function(call)
    if owner is None or not isinstance(method, cst.FunctionDef) or method.name.value != _START:
        return None
    starts = [start for each in heirs(file, owner) if (start := own_method(each, _START)) is not None]
    given = [each for start in starts for each in _parts_given(file, start) if _follows_base(file, start, each)]
    given += [each for each in _parts_given(file, method) if file.before(call, each)]
    return next(iter(given), None)


def _parts_given(file: File, method: cst.FunctionDef) -> list[cst.Attribute]:
    """The attributes that a method gives to `self`, but for those that hold numbers, texts and the like."""
    own = [each for each in nodes(method.body, cst.Attribute) if attribute_of_self(file, each) is not None]
    return [each for each in own if _is_extended(file, each) or _is_given_a_part(file, each)]


def _is_given_a_part(file: File, node: cst.Attribute) -> bool:
    given = assigned(file, node)
    return given is not None and (bool(given.path) or literal(given.whole) is ...)


def _is_extended(file: File, node: cst.Attribute) -> bool:
    """True for the list in `self.blocks.append(layer)`."""
    method = file.parent(node)
    return isinstance(method, cst.Attribute) and method.attr.value in ("append", "extend")


def _follows_base(file: File, start: cst.FunctionDef, node: cst.CSTNode) -> bool:
    """True for what stands behind `super().__init__()` in an `__init__`."""
    calls = [each for each in nodes(start.body, cst.Call) if isinstance(each.func, cst.Attribute)]
    started = [each for each in calls if isinstance(each.func, cst.Attribute) and each.func.attr.value == _START]
    return any(file.before(each, node) for each in started)


def _values(file: File, model: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What reaches a model: for a parameter, what the calls in the file pass for it."""
    return [model] if isinstance(origin_of(file, model), Receiver) else sources(file, model) or [model]


def _phase(file: File, model: cst.BaseExpression) -> str | None:
    """What the `call` of a model of one's own must be told of the phase; None for all that Keras builds otherwise."""
    origin = origin_of(file, model)
    if not isinstance(origin, Receiver) or origin.shimmed or not _is_model(origin.path):
        return None
    phases = {_phase_of(each) for each in origin.classes(file)} if not origin.defines(file, "build") else {None}
    return phases.pop() if len(phases) == 1 else None


def _is_model(path: str) -> bool:
    """True for `Model` itself: a `Sequential` builds its layers."""
    return below(path, "tensorflow.keras") and path.rpartition(".")[2] == MODEL.rpartition(".")[2]


def _phase_of(own: OfModule) -> str | None:
    """The same for a class; None as well if `call` wants more than its inputs, as then `build` raised."""
    for each in islice(lineage_in_project(own), _DEPTH):
        body = each.owner.body.body
        methods = [method for method in body if isinstance(method, cst.FunctionDef) and method.name.value == "call"]
        if methods:
            params = methods[-1].params
            places = (*params.posonly_params, *params.params)[1:]
            needed = [param.name.value for param in places[1:] if param.default is None]
            return {(): "", (_PHASE,): _TOLD}.get(tuple(needed)) if places else None
    return None


def _inputs(file: File, shape: cst.BaseExpression) -> str | None:
    """The form of the inputs: one, one for each of several shapes, or what finds that out as the program runs."""
    forms = {_form(each.module, each.node) for each in _shapes(file, shape) if literal(each.node) is not None}
    if len(forms) == 1 and None not in forms:
        return forms.pop()
    return _MAPPED if file.target.has(f"tensorflow.keras.{_MAPPING}") else None


def _shapes(file: File, shape: cst.BaseExpression) -> list[Fed]:
    """The values of a shape; of a parameter, what other modules pass as well."""
    binding = file.only_binding(shape) if isinstance(shape, cst.Name) else None
    param = binding.node if binding is not None else None
    passed = passed_elsewhere(file, param) or [] if isinstance(param, cst.Param) else []
    given = [each for module, value in passed for each in leaves(module, value)]
    return [*(each for each in leaves(file, shape) if not (given and each.node is shape)), *given]


def _form(file: File, value: cst.BaseExpression) -> str | None:
    """The same of one value; None if it does not show."""
    one, several = "{keras}.Input(batch_shape={shape})", "[{keras}.Input(batch_shape=each) for each in {shape}]"
    if isinstance(value, cst.List):
        if value.elements and all(isinstance(each.value, (*_SHAPES, cst.Call)) for each in value.elements):
            return several
        return one if any(_is_number(each.value) for each in value.elements) else None
    if isinstance(value, cst.BinaryOperation):
        return one if isinstance(value.left, cst.Tuple) or isinstance(value.right, cst.Tuple) else None
    if isinstance(value, cst.Tuple):
        return None if any(isinstance(each.value, _SHAPES) for each in value.elements) else one
    if isinstance(value, cst.Call):
        return one if file.symbol(value.func) == "tensorflow.TensorShape" else None
    return one if isinstance(value, cst.Attribute) and value.attr.value == "shape" else None


def _is_number(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Integer) or (isinstance(node, cst.Name) and node.value == "None")
