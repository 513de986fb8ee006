"""Copy or report one optimizer object that trains several models: one of Keras 3 knows the variables of one.

## What it does

Follows an optimizer from where it is made to every `compile` that is given it, through the functions and methods of
the file, their loops and comprehensions, and dictionaries of settings and options, and into functions of the project's
other modules. A second model that trains with it is reported, and so is a model that is compiled again with other
trainable layers, or, in files for standalone Keras, after it has trained. In loops of one's own, and in a `train_step`
that steps the parts of its model with `self.optimizer`, it reports the step of a second model, and
`layer.trainable = True` after a step without that layer.

`second.compile(sgd, "mse")` becomes `second.compile(sgd.from_config(sgd.get_config()), "mse")` where the models shared
nothing but the settings of the optimizer: that is an `SGD`, in files for standalone Keras also an `RMSprop`, `Adagrad`
or `Adadelta`, without `decay` or a schedule, and no line or callback of the file sets a rate.

## Why

An optimizer of Keras 3 makes its slots for one list of variables: `ValueError: Unknown variable`. Keras 2 made slots
at each `compile`, and counted the steps of all models together: of one model, momentum and means started anew, which
in Keras 3 go on from where they were.
https://keras.io/api/optimizers/

## Numbers

Same: copies train as Keras 2.2.4 and 2.3.1 did (`tests/codemods/fixtures/shared_optimizers`), and on the shims, models
and optimizer, the losses are those of Keras 2.3.1 on TensorFlow 1.15.5 to 2e-6, for seven optimizers
(`tests/compat/shims/keras/test_shared_optimizers.py`). Natively Keras 3 fails, also with an optimizer of the shims, as
`--exact` writes it.

## What it leaves to you

To make one optimizer for each model, or to build it with all variables before its first step. Their steps then count
apart, which moves the losses with `decay` and with Adam. Or `--to compat`, which changes no number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import libcst as cst

from codemods.analysis.flow.call_sites import method_of, owner_of
from codemods.analysis.flow.data_flow import Flow, reads
from codemods.analysis.flow.sure_calls import run_apart
from codemods.analysis.flow.unpacking import part_of
from codemods.analysis.models.compile_order import TRAINING, calls_on
from codemods.analysis.objects.elements import elements, loop_iterable
from codemods.analysis.objects.evidence import has_models_of_shims
from codemods.analysis.objects.looped_names import loops_of
from codemods.analysis.objects.provenance import calls_anywhere, given_by_calls, place, steps_back
from codemods.analysis.optimizers.applied_variables import other_variables, thawed
from codemods.analysis.optimizers.given_optimizers import (
    OPTIMIZER_KEY,
    Made,
    Model,
    Use,
    given_optimizers,
    home,
    is_of_self,
    model_of,
    object_of,
)
from codemods.analysis.optimizers.handed_optimizers import Handed, handed_optimizers
from codemods.analysis.optimizers.separate_steps import is_apart, sets_rates
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import argument, bind, keyword, literal_key
from codemods.source.file import File, name_of, once_per_file
from codemods.source.scopes import Binding
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, rule

_SYMBOL = "keras.optimizers.Optimizer"
_MODEL = "keras.models.Model"
_SGD = "keras.optimizers.SGD"
_SET_UPS = ("setUp", "setup_method")
_DEPTH = 4
_Holder = tuple[str, str]
"""A variable, and the key of a dictionary that it holds; no key for the variable itself."""


@rule(
    "TFM207",
    example="""
    from keras.models import load_model
    from keras.optimizers import Adam

    optimizer = Adam(1e-4)
    left, right = load_model("left.h5"), load_model("right.h5")
    left.compile(optimizer, "mse")
    right.compile(optimizer, "mse")
    left.fit(x, y)
    right.fit(x, y)
    """,
)
def shared_optimizers(file: File) -> Iterator[Edit | Manual]:
    """Report each second `compile` once, or give it a copy of the optimizer."""
    reported: set[cst.Call] = set()
    for optimizer, uses in _uses(file):
        for second in _seconds(file, optimizer, uses):
            if second.compile not in reported:
                reported.add(second.compile)
                yield _copied(file, second) or Manual(
                    second.compile,
                    _SYMBOL,
                    "one optimizer trains several models; in Keras 3 the second one fails (Unknown variable)",
                    "make one optimizer for each model, or use --to compat",
                    culprit=optimizer.value,
                )
        for second in _again(file, optimizer, uses) if _is_standalone(file) else ():
            if second.compile not in reported:
                reported.add(second.compile)
                yield _copied(file, second) or Manual(
                    second.compile,
                    _SYMBOL,
                    "standalone Keras started momentum and means anew with each compile; in Keras 3 they go on",
                    "make another optimizer for this compile to start anew, or use --to compat",
                    culprit=optimizer.value,
                    severity=Severity.NUMBERS,
                )
    for made, handed in handed_optimizers(file):
        call = _second_handed(file, made, handed)
        if call is not None and call not in reported:
            yield Manual(
                call,
                _SYMBOL,
                "one optimizer trains several models; in Keras 3 the second one fails (Unknown variable)",
                "make one optimizer for each model, or use --to compat",
                culprit=made,
            )
    for second_step, first_step in other_variables(file):
        yield Manual(
            second_step,
            _SYMBOL,
            "one optimizer steps the variables of several models; in Keras 3 the second one fails (Unknown variable)",
            "make one optimizer for each model, or build it with all variables: optimizer.build(a + b)",
            culprit=first_step,
        )
    for thaw, step in thawed(file):
        yield Manual(
            thaw,
            _SYMBOL,
            "an optimizer of Keras 3 that has taken steps without this layer fails at its variables (Unknown variable)",
            "build the optimizer with all variables before it takes a step: optimizer.build(model.weights)",
            culprit=step,
        )


def _copied(file: File, use: Use) -> Edit | None:
    """The `compile` with a copy of the optimizer, where the models shared nothing but its settings."""
    arg = argument(use.compile, OPTIMIZER_KEY)
    made = _only_value(file, arg.value) if arg is not None else None
    if arg is None or made is None or sets_rates(file):
        return None
    if not is_apart(file, made, is_standalone=_is_standalone(file)):
        return None
    name = file.code(arg.value)
    said = f"this compile has a copy of {name}: an optimizer of Keras 3 knows the variables of one model"
    return Edit(use.compile, said, ((arg.value, cst.parse_expression(f"{name}.from_config({name}.get_config())")),))


def _only_value(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """What a variable, or an attribute of `self`, holds always; None if it may hold something else."""
    if isinstance(node, cst.Name):
        return file.only_value(node)
    if not isinstance(node, cst.Attribute) or name_of(node.value) != "self":
        return None
    written = [each for each in file.every(cst.AssignTarget) if name_of(each.target) == name_of(node)]
    assign = file.parent(written[0]) if len(written) == 1 else None
    return assign.value if isinstance(assign, cst.Assign) else None


def _second_handed(file: File, optimizer: cst.Call, handed: list[Handed]) -> cst.Call | None:
    """The first call, here or of a function of another module, that compiles a second model with an optimizer."""
    around = {*file.ancestors(optimizer)}
    for each in handed:
        is_new = each.model is None and not _is_method(file, each.at)
        if each.is_elsewhere and is_new and any(loop not in around for loop in _loops(file, each.at)):
            return each.at
    for first, second in combinations(handed, 2):
        is_together = file.function(first.at) is file.function(second.at) and not run_apart(file, first.at, second.at)
        if is_together and (first.is_elsewhere or second.is_elsewhere) and _are_two(file, first, second):
            return second.at
    return None


def _are_two(file: File, first: Handed, second: Handed) -> bool:
    """True for two models: a function makes one anew, or they are two variables."""
    if first.model is not None and second.model is not None:
        return place(file, first.model) != place(file, second.model)
    makers = [each.at for each in (first, second) if each.model is None]
    given = first.model or second.model
    is_result = given is not None and _is_result(file, given, makers[0])
    return not is_result and not any(_is_method(file, each) for each in makers)


def _is_method(file: File, call: cst.Call) -> bool:
    """True for a method of an object, which may compile one model of its own again."""
    return isinstance(call.func, cst.Attribute) and file.in_project(call.func) is None


def _is_result(file: File, model: cst.BaseExpression, made: cst.Call) -> bool:
    """True for a variable that holds what a call returns."""
    return made in [each.value for each in steps_back(file, model) or ()]


def _uses(file: File) -> Iterator[tuple[Made, list[Use]]]:
    """The optimizers of the file, and where models are compiled with them that may train."""
    for made, given in given_optimizers(file):
        yield made, [use for use in given if _trains(file, use.model) and not _is_another(file, made, use.at)]


def _is_another(file: File, made: Made, use: cst.CSTNode) -> bool:
    """True if the variable always holds something else there: it is bound again, or not yet bound to this."""
    optimizer, function = made.value, home(file, made.value)
    holders = _holders(file, made)
    if not holders or file.function(use) is not function:
        return False
    if file.before(use, optimizer) and not any(isinstance(each, cst.For | cst.While) for each in file.ancestors(use)):
        return True
    return any(
        holder in holders
        and file.before(optimizer, node)
        and file.before(node, use)
        and file.block(file.statement(node)) in (file.module, *file.ancestors(use))
        for holder, node in _bindings(file, function)
    )


def _holders(file: File, made: Made) -> set[_Holder]:
    """What an assignment binds to the optimizer, or to the dictionary that it is in."""
    above, key = file.parent(made.value), ""
    while above is not None and (isinstance(above, cst.DictElement | cst.Dict | cst.Arg) or _is_dict(file, above)):
        above, key = file.parent(above), OPTIMIZER_KEY
    whole = [each.target for each in above.targets] if isinstance(above, cst.Assign) else []
    targets = [part_of(each, (made.part,)) if made.part is not None else each for each in whole]
    found = {holder for each in targets if each is not None and (holder := _holder(each)) is not None}
    return found | {(name, "") for name, _ in found} | {(name, key) for name, own in found if not own}


def _is_dict(file: File, node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Call) and file.is_builtin(node.func, "dict")


def _holder(target: cst.BaseExpression) -> _Holder | None:
    if isinstance(target, cst.Subscript):
        name, key = name_of(target.value), literal_key(target)
        return (name, key) if name is not None and isinstance(key, str) else None
    name = name_of(target)
    return (name, "") if name is not None else None


@once_per_file
def _bindings(file: File, function: cst.FunctionDef | cst.Module) -> list[tuple[_Holder, cst.CSTNode]]:
    """What the lines of a function bind: variables, and keys of dictionaries."""
    found: list[tuple[_Holder, cst.CSTNode]] = [((each.target, ""), each.node) for each in Flow(file, function).writes]
    for each in file.every(cst.AssignTarget):
        if isinstance(each.target, cst.Subscript) and file.function(each) is function:
            found += [(holder, each) for holder in [_holder(each.target)] if holder is not None]
    for call in file.calls:
        if method_of(call) == "update" and file.function(call) is function and keyword(call, OPTIMIZER_KEY) is not None:
            found.append(((owner_of(call) or "", OPTIMIZER_KEY), call))
    return found


def _seconds(file: File, optimizer: Made, uses: list[Use]) -> Iterator[Use]:
    for use in uses:
        if _is_repeated(file, optimizer.value, use):
            yield use
    for first, second in combinations(uses, 2):
        if _run_apart(file, first, second) or _are_tests(file, optimizer, first, second):
            continue
        if not _is_same_model(file, first, second) or _changes_trainable(file, first, second):
            yield second


def _again(file: File, made: Made, uses: list[Use]) -> Iterator[Use]:
    """Where a model that has trained meanwhile is compiled again with an optimizer that keeps more than a rate."""
    optimizer = made.value
    if (
        isinstance(optimizer, cst.Call)
        and file.symbol(optimizer.func) == _SGD
        and keyword(optimizer, "momentum") is None
    ):
        return
    for first, second in combinations(uses, 2):
        if first.at is first.compile and second.at is second.compile and _is_same_model(file, first, second):
            steps = (call for call in calls_on(file, place(file, first.model)) if method_of(call) in TRAINING)
            if any(file.before(first.compile, step) and file.before(step, second.compile) for step in steps):
                yield second


def _is_standalone(file: File) -> bool:
    is_keras = (each.spelling is not None and each.spelling.root == "keras" for each in file.original.imports)
    return written_for(file).keras is KerasLine.STANDALONE and any(is_keras) and not has_models_of_shims(file)


def _run_apart(file: File, first: Use, second: Use) -> bool:
    """True if no run compiles both: the ways to them part in the branches of an `if`."""
    one, other = [*first.way], [*second.way]
    while one and other and one[-1] is other[-1]:
        one.pop()
        other.pop()
    return bool(one and other) and run_apart(file, one[-1], other[-1])


def _are_tests(file: File, made: Made, first: Use, second: Use) -> bool:
    """True if two methods compile with what `setUp` makes anew for each of them."""
    setting_up, one, other = (file.function(each) for each in (made.value, first.way[-1], second.way[-1]))
    owners = {file.enclosing_class(each) for each in (setting_up, one, other)}
    is_set_up = isinstance(setting_up, cst.FunctionDef) and setting_up.name.value in _SET_UPS
    return is_set_up and len(owners) == 1 and one is not other and setting_up not in (one, other)


def _is_repeated(file: File, optimizer: cst.BaseExpression, use: Use) -> bool:
    """True if a loop that does not make the optimizer makes and compiles models."""
    around, model = set(file.ancestors(optimizer)), model_of(file, use)
    level = len(use.way) - len(model.way)
    return any(
        loop not in around and (_is_made_by(file, model) if at > level else _varies(loop, model.value))
        for at, call in enumerate(use.way)
        if at >= level
        for loop in _loops(file, call)
    )


def _loops(file: File, node: cst.CSTNode) -> Iterator[cst.For | cst.While | cst.BaseComp]:
    """The loops that run a node again and again."""
    below = node
    for above in file.ancestors(node):
        once: Sequence[object] = ()
        if isinstance(above, cst.For):
            once = (above.iter, above.orelse)
        elif isinstance(above, cst.While):
            once = (above.orelse,)
        if isinstance(above, cst.For | cst.While) and below not in once:
            yield above
        if isinstance(above, cst.BaseComp) and above.for_in.iter not in (node, *file.ancestors(node)):
            yield above
        below = above


def _varies(loop: cst.For | cst.While | cst.BaseComp, model: cst.BaseExpression) -> bool:
    """True if each round of a loop has another model."""
    taken = {each.value for part in loops_of(loop) for each in nodes(part.target, cst.Name)}
    return isinstance(model, cst.Call) or _binds(loop, model) or any(name in taken for name in reads(model))


def _is_made_by(file: File, model: Model) -> bool:
    """True if each call that leads to a `compile` makes the model, or the object that has it."""
    value, function = model.value, file.function(model.way[0])
    if isinstance(value, cst.Call) or _binds(function, value):
        return True
    owner = file.enclosing_class(function) if is_of_self(model) else None
    if owner is None:
        return False
    methods = [each for each in nodes(owner, cst.FunctionDef) if _binds(each, value)]
    return isinstance(object_of(file, model), tuple) or any(each.name.value != "__init__" for each in methods)


def _binds(root: cst.CSTNode, model: cst.BaseExpression) -> bool:
    name = name_of(model)
    targets = [each.target for each in nodes(root, cst.AssignTarget)]
    return name is not None and any(name_of(target) == name for target in targets)


def _is_same_model(file: File, first: Use, second: Use) -> bool:
    """True if both compile what one variable holds, and nothing binds it again; or a second name that it got."""
    if _is_second_name(file, first, second):
        return True
    one, other = model_of(file, first), model_of(file, second)
    if place(file, one.value) != place(file, other.value) or name_of(one.value) is None:
        return False
    if is_of_self(one) and object_of(file, one) != object_of(file, other):
        return False
    function = file.function(other.way[0])
    if one.way != other.way and file.function(one.way[0]) is function and _binds_locally(file, other.value, function):
        return one.way[1:] == other.way[1:] and not _is_bound_between(file, one, other)
    if one.way[0] is other.way[0]:
        return not _binds(function, other.value)
    return not _is_bound_between(file, one, other)


def _binds_locally(file: File, model: cst.BaseExpression, function: cst.FunctionDef | cst.Module) -> bool:
    """True for a variable of the function: each of its calls has another one."""
    bindings = file.assignments(model) if isinstance(model, cst.Name) else []
    return isinstance(function, cst.FunctionDef) and any(each.scope.owner is function for each in bindings)


def _is_bound_between(file: File, first: Model, second: Model) -> bool:
    name = name_of(second.value)
    return any(
        name_of(target.target) == name
        and file.before(first.way[0], target)
        and file.before(target, second.way[0])
        and not _is_compound(file, target, first.value)
        for target in file.every(cst.AssignTarget)
    )


def _is_second_name(file: File, first: Use, second: Use) -> bool:
    """True for `self.parallel = self.model` between the two, in one function, where nothing else binds either."""
    function, names = file.function(second.compile), (name_of(first.model), name_of(second.model))
    writes = [
        each
        for each in Flow(file, function).writes
        if each.target in names and file.before(first.compile, each.node) and file.before(each.node, second.compile)
    ]
    is_here = file.function(first.compile) is function and None not in names and names[0] != names[1]
    if not is_here or len(writes) != 1 or writes[0].target != names[1] or writes[0].value is None:
        return False
    return name_of(writes[0].value) == names[0] or _is_twin(file, first, writes[0].value)


def _is_twin(file: File, first: Use, value: cst.BaseExpression) -> bool:
    """True for `Model(x, y)` where the first model is `Model(x, y)` of the same tensors: both have the same weights."""
    flow = Flow(file, file.function(first.compile))
    models = [each for each in flow.writes_of(name_of(first.model) or "") if file.before(each.node, first.compile)]
    if not models or not isinstance(value, cst.Call) or file.symbol(value.func) != _MODEL:
        return False
    made = models[-1]
    between = (each for each in flow.writes if file.before(made.node, each.node) and file.before(each.node, value))
    is_alike = made.value is not None and made.value.deep_equals(value) and len(value.args) > 1
    return is_alike and not any(each.target in reads(value) for each in between)


def _is_compound(file: File, target: cst.AssignTarget, model: cst.BaseExpression) -> bool:
    """True for an assignment in another function, to another variable of that name."""
    return place(file, target.target) != place(file, model)


def _changes_trainable(file: File, first: Use, second: Use) -> bool:
    """True if layers are frozen or freed between the two."""
    return any(
        isinstance(target.target, cst.Attribute)
        and target.target.attr.value == "trainable"
        and file.before(first.compile, target)
        and file.before(target, second.compile)
        for target in file.every(cst.AssignTarget)
    )


def _trains(file: File, model: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if the model may train: it is asked to, or leaves the function by its name, or the file as an attribute.

    A variable of a loop, and a parameter, may be any of the models that they are given.
    """
    if any(method_of(call) in TRAINING for call in calls_on(file, place(file, model))):
        return True
    if isinstance(model, cst.Attribute):
        return name_of(model.value) == "self" and not _trains_attributes(file)
    if not isinstance(model, cst.Name):
        return False
    bindings = file.assignments(model)
    uses = [use for binding in bindings for use in binding.uses]
    if any(isinstance(file.parent(use), cst.Return | cst.Arg | cst.Element | cst.Assign) for use in uses):
        return True
    given = [each for binding in bindings for each in _given(file, binding)] if depth else []
    return any(_trains(file, each, depth - 1) for each in given)


def _given(file: File, binding: Binding) -> Iterator[cst.BaseExpression]:
    """What a loop runs over, or the calls of the file pass for a parameter."""
    iterable = loop_iterable(file, binding.node)
    if iterable is not None:
        yield from elements(file, iterable) or ()
    param = binding.node
    function = file.function_of(param) if isinstance(param, cst.Param) else None
    for call in calls_anywhere(file, function) if function is not None else ():
        bound = bind(call, *given_by_calls(file, function)) if function is not None else None
        if bound is not None and binding.name in bound:
            yield bound[binding.name].value


@once_per_file
def _trains_attributes(file: File) -> bool:
    """True if the file trains models that objects hold; else it leaves that to others."""
    owners = (
        call.func.value for call in file.calls if method_of(call) in TRAINING and isinstance(call.func, cst.Attribute)
    )
    return any(isinstance(owner, cst.Attribute) for owner in owners)
