"""Read and set an optimizer's rate as `learning_rate`.

## What it does

`model.optimizer.lr` becomes `model.optimizer.learning_rate`, and so does `.lr` of whatever else is, or
is used as, a Keras optimizer. `hasattr(optimizer, "lr")` asks for `learning_rate` then, and so do `getattr` and
`setattr`. `optimizer.lr(optimizer.iterations)`, the rate of a schedule, is `optimizer.learning_rate`. A note tells of
`model.optimizer.lr = 0.001` in a file of standalone Keras, where training may have begun; it stands at the first such
line of a file.

## Why

Keras 3 has no `lr`: reading it raises AttributeError, and setting it makes a new attribute that changes nothing. The
graph that Keras 2.2 trained with kept the variable that the optimizer had at the first batch, whatever was assigned
later; Keras 3 sets its value.
https://github.com/keras-team/keras/issues/18467

## Numbers

They can differ where the rate is assigned during training: it stayed 0.1 in Keras 2.2.4, and is 0.01 in Keras 3
(`tests/compat/tables/test_set_rates.py`). What is read, and what `K.set_value` sets, is the same under its modern name.

## What it leaves to you

`.lr` of other objects: whether they are optimizers does not show. What is asked of a schedule,
`optimizer.learning_rate.decay_steps`, is reported: in Keras 3 the attribute is the rate of the present step.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.reaching import last_value
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.types import Edit, Manual, rule

_RATES = ("learning_rate", "lr")
_VARIABLE = """
T aggregation assign assign_add assign_sub astype constraint device dtype eval experimental_ref get_shape graph handle
initial_value initialized_value initializer item load name ndim numpy op path read_value ref round set_shape shape size
sum synchronization tolist trainable value
"""
_OF_VARIABLES = frozenset(_VARIABLE.split())
"""What variables, tensors and numbers have."""
_TRAINING = ("fit", "fit_generator", "train_on_batch")
_BY_NAME = ("getattr", "hasattr", "setattr")


@rule(
    "TFM111",
    example="""
    from keras import backend as K
    from keras.models import load_model

    model = load_model("model.h5")
    K.set_value(model.optimizer.lr, 1e-4)
    """,
)
def optimizer_rate(file: File) -> Iterator[Edit | Manual]:
    """Rename the attribute on objects that are, or are used as, Keras optimizers."""
    for attribute in file.every(cst.Attribute):
        call = file.parent(attribute)
        if attribute.attr.value in _RATES and isinstance(call, cst.Call) and call.func is attribute:
            if _is_optimizer(file, attribute.value):
                yield _called(file, call, attribute)
        elif attribute.attr.value == "lr" and _is_optimizer(file, attribute.value):
            new = attribute.with_changes(attr=cst.Name("learning_rate"))
            code = file.code(attribute)
            yield Edit(attribute, f"{code} is now {code[: -len('lr')]}learning_rate", ((attribute, new),))
    yield from _assigned(file)
    yield from _of_schedules(file)
    for call in file.calls:
        name = call.args[1].value if file.is_builtin(call.func, *_BY_NAME) and call.args[1:] else None
        if (
            isinstance(name, cst.SimpleString)
            and name.evaluated_value == "lr"
            and _is_optimizer(file, call.args[0].value)
        ):
            new_name = name.with_changes(value=f"{name.prefix}{name.quote}learning_rate{name.quote}")
            yield Edit(call, f"{file.code(call.func)}() asks for learning_rate", ((name, new_name),))


def _assigned(file: File) -> Iterator[Manual]:
    """Note rates that are assigned where training may have begun, in a file that assigned `lr` on standalone Keras."""
    is_standalone = any(below(each.qualified, "keras") for each in file.original.imports)
    if not is_standalone or written_for(file).keras not in (None, KerasLine.STANDALONE):
        return
    if not any(each.attr.value == "lr" and _is_set(file.original, each) for each in file.original.attributes):
        return
    for attribute in file.attributes:
        if attribute.attr.value == _RATES[0] and _is_set(file, attribute) and _is_optimizer(file, attribute.value):
            if _may_follow_training(file, attribute):
                code = file.code(attribute)
                said = (
                    f"Keras 2.2 trained on with the rate of the first batch, whatever {code} was set to; Keras 3 obeys"
                )
                yield Manual(attribute, code, said, "leave such lines out to train as before", is_note=True)
                return


def _is_set(file: File, attribute: cst.Attribute) -> bool:
    above = file.parent(attribute)
    return isinstance(above, cst.AssignTarget) or (isinstance(above, cst.AugAssign) and above.target is attribute)


def _may_follow_training(file: File, node: cst.CSTNode) -> bool:
    """True in a loop, in a function, and behind a call that trains."""
    if any(isinstance(each, cst.For | cst.While | cst.FunctionDef) for each in file.ancestors(node)):
        return True
    return any(file.before(call, node) for call in file.calls if method_of(call) in _TRAINING)


def _of_schedules(file: File) -> Iterator[Manual]:
    """What only a schedule has: an attribute that no variable has, or a call of a name that holds the rate."""
    for attribute in file.attributes:
        name = attribute.attr.value
        if name.startswith("_") or name in _OF_VARIABLES:
            continue
        if (rate := _rate(file, attribute.value)) is not None:
            yield _no_schedule(file, attribute, rate)
    for call in file.calls:
        if isinstance(call.func, cst.Name) and (rate := _rate(file, call.func)) is not None:
            yield _no_schedule(file, call, rate)


def _rate(file: File, node: cst.BaseExpression) -> cst.Attribute | None:
    """The `optimizer.learning_rate` that an expression is, or that a name holds."""
    value = last_value(file, node) or node
    is_rate = isinstance(value, cst.Attribute) and value.attr.value in _RATES
    return value if isinstance(value, cst.Attribute) and is_rate and _is_optimizer(file, value.value) else None


def _no_schedule(file: File, node: cst.CSTNode, rate: cst.Attribute) -> Manual:
    owner = file.code(rate.value)
    return Manual(
        node,
        f"keras.optimizers.Optimizer.{rate.attr.value}",
        f"{owner}.learning_rate is a number in Keras 3, and no schedule",
        "keep the schedule that the optimizer is made with, and ask that one",
    )


def _called(file: File, call: cst.Call, attribute: cst.Attribute) -> Edit | Manual:
    """`optimizer.lr(optimizer.iterations)`: in Keras 3 the rate of a schedule is that of the present step."""
    new = attribute.with_changes(attr=cst.Name("learning_rate"))
    owner = file.code(attribute.value)
    if len(call.args) == 1 and file.code(call.args[0].value) == f"{owner}.iterations":
        return Edit(call, f"{owner}.learning_rate is the rate of the present step", ((call, new),))
    return Manual(
        call,
        f"keras.optimizers.Optimizer.{attribute.attr.value}",
        f"{owner}.learning_rate is a number in Keras 3, and no schedule that can be called",
        "call the schedule that the optimizer was made with",
    )


def _is_optimizer(file: File, node: cst.BaseExpression) -> bool:
    origin = origin_of(file, node)
    shimmed = isinstance(origin, Receiver) and origin.shimmed
    return not shimmed and evidence(file, node, Kind.OPTIMIZER).is_enough
