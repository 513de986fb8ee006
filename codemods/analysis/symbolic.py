"""Symbolic tensors of Keras: what `keras.Input` makes, and what layers, operators and functions make of it."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.base_classes import is_layer_or_model
from codemods.analysis.built_models import returned_by
from codemods.analysis.model_layers import is_layer_of_model, model_of_layer
from codemods.analysis.object_types import LAYER, MODEL, Receiver, origin_of, receiver_of
from codemods.analysis.own_calls import called_by, calls_of
from codemods.analysis.self_attributes import assigned_to_self, is_self
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes

INPUTS = ("keras.Input", "keras.layers.Input", "keras.models.Input")
_KNOWN = frozenset(("shape", "dtype", "ndim", "name", "get_shape"))
_OF_MODELS = ("input", "output")
_DEPTH = 4
STATIC = frozenset(f"keras.backend.{name}" for name in ("dtype", "int_shape", "is_keras_tensor", "ndim"))
"""Functions that tell of a symbolic tensor what is known without its values."""
_FUNCTIONS = ("keras.ops.", "keras.backend.", "keras.losses.", "keras.metrics.", "keras.activations.", "tensorflow.")


def is_symbolic(file: File, node: cst.BaseExpression) -> bool:
    """True if a value that reaches `node` comes from an `Input`; of parameters only where the file passes one."""
    seen = _seen(file)
    key: object = (id(file.scope(node)), node.value) if isinstance(node, cst.Name) else node
    if key not in seen:
        seen[key] = False  # the answer for a name that leads back to itself
        seen[key] = _look(file, node)
    return seen[key]


def is_static(file: File, node: cst.BaseExpression) -> bool:
    """True where only what is known without the values of a tensor is read: `x.shape`, `K.int_shape(x)`, `len(x)`."""
    above = file.parent(node)
    if isinstance(above, cst.Attribute):
        return above.value is node and above.attr.value in _KNOWN
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    return isinstance(call, cst.Call) and (file.symbol(call.func) in STATIC or file.is_builtin(call.func, "len"))


def takes_symbolic(file: File, call: cst.Call) -> bool:
    """True if a symbolic tensor is among the arguments of a call, by itself or in a list."""
    return any(not arg.star and is_symbolic(file, arg.value) for arg in call.args)


@once_per_file
def _seen(file: File) -> dict[object, bool]:  # noqa: ARG001 - `once_per_file` needs it
    return {}


def _look(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Name):
        return _is_bound(file, node)
    if isinstance(node, cst.List | cst.Tuple):
        return any(is_symbolic(file, each.value) for each in node.elements)
    if isinstance(node, cst.BinaryOperation):
        return is_symbolic(file, node.left) or is_symbolic(file, node.right)
    if isinstance(node, cst.UnaryOperation):
        return is_symbolic(file, node.expression)
    if isinstance(node, cst.Subscript):
        return is_symbolic(file, node.value)
    if isinstance(node, cst.Attribute) and node.attr.value in _OF_MODELS:
        owner = receiver_of(file, _model_of(file, node.value))
        return owner is not None and owner.is_a(MODEL) and owner.is_plain
    if isinstance(node, cst.Attribute):
        return is_kept_tensor(file, node)
    return isinstance(node, cst.Call) and _is_made(file, node)


def _model_of(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    """`model` of `model.layers[-1]` and `model.get_layer(name)`; other expressions themselves."""
    return (model_of_layer(file, node) if is_layer_of_model(file, node) else None) or node


def is_kept_tensor(file: File, node: cst.Attribute) -> bool:
    """True for an attribute of `self` that the class binds to symbolic tensors, and to nothing else."""
    owner = file.enclosing_class(node)
    if owner is None or not isinstance(node.value, cst.Name) or not is_self(file, node.value):
        return False
    values = assigned_to_self(file, owner, node.attr.value)
    return bool(values) and all(is_symbolic(file, each) for each in values or ())


def _is_made(file: File, call: cst.Call) -> bool:
    """True for `Input(...)`, and for a layer, a model or a function of tensors that is called with one."""
    symbol = file.symbol(call.func)
    if symbol in INPUTS:
        return not any(arg.keyword is not None and arg.keyword.value == "tensor" for arg in call.args)
    if not takes_symbolic(file, call):
        return False
    if symbol is not None:
        return symbol.startswith(_FUNCTIONS) and symbol not in STATIC
    own = called_by(file, call)
    if own is not None:
        return _returns_symbolic(file, own.function)
    elsewhere = function_elsewhere(file, call.func)
    if elsewhere is not None:
        return _returns_symbolic(*elsewhere) or _returns_given(*elsewhere, given_symbolic(file, call, elsewhere[1]))
    origin = origin_of(file, call.func)
    return isinstance(origin, Receiver) and origin.is_a(LAYER)


def _returns_symbolic(file: File, function: cst.FunctionDef) -> bool:
    return any(value is not None and is_symbolic(file, value) for value in returned_by(file, function))


def _returns_given(file: File, function: cst.FunctionDef, params: list[cst.Param]) -> bool:
    """True if a function returns one of these parameters, or what it computes of one in the same expression."""
    names = {each.name.value for each in params}
    return any(
        each.value in names and not is_static(file, each)
        for value in returned_by(file, function)
        if value is not None
        for each in nodes(value, cst.Name)
    )


def given_symbolic(file: File, call: cst.Call, function: cst.FunctionDef) -> list[cst.Param]:
    """The parameters of a plain function for which a call passes a symbolic tensor."""
    params = function.params.params
    found: list[cst.Param] = []
    for index, arg in enumerate(call.args):
        if not arg.star and is_symbolic(file, arg.value):
            name = arg.keyword.value if arg.keyword is not None else None
            at = [each for each in params if each.name.value == name] if name else params[index : index + 1]
            found += at
    return found


def function_elsewhere(file: File, name: cst.BaseExpression) -> tuple[File, cst.FunctionDef] | None:
    """The function of another module of the project that a name stands for."""
    found = file.in_project(name)
    for _ in range(_DEPTH):
        binding = found[0].only_global(found[1]) if found is not None else None
        if found is None or binding is None:
            return None
        if isinstance(binding.node, cst.FunctionDef):
            return found[0], binding.node
        found = found[0].imported_from(binding)
    return None


def _is_bound(file: File, name: cst.Name) -> bool:
    found = False
    for binding in file.assignments(name):
        value = file.assigned_value(binding)
        if value is not None:
            if is_symbolic(file, value):
                found = True
            elif name.value not in {each.value for each in nodes(value, cst.Name)}:  # not `x = layer(x)`
                return False
        elif isinstance(binding.node, cst.Param):
            found = found or _is_passed(file, binding.node) or _is_built_on(file, binding.node)
        elif (whole := unpacked(file, binding.node)) is not None:
            if not is_symbolic(file, whole):
                return False
            found = True
        elif not _is_augmented(file, binding.node):  # what `loss *= 2` was before tells what it is
            return False
    return found


def unpacked(file: File, node: cst.CSTNode | None) -> cst.BaseExpression | None:
    """The value of `a, b = value` for `a`."""
    element = file.parent(node) if node is not None else None
    names = file.parent(element) if isinstance(element, cst.Element) else None
    target = file.parent(names) if isinstance(names, cst.Tuple | cst.List) else None
    assign = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    return assign.value if isinstance(assign, cst.Assign) else None


def _is_augmented(file: File, node: cst.CSTNode | None) -> bool:
    above = file.parent(node) if node is not None else None
    return isinstance(above, cst.AugAssign) and above.target is node


@once_per_file
def _is_built_on(file: File, param: cst.Param, depth: int = _DEPTH) -> bool:
    """True for a parameter that a function makes layers for: `def block(x): return Conv2D(8, 3)(x)`.

    It may hand it on to another function that does, also of another module. A method of a layer or a model may be given
    the tensors of TensorFlow.
    """
    above = file.parent(param)
    function = file.parent(above) if above is not None else None
    owner = file.enclosing_class(function) if isinstance(function, cst.FunctionDef) else None
    if not isinstance(function, cst.FunctionDef) or (owner is not None and is_layer_or_model(file, owner)):
        return False
    for call in nodes(function, cst.Call):
        given = next((arg for arg in call.args if not arg.star and name_of(arg.value) == param.name.value), None)
        if given is None:
            continue
        if isinstance(call.func, cst.Call) and (file.symbol(call.func.func) or "").startswith("keras.layers."):
            return True
        if depth and _is_built_on_elsewhere(file, call, given, depth - 1):
            return True
    return False


def _is_built_on_elsewhere(file: File, call: cst.Call, given: cst.Arg, depth: int) -> bool:
    """True if the function that a call runs makes layers for this argument."""
    own, elsewhere = called_by(file, call), function_elsewhere(file, call.func)
    if own is not None:
        module, (function, skipped) = file, own
    elif elsewhere is not None:
        module, function, skipped = *elsewhere, 0
    else:
        return False
    place = skipped + call.args.index(given)
    params = function.params.params
    if given.keyword is not None:
        return any(each.name.value == given.keyword.value and _is_built_on(module, each, depth) for each in params)
    return place < len(params) and _is_built_on(module, params[place], depth)


def _is_passed(file: File, param: cst.Param) -> bool:
    """True if a call of the function or method that has this parameter passes a symbolic tensor for it."""
    above = file.parent(param)
    function = file.parent(above) if above is not None else None
    if not isinstance(function, cst.FunctionDef):
        return False
    params = [each.name.value for each in function.params.params]
    name = param.name.value
    for call, skipped in calls_of(file, function):
        place = params.index(name) - skipped if name in params else len(params)
        places = [arg for arg in call.args if arg.keyword is None and not arg.star]
        given = next((arg for arg in call.args if arg.keyword is not None and arg.keyword.value == name), None)
        given = places[place] if 0 <= place < len(places) else given
        if given is not None and is_symbolic(file, given.value):
            return True
    return False
