"""The class of the object that an expression evaluates to, as far as the file shows it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.class_attributes import class_behind, set_on_class
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import class_of, heirs, lineage, own_method
from codemods.analysis.flow.self_attributes import is_self, parts_assigned_to_self
from codemods.analysis.flow.unpacking import Path, Unpacked, part_of, unpacked
from codemods.analysis.objects.built_models import returned_by, returns_of
from codemods.analysis.objects.class_sources import assigned_in_class, passed, prepared, sources
from codemods.analysis.objects.elements import elements, loop_iterable
from codemods.analysis.objects.passed_elsewhere import passed_elsewhere
from codemods.analysis.objects.project_classes import (
    OfModule,
    base_in_project,
    class_elsewhere,
    lineage_in_project,
    lineage_of,
)
from codemods.analysis.objects.shim_coverage import Leads, place
from codemods.releases import api
from codemods.source.arguments import literal_key
from codemods.source.canonical_names import below
from codemods.source.file import File, Reference, name_of, once_per_file
from codemods.source.moved_names import respelled
from codemods.source.scopes import IMPORT, Binding
from codemods.source.walk import Kinds, nodes
from compat.tables.names.libraries import OTHER_LIBRARIES
from compat.tables.names.makers import MODEL_MAKERS
from compat.tables.names.mixed_precision import MODERN_POLICY, POLICY_GETTERS

MODEL = "keras.models.Model"
OPTIMIZER = "keras.optimizers.Optimizer"
METRIC = "keras.metrics.Metric"
CALLBACK = "keras.callbacks.Callback"
HISTORY = "keras.callbacks.History"
LOGS = "keras.callbacks.History.history"
"""Not a class: the dictionary of measured values that `History` holds, and that callbacks receive as `logs`."""
LAYER = "keras.layers.Layer"
TENSOR = "keras.KerasTensor"
VARIABLE = "keras.Variable"
SEQUENCE = "keras.utils.Sequence"

DATASET = "tensorflow.data.Dataset"
V1_DATASET = "tensorflow.compat.v1.data.Dataset"
_STEPS = """
apply batch cache concatenate enumerate filter flat_map from_generator from_tensor_slices from_tensors interleave
list_files map padded_batch prefetch range repeat shard shuffle skip take unbatch window with_options zip
"""
DATASET_STEPS = frozenset(_STEPS.split())
"""Dataset methods that return a dataset."""

VARIABLES = frozenset(
    f"{kind}{each}" for each in ("variables", "weights") for kind in ("", "trainable_", "non_trainable_")
)
"""What layers and models call the lists of their variables."""

_FLOWS = frozenset({"flow", "flow_from_directory", "flow_from_dataframe"})
_TRAININGS = frozenset({"fit", "fit_generator"})
_MEMBERS = {
    (MODEL, "optimizer"): OPTIMIZER,
    (MODEL, "history"): HISTORY,
    (OPTIMIZER, "iterations"): VARIABLE,
    (LAYER, "bias"): VARIABLE,
    (LAYER, "kernel"): VARIABLE,
    (CALLBACK, "model"): MODEL,
    (HISTORY, "history"): LOGS,
    (HISTORY, "model"): MODEL,
}
"""The attributes that Keras itself sets on its objects."""

_PRIVATE_KERAS = "tensorflow.python.keras."

_DEPTH = 8
"""The most classes that are looked at one above the other."""
_CALLERS = 4
"""Functions that hand a list on to the next one."""

_IS_PLAIN_VALUE = Kinds(
    cst.BaseNumber,
    cst.BaseString,
    cst.List,
    cst.Tuple,
    cst.Set,
    cst.Dict,
    cst.BaseComp,
    cst.Lambda,
    cst.Comparison,
)


class Receiver(NamedTuple):
    """An object of the Keras or TensorFlow class `path`, or of a class of the project that is derived from it.

    Such classes are in the file itself (`derived`) or in its other modules (`elsewhere`). An object of a class `around`
    it gives it whatever it is asked for and does not have itself.
    """

    path: str
    derived: tuple[cst.ClassDef, ...] = ()
    shimmed: bool = False
    elsewhere: tuple[OfModule, ...] = ()
    around: OfModule | None = None

    @property
    def is_plain(self) -> bool:
        """True for an object of Keras or TensorFlow itself, as far as is known."""
        return not self.derived and not self.elsewhere and self.around is None

    def classes(self, file: File) -> tuple[OfModule, ...]:
        """The project's own classes, each with the module that has it."""
        return (*(OfModule(file, owner) for owner in self.derived), *self.elsewhere)

    def defines(self, file: File, name: str) -> bool:
        """True if one of the project's own classes defines that name, or may define it."""
        if self.around is not None and _shows(self.around.module, self.around.owner, name):
            return True
        return any(_defines(each.module, each.owner, name) for each in self.classes(file))

    def shows(self, file: File, name: str) -> bool:
        """True if one of the project's own classes, or of those that it derives from, is seen to define that name."""
        return any(_shows(each.module, each.owner, name) for each in self.classes(file))

    def is_a(self, base: str) -> bool:
        """True if the class is `base` or a subclass of it."""
        return is_below(self.path, base)


class Own(NamedTuple):
    """An object of a class in the file that has no base in Keras or TensorFlow; its attributes may be anything."""

    owners: tuple[cst.ClassDef, ...]


class Unknown(Enum):
    """An object that cannot be traced to a class of Keras, TensorFlow or the file."""

    FOREIGN = "another library's, or a plain value of Python"
    ELSEWHERE = "of a class that another module has"
    OPEN = "a parameter, or what a function returns"


Origin = Receiver | Own | Unknown


def origin_of(file: File, node: cst.BaseExpression) -> Origin:
    """The class of the object that `node` evaluates to, if all values that reach it share it; else what is known.

    Each expression, and each name of a scope, is looked at once: the time grows with the size of the file, not with the
    number of paths through it.
    """
    return _origins(file).of(node)


def origin_of_part(file: File, node: cst.BaseExpression, path: Path) -> Origin:
    """The same of a part of a tuple, also of one that a function returns."""
    return _origins(file).part(node, path)


def receiver_of(file: File, node: cst.BaseExpression) -> Receiver | None:
    """The class of an object of Keras or TensorFlow itself; None for objects of the shims, which have more members."""
    found = origin_of(file, node)
    return found if isinstance(found, Receiver) and not found.shimmed and found.path != LOGS else None


def shim_of(file: File, node: cst.BaseExpression) -> Receiver | None:
    """The class of an object of the shims; None for other objects."""
    found = origin_of(file, node)
    return found if isinstance(found, Receiver) and found.shimmed and found.path != LOGS else None


@once_per_file
def _origins(file: File) -> _Origins:
    return _Origins(file)


class _Origins:
    """The answers for one file; `steps` counts the expressions that were looked at."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._known: dict[object, Origin] = {}
        self.steps = 0

    def of(self, node: cst.BaseExpression) -> Origin:
        key = self._file.variable(node) if isinstance(node, cst.Name) else node
        return self._once(key, lambda: self._look(node))

    def _once(self, key: object, look: Callable[[], Origin]) -> Origin:
        if key not in self._known:
            self._known[key] = Unknown.OPEN  # the answer for what leads back to itself
            self.steps += 1
            self._known[key] = look()
        return self._known[key]

    def _look(self, node: cst.BaseExpression) -> Origin:
        file = self._file
        if _IS_PLAIN_VALUE[node.__class__]:
            return Unknown.FOREIGN
        if isinstance(node, cst.Call):
            return self._made_by(node.func)
        if isinstance(node, cst.IfExp):
            return self._common([node.body, node.orelse])
        if isinstance(node, cst.BooleanOperation) and isinstance(node.operator, cst.Or):
            return self._common([node.left, node.right])
        if isinstance(node, cst.NamedExpr):
            return self.of(node.value)
        if isinstance(node, cst.Attribute):
            named = class_behind(file, node.value)
            return self._of_class(named, node.attr.value) if named is not None else self._member(node)
        if isinstance(node, cst.Subscript):
            return self._item(node)
        if isinstance(node, cst.Name):
            if is_self(file, node):
                owner = file.enclosing_class(node)
                return self._instance_of(owner) if owner is not None else Unknown.OPEN
            return self._bound(node)
        return Unknown.OPEN

    def _bound(self, name: cst.Name) -> Origin:
        file = self._file
        values: list[cst.BaseExpression] = []
        found: set[Origin] = set()
        for binding in file.assignments(name):
            value = file.assigned_value(binding) or _walrus_value(file, binding)
            if value is not None:
                values.append(value)
            elif (part := unpacked(file, binding.node)) is not None:
                found.add(self.part(*part))
            elif isinstance(binding.node, cst.Param):
                return self._parameter(binding.node, name)
            elif binding.kind == IMPORT:
                return Unknown.FOREIGN if _is_foreign(file.qualified_name(name)) else Unknown.OPEN
            else:
                iterable = loop_iterable(file, binding.node)
                found.add(self._element_of(iterable) if iterable is not None else Unknown.OPEN)
        return self._common(values, found)

    def part(self, node: cst.BaseExpression, path: Path) -> Origin:
        """The class of a part of a tuple, also of one that a function returns."""
        return self._once((node, path), lambda: self._look_into(node, path)) if path else self.of(node)

    def _look_into(self, node: cst.BaseExpression, path: Path) -> Origin:
        part = part_of(node, path)
        if part is not None:
            return self.of(part)
        if isinstance(node, cst.Name):
            value = self._file.only_value(node)
            return self.part(value, path) if value is not None and not isinstance(value, cst.Name) else Unknown.OPEN
        return self._returned(node.func, path) if isinstance(node, cst.Call) else Unknown.OPEN

    def of_parts(self, parts: Sequence[Unpacked]) -> Origin:
        """The common class of some values, and of parts of values."""
        written = [part_of(*each) for each in parts]
        others = {self.part(*each) for each, part in zip(parts, written, strict=True) if part is None}
        return self._common([each for each in written if each is not None], others)

    def _item(self, node: cst.Subscript) -> Origin:
        """The class of `pair[0]`, or else of all that a list or dictionary holds."""
        place = literal_key(node)
        found = self.part(node.value, (place,)) if isinstance(place, int) and place >= 0 else Unknown.OPEN
        return self._element_of(node.value) if found is Unknown.OPEN else found

    def _element_of(self, node: cst.BaseExpression) -> Origin:
        """The common class of what a list, tuple or dictionary holds."""
        if isinstance(node, cst.Attribute) and node.attr.value in VARIABLES:
            above = self.of(node.value)
            if isinstance(above, Receiver) and above.is_a(LAYER) and not above.defines(self._file, node.attr.value):
                return Receiver(VARIABLE)
        if isinstance(node, cst.Attribute) and node.attr.value == "metrics":
            above = self.of(node.value)
            if isinstance(above, Receiver) and above.is_a(MODEL) and not above.defines(self._file, "metrics"):
                return Receiver(METRIC)
        values = elements(self._file, node) or self._elements_passed(node)
        return self._common(values) if values else Unknown.OPEN

    def _elements_passed(self, node: cst.BaseExpression, depth: int = _CALLERS) -> list[cst.BaseExpression]:
        """What the lists hold that every call in the file passes for a parameter; nothing if one is not shown.

        A caller may hand on a parameter of its own.
        """
        binding = self._file.only_binding(node) if isinstance(node, cst.Name) else None
        if binding is None or not isinstance(binding.node, cst.Param) or not depth:
            return []
        function = self._file.function_of(binding.node)
        if function is not None and function.params.star_arg is binding.node:
            return self._collected(function)
        given = passed(self._file, binding.node) or ()
        lists = [elements(self._file, each) or self._elements_passed(each, depth - 1) for each in given]
        return [each for held in lists for each in held or ()] if all(lists) else []

    def _collected(self, function: cst.FunctionDef) -> list[cst.BaseExpression]:
        """What the calls of a plain function pass beyond its parameters; nothing if one unpacks its arguments."""
        name, first = function.name.value, len(function.params.params)
        calls = [each for each in self._file.calls if name_of(each.func) == name]
        if self._file.enclosing_class(function) is not None or any(arg.star for each in calls for arg in each.args):
            return []
        return [arg.value for each in calls for arg in each.args[first:] if arg.keyword is None]

    def _parameter(self, param: cst.Param, name: cst.Name) -> Origin:
        """The origin of the `logs` that Keras passes to a callback, or of what every call in the file passes."""
        mapped = self._mapped(param)
        if mapped is not None:
            return self._element_of(mapped)
        function = self._file.function(name)
        owner = self._file.enclosing_class(function)
        others = [each for each in self._file.assignments(name) if each.node is not param]
        if name.value == "logs" and owner is not None and all(self._keeps_logs(each) for each in others):
            found = self._instance_of(owner)
            if isinstance(found, Receiver) and found.is_a(CALLBACK):
                return Receiver(LOGS)
        values = passed(self._file, param) if not others else None
        origins = {self.of(value) for value in values or () if name_of(value) != "None"}
        if not origins and not others:
            return self._passed_by_importers(param)
        only = origins.pop() if len(origins) == 1 else Unknown.OPEN
        return only if isinstance(only, Receiver | Own) else Unknown.OPEN

    def _passed_by_importers(self, param: cst.Param) -> Origin:
        """The common class of what the modules that import the file pass for a parameter."""
        values = [each for each in passed_elsewhere(self._file, param) or () if name_of(each.value) != "None"]
        found = {_from_outside(module, _origins(module).of(value)) for module, value in values}
        common = _join([each for each in found if isinstance(each, Receiver)], found) if found else Unknown.OPEN
        return common if isinstance(common, Receiver) else Unknown.OPEN

    def _mapped(self, param: cst.Param) -> cst.BaseExpression | None:
        """What the parameter of the lambda in `map(lambda m: ..., d.values())` runs over: `d`."""
        params = self._file.parent(param)
        made = self._file.parent(params) if params is not None else None
        arg = self._file.parent(made) if isinstance(made, cst.Lambda) else None
        call = self._file.parent(arg) if isinstance(arg, cst.Arg) else None
        if not isinstance(call, cst.Call) or not self._file.is_builtin(call.func, "map", "filter"):
            return None
        if call.args[0] is not arg or not call.args[1:]:
            return None
        values = call.args[1].value
        if isinstance(values, cst.Call) and isinstance(values.func, cst.Attribute) and not values.args:
            return values.func.value if values.func.attr.value == "values" else None
        return values

    def _keeps_logs(self, binding: Binding) -> bool:
        """True for `logs = logs or {}`."""
        value = self._file.assigned_value(binding)
        return isinstance(value, cst.BooleanOperation) and name_of(value.left) == "logs"

    def _common(self, values: Sequence[cst.BaseExpression], others: Collection[Origin] = ()) -> Origin:
        """The common class of all values; the value `None` is ignored, as nothing can be called on it."""
        found = {*others, *(self.of(value) for value in values if name_of(value) != "None")}
        if any(isinstance(each, Receiver) and each.path == LOGS for each in found):
            found.discard(Unknown.FOREIGN)  # the `{}` of `logs or {}`
        return found.pop() if len(found) == 1 else _join([each for each in found if isinstance(each, Receiver)], found)

    def _member(self, node: cst.Attribute) -> Origin:
        """The origin of an attribute that a class of the file sets, or that Keras sets on its own objects."""
        file, name = self._file, node.attr.value
        above = self.of(node.value)
        owners = _owners(file, above)
        if not owners and isinstance(node.value, cst.Name) and is_self(file, node.value):
            owners = tuple(each for each in [file.enclosing_class(node)] if each is not None)
        for owner in (each for derived in owners for each in lineage(file, derived)):
            parts = parts_assigned_to_self(file, owner, name)
            at_class = _of_body(file, owner, name)
            if parts or (at_class and parts is not None):
                return self.of_parts([*parts, *at_class])
            if name in own_members(file, owner):
                return self._of_property(owner, name) if parts is not None else Unknown.OPEN
        for each in self._classes_elsewhere(node.value, above):
            if parts := parts_assigned_to_self(each.module, each.owner, name):
                return _from_outside(each.module, _origins(each.module).of_parts(parts))
        if isinstance(above, Receiver) and not above.defines(file, name):
            for (base, member), path in _MEMBERS.items():
                if member == name and above.is_a(base):
                    if above.shimmed and path == OPTIMIZER:
                        return Unknown.OPEN  # most are shims, but the script may have made one of Keras 3
                    return Receiver(path, shimmed=above.shimmed and path != LOGS)
        return Unknown.FOREIGN if above is Unknown.FOREIGN and not self._is_of_project(node.value) else Unknown.OPEN

    def _classes_elsewhere(self, node: cst.BaseExpression, origin: Origin) -> Iterator[OfModule]:
        """The class of another module of the project that an object is of, and those of the project above it."""
        known = origin.elsewhere if isinstance(origin, Receiver) else ()
        if isinstance(origin, Receiver) and origin.around is not None:
            known = (origin.around,)
        found = class_elsewhere(self._file, node) if isinstance(origin, Unknown) else None
        only = known[0] if len(known) == 1 else found
        return lineage_in_project(only) if only is not None else iter(())

    def _of_class(self, owner: cst.ClassDef, name: str) -> Origin:
        """The origin of `Settings.model`, which the body of the class sets, or anyone on the class."""
        file = self._file
        for each in lineage(file, owner):
            if parts := _of_body(file, each, name):
                return self.of_parts(parts)
        return Unknown.OPEN

    def _of_property(self, owner: cst.ClassDef, name: str) -> Origin:
        """The class of what a property returns; a method is nobody else's object."""
        function = own_method(owner, name)
        if function is None or not function.decorators:
            return Unknown.FOREIGN
        if not all(self._file.is_builtin(each.decorator, "property") for each in function.decorators):
            return Unknown.OPEN
        returns = (each for each in nodes(function.body, cst.Return) if self._file.function(each) is function)
        return self._common([each.value for each in returns if each.value is not None])

    def _is_of_project(self, node: cst.BaseExpression) -> bool:
        """True for an object of a class of the project's other modules, whose attributes may be anything."""
        value = self._file.only_value(node) if isinstance(node, cst.Name) else node
        return isinstance(value, cst.Call) and self._file.in_project(value.func) is not None

    def _made_by(self, func: cst.BaseExpression) -> Origin:
        """What a call of `func` makes."""
        file = self._file
        reference = _reference_behind(file, func)
        if reference is not None:
            return _returned(file, reference)
        if isinstance(func, cst.Name):
            owner = class_of(file, func)
            if owner is not None:
                return self._instance_of(owner)
            if file.is_builtin(func, "dict", "list", "tuple", "set", "str", "int", "float", "open", "zip", "map"):
                return Unknown.FOREIGN
            if returned := returns_of(file, func):
                return self._of_returned(returned)
            value = file.only_value(func)
            if isinstance(value, cst.Call) and (held := prepared(file, value)) is not None:
                return self._made_by_one_of(value, [held])
            if isinstance(value, cst.Lambda):
                return self.of(value.body)
        functions = self._functions(func)
        if functions:
            return self._made_by_one_of(func, functions)
        found = file.in_project(func)
        made = _made_in(*found) if found is not None else Unknown.OPEN
        if made is not Unknown.OPEN:
            return made
        path = file.qualified_name(func)
        if path is not None and file.spelling(path) is None:
            elsewhere = self._returned_by_method_elsewhere(func) if isinstance(func, cst.Attribute) else Unknown.OPEN
            return elsewhere if elsewhere is not Unknown.OPEN else _imported(path)
        if isinstance(func, cst.Attribute):
            return self._method(func)
        above = self.of(func)
        return Receiver(TENSOR) if isinstance(above, Receiver) and above.is_a("keras.layers.Layer") else Unknown.OPEN

    def _functions(self, func: cst.BaseExpression) -> list[cst.BaseExpression]:
        """The names of functions that reach what is called: a parameter, a second name, `makers["small"]`."""
        values = elements(self._file, func.value) if isinstance(func, cst.Subscript) else sources(self._file, func)
        is_function = all(isinstance(each, cst.Name) and returns_of(self._file, each) for each in values or ())
        return values if values and is_function else []

    def _made_by_one_of(self, at: cst.BaseExpression, functions: Sequence[cst.BaseExpression]) -> Origin:
        """What a call makes that runs one of some functions, which `at` stands for."""
        return self._once(("called", at), lambda: self._common([], {self._made_by(each) for each in functions}))

    def _returned(self, func: cst.BaseExpression, path: Path) -> Origin:
        """The class of a part of what a function or method of the project returns."""
        found = self._file.in_project(func)
        if found is not None:
            return _made_in(*found, path)
        values = self._returned_by_method(func) if isinstance(func, cst.Attribute) else returns_of(self._file, func)
        return self._of_returned(values, path)

    def _of_returned(self, values: Sequence[cst.BaseExpression | None], path: Path = ()) -> Origin:
        return self.of_parts([Unpacked(each, path) for each in values if each is not None])

    def _returned_by_method(self, func: cst.Attribute) -> list[cst.BaseExpression | None]:
        """What a method of an own class returns; nothing if several classes of its family have it."""
        file, name = self._file, func.attr.value
        named = class_of(file, func.value) if isinstance(func.value, cst.Name) else None
        above = self.of(func.value) if named is None else Own((named,))
        owners = _owners(file, above)
        if len(owners) != 1:
            return []
        family = (*lineage(file, owners[0]), *heirs(file, owners[0]))
        methods = [found for each in family if (found := own_method(each, name)) is not None]
        return returned_by(file, methods[0]) if len(methods) == 1 else []

    def _returned_by_method_elsewhere(self, func: cst.Attribute) -> Origin:
        """The class of what a method returns that another module has, of an object or a class of it, or of `self`."""
        for module, owner in self._lineage_elsewhere(func.value):
            method = own_method(owner, func.attr.value)
            if method is not None:
                if module is self._file:
                    return Unknown.OPEN
                values = [each for each in returned_by(module, method) if each is not None and name_of(each) != "None"]
                found = {_origins(module).of(each) for each in values}
                known = [each for each in found if isinstance(each, Receiver)]
                return _from_outside(module, _join(known, found)) if known else Unknown.OPEN
        return Unknown.OPEN

    def _lineage_elsewhere(self, node: cst.BaseExpression) -> Iterator[OfModule]:
        """The classes of an object, of a class that is named itself, or of `self`, those of other modules too."""
        named = definition(self._file, node)
        if named is not None and isinstance(named[1], cst.ClassDef):
            return lineage_in_project(OfModule(named[0], named[1]))
        return lineage_of(self._file, node)

    def _method(self, function: cst.Attribute) -> Origin:
        """The class of the object that a method of a known object returns."""
        above = self.of(function.value)
        if isinstance(above, Receiver):
            name = function.attr.value
            if name in DATASET_STEPS and above.path.endswith("Dataset"):
                for dataset in (DATASET, V1_DATASET):
                    if above.path.startswith(dataset.removesuffix("Dataset")):
                        return Receiver(dataset)
            if name in _FLOWS and above.path.endswith("preprocessing.image.ImageDataGenerator"):
                return Receiver(SEQUENCE)
            if name in _TRAININGS and above.is_a(MODEL) and not above.defines(self._file, name):
                return Receiver(HISTORY)
        if returned := self._returned_by_method(function):
            return self._of_returned(returned)
        elsewhere = self._returned_by_method_elsewhere(function)
        if elsewhere is not Unknown.OPEN:
            return elsewhere
        return Unknown.FOREIGN if above is Unknown.FOREIGN else Unknown.OPEN

    def _instance_of(self, owner: cst.ClassDef) -> Origin:
        """The origin of an instance of a class in the file."""
        known = derived_from(self._file, owner) or _behind(self._file, owner)
        if known is not None:
            return known
        return Own((owner,)) if _is_own(self._file, owner) else Unknown.OPEN


def _owners(file: File, origin: Origin) -> tuple[cst.ClassDef, ...]:
    """The classes of the file that an object is of."""
    if isinstance(origin, Own):
        return origin.owners
    if not isinstance(origin, Receiver):
        return ()
    around = origin.around
    return (around.owner,) if around is not None and around.module is file else origin.derived


def _behind(file: File, owner: cst.ClassDef) -> Receiver | None:
    """The object that a class hands on to by `def __getattr__(self, name): return getattr(self.model, name)`."""
    held = _handed_on_to(file, owner) if _is_own(file, owner) else None
    parts = parts_assigned_to_self(file, owner, held) if held is not None else None
    found = _origins(file).of_parts(parts) if parts else None
    if not isinstance(found, Receiver) or found.shimmed or found.around is not None or not found.is_a(MODEL):
        return None
    return Receiver(found.path, around=OfModule(file, owner))


def _handed_on_to(file: File, owner: cst.ClassDef) -> str | None:
    """The attribute of `self` that answers for all that objects of a class do not have; None if there is none."""
    function = own_method(owner, "__getattr__")
    params = [each.name.value for each in function.params.params] if function is not None else []
    if function is None or function.decorators or len(params) != len(("self", "name")):
        return None
    last = function.body.body[-1]
    line = last.body[0] if isinstance(last, cst.SimpleStatementLine) else last if isinstance(last, cst.Return) else None
    call = line.value if isinstance(line, cst.Return) and len([*nodes(function.body, cst.Return)]) == 1 else None
    if not isinstance(call, cst.Call) or not file.is_builtin(call.func, "getattr") or len(call.args) != len(params):
        return None
    whose, name = (arg.value for arg in call.args)
    is_held = isinstance(whose, cst.Attribute) and name_of(whose.value) == params[0] and name_of(name) == params[1]
    return whose.attr.value if is_held and isinstance(whose, cst.Attribute) else None


def _made_in(file: File, name: str, path: Path = (), depth: int = 4) -> Origin:
    """The class of the object that a class or a function of another module of the project makes, or of a part of it."""
    binding = file.only_global(name)
    if binding is None or not depth:
        return Unknown.OPEN
    further = file.imported_from(binding)
    if further is not None:
        return _made_in(*further, path, depth - 1)
    if isinstance(binding.node, cst.ClassDef):
        return _instance_of_module(file, binding.node) if not path else Unknown.OPEN
    returned = [each for each in returned_by(file, binding.node) if each is not None and name_of(each) != "None"]
    found = {_origins(file).part(each, path) for each in returned}
    return _from_outside(file, found.pop() if len(found) == 1 else Unknown.OPEN)


def _from_outside(module: File, found: Origin) -> Origin:
    """What an object of a module is for the other modules of the project."""
    if isinstance(found, Own):
        return Unknown.FOREIGN
    return found._replace(derived=(), elsewhere=found.classes(module)) if isinstance(found, Receiver) else found


def _instance_of_module(module: File, owner: cst.ClassDef) -> Origin:
    """The origin of an instance of a class of another module: its base class may be in a third one."""
    above, base = module, owner
    for _ in range(_DEPTH):
        known = derived_from(above, base)
        if known is not None:
            return Receiver(known.path, shimmed=known.shimmed, elsewhere=(OfModule(module, owner),))
        further = base_in_project(above, base)
        if further is None:
            break
        above, base = further.module, further.owner
    if (behind := _behind(module, owner)) is not None:
        return behind
    return Unknown.FOREIGN if _is_own(above, base) else Unknown.ELSEWHERE


def modern_path(file: File, reference: Reference) -> str:
    """The path of a name in the target; the name itself if the target has it nowhere else."""
    in_keras = f"tensorflow.{reference.canonical}"
    if reference.qualified == in_keras.replace(".keras.", ".", 1) and file.target.has(in_keras):
        return in_keras
    if reference.qualified.removeprefix("compat.").startswith(_PRIVATE_KERAS) and file.target.has(in_keras):
        return in_keras
    if file.target.has(reference.qualified):
        return reference.qualified
    return respelled(reference.spelling.plain, reference.spelling.root) or reference.qualified


def path_of_today(file: File, reference: Reference) -> str | None:
    """The path in the target of the object behind a name; None for an object of the shims."""
    if not reference.spelling.shimmed:
        return modern_path(file, reference)
    here = place(file.target, reference.qualified.removeprefix("compat.")) if file.target.is_modern else None
    return here.path if here is not None and here.leads is Leads.TODAY else None


def _of_body(file: File, owner: cst.ClassDef, name: str) -> list[Unpacked]:
    """What the body of a class gives to a name, and what is set on the class."""
    return [*(Unpacked(each, ()) for each in assigned_in_class(owner, name)), *set_on_class(file, owner, name)]


def _walrus_value(file: File, binding: Binding) -> cst.BaseExpression | None:
    """The value `v` of `(name := v)`."""
    above = file.parent(binding.node) if binding.node is not None else None
    return above.value if isinstance(above, cst.NamedExpr) and above.target is binding.node else None


def _place(receiver: Receiver) -> tuple[int, str, list[str]]:
    """A key to sort by, so that each run finds the same; of two names of a class the shorter one comes first."""
    classes = (*receiver.derived, *(each.owner for each in receiver.elsewhere))
    return len(receiver.path), receiver.path, [each.name.value for each in classes]


def _join(receivers: Sequence[Receiver], found: Collection[Origin]) -> Origin:
    """The one among several classes that is a base of all: `Model` for a `Sequential` and a `Model`.

    Open where one is of the shims and another is not: they take other arguments.
    """
    if len(receivers) < len(found) or len({each.shimmed for each in receivers}) > 1:
        return Unknown.OPEN
    receivers = sorted(receivers, key=_place)
    for base in receivers:
        if all(each.is_a(base.path) for each in receivers):
            owners = tuple(dict.fromkeys(owner for each in receivers for owner in each.derived))
            others = tuple(dict.fromkeys(owner for each in receivers for owner in each.elsewhere))
            return Receiver(base.path, owners, base.shimmed, others)
    return Unknown.OPEN


def _defines(file: File, derived: cst.ClassDef, name: str) -> bool:
    each: OfModule | None = OfModule(file, derived)
    for _ in range(_DEPTH):
        if each is None:
            return False
        if name in own_members(each.module, each.owner):
            return True
        if len(each.owner.bases) != 1:
            return True
        each = base_in_project(each.module, each.owner)
    return True


def _shows(file: File, derived: cst.ClassDef, name: str) -> bool:
    above = lineage_in_project(OfModule(file, derived))
    return any(name in own_members(each.module, owner) for each in above for owner in lineage(each.module, each.owner))


def _returned(file: File, reference: Reference) -> Origin:
    """The class of the object that a call of a Keras or TensorFlow symbol returns."""
    today = path_of_today(file, reference)
    shimmed = today is None
    path = today or modern_path(file, reference).removeprefix("compat.")
    symbol = api.lookup(path)
    if symbol is not None and symbol.kind == "class":
        return Receiver(path, shimmed=shimmed)
    if reference.canonical in MODEL_MAKERS or reference.canonical.startswith("keras.applications."):
        root = "tensorflow.keras" if reference.spelling.root.startswith("tensorflow") else "keras"
        return Receiver(f"{root}.models.Model", shimmed=reference.spelling.shimmed)
    if reference.canonical in POLICY_GETTERS and not reference.spelling.shimmed:
        return Receiver(MODERN_POLICY)
    if reference.canonical in ("keras.layers.Input", "keras.Input"):
        return Receiver(TENSOR)
    head, _, name = path.rpartition(".")
    owner = api.lookup(head) if name == "from_config" else None
    if owner is not None and owner.kind == "class":
        return Receiver(head, shimmed=shimmed)
    return Receiver(head) if head in (DATASET, V1_DATASET) and name in DATASET_STEPS else Unknown.OPEN


def _imported(path: str) -> Unknown:
    """The origin of what an imported name of another package returns; a capitalised name is taken for a class."""
    if _is_foreign(path):
        return Unknown.FOREIGN
    return Unknown.ELSEWHERE if path.rpartition(".")[2][:1].isupper() else Unknown.OPEN


def _is_foreign(path: str | None) -> bool:
    root = (path or "").split(".", maxsplit=1)[0]
    return root in OTHER_LIBRARIES or root in sys.stdlib_module_names


def is_below(path: str, base: str) -> bool:
    """True if a class is `base` or derived from it, in the last release that has both."""
    path = path.replace("tensorflow.compat.v2.", "tensorflow.")
    if path == base:
        return True
    if below(path, "tensorflow.keras") and below(base, "keras"):
        base = f"tensorflow.{base}"
    symbol, above = api.lookup(path), api.lookup(base)
    if symbol is None or above is None or symbol.distribution != above.distribution:
        return path == base
    both = [release for release in symbol.releases if release in above.releases]
    return bool(both) and api.derives(path, base, both[-1])


def _reference_behind(file: File, node: cst.BaseExpression) -> Reference | None:
    """What a name of Keras or TensorFlow stands for, also through `Layer = tf.keras.layers.Layer`."""
    found = file.reference(node)
    if found is None and isinstance(node, cst.Name):
        bound = file.only_value(node)
        found = file.reference(bound) if isinstance(bound, cst.Attribute | cst.Name) else None
    return found


def _is_abstract(file: File, keyword: cst.Arg) -> bool:
    """True for `metaclass=ABCMeta`, which leaves objects as they are."""
    return file.qualified_name(keyword.value) == "abc.ABCMeta"


def derived_from(file: File, owner: cst.ClassDef, depth: int = _DEPTH) -> Receiver | None:
    """The known class that a class of the file leads to through single base classes; None if there is none."""
    base = owner
    for _ in range(depth):
        if len(base.bases) != 1 or not all(_is_abstract(file, each) for each in base.keywords):
            return None
        value = base.bases[0].value
        reference = _reference_behind(file, value)
        if reference is not None:
            today = path_of_today(file, reference)
            path = today or modern_path(file, reference).removeprefix("compat.")
            symbol = api.lookup(path)
            is_class = symbol is not None and symbol.kind == "class"
            return Receiver(path, (owner,), shimmed=today is None) if is_class else None
        above = class_of(file, value) if isinstance(value, cst.Name) else None
        if above is None or above is base:
            return None
        base = above
    return None


@once_per_file
def _is_own(file: File, owner: cst.ClassDef) -> bool:
    """True if all bases of a class are from Python, other libraries, or classes of the file for which this holds."""
    for base in owner.bases:
        if file.is_builtin(base.value, "object", "dict", "list", "Exception"):
            continue
        if _is_foreign(file.qualified_name(base.value)):
            continue
        above = class_of(file, base.value) if isinstance(base.value, cst.Name) else None
        if above is None or above is owner or not _is_own(file, above):
            return False
    return True


@once_per_file
def own_members(file: File, owner: cst.ClassDef) -> set[str]:
    """The names that a class may define: its methods and classes, and what its body or its methods assign."""
    found: set[str] = set()
    for statement in owner.body.body:
        if isinstance(statement, cst.FunctionDef | cst.ClassDef):
            found.add(statement.name.value)
    for node in nodes(owner, cst.AssignTarget, cst.AnnAssign, cst.With):
        target = getattr(node, "target", None)
        if isinstance(target, cst.Name) and file.scope(target).owner is owner:
            found.add(target.value)
        elif isinstance(target, cst.Attribute) and name_of(target.value) is not None:
            found.add(target.attr.value)
    return found


def derives_from(file: File, owner: cst.ClassDef, *symbols: str) -> bool:
    """True if a base class, at any depth, is one of the symbols; a symbol with a final dot means all below it."""
    return _derives(file, owner, symbols, frozenset())


def _derives(file: File, owner: cst.ClassDef, symbols: Iterable[str], seen: frozenset[cst.ClassDef]) -> bool:
    for base in owner.bases:
        reference = _reference_behind(file, base.value)
        symbol = reference.canonical if reference is not None else ""
        if any(symbol == each or (each.endswith(".") and symbol.startswith(each)) for each in symbols):
            return True
        above = class_of(file, base.value) if isinstance(base.value, cst.Name) else None
        if above is not None and above not in seen and _derives(file, above, symbols, seen | {owner}):
            return True
    return False
