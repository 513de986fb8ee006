"""Symbolic tensors of Keras: what `keras.Input` makes, and what layers, operators and functions make of it."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import assigned_to_self, is_self
from codemods.analysis.flow.unpacking import Unpacked, part_of, unpacked
from codemods.analysis.layers.model_layers import is_layer_of_model, model_of_layer
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.objects.built_models import returned_by
from codemods.analysis.objects.elements import elements, loop_iterable
from codemods.analysis.objects.object_types import LAYER, MODEL, Receiver, Unknown, derived_from, origin_of
from codemods.analysis.objects.own_calls import called_by, calls_of
from codemods.analysis.objects.own_functions import Found, function_elsewhere, parameter_of
from codemods.source.arguments import keyword
from codemods.source.file import File, name_of, once_per_file
from codemods.source.scopes import IMPORT
from codemods.source.walk import nodes

INPUTS = ("keras.Input", "keras.layers.Input", "keras.models.Input")
_KNOWN = frozenset(("shape", "dtype", "ndim", "name", "get_shape", "keys"))
_OF_MODELS = ("input", "inputs", "output", "outputs")
_DEPTH = 4
STATIC = frozenset(f"keras.backend.{name}" for name in ("dtype", "int_shape", "is_keras_tensor", "ndim"))
"""Functions that tell of a symbolic tensor what is known without its values."""
_LAYERS = "keras.layers."
_RESIZING = ("Pooling", "UpSampling", "ZeroPadding", "Cropping", "Resizing")
_MASKS = "compute_mask"
_SPEC = "EstimatorSpec"
_PREPROCESSING = ".preprocess_input"
_FUNCTIONS = ("keras.ops.", "keras.backend.", "keras.losses.", "keras.metrics.", "keras.activations.", "tensorflow.")


def is_symbolic(file: File, node: cst.BaseExpression) -> bool:
    """True if a value that reaches `node` comes from an `Input`; of parameters only where the file passes one."""
    seen = _seen(file)
    key: object = tuple(map(id, reaching(file, node))) if isinstance(node, cst.Name) else node
    if key not in seen:
        seen[key] = False  # the answer for a name that leads back to itself
        seen[key] = _look(file, node)
    return seen[key]


def is_static(file: File, node: cst.BaseExpression) -> bool:
    """True where only what is known without the values of a tensor is read: `x.shape`, `K.int_shape(x)`, `len(x)`.

    And of a dictionary of tensors its keys: `key in x`.
    """
    above = file.parent(node)
    if isinstance(above, cst.Attribute):
        return above.value is node and above.attr.value in _KNOWN
    if isinstance(above, cst.ComparisonTarget):
        return isinstance(above.operator, cst.In | cst.NotIn)
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
    if isinstance(node, cst.ListComp):
        return is_symbolic(file, node.elt)
    if isinstance(node, cst.Dict | cst.DictComp):
        return _holds_symbolic(file, node)
    if isinstance(node, cst.Attribute):
        return _is_end_of_model(file, node) or is_kept_tensor(file, node)
    return isinstance(node, cst.Call) and _is_made(file, node)


def _is_end_of_model(file: File, node: cst.Attribute) -> bool:
    """True for `model.input` and `model.outputs`."""
    owner = origin_of(file, _model_of(file, node.value)) if node.attr.value in _OF_MODELS else None
    return isinstance(owner, Receiver) and owner.is_a(MODEL) and owner.is_plain


def _model_of(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    """`model` of `model.layers[-1]` and `model.get_layer(name)`; other expressions themselves."""
    return (model_of_layer(file, node) if is_layer_of_model(file, node) else None) or node


def is_kept_tensor(file: File, node: cst.Attribute) -> bool:
    """True for an attribute of `self` that the class binds to symbolic tensors, and to nothing else."""
    owner = file.enclosing_class(node)
    if owner is None or not isinstance(node.value, cst.Name) or not is_self(file, node.value):
        return False
    values = assigned_to_self(file, owner, node.attr.value) or []
    return bool(values) and all(is_symbolic(file, each) for each in values)


def _is_made(file: File, call: cst.Call) -> bool:
    """True for `Input(...)`, and for a layer, a model or a function of tensors that is called with one."""
    symbol = _symbol(file, call.func)
    if symbol in INPUTS:
        return not any(arg.keyword is not None and arg.keyword.value == "tensor" for arg in call.args)
    if file.is_builtin(call.func, "list", "tuple"):
        return _holds_symbolic(file, call)
    if not takes_symbolic(file, call):
        found = function_run(file, call) if symbol is None else None
        return found is not None and not _depends_on_calls(found) and _returns_symbolic(found)
    if symbol is not None:
        is_function = symbol.startswith(_FUNCTIONS) and symbol not in STATIC
        return is_function or symbol.endswith(_PREPROCESSING) or _is_merging(symbol)
    found = function_run(file, call)
    if found is not None:
        return _returns_symbolic(found) or (found.file is not file and _returns_given(file, call, found))
    origin = origin_of(file, call.func)
    if isinstance(origin, Unknown) and isinstance(call.func, cst.Call):
        return _is_class_elsewhere(file, call.func.func)
    return isinstance(origin, Receiver) and origin.is_a(LAYER)


def _is_merging(symbol: str) -> bool:
    """True for `keras.layers.concatenate` and the like, the functions among the layers."""
    return symbol.startswith(_LAYERS) and symbol.removeprefix(_LAYERS)[:1].islower()


def _symbol(file: File, function: cst.BaseExpression) -> str | None:
    """The function that a name stands for: `preprocess = tf.keras.applications.mobilenet_v2.preprocess_input`."""
    value = file.only_value(function) if isinstance(function, cst.Name) else None
    return file.symbol(function) or (file.symbol(value) if isinstance(value, cst.Attribute) else None)


def _is_class_elsewhere(file: File, made: cst.BaseExpression) -> bool:
    """True for what an import brings under the name of a class: only layers are called with symbolic tensors."""
    name = name_of(made) or ""
    root = made
    while isinstance(root, cst.Attribute):
        root = root.value
    bindings = file.assignments(root) if isinstance(root, cst.Name) else []
    return name.rpartition(".")[2][:1].isupper() and bool(bindings) and any(each.kind == IMPORT for each in bindings)


def _returns_symbolic(found: Found) -> bool:
    values = returned_by(found.file, found.function)
    return any(value is not None and is_symbolic(found.file, value) for value in values)


def _returns_symbolic_part(file: File, part: Unpacked) -> bool:
    """True for the tensors of `x, model = build()`."""
    found = function_run(file, part.whole) if isinstance(part.whole, cst.Call) else None
    if found is None or _depends_on_calls(found):
        return False
    values = [value for value in returned_by(found.file, found.function) if value is not None]
    parts = [part_of(value, part.path) for value in values]
    return bool(parts) and all(each is not None and is_symbolic(found.file, each) for each in parts)


def _depends_on_calls(found: Found) -> bool:
    """True if a call gives a function a symbolic tensor: it may make no other."""
    params = found.function.params
    return any(_is_passed(found.file, each) for each in (*params.posonly_params, *params.params, *params.kwonly_params))


def _returns_given(file: File, call: cst.Call, found: Found) -> bool:
    """True if a function returns a symbolic tensor that it is given, or what it computes of one in that expression."""
    names = {each.name.value for each in given_symbolic(file, call, found)}
    return any(
        each.value in names and not is_static(found.file, each)
        for value in returned_by(found.file, found.function)
        if value is not None
        for each in nodes(value, cst.Name)
    )


def given_symbolic(file: File, call: cst.Call, found: Found) -> list[cst.Param]:
    """The parameters of a function for which a call passes a symbolic tensor."""
    given = (arg for arg in call.args if not arg.star and is_symbolic(file, arg.value))
    params = (parameter_of(found, call, arg) for arg in given)
    return [each for each in params if each is not None]


def function_run(file: File, call: cst.Call) -> Found | None:
    """The function of the file, or of another module of the project, that a call runs."""
    own = called_by(file, call)
    return Found(file, *own) if own is not None else function_elsewhere(file, call.func)


def _is_bound(file: File, name: cst.Name) -> bool:
    found = False
    for binding in reaching(file, name):
        value = file.assigned_value(binding)
        if value is not None:
            if is_symbolic(file, value) or _is_filled(file, name, value):
                found = True
            elif name.value not in {each.value for each in file.within(value, cst.Name)} and not _is_given(file, value):
                return False  # not `x = layer(x)`
        elif isinstance(binding.node, cst.Param):
            given = (_is_passed, _is_built_on, _is_of_masks)
            found = found or any(is_given(file, binding.node) for is_given in given)
        elif (part := unpacked(file, binding.node)) is not None:
            if not is_symbolic(file, part.whole) and not _returns_symbolic_part(file, part):
                return False
            found = True
        elif (iterable := loop_iterable(file, binding.node)) is not None:
            if not _holds_symbolic(file, iterable) and not _is_list_passed(file, iterable):
                return False
            found = True
        elif not _is_augmented(file, binding.node):  # what `loss *= 2` was before tells what it is
            return False
    return found


def _is_filled(file: File, name: cst.Name, value: cst.BaseExpression) -> bool:
    """True for a list or a dictionary that symbolic tensors are put into."""
    is_made = isinstance(value, cst.Call) and file.is_builtin(value.func, "list", "dict")
    first = value.left if isinstance(value, cst.BinaryOperation) else value
    return (is_made or isinstance(first, cst.List | cst.Dict)) and _holds_symbolic(file, name)


def _holds_symbolic(file: File, node: cst.BaseExpression) -> bool:
    return any(is_symbolic(file, each) for each in elements(file, node) or ())


def _is_list_passed(file: File, node: cst.BaseExpression) -> bool:
    """True for a parameter for which a call passes a list with symbolic tensors."""
    bindings = reaching(file, node) if isinstance(node, cst.Name) else ()
    params = [each.node for each in bindings if isinstance(each.node, cst.Param)]
    return 0 < len(bindings) == len(params) and any(_is_passed(file, each) for each in params)


def _is_given(file: File, value: cst.BaseExpression) -> bool:
    """True for a parameter, and for `Input(tensor=parameter)`: as good a tensor as the `Input` of another branch."""
    if isinstance(value, cst.Call) and file.symbol(value.func) in INPUTS:
        return True
    bindings = reaching(file, value) if isinstance(value, cst.Name) else ()
    return bool(bindings) and all(isinstance(each.node, cst.Param) for each in bindings)


def _is_augmented(file: File, node: cst.CSTNode | None) -> bool:
    above = file.parent(node) if node is not None else None
    return isinstance(above, cst.AugAssign) and above.target is node


@once_per_file
def _is_built_on(file: File, param: cst.Param, depth: int = _DEPTH) -> bool:
    """True for a parameter that a function makes layers for: `def block(x): return Conv2D(8, 3)(x)`.

    It may hand it on to another function that does, also of another module. A method of a layer or a model may be given
    the tensors of TensorFlow, and so may a function that only resizes images by layers, or one of an Estimator.
    """
    function = file.function_of(param)
    owner = file.enclosing_class(function) if function is not None else None
    if function is None or (owner is not None and is_layer_or_model(file, owner)) or _is_of_estimators(file):
        return False
    for call in file.within(function, cst.Call):
        given = next((arg for arg in call.args if not arg.star and name_of(arg.value) == param.name.value), None)
        if given is None:
            continue
        if isinstance(call.func, cst.Call) and (file.symbol(call.func.func) or "").startswith(_LAYERS):
            return not _only_resizes(file, function)
        found = function_run(file, call) if depth else None
        further = parameter_of(found, call, given) if found is not None else None
        if found is not None and further is not None and _is_built_on(found.file, further, depth - 1):
            return True
    return False


@once_per_file
def _is_of_estimators(file: File) -> bool:
    """True if a file, or a module that imports it, is that of a `model_fn`, and none of them makes an `Input`."""
    around = (file, *file.project.importers(_SPEC))
    if not any((name_of(call.func) or "").endswith(_SPEC) for each in around for call in each.calls):
        return False
    return not any(
        each.references(*INPUTS) and not _has_tensors(each) for each in (*around, *file.project.importers("Input"))
    )


def _has_tensors(file: File) -> bool:
    """True if each `Input` of a file is one for a tensor: `Input(tensor=features)`."""
    made = (file.call_of(each) for each in file.references(*INPUTS))
    return all(call is not None and keyword(call, "tensor") is not None for call in made)


def _only_resizes(file: File, function: cst.FunctionDef) -> bool:
    """True if a function makes no layers but those that shrink, enlarge or cut images."""
    made = (file.symbol(call.func) or "" for call in nodes(function, cst.Call))
    return all(any(word in each for word in _RESIZING) for each in made if each.startswith(_LAYERS))


def _is_of_masks(file: File, param: cst.Param) -> bool:
    """True for what Keras gives the `compute_mask` of a layer: symbolic tensors, wherever a model is functional."""
    function = file.function_of(param)
    owner = file.enclosing_class(function) if function is not None else None
    if function is None or function.name.value != _MASKS or owner is None:
        return False
    base = derived_from(file, owner)
    return base is not None and base.is_a(LAYER) and not base.is_a(MODEL) and param in function.params.params[1:3]


def _is_passed(file: File, param: cst.Param) -> bool:
    """True if a call of the function or method that has this parameter passes a symbolic tensor for it."""
    function = file.function_of(param)
    if function is None:
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
