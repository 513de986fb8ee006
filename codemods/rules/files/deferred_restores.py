"""Report checkpoints and weights that are restored into a model before it has variables.

## What it does

Reports `tf.train.Checkpoint(net=model).restore(path)`, and the same through `CheckpointManager`, where `model` is of a
class of the project that is derived from a layer or model of Keras, and nothing before has called it; and
`model.load_weights(path)` for such a model, or for a `Sequential` that does not know its input. It rewrites nothing.

## Why

The layers of such a class make their variables in the first call. In Keras 2 each one got its value from the checkpoint
as it was made. In Keras 3 the first call makes variables twice, and those that the model keeps are not restored; there
is no error. `load_weights` raises ValueError: "a model that has not yet been built".
https://www.tensorflow.org/guide/checkpoint#delayed_restorations

## Numbers

They can differ: on TensorFlow 2.21 with Keras 3.15.1 a class with a `Dense` layer has its initial weights after
`restore()` and the first call, with one variable too many. They are those of the checkpoint where the model was called
on a batch first, or asked to `predict`. `model.build(shape)` does as well, but not for a model that holds layers of own
classes. `assert_consumed()` raises AssertionError. Functional models, `Sequential` models, single layers of Keras,
optimizers, and classes whose layers are built in `__init__` are restored as they were
(`tests/compat/tables/test_deferred_restores.py`).

## What it leaves to you

Models that the file does not show, such as a parameter, and those that it hands to a function of another module before:
this may call them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.reaching import last_value
from codemods.analysis.flow.self_attributes import assigned_to_self, is_self
from codemods.analysis.models.compile_order import runs_before
from codemods.analysis.objects.built_models import INPUTS, is_built
from codemods.analysis.objects.object_types import LAYER, MODEL, Receiver, origin_of
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.analysis.objects.provenance import Step, called_function, steps_back
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.tensors.repeated_code import methods_of
from codemods.source.arguments import bind
from codemods.source.file import File, name_of, once_per_file
from codemods.source.scopes import Binding
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule

_CHECKPOINT = "tensorflow.train.Checkpoint"
_MANAGER = "tensorflow.train.CheckpointManager"
_RESTORING = frozenset({"restore", "read", "restore_or_initialize"})
_BUILDING_NOTHING = frozenset({"compile", "get_config", "load_weights", "save_weights", "summary"})
_WITHOUT_WEIGHTS = frozenset(
    {"Activation", "Add", "Concatenate", "Dropout", "Flatten", "Input", "Permute", "ReLU", "Reshape"}
)
_LAYERS = "keras.layers."
_SHAPES = frozenset({"input_shape", "batch_input_shape", "batch_shape", "input_dim", "input_tensor"})
_DEPTH = 4
_STEPS = 8
"""More assignments and functions on the way from a checkpoint to where it is restored than scripts have."""
_FOLLOWED = 20
"""More calls of one function than scripts have; each of them is followed."""
_SAID = (
    "{} has no variables yet, and Keras 3 does not restore those that its first call makes: they stay as initialized"
)
_ADVICE = "call {} once on a batch before this line"


@rule(
    "TFM324",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    class Net(tf.keras.Model):
        def __init__(self):
            super(Net, self).__init__()
            self.dense = tf.keras.layers.Dense(1)

        def call(self, x):
            return self.dense(x)

    net = Net()
    checkpoint = tf.train.Checkpoint(net=net)
    checkpoint.restore(tf.train.latest_checkpoint("logs"))
    """,
    severity=Severity.NUMBERS,
)
def deferred_restores(file: File) -> Iterator[Manual]:
    """Look at what each checkpoint holds that the file restores, and at the models that load weights."""
    if not file.imports_family() or not goes_to_keras_3(file):
        return
    yield from _loaded(file)
    if not file.references(_CHECKPOINT):
        return
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and method_of(call) in _RESTORING:
            model = next(_waiting(file, call.func.value, call), None)
            if model is not None:
                name = file.code(model)
                symbol = f"{_CHECKPOINT}.{call.func.attr.value}"
                yield Manual(call, symbol, _SAID.format(name), _ADVICE.format(name))


def _loaded(file: File) -> Iterator[Manual]:
    """Report each `load_weights` of a model without variables."""
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and method_of(call) == "load_weights":
            model = call.func.value
            made = last_value(file, model)
            is_waiting = _is_deferred(file, model) or _is_without_input(file, made)
            if is_waiting and not _is_called(file, model, call, since=made):
                name = file.code(model)
                said = f"{name} has no variables yet, and Keras 3 loads no weights into it: this raises ValueError"
                yield Manual(call, f"{MODEL}.load_weights", said, _ADVICE.format(name), severity=Severity.STOPS)


def _waiting(file: File, checkpoint: cst.BaseExpression, restore: cst.Call) -> Iterator[cst.BaseExpression]:
    """The models of a checkpoint that have no variables yet when it is restored."""
    for held in _held(file, Step(checkpoint)):
        if _is_deferred(file, held) and not _is_called(file, held, restore):
            yield held


# --- the checkpoint


def _held(file: File, step: Step, depth: int = _STEPS) -> Iterator[cst.BaseExpression]:
    """What the calls of `tf.train.Checkpoint` hold that make the value of a step."""
    value = step.value
    if not depth:
        return
    if not isinstance(value, cst.Call):
        for each in _before(file, step):
            yield from _held(file, each, depth - 1)
        return
    symbol = file.symbol(value.func)
    function = called_function(file, value)
    if symbol == _CHECKPOINT:
        yield from (arg.value for arg in value.args if not arg.star)
    elif symbol == _MANAGER and value.args:
        yield from _held(file, Step(value.args[0].value), depth - 1)
    elif function is not None:
        passed = _passed(value, function)
        for each in steps_back(file, value, step.part) or ():
            for held in _held(file, each, depth - 1):
                yield passed.get(_parameter(file, held, function), held)


def _before(file: File, step: Step) -> list[Step]:
    """Where a name, an attribute of `self`, or a part of a tuple has its value from."""
    node = step.value
    if step.part is None and isinstance(node, cst.Name) and (values := file.definitions(node)):
        return [Step(each) for each in values]
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        owner = file.enclosing_class(node)
        return (
            [Step(each) for each in assigned_to_self(file, owner, node.attr.value) or []] if owner is not None else []
        )
    return steps_back(file, node, step.part) or []


def _passed(call: cst.Call, function: cst.FunctionDef) -> Mapping[str, cst.BaseExpression]:
    """What a call gives the parameters of a function or method."""
    names = [each.name.value for each in (*function.params.posonly_params, *function.params.params)]
    bound = bind(call, *(names[1:] if isinstance(call.func, cst.Attribute) else names))
    return {name: arg.value for name, arg in (bound or {}).items()}


def _parameter(file: File, node: cst.BaseExpression, function: cst.FunctionDef) -> str:
    """The name of the parameter of a function that an expression is; "" if it is none."""
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    if binding is None or not isinstance(binding.node, cst.Param) or file.function(binding.node) is not function:
        return ""
    return binding.name


# --- the class of the model


def _is_without_input(file: File, made: cst.BaseExpression | None) -> bool:
    """True for `Sequential([Dense(1)])`, whose layers do not know their input."""
    if not isinstance(made, cst.Call) or file.symbol(made.func) != "keras.models.Sequential" or not made.args:
        return False
    listed = made.args[0].value
    layers = [each.value for each in listed.elements] if isinstance(listed, cst.List) else []
    is_plain = all(isinstance(each, cst.Call) and (file.symbol(each.func) or "").startswith(_LAYERS) for each in layers)
    keywords = {arg.keyword.value for arg in nodes(made, cst.Arg) if arg.keyword is not None}
    return bool(layers) and is_plain and not keywords & _SHAPES and not is_built(file, made)


def _is_deferred(file: File, model: cst.BaseExpression) -> bool:
    return any(_defers(each) for each in _own_classes(file, model))


def _own_classes(file: File, node: cst.BaseExpression) -> tuple[OfModule, ...]:
    """The project's classes of a layer or model."""
    origin = origin_of(file, node)
    return origin.classes(file) if isinstance(origin, Receiver) and origin.is_a(LAYER) else ()


def _defers(owner: OfModule, depth: int = _DEPTH) -> bool:
    """True if the first call of an object makes the variables of its layers, or of those that they hold."""
    methods = _methods(owner)
    if "call" not in methods or "__init__" not in methods or not depth:
        return False
    module, start = methods["__init__"]
    if any(method_of(call) == "build" or _is_self(module, call.func) for call in nodes(start, cst.Call)):
        return False
    parts = [call for call in nodes(start, cst.Call) if _is_unbuilt(module, call, start)]
    if "build" not in methods:
        return bool(parts)
    return any(_defers(each, depth - 1) for part in parts for each in _own_classes(module, part))


def _methods(owner: OfModule) -> dict[str, tuple[File, cst.FunctionDef]]:
    """The methods of a class of the project and of its bases there, by name."""
    found: dict[str, tuple[File, cst.FunctionDef]] = {}
    for module, each in islice(lineage_in_project(owner), _DEPTH):
        for name, function in methods_of(each).items():
            found.setdefault(name, (module, function))
    return found


def _is_self(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and is_self(file, node)


def _is_unbuilt(file: File, call: cst.Call, start: cst.FunctionDef) -> bool:
    """True for a layer that has no variables after `__init__`."""
    origin = origin_of(file, call)
    if not isinstance(origin, Receiver) or not origin.is_a(LAYER):
        return False
    if origin.path.rpartition(".")[2] in _WITHOUT_WEIGHTS or _is_applied(file, call):
        return False
    return not any(_is_built(file, each, start) for each in (call, *file.ancestors(call)))


def _is_applied(file: File, call: cst.Call) -> bool:
    above = file.parent(call)
    return isinstance(above, cst.Call) and above.func is call


def _is_built(file: File, node: cst.CSTNode, start: cst.FunctionDef) -> bool:
    """True for a model that has all its variables, as the shape of its input is known."""
    if not isinstance(node, cst.Call):
        return False
    if method_of(node) == "add" or (file.symbol(node.func) == "keras.models.Sequential" and not node.args):
        return _shows_input(file, start)
    return is_built(file, node)


def _shows_input(file: File, start: cst.FunctionDef) -> bool:
    keywords = {arg.keyword.value for arg in nodes(start, cst.Arg) if arg.keyword is not None}
    return bool(keywords & _SHAPES) or any(each.canonical in INPUTS for each in file.references_in(start))


# --- what runs before


def _is_called(
    file: File, model: cst.BaseExpression, restore: cst.Call, since: cst.BaseExpression | None = None
) -> bool:
    """True if something before the restore calls the model that was made `since`, or may do so."""
    holds_own = _holds_own(file, model)
    for use in _uses(file, model):
        if since is not None and file.function(use) is file.function(since) and file.before(use, since):
            continue
        if _may_call(file, use, holds_own=holds_own) and _runs_before(file, use, restore):
            return True
    return False


def _holds_own(file: File, model: cst.BaseExpression) -> bool:
    """True if a model holds layers of the project's own classes, which `build` leaves as they are."""
    starts = [_methods(each).get("__init__") for each in _own_classes(file, model)]
    return any(_own_classes(each[0], call) for each in starts if each is not None for call in nodes(each[1], cst.Call))


def _uses(file: File, model: cst.BaseExpression) -> Iterator[cst.Name | cst.Attribute]:
    """The uses of a variable, or of an attribute of that name."""
    if isinstance(model, cst.Name):
        for binding in file.assignments(model):
            yield from binding.uses
    elif isinstance(model, cst.Attribute):
        yield from (each for each in file.attributes if each.attr.value == model.attr.value)


def _may_call(file: File, use: cst.CSTNode, *, holds_own: bool, depth: int = _DEPTH) -> bool:
    """True for `model(x)`, `model.method()`, and `function(model)` unless the file shows that it does neither."""
    above = file.parent(use)
    if isinstance(above, cst.Call):
        return above.func is use
    call = file.parent(above) if above is not None else None
    if not isinstance(call, cst.Call):
        return False
    if isinstance(above, cst.Attribute):
        name = above.attr.value
        return call.func is above and name not in _BUILDING_NOTHING and not (name == "build" and holds_own)
    if not isinstance(above, cst.Arg) or not _is_of_unknown_effect(file, call.func):
        return False
    function = called_function(file, call)
    names = [name for name, value in _passed(call, function).items() if value is use] if function is not None else []
    if function is None or not names or not depth:
        return True
    return any(
        _may_call(file, each, holds_own=holds_own, depth=depth - 1)
        for binding in _parameters(file, function, names[0])
        for each in binding.uses
    )


def _parameters(file: File, function: cst.FunctionDef, name: str) -> Sequence[Binding]:
    """What is bound to the name of a parameter in a function."""
    params = (*function.params.posonly_params, *function.params.params, *function.params.kwonly_params)
    return next((file.assignments(each.name) for each in params if each.name.value == name), ())


def _is_of_unknown_effect(file: File, function: cst.BaseExpression) -> bool:
    """True for a function that may call what it is given; a class keeps it, and those of TensorFlow do not call it."""
    name = (name_of(function) or "").rpartition(".")[2]
    is_known = file.reference(function) is not None or file.is_builtin(function, name)
    return bool(name) and not name[:1].isupper() and not is_known


def _runs_before(file: File, first: cst.CSTNode, second: cst.CSTNode, depth: int = _DEPTH) -> bool:
    """True if one place runs before another, as the order of the source and the calls of its functions show."""
    here, there = file.function(first), file.function(second)
    if here is there:
        return file.before(first, second)
    if not depth:
        return False
    if isinstance(here, cst.FunctionDef):
        if runs_before(file, first, second):
            return True
        if any(_runs_before(file, each, second, depth - 1) for each in _calls_of(file, here)):
            return True
    if not isinstance(there, cst.FunctionDef):
        return False
    calls = _calls_of(file, there)
    if isinstance(here, cst.Module) and (not calls or file.before(first, there)):
        return True
    return bool(calls) and all(_runs_before(file, first, each, depth - 1) for each in calls)


def _calls_of(file: File, function: cst.FunctionDef) -> list[cst.CSTNode]:
    """The uses of a function or method by its name; for `__init__`, those of its class."""
    owner = file.enclosing_class(function) if function.name.value == "__init__" else None
    found = _by_name(file).get((owner or function).name.value, [])
    return found if len(found) <= _FOLLOWED else []


@once_per_file
def _by_name(file: File) -> dict[str, list[cst.CSTNode]]:
    """The functions of calls, and what calls are given, by the last part of their names."""
    found: dict[str, list[cst.CSTNode]] = {}
    for call in file.calls:
        for each in (call.func, *(arg.value for arg in call.args)):
            name = name_of(each)
            if name is not None:
                found.setdefault(name.rpartition(".")[2], []).append(each)
    return found
