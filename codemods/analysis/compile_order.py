"""What is compiled before a statement, and what trains: Keras 2 looked at `trainable` in `compile`."""

from __future__ import annotations

from itertools import takewhile

import libcst as cst

from codemods.analysis.call_sites import is_compile, method_of
from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.analysis.provenance import place
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


def is_compiled_before(file: File, node: cst.CSTNode, where: object) -> bool:
    """True if the model is compiled in the same function, before `node`, and nowhere else."""
    compiled = [call for call in calls_on(file, where) if is_compile(file, call)]
    return bool(compiled) and all(
        file.function(call) is file.function(node) and file.before(call, node) for call in compiled
    )


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
