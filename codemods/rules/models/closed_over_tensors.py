"""Pass a `Lambda` the tensors that its function takes from around it.

## What it does

`Lambda(lambda x: x * K.exp(image))(features)`, where `image` is an `Input` or led to `features`, becomes
`Lambda(lambda x: x[0] * K.exp(x[1]))([features, image])`; `Lambda(lambda x: K.sum(mean))(mean)` reads `x`.

## Why

The function of a `Lambda` could use any tensor of the model that was in reach. In Keras 3 it gets the values of what
the layer is called on, and a tensor from around it has none: "A KerasTensor cannot be used as input to a TensorFlow
function", or a shape that cannot be inferred.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: `tests/codemods/fixtures/closed_over_tensors`, on Keras 2.3.1 before, and Keras 3 after.

## What it leaves to you

Tensors that did not lead to what the layer is called on, which are reported: the layers behind them were no part of the
model and did not train, and with the tensor in the list they would. Functions that have a name, and layers that are
called elsewhere, or with an `output_shape=` or `mask=`, which are reported too. What only asks for a static shape, such
as `K.int_shape(scale)`, is fine. Layers and models of one's own whose methods read such tensors, as the loss layers of
variational autoencoders do, or that keep one which their constructor is given: they are reported, also on the shims.
Functions of other files.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import attribute_of_self, values_of
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.replicas.replica_functions import named_functions
from codemods.analysis.tensors.kept_tensors import reads_of_kept_tensors
from codemods.analysis.tensors.symbolic import INPUTS, is_static, is_symbolic
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Replacement, Stage, rule

_LAYER = "keras.layers.Lambda"
_OWN = "keras.layers.Layer"
_BASES = ("keras.layers.", "keras.models.Model")
_KEPT = frozenset(("name", "function"))
_Function = cst.FunctionDef | cst.Lambda


@rule(
    "TFM213",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras import backend as K
    from keras.layers import Dense, Input, Lambda

    x = Input((4,))
    mean = Dense(2)(x)
    scale = Dense(2)(x)
    z = Lambda(lambda t: t * K.exp(mean))(mean)
    w = Lambda(lambda t: t * K.exp(scale))(mean)
    """,
)
def closed_over_tensors(file: File) -> Iterator[Edit | Manual]:
    """Each `Lambda` layer whose function the file has."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for reference in file.references(_LAYER):
        layer = file.call_of(reference)
        given = keyword(layer, "function") or next(iter(layer.args), None) if layer is not None else None
        if layer is None or given is None or given.star:
            continue
        value = given.value
        for function in [value] if isinstance(value, cst.Lambda) else named_functions(file, value):
            reads, held = _reads(file, function), _held_reads(file, function)
            if reads and not held:
                yield _edit(file, layer, function, reads) or _report(file, function, reads[0])
            elif reads or held:
                yield _report(file, function, held[0] if held else reads[0])
    for owner in file.every(cst.ClassDef):
        if derives_from(file, owner, *_BASES):
            yield from _in_class(file, owner)


def _in_class(file: File, owner: cst.ClassDef) -> Iterator[Manual]:
    """Report the first tensors of a model that the methods of a layer read from around the class, and from `self`."""
    methods = [each for each in owner.body.body if isinstance(each, cst.FunctionDef)]
    reads = [read for method in methods for read in _reads(file, method) if _is_around(file, owner, read)]
    for read in reads[:1]:
        said = f"in Keras 3 a layer cannot read {read.value}, a tensor of the model from around its class"
        yield Manual(read, _OWN, said, f"call the layer on a list with {read.value}, and let call take it from there")
    for kept in islice(reads_of_kept_tensors(file, owner), 1):
        tensor = file.code(kept)
        said = f"in Keras 3 a layer cannot read {tensor}, a tensor of the model that its constructor is given"
        advice = f"call the layer on a list with the tensor in place of {tensor}, and let call take it from there"
        yield Manual(kept, _OWN, said, advice)


def _reads(file: File, function: _Function) -> list[cst.Name]:
    """Where the function reads a tensor of the model that it is not given."""
    names = (each for each in nodes(function.body, cst.Name) if not _is_label(file, each))
    found = (each for each in names if _is_around(file, function, each))
    return [each for each in found if is_symbolic(file, each) and not is_static(file, each)]


def _held_reads(file: File, function: _Function) -> list[cst.Attribute]:
    """Where the function reads such a tensor from an attribute of `self`."""
    held = [each for each in nodes(function.body, cst.Attribute) if attribute_of_self(file, each) is not None]
    tensors = [each for each in held if any(is_symbolic(file, value) for value in values_of(file, each) or ())]
    return [each for each in tensors if not is_static(file, each)]


def _is_label(file: File, name: cst.Name) -> bool:
    """True for the name of an attribute or of a keyword, `mean` of `K.mean`."""
    above = file.parent(name)
    return (isinstance(above, cst.Attribute) and above.attr is name) or (
        isinstance(above, cst.Arg) and above.keyword is name
    )


def _is_around(file: File, function: _Function | cst.ClassDef, name: cst.Name) -> bool:
    """True for a name that is bound outside of the function, and for nothing that only looks like a name."""
    places = [each.node for each in file.assignments(name)]
    return bool(places) and not any(each is None or function in (each, *file.ancestors(each)) for each in places)


def _report(file: File, function: _Function, read: cst.Name | cst.Attribute) -> Manual:
    tensor = file.code(read)
    said = f"in Keras 3 the function of a Lambda cannot read {tensor}, a tensor from around it"
    name = function.name.value if isinstance(function, cst.FunctionDef) else "lambda"
    advice = f"call the layer on a list with {tensor}, and let {name} take it from there"
    return Manual(read, _LAYER, said, f"{advice}; layers that led only to {tensor} did not train, and then will")


def _edit(file: File, layer: cst.Call, function: _Function, reads: list[cst.Name]) -> Edit | None:
    """Hand the tensors to a lambda that is called where it stands."""
    call, parameter = file.parent(layer), _parameter(function)
    if not isinstance(call, cst.Call) or call.func is not layer or len(call.args) != 1 or parameter is None:
        return None
    if call.args[0].star or call.args[0].keyword is not None:
        return None
    if any(arg.keyword is not None and arg.keyword.value not in _KEPT for arg in layer.args) or len(layer.args) > len(
        _KEPT
    ):
        return None
    inputs = call.args[0].value
    if not all(_leads_to(file, each, inputs) for each in reads):
        return None
    own = [each for each in nodes(function.body, cst.Name) if each.value == parameter and file.assignments(each)]
    names = list(dict.fromkeys(each.value for each in reads))
    said = f"the function of a Lambda reads {', '.join(names)} from what the layer is called on"
    if isinstance(inputs, cst.Name) and names == [inputs.value]:
        return Edit(layer, said, tuple((each, cst.Name(parameter)) for each in reads))
    replaced: list[tuple[cst.CSTNode, Replacement]] = []
    if isinstance(inputs, cst.List | cst.Tuple):
        if not all(_is_item(file, each) for each in own) or any(
            isinstance(e, cst.StarredElement) for e in inputs.elements
        ):
            return None
        taken = [file.code(each.value) for each in inputs.elements]
    elif is_symbolic(file, inputs):
        taken = [file.code(inputs)]
        replaced += [(each, cst.parse_expression(f"{parameter}[0]")) for each in own]
    else:
        return None
    taken += [each for each in names if each not in taken]
    replaced += [(each, cst.parse_expression(f"{parameter}[{taken.index(each.value)}]")) for each in reads]
    together = cst.parse_expression(f"[{', '.join(taken)}]", file.module.config_for_parsing)
    return Edit(layer, said, (*replaced, (inputs, together)))


def _leads_to(file: File, tensor: cst.Name, inputs: cst.BaseExpression) -> bool:
    """True for an `Input`, for what the layer is called on itself, and for what that was made from."""
    if isinstance(inputs, cst.Name) and file.variable(inputs) is file.variable(tensor):
        return True
    made = file.definitions(tensor) or ()
    if len(made) != 1:
        return False
    is_input = isinstance(made[0], cst.Call) and file.symbol(made[0].func) in INPUTS
    return is_input or file.variable(tensor) in _before(file, inputs, frozenset())


def _before(file: File, node: cst.BaseExpression, seen: frozenset[object]) -> frozenset[object]:
    """The variables of the tensors that layers were called on to make this one."""
    parts: list[cst.BaseExpression] = []
    if isinstance(node, cst.Name):
        made = file.definitions(node) or ()
        parts = [*made] if len(made) == 1 and file.variable(node) not in seen else []
        seen |= {file.variable(node)}
    elif isinstance(node, cst.List | cst.Tuple):
        parts = [each.value for each in node.elements]
    elif isinstance(node, cst.Call):
        parts = [arg.value for arg in node.args]
    for part in parts:
        seen |= _before(file, part, seen)
    return seen


def _parameter(function: _Function) -> str | None:
    """The only parameter of a lambda without functions and loops inside."""
    if not isinstance(function, cst.Lambda) or any(True for _ in nodes(function.body, cst.Lambda, cst.CompFor)):
        return None
    params = function.params
    others = (*params.posonly_params, *params.kwonly_params, params.star_kwarg)
    if len(params.params) != 1 or params.params[0].default is not None or any(others):
        return None
    return params.params[0].name.value if isinstance(params.star_arg, cst.MaybeSentinel) else None


def _is_item(file: File, name: cst.Name) -> bool:
    """True for `x[1]`."""
    above = file.parent(name)
    if not isinstance(above, cst.Subscript) or above.value is not name or len(above.slice) != 1:
        return False
    index = above.slice[0].slice
    return isinstance(index, cst.Index) and isinstance(found := literal(index.value), int) and found >= 0
