"""Functional models whose name may be bound to another model: nothing has kept the one before."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File
from codemods.source.scopes import Binding
from codemods.source.walk import nodes

_MODEL = "keras.models.Model"
_STRATEGIES = ("keras.utils.multi_gpu_model", "tensorflow.distribute.MirroredStrategy")
_READING = frozenset(
    (
        *("count_params", "get_layer", "get_weights", "input", "layers"),
        *("load_weights", "name", "output", "set_weights", "summary"),
    )
)
"""What a model can be asked without being bound to what it is then."""


def meets_a_strategy(file: File) -> bool:
    """True if models of the file may run under a strategy, which has the model that they were before."""
    return any(file.references(each) for each in _STRATEGIES)


def is_statement(file: File, call: cst.Call) -> bool:
    """True for a line of its own in a module or function, perhaps behind an `if`."""
    statement = file.parent(call)
    line = file.parent(statement) if isinstance(statement, cst.Expr) else None
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        return False
    for above in file.ancestors(line):
        if isinstance(above, cst.FunctionDef | cst.Module):
            return True
        if not isinstance(above, cst.If | cst.Else | cst.IndentedBlock):
            return False
    return False


def may_be_bound_anew(file: File, call: cst.Call, model: cst.Name) -> bool:
    """True if the name is bound in the same scope, to functional models, and was only read from since."""
    bindings = file.scope(call).bindings.get(model.value, [])
    earlier = [each for each in bindings if each.node is None or not file.before(call, each.node)]
    if not earlier or not all(each.node is not None and _is_functional(file, each) for each in earlier):
        return False
    uses = {id(use): use for each in bindings for use in each.uses if file.before(use, call)}
    return all(_only_reads(file, use) for use in uses.values())


def _is_functional(file: File, binding: Binding) -> bool:
    made = file.assigned_value(binding)
    return isinstance(made, cst.Call) and file.symbol(made.func) == _MODEL and len(made.args) > 1


def _only_reads(file: File, use: cst.Name) -> bool:
    above = file.parent(use)
    if isinstance(above, cst.Attribute) and above.value is use:
        return above.attr.value in _READING or above.attr.value == "add_loss"
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(above, cst.Arg) or not isinstance(call, cst.Call):
        return False
    return file.symbol(call.func) == "keras.utils.plot_model" or _is_passed_to_a_reader(file, call, above)


def _is_passed_to_a_reader(file: File, call: cst.Call, arg: cst.Arg) -> bool:
    """True for an argument of a function of the file that only reads from it."""
    function = call.func
    bindings = file.scope(function)[function.value] if isinstance(function, cst.Name) else []
    made = bindings[0].node if len(bindings) == 1 else None
    place = call.args.index(arg)
    if not isinstance(made, cst.FunctionDef) or arg.keyword is not None or any(each.star for each in call.args):
        return False
    if place >= len(made.params.params):
        return False
    parameter = made.params.params[place].name.value
    uses = [each for each in nodes(made.body, cst.Name) if each.value == parameter]
    return all(isinstance(file.parent(use), cst.Attribute) and _only_reads(file, use) for use in uses)
