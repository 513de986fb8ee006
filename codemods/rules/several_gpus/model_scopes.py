"""Report models that are compiled or trained in another scope than that in which they are made.

## What it does

Follows a model through functions, attributes and parameters of the file to the lines that make it. It is reported
where these lines and `compile` stand in different strategy scopes, or where a model that the file does not make is
compiled or trained in a scope.

## Why

Keras 3 makes the variables of an optimizer where `compile` is called, and a model's where it is built: `RuntimeError:
Mixing different tf.distribute.Strategy objects`. Keras 2 made those of the optimizer in `fit`, in the model's scope.
https://www.tensorflow.org/tutorials/distribute/keras

## Numbers

No numbers involved.

## What it leaves to you

To compile in the scope in which the model is made: `with model.distribute_strategy.scope():` is always that one. What
stands in one function is moved by TFM205.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import is_compile, method_of
from codemods.analysis.flow.data_flow import Flow
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.strategy_scopes import strategy_scope
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.provenance import Step, leaves, place, scopes_at, steps_back
from codemods.analysis.replicas.strategies import REPLICATED
from codemods.rules.several_gpus.strategy_scope.training import TRAINING, needs_scope, trained_models
from codemods.source.file import File, name_of
from codemods.types import Manual, rule

_SYMBOL = "tensorflow.distribute.Strategy.scope"
_SAID = "Keras 3 fails here (Mixing different tf.distribute.Strategy objects)"
_ADVICE = "compile in `with model.distribute_strategy.scope():`, and call fit outside of scopes"
_OWN = "distribute_strategy"
_DEFAULT = ("tensorflow.distribute.get_strategy", "tensorflow.distribute.OneDeviceStrategy")
_NOWHERE = "no scope"


@rule(
    "TFM208",
    example="""
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy()


    def train(model, x, y):
        model.compile("adam", "mse")
        model.fit(x, y)


    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    train(model, x, y)
    """,
)
def model_scopes(file: File) -> Iterator[Manual]:
    """Report the calls of `compile` and `fit`; those that TFM205 moves or reports are left to it."""
    if not file.references(*REPLICATED):
        return
    known = {call for trained in trained_models(file) for call in (*trained.compiles, *trained.trainings)}
    for call in file.calls:
        compiles = is_compile(file, call)
        if call in known or not (compiles or method_of(call) in TRAINING) or not isinstance(call.func, cst.Attribute):
            continue
        model = call.func.value
        here = _scopes(file, call)
        if _OWN in here or (not compiles and here == {_NOWHERE}):
            continue
        if evidence(file, model, Kind.MODEL) is Evidence.FOREIGN:
            continue
        doubt = _doubt(file, call, model, here)
        if doubt and (not compiles or needs_scope(Flow(file, file.function(call)), call)):
            yield Manual(call, _SYMBOL, f"{_SAID}: {doubt}", _ADVICE)


def _doubt(file: File, call: cst.Call, model: cst.BaseExpression, here: set[object]) -> str | None:
    """Why the scope of a call may not be that of the model."""
    name, does = file.code(model), method_of(call)
    made = _made_in(file, model)
    if made is None:
        return f"nothing shows that {name} is made in this scope" if here != {_NOWHERE} else None
    apart = not made & here or (here == {_NOWHERE} and not _is_conditional(file, call))
    return f"{name} is not made in the scope of {does}" if made and made != here and apart else None


def _is_conditional(file: File, node: cst.CSTNode) -> bool:
    """True in a branch, which may be taken for models of one scope only."""
    return any(isinstance(above, cst.If) for above in file.ancestors(node))


def _made_in(file: File, model: cst.BaseExpression) -> set[object] | None:
    """The scopes in which the lines stand that make a model; None if one of these lines is not in the file."""
    found: set[object] = set()
    pending: list[tuple[Step, cst.Call | None]] = [(Step(model), None)]
    seen: set[object] = set()
    while pending:
        step, caller = pending.pop()
        where = (place(file, step.value), step.part, caller)
        if where in seen or name_of(step.value) == "None":
            continue
        seen.add(where)
        steps = _last_value(file, step) or steps_back(file, step.value, step.part)
        if steps is None:
            return None
        if not steps:
            around = strategy_scope(file, step.value)
            found |= {_strategy(file, around)} if around is not None else _scopes(file, caller or step.value)
        inner = step.value if isinstance(step.value, cst.Call) and strategy_scope(file, step.value) else caller
        inner = inner or (step.value if isinstance(step.value, cst.Call) else None)
        pending += [(each, inner) for each in steps]
    return found


def _last_value(file: File, step: Step) -> list[Step] | None:
    """The value that a name has where it is used, although other lines assign it too."""
    if not isinstance(step.value, cst.Name) or len(file.assignments(step.value)) == 1:
        return None
    values = [file.assigned_value(each) for each in reaching(file, step.value)]
    return [Step(values[0], part=step.part)] if len(values) == 1 and values[0] is not None else None


def _scopes(file: File, node: cst.CSTNode) -> set[object]:
    """The strategies in whose scopes `node` is evaluated."""
    return {_strategy(file, scope) for scope in scopes_at(file, node)}


def _strategy(file: File, scope: cst.Call | None) -> object:
    if scope is None or not isinstance(scope.func, cst.Attribute):
        return _NOWHERE
    owner = scope.func.value
    if isinstance(owner, cst.Attribute) and owner.attr.value in (_OWN, f"_{_OWN}"):
        return _OWN
    made = [each for each in leaves(file, owner) or () if name_of(each) != "None"]
    if made and all(isinstance(each, cst.Call) and file.symbol(each.func) in _DEFAULT for each in made):
        return _NOWHERE
    return frozenset(id(each) for each in made) or place(file, owner)
