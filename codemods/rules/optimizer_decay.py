"""Turn an optimizer's `decay` into the equal `InverseTimeDecay` schedule.

## What it does

`SGD(lr=0.1, decay=1e-4)` becomes `SGD(learning_rate=InverseTimeDecay(0.1, decay_steps=1, decay_rate=1e-4))`.
A `decay=0` goes. Where the file sets the learning rate itself, the optimizer comes from the shims instead.

## Why

Keras 3 accepts `decay=`, warns, and trains at a constant rate. Keras 2 computed `lr / (1 + decay * iterations)`.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

## Numbers

Same. Four steps of SGD follow the formula to 1e-6 (`tests/codemods/fixtures/optimizer_decay`). Keras 2 itself strayed
from it: off by one on TensorFlow 2.1, different from run to run for Nadam and Adadelta (`compat/README.md`).

## What it leaves to you

Calls with unpacked or ambiguous positional arguments. For an optimizer on the shims: to fold the decay into what sets
the rate, as a schedule cannot be set from outside.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.analysis.self_attributes import is_self
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File, Reference
from codemods.source.walk import nodes
from codemods.types import Edit, Import, Manual, Stage, rule
from compat.tables.behaviour.optimizers import LEGACY_LEARNING_RATES, LEGACY_PARAMETERS, SAME_POSITIONS

_SETTERS = ("keras.callbacks.LearningRateScheduler", "keras.callbacks.ReduceLROnPlateau")
SHIM = "compat.keras.optimizers"


@rule(
    "TFM110",
    stage=Stage.STRUCTURES,
    example="""
    from keras.optimizers import SGD

    optimizer = SGD(lr=0.1, decay=1e-4)
    """,
)
def optimizer_decay(file: File) -> Iterator[Edit | Manual]:
    """Use a schedule, or the shim if the file sets the rate from outside, which a schedule does not allow."""
    for reference in file.references(*LEGACY_PARAMETERS):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            if call is not None and keyword(call, "decay") is not None:
                yield _shimmed(reference, call)
            continue
        arg = _decay(call, reference.canonical)
        doubt = _doubt(call, reference.canonical, arg)
        if doubt:
            yield Manual(
                call,
                f"{reference.canonical}(decay=)",
                doubt,
                "pass the arguments by keyword: learning_rate=, momentum=, ...",
            )
        elif arg is not None and literal(arg.value) == 0:
            kept = [each for each in call.args if each is not arg]
            yield Edit(arg, "removed decay=0, which did nothing", ((call, with_args(call, kept)),))
        elif arg is not None and _sets_rate(file):
            yield _to_shim(reference, call)
        elif arg is not None:
            yield _to_schedule(file, reference, call, arg)


def _doubt(call: cst.Call, symbol: str, decay: cst.Arg | None) -> str:
    """The reason why a call cannot be read; "" if there is none.

    Other arguments may be unpacked beside `decay`, or positions may mean something else in Keras 3.
    """
    if decay is not None and any(arg.star for arg in call.args):
        return "Keras 3 ignores decay=, and other arguments are unpacked beside it"
    positional = [arg for arg in call.args if arg.keyword is None and not arg.star]
    legacy = LEGACY_PARAMETERS[symbol]
    if decay is not None or len(positional) <= SAME_POSITIONS[symbol]:
        return ""
    last = literal(positional[SAME_POSITIONS[symbol]].value)
    name = legacy[SAME_POSITIONS[symbol]] if len(legacy) > SAME_POSITIONS[symbol] else ""
    return (
        ""
        if isinstance(last, bool) or not name
        else f"argument {len(positional)} was {name}, and means something else in Keras 3"
    )


def _decay(call: cst.Call, symbol: str) -> cst.Arg | None:
    found = keyword(call, "decay")
    if found is not None:
        return found
    index = LEGACY_PARAMETERS[symbol].index("decay") if "decay" in LEGACY_PARAMETERS[symbol] else 99
    positional = [arg for arg in call.args if arg.keyword is None]
    if symbol == "keras.optimizers.SGD" and len(positional) > index:
        value = literal(positional[index].value)
        return positional[index] if isinstance(value, float) else None
    return None


def _sets_rate(file: File) -> bool:
    """True if the file sets learning rates itself, by a callback or through the optimizer."""
    if file.references(*_SETTERS):
        return True
    if any(_is_rate(file, target.target) for target in file.every(cst.AssignTarget)):
        return True
    setters = [
        call
        for call in file.calls
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in ("set_value", "assign")
    ]
    return any(_is_rate(file, node) for call in setters for node in nodes(call, cst.Attribute))


def _is_rate(file: File, node: cst.BaseExpression) -> bool:
    """True for the rate of an object that is, or may be, a Keras optimizer."""
    if not isinstance(node, cst.Attribute) or node.attr.value not in ("lr", "learning_rate"):
        return False
    own = isinstance(node.value, cst.Name) and is_self(file, node.value)
    return not own and evidence(file, node.value, Kind.OPTIMIZER) is not Evidence.FOREIGN


def _to_schedule(file: File, reference: Reference, call: cst.Call, decay: cst.Arg) -> Edit:
    rate = (
        keyword(call, "lr") or keyword(call, "learning_rate") or next((a for a in call.args if a.keyword is None), None)
    )
    code = file.code(rate.value) if rate is not None else LEGACY_LEARNING_RATES[reference.canonical]
    name, imports = _schedule_name(file, reference)
    schedule = cst.parse_expression(f"{name}({code}, decay_steps=1, decay_rate={file.code(decay.value)})")
    args: list[cst.Arg] = []
    if rate is None:
        args.append(named(cst.Arg(schedule), "learning_rate"))
    legacy = LEGACY_PARAMETERS[reference.canonical]
    for index, arg in enumerate(call.args):
        if arg is decay:
            continue
        if arg is rate:
            args.append(named(arg.with_changes(value=schedule), "learning_rate"))
        elif arg.keyword is None:
            args.append(named(arg, legacy[index]))
        else:
            args.append(arg)
    said = "Keras 3 ignores decay=; it is now the equivalent InverseTimeDecay schedule"
    return Edit(call, said, ((call, with_args(call, args)),), imports)


def _schedule_name(file: File, reference: Reference) -> tuple[str, tuple[Import, ...]]:
    node = reference.node
    if isinstance(node, cst.Attribute):
        return f"{file.code(node.value)}.schedules.InverseTimeDecay", ()
    root = "keras" if reference.spelling.root == "keras" else "tensorflow.keras"
    return "InverseTimeDecay", (Import(f"{root}.optimizers.schedules", "InverseTimeDecay"),)


def _to_shim(reference: Reference, call: cst.Call) -> Edit:
    short = reference.canonical.rpartition(".")[2]
    name = f"Legacy{short}"
    need = Import(SHIM, short, name)
    return Edit(call, f"{short}(decay=) is now {SHIM}.{short}", ((call.func, cst.Name(name)),), (need,))


def _shimmed(reference: Reference, call: cst.Call) -> Manual:
    short = reference.canonical.rpartition(".")[2]
    reason = f"{short}(decay=) runs on the shim: the file also sets the learning rate, which a schedule does not allow"
    return Manual(call, f"{reference.canonical}(decay=)", reason, "apply the decay where the file sets the rate")
