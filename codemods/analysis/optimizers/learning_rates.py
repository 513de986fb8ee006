"""Whether a project sets or reads the learning rate of its optimizers, and whether a rate may be a schedule."""

from __future__ import annotations

import re
from collections.abc import Callable

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.layers.custom_objects import project_modules
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, ImportedName, name_of, once_per_file
from codemods.source.walk import nodes

_SETTERS = ("keras.callbacks.LearningRateScheduler", "keras.callbacks.ReduceLROnPlateau")
_RATES = ("lr", "learning_rate")
_OF_SETTERS = re.compile("LR(?![a-z])|LearningRate|Schedul|WarmUp|Warmup|Anneal|Snapshot")
_CALLED = frozenset({"optimizer", "opt"})
_DECAYS = ("decay", "initial_decay")
_DECAYING = ("_decay", "Decay", "Schedule")
"""What the names of schedules hold: `exponential_decay`, `CosineDecay`, `WarmUpSchedule`."""


@once_per_file
def rate_in_use(file: File) -> str:
    """What keeps a schedule from taking the place of the rate of the file's optimizers; "" if nothing does.

    They may be made in one module and trained in another: those that import the file count, and what each imports.
    """
    if (where := _where(file, _sets_rate)) is not None:
        return f"{where} also sets the learning rate, which a schedule does not allow"
    if (where := _where(file, _reads_rate)) is not None:
        return f"{where} also reads the optimizer's rate, which a schedule lowers"
    return ""


def _where(file: File, asked: Callable[[File], bool]) -> str | None:
    if asked(file):
        return "the file"
    return "another module" if any(asked(each) for each in _modules_around(file.original)) else None


@once_per_file
def _modules_around(file: File) -> list[File]:
    """The modules that a file imports, those that import it, and what those import."""
    importers = [*file.project.importers("")]
    found = [*project_modules(file), *importers, *(each for above in importers for each in above.imported_modules)]
    return [each for each in dict.fromkeys(found) if each.project.home != file.project.home]


@once_per_file
def _sets_rate(file: File) -> bool:
    """True if the file sets learning rates itself, by a callback or through the optimizer."""
    if file.references(*_SETTERS) or any(_is_setter(imported) for imported in file.imports):
        return True
    if any(_is_rate(file, target.target) for target in file.every(cst.AssignTarget)):
        return True
    if any(_is_rate(file, change.target) for change in file.every(cst.AugAssign)):
        return True
    setters = [
        call
        for call in file.calls
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in ("set_value", "assign")
    ]
    return any(_is_rate(file, node) for call in setters for node in nodes(call, cst.Attribute))


def _is_setter(imported: ImportedName) -> bool:
    """True for a class of another module whose name says that it sets rates, such as `CyclicLR`."""
    return imported.spelling is None and _OF_SETTERS.search(imported.local) is not None


def _is_rate(file: File, node: cst.BaseExpression) -> bool:
    """True for the rate of an object that is, or may be, a Keras optimizer."""
    if not isinstance(node, cst.Attribute) or node.attr.value not in _RATES:
        return False
    if isinstance(node.value, cst.Name) and is_self(file, node.value):
        return False
    if not file.imports_family():
        return _is_called_optimizer(node.value)
    return evidence(file, node.value, Kind.OPTIMIZER) is not Evidence.FOREIGN


def _is_called_optimizer(node: cst.BaseExpression) -> bool:
    """True for `optimizer`, `model.optimizer` and `opt`: in a module that imports no Keras the name is all there is."""
    return (name_of(node) or "").rpartition(".")[2] in _CALLED


@once_per_file
def _reads_rate(file: File) -> bool:
    """True if the file reads the rate, the decay or the configuration of an optimizer.

    With `decay=`, what it read was the rate before the decay.
    """
    for node in file.attributes:
        if node.attr.value in (*_RATES, *_DECAYS, "get_config"):
            is_named = not file.imports_family() and _is_called_optimizer(node.value)
            if is_named or evidence(file, node.value, Kind.OPTIMIZER).is_enough:
                return True
    for call in file.calls:
        if file.is_builtin(call.func, "getattr") and len(call.args) > 1:
            if literal(call.args[1].value) in _RATES:
                return True
    return False


def may_be_schedule(file: File, node: cst.BaseExpression) -> bool:
    """True for a rate that is made as a schedule, or that may be one in a file that makes some."""
    if isinstance(literal(node), int | float):
        return False
    if isinstance(node, cst.Call) and _makes_schedule(file, node.func):
        return True
    if isinstance(node, cst.Name):
        values = file.definitions(node)
        if values is not None:
            return any(each is not node and may_be_schedule(file, each) for each in values)
    if isinstance(node, cst.Lambda):
        return True
    if isinstance(node, cst.BinaryOperation | cst.UnaryOperation):
        return False  # a schedule takes no part in arithmetic
    made_of_number = isinstance(node, cst.Call) and file.is_builtin(node.func, "float", "max", "min")
    return not made_of_number and _has_schedules(file.original)


def _makes_schedule(file: File, function: cst.BaseExpression) -> bool:
    path = file.symbol(function) or file.qualified_name(function) or file.code(function)
    return any(part in path.rpartition(".")[2] for part in _DECAYING) or ".schedules." in path


@once_per_file
def _has_schedules(file: File) -> bool:
    """True if the file uses a schedule that is not the decay of an optimizer by another name."""
    for reference in file.all_references():
        path = reference.canonical
        if reference.certain and (".schedules." in path or path.endswith("LearningRateSchedule")):
            if not _is_decay(file.call_of(reference), path):
                return True
    return False


def _is_decay(call: cst.Call | None, path: str) -> bool:
    """True for `InverseTimeDecay(0.1, decay_steps=1, ...)`, which is what `decay=` becomes."""
    steps = keyword(call, "decay_steps") if call is not None and path.endswith(".InverseTimeDecay") else None
    return steps is not None and literal(steps.value) == 1
