"""What is compiled before a statement, and what trains: Keras 2 looked at `trainable` in `compile`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import libcst as cst

from codemods.analysis.batch_sources import return_values
from codemods.analysis.call_sites import is_compile, method_of
from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.analysis.own_functions import Found, function_called, parameter_of
from codemods.analysis.provenance import place
from codemods.analysis.reaching import last_value, reaching
from codemods.analysis.self_attributes import only_value_of
from codemods.analysis.unpacking import Path, part_of, unpacked
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_AT_ONCE = (
    *(cst.Expr, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Arg, cst.Call, cst.BinaryOperation, cst.UnaryOperation),
    *(cst.Element, cst.List, cst.Tuple, cst.Subscript, cst.Attribute),
)
"""What may stand around a call that is made once, and before the statement ends."""
TRAINING = frozenset({"fit", "fit_generator", "train_on_batch"})


def calls_on(file: File, where: object) -> list[cst.Call]:
    """The method calls on the object whose `place` this is."""
    return [
        call for call in file.calls if isinstance(call.func, cst.Attribute) and place(file, call.func.value) == where
    ]


def is_compiled_before(file: File, node: cst.CSTNode, model: cst.BaseExpression) -> bool:
    """True if the model is compiled before `node`, in its function or by what makes it, and nowhere else."""
    compiled = [call for call in calls_on(file, place(file, model)) if is_compile(file, call)]
    return (bool(compiled) or is_made_compiled(file, model)) and all(runs_before(file, call, node) for call in compiled)


def runs_before(file: File, first: cst.CSTNode, second: cst.CSTNode) -> bool:
    """True for two places of one function in this order, and for `__init__` and another method of its class."""
    here = file.function(first)
    if here is file.function(second):
        return file.before(first, second)
    is_start = isinstance(here, cst.FunctionDef) and here.name.value == "__init__"
    return is_start and file.enclosing_class(here) is file.enclosing_class(second) is not None


def is_made_compiled(file: File, model: cst.BaseExpression) -> bool:
    """True if a function of the project has made the model, and returns it compiled."""
    path: Path = ()
    made = last_value(file, model) or only_value_of(file, model)
    bindings = reaching(file, model) if made is None and isinstance(model, cst.Name) else []
    if len(bindings) == 1:
        made, path = unpacked(file, bindings[0].node) or (None, ())
    found = function_called(file, made) if isinstance(made, cst.Call) else None
    if found is None or found.function.name.value == "__init__":
        return False
    returned = return_values(found.file, found.function)
    models = [part_of(each, path) for each in returned]
    return bool(models) and all(each is not None and _is_compiled_in(found, each) for each in models)


def _is_compiled_in(found: Found, model: cst.BaseExpression) -> bool:
    return any(is_compile(found.file, call) for call in calls_on(found.file, place(found.file, model)))


def trained_by_functions(file: File, model: cst.BaseExpression) -> Iterator[tuple[cst.Call, cst.Call]]:
    """The calls of functions of the file that are given the model by its name and train it, each with what trains."""
    if not isinstance(model, cst.Name):
        return
    bindings = reaching(file, model)
    uses = {use: None for binding in bindings for use in binding.uses if isinstance(use, cst.Name)}
    for use in uses:
        if reaching(file, use) != bindings:
            continue
        arg = file.parent(use)
        call = file.parent(arg) if isinstance(arg, cst.Arg) else None
        found = function_called(file, call) if isinstance(call, cst.Call) else None
        if found is None or found.file is not file or not isinstance(call, cst.Call) or not isinstance(arg, cst.Arg):
            continue
        param = parameter_of(found, call, arg)
        for each in nodes(found.function.body, cst.Call):
            owner = each.func.value if isinstance(each.func, cst.Attribute) else None
            if param is None or not isinstance(owner, cst.Name) or not trains(file, each):
                continue
            binding = file.only_binding(owner)
            if binding is not None and binding.node is param:
                yield call, each


def trains(file: File, call: cst.Call) -> bool:
    """True for a call that trains a Keras model."""
    return (
        isinstance(call.func, cst.Attribute)
        and method_of(call) in TRAINING
        and evidence(file, call.func.value, Kind.MODEL) is not Evidence.FOREIGN
    )


def trains_elsewhere(file: File, node: cst.CSTNode, model: cst.BaseExpression) -> bool:
    """True for `train((generator, critic), x)` if a function of the file trains what it calls `critic`, too."""
    name = (name_of(model) or "").rpartition(".")[2]
    does_train = any(
        file.function(call) is not file.function(node)
        and isinstance(call.func, cst.Attribute)
        and isinstance(call.func.value, cst.Name)
        and call.func.value.value == name
        and trains(file, call)
        for call in file.calls
    )
    uses = [use for each in file.assignments(model) for use in each.uses] if isinstance(model, cst.Name) else []
    return does_train and any(_is_handed_on(file, use) for use in uses)


def _is_handed_on(file: File, use: cst.CSTNode) -> bool:
    """True for an argument of a function of the project, and for a part of a tuple, list or dictionary."""
    above = file.parent(use)
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        return isinstance(call, cst.Call) and file.reference(call.func) is None
    return isinstance(above, cst.Element | cst.DictElement)


def line_that_trains(file: File, call: cst.Call) -> cst.SimpleStatementLine | None:
    """The line that trains once, whatever it does with what comes back."""
    line = file.statement(call)
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1 or file.block(line) is None:
        return None
    above = takewhile(lambda each: each is not line, file.ancestors(call))
    training = [each for each in nodes(line, cst.Call) if method_of(each) in TRAINING]
    return line if all(isinstance(each, _AT_ONCE) for each in above) and training == [call] else None
