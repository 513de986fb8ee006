"""The evidence that an object is a Keras model, an optimizer, the logs of a training, ...

Each rule says what it needs: an edit requires `CERTAIN` or `LIKELY`, a finding ignores what is `FOREIGN`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import libcst as cst

from codemods.analysis.flow.self_attributes import assigned_to_self, is_self
from codemods.analysis.objects import object_types
from codemods.analysis.objects.object_types import Own, Receiver, Unknown, origin_of
from codemods.analysis.objects.passed_elsewhere import passed_elsewhere
from codemods.source.canonical_names import FAMILIES
from codemods.source.file import File, from_module, name_of, once_per_file
from compat.tables.names.libraries import OTHER_FRAMEWORKS
from compat.tables.names.makers import SESSIONS

_KERAS_2 = "tf_keras"
_RATE_FUNCTIONS = ("keras.backend.get_value", "keras.backend.set_value")


class Evidence(Enum):
    """The strength of the evidence that an object is of a kind."""

    CERTAIN = "every value that reaches it is made as one"
    LIKELY = "nothing shows where it comes from, and the file uses it as one"
    UNKNOWN = "nothing shows what it is"
    FOREIGN = "it is something else"

    @property
    def is_enough(self) -> bool:
        """True if an edit may rely on it."""
        return self in (Evidence.CERTAIN, Evidence.LIKELY)


class Kind(Enum):
    """The kinds of object that rules ask about; each value names the classes, which may be base classes."""

    MODEL = (object_types.MODEL,)
    LAYER = (object_types.LAYER,)
    OPTIMIZER = (object_types.OPTIMIZER,)
    METRIC = (object_types.METRIC,)
    CALLBACK = (object_types.CALLBACK,)
    HISTORY = (object_types.HISTORY,)
    LOGS = (object_types.LOGS,)
    TENSOR = (object_types.TENSOR,)
    DATASET = (object_types.DATASET, object_types.V1_DATASET)
    SEQUENCE = (object_types.SEQUENCE, "keras.utils.PyDataset")
    ESTIMATOR = ("tensorflow.estimator.Estimator", "tensorflow.compat.v1.estimator.Estimator")
    STRATEGY = ("tensorflow.distribute.Strategy", "tensorflow.contrib.distribute.DistributionStrategy")
    SESSION = (*SESSIONS, "tensorflow.compat.v1.Session", "tensorflow.compat.v1.InteractiveSession")


_OF_TENSORFLOW = (Kind.TENSOR, Kind.DATASET, Kind.ESTIMATOR, Kind.STRATEGY, Kind.SESSION)
"""The kinds that come from TensorFlow itself, whatever Keras is beside it."""


_HELD = {
    (Kind.LOGS, "history"): Kind.HISTORY,
    (Kind.HISTORY, "history"): Kind.MODEL,
    (Kind.OPTIMIZER, "optimizer"): Kind.MODEL,
}
"""What holds an object of a kind, and under which name."""


def evidence(file: File, node: cst.BaseExpression, kind: Kind) -> Evidence:
    """The evidence that `node` is of a kind."""
    origin = origin_of(file, node)
    if isinstance(origin, Receiver):
        return Evidence.CERTAIN if any(origin.is_a(base) for base in kind.value) else Evidence.FOREIGN
    if isinstance(origin, Own) or origin is Unknown.FOREIGN:
        return Evidence.FOREIGN
    return _likely(file, node, kind, elsewhere=origin is Unknown.ELSEWHERE)


def _likely(file: File, node: cst.BaseExpression, kind: Kind, *, elsewhere: bool) -> Evidence:
    """The evidence from how the file uses an object of unknown origin."""
    if has_keras_2_only(file) and kind not in _OF_TENSORFLOW:
        return Evidence.FOREIGN
    if _has_own_keras(file) and kind not in _OF_TENSORFLOW:
        return Evidence.UNKNOWN
    if not file.imports_family():
        return _of_callers(file, node, kind)
    if isinstance(node, cst.Name) and _is_imported_module(file, node.value):
        return Evidence.FOREIGN
    if kind is Kind.MODEL and _is_used_as_model(file, node, elsewhere=elsewhere):
        return Evidence.LIKELY
    if not elsewhere and _is_used_as(file, node, kind):
        return Evidence.LIKELY
    if kind is Kind.OPTIMIZER and _is_attribute(node, "optimizer"):
        return _of_owner(file, node, Kind.MODEL)
    if kind is Kind.LOGS and _is_attribute(node, "history"):
        return _of_owner(file, node, Kind.HISTORY)
    if kind is Kind.LOGS and isinstance(node, cst.Name) and node.value == "logs" and _is_parameter(file, node):
        return Evidence.LIKELY
    if kind is Kind.HISTORY and isinstance(node, cst.Call) and _is_attribute(node.func, "fit", "fit_generator"):
        return _of_owner(file, node.func, Kind.MODEL)
    if kind in (Kind.LOGS, Kind.HISTORY) and isinstance(node, cst.Name) and file.definitions(node):
        return _of_values(file, node, kind)
    return _of_callers(file, node, kind)


def _of_callers(file: File, node: cst.BaseExpression, kind: Kind) -> Evidence:
    """The evidence from what the modules that import the file pass for a parameter, or from that for its attribute."""
    if isinstance(node, cst.Attribute):
        held = _HELD.get((kind, node.attr.value))
        above = _of_callers(file, node.value, held) if held is not None else Evidence.UNKNOWN
        return above if above.is_enough else _of_objects(file, node, kind)
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    if binding is None or not isinstance(binding.node, cst.Param):
        return Evidence.UNKNOWN
    given = [each for each in passed_elsewhere(file, binding.node) or () if name_of(each.value) != "None"]
    is_shown = bool(given) and all(evidence(module, value, kind).is_enough for module, value in given)
    return Evidence.LIKELY if is_shown else Evidence.UNKNOWN


def _of_objects(file: File, node: cst.Attribute, kind: Kind) -> Evidence:
    """The evidence from what the class of an object, which importers pass for a parameter, gives to its attribute."""
    binding = file.only_binding(node.value) if isinstance(node.value, cst.Name) else None
    if binding is None or not isinstance(binding.node, cst.Param):
        return Evidence.UNKNOWN
    given = [
        [(each.module, value) for value in _values_of_objects(each.module, each.value, node.attr.value)]
        for each in passed_elsewhere(file, binding.node) or ()
    ]
    is_shown = bool(given) and all(given)
    is_shown = is_shown and all(evidence(*each, kind).is_enough for values in given for each in values)
    return Evidence.LIKELY if is_shown else Evidence.UNKNOWN


def _values_of_objects(file: File, node: cst.BaseExpression, name: str) -> list[cst.BaseExpression]:
    """What the class of an object, or of `self`, gives to an attribute; [] if the file does not show it."""
    origin = origin_of(file, node)
    owners = origin.owners if isinstance(origin, Own) else origin.derived if isinstance(origin, Receiver) else ()
    if isinstance(node, cst.Name) and is_self(file, node) and (owner := file.enclosing_class(node)) is not None:
        owners = (owner,)
    values = assigned_to_self(file, owners[0], name) if len(owners) == 1 else None
    return [each for each in values or () if name_of(each) != "None"]


def _is_used_as(file: File, node: cst.BaseExpression, kind: Kind) -> bool:
    """True for a metric, a strategy or an optimizer, by what the file does with it."""
    if kind is Kind.METRIC:
        return _is_used_as_metric(file, node)
    if kind is Kind.STRATEGY:
        return _is_used_as_strategy(file, node)
    return kind is Kind.OPTIMIZER and _is_asked_for_rate(file, node)


def _is_asked_for_rate(file: File, node: cst.BaseExpression) -> bool:
    """True in `K.set_value(node.lr, rate)` and `K.get_value(node.lr)`: a callback has no rate of this kind."""
    rate = file.parent(node)
    arg = file.parent(rate) if isinstance(rate, cst.Attribute) and rate.attr.value == "lr" else None
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(call, cst.Call) and call.args[0] is arg and file.symbol(call.func) in _RATE_FUNCTIONS


def _is_imported_module(file: File, name: str) -> bool:
    """True for a name that only `import` statements bind."""
    statements = [imported.statement for imported in file.imports if imported.local == name]
    if not statements or any(isinstance(each, cst.ImportFrom) for each in statements):
        return False
    return all(name_of(target.target) != name for target in file.every(cst.AssignTarget))


def _is_attribute(node: cst.BaseExpression, *names: str) -> bool:
    return isinstance(node, cst.Attribute) and node.attr.value in names


def _of_owner(file: File, node: cst.BaseExpression, kind: Kind) -> Evidence:
    """The evidence from the object that has this attribute.

    If nothing is known about that object, the attribute's name is enough in a file without other frameworks.
    """
    assert isinstance(node, cst.Attribute)
    above = evidence(file, node.value, kind)
    if above is Evidence.UNKNOWN and not has_other_framework(file) and not _is_module(file, node.value):
        return Evidence.LIKELY
    return Evidence.LIKELY if above is Evidence.CERTAIN else above


def _is_module(file: File, node: cst.BaseExpression) -> bool:
    return file.qualified_name(node) is not None


def _of_values(file: File, name: cst.Name, kind: Kind) -> Evidence:
    """The evidence from the values that the file binds to a name."""
    values = file.definitions(name) or []
    found = {evidence(file, value, kind) for value in values if name_of(value) not in ("None", name.value)}
    return found.pop() if len(found) == 1 else Evidence.UNKNOWN


def _is_parameter(file: File, name: cst.Name) -> bool:
    bindings = file.assignments(name)
    return bool(bindings) and all(isinstance(each.node, cst.Param) for each in bindings)


@once_per_file
def has_other_framework(file: File) -> bool:
    """True if the file imports another library whose objects have training methods of the same names."""
    modules = [each.qualified for each in file.imports] + [from_module(each) for each in file.star_imports]
    return any(module.split(".", maxsplit=1)[0] in OTHER_FRAMEWORKS for module in modules)


@once_per_file
def _has_own_keras(file: File) -> bool:
    """True if the file imports a module of its project that is called as Keras or TensorFlow is."""
    own = file.local.intersection(FAMILIES)
    return any(each.qualified.split(".", maxsplit=1)[0] in own for each in file.imports)


@once_per_file
def has_keras_2_only(file: File) -> bool:
    """True if the only Keras of the file is `tf_keras`, the package that keeps Keras 2, by this or another name.

    A module of another package that is called so hands it on.
    """
    imported = any(_KERAS_2 in each.qualified.split(".") for each in file.imports)
    if not imported and not file.asks_for_keras_2:
        return False
    return not any(each.canonical.startswith("keras.") for each in file.all_references())


def has_callbacks_of_shims(file: File) -> bool:
    """True if the callbacks of the file, or the models that run them, come from the shims; other names may alone."""
    from_shims = (each.canonical for each in file.all_references() if each.spelling.shimmed)
    return any(name == "keras" or name.startswith(_RUNNING) for name in from_shims)


def names_native_keras(file: File) -> bool:
    """True if the file uses something of Keras that is not the shims'."""
    return any(each.canonical.startswith("keras.") and not each.spelling.shimmed for each in file.all_references())


def has_models_of_shims(file: File) -> bool:
    """True if the layers or models of the file come from the shims."""
    from_shims = (each.canonical for each in file.all_references() if each.spelling.shimmed)
    return any(name.startswith(("keras.layers.", "keras.models.")) for name in from_shims)


def has_native_keras(file: File) -> bool:
    """True if the file uses Keras, and its models are not those of the shims."""
    return not has_models_of_shims(file) and names_native_keras(file)


def has_native_models(file: File) -> bool:
    """True if the file makes layers or models of Keras itself, and none of the shims."""
    makes = any(each.canonical.startswith(_MAKING) and not each.spelling.shimmed for each in file.all_references())
    return makes and not has_models_of_shims(file)


_MAKING = ("keras.layers.", "keras.models.", "keras.Model", "keras.Sequential", "keras.applications.")
_RUNNING = ("keras.callbacks", "keras.layers", "keras.models", "tensorflow")
_GENERATORS = frozenset({"steps_per_epoch", "samples_per_epoch", "validation_steps", "epochs", "nb_epoch", "workers"})
_TELLING: dict[str, frozenset[str]] = {
    "compile": frozenset({"loss", "metrics", "optimizer", "loss_weights"}),
    "fit": frozenset({"epochs", "nb_epoch", "steps_per_epoch", "validation_data", "validation_split", "callbacks"}),
    "train_on_batch": frozenset({"sample_weight", "class_weight"}),
    "fit_generator": _GENERATORS | {"validation_data", "callbacks", "class_weight"},
    "evaluate_generator": frozenset({"steps", "val_samples", "workers", "max_queue_size"}),
    "predict_generator": frozenset({"steps", "val_samples", "workers", "max_queue_size"}),
}
"""Methods that many classes have, with the keywords that show the receiver to be a Keras model."""

_METHODS = frozenset({"predict_on_batch", "save_weights", "load_weights", "to_json", "to_yaml", "get_layer"})
"""Methods that hardly any objects but Keras models have."""


def _is_used_as_model(file: File, node: cst.BaseExpression, *, elsewhere: bool) -> bool:
    """True if the calls on the same name are typical of Keras models.

    An object whose class comes from another module may have methods of the same names, so there only keywords count.
    """
    weak = not elsewhere and not has_other_framework(file)
    for call in _calls_on(file, node):
        name = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
        if not defines(file, name) and (is_told_as_model(call) or (weak and name in _METHODS)):
            return True
    return False


def _is_used_as_metric(file: File, node: cst.BaseExpression) -> bool:
    """True if the file calls `update_state` or `result` on the same name, and has no such methods itself."""
    called = {call.func.attr.value for call in _calls_on(file, node) if isinstance(call.func, cst.Attribute)}
    return any(name in called and not defines(file, name) for name in ("update_state", "result"))


_OF_STRATEGIES = frozenset(
    {
        "experimental_distribute_dataset",
        "experimental_distribute_datasets_from_function",
        "experimental_local_results",
        "experimental_run_v2",
        "distribute_datasets_from_function",
    }
)
"""Methods that only strategies of `tf.distribute` have."""


def _is_used_as_strategy(file: File, node: cst.BaseExpression) -> bool:
    called = {call.func.attr.value for call in _calls_on(file, node) if isinstance(call.func, cst.Attribute)}
    return any(name in called and not defines(file, name) for name in _OF_STRATEGIES)


def is_told_as_model(call: cst.Call) -> bool:
    """True if a method is called with keywords that are typical of Keras models."""
    telling = _TELLING.get(call.func.attr.value, frozenset()) if isinstance(call.func, cst.Attribute) else frozenset()
    return any(arg.keyword is not None and arg.keyword.value in telling for arg in call.args)


def _calls_on(file: File, node: cst.BaseExpression) -> Iterator[cst.Call]:
    """The method calls on the same name in the same scope; for other expressions, the call on `node` itself."""
    name = name_of(node)
    attribute = file.parent(node)
    if name is None:
        call = file.parent(attribute) if attribute is not None else None
        if isinstance(attribute, cst.Attribute) and isinstance(call, cst.Call) and call.func is attribute:
            yield call
        return
    yield from _calls_by_receiver(file).get((_home(file, node), name), ())


@once_per_file
def _calls_by_receiver(file: File) -> dict[tuple[int, str], list[cst.Call]]:
    found: dict[tuple[int, str], list[cst.Call]] = {}
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and (name := name_of(call.func.value)) is not None:
            found.setdefault((_home(file, call.func.value), name), []).append(call)
    return found


def _home(file: File, node: cst.BaseExpression) -> int:
    """The id of the region in which a name means the same object: its scope, or the class for attributes of `self`."""
    first: cst.CSTNode = node
    while isinstance(first, cst.Attribute):
        first = first.value
    own = isinstance(first, cst.Name) and first is not node and is_self(file, first)
    return id(file.enclosing_class(node)) if own else _scope_of(file, first)


def _scope_of(file: File, name: cst.CSTNode) -> int:
    """The id of the scope that binds a name."""
    bindings = file.assignments(name) if isinstance(name, cst.Name) else []
    return id(bindings[0].scope) if bindings else id(file.scope(name))


@once_per_file
def function_names(file: File) -> frozenset[str]:
    """The names of the functions and methods of a file."""
    return frozenset(node.name.value for node in file.every(cst.FunctionDef))


def defines(file: File, name: str) -> bool:
    """True if the file has a function or method of that name, which a call on an unknown object may mean."""
    return name in function_names(file)
