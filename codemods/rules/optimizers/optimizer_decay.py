"""Turn an optimizer's `decay` into the equal `InverseTimeDecay` schedule.

## What it does

`SGD(lr=0.1, decay=1e-4)` becomes `SGD(learning_rate=InverseTimeDecay(0.1, decay_steps=1, decay_rate=1e-4))`. A
`decay=0` goes. Positions that moved get names, `RMSprop(0.1, 0.9, None, 0.5)` of Keras 2.2 as well. The optimizer
comes from the shims instead where the file, or a module that is used together with it, sets the learning rate, reads
it (`K.get_value(opt.lr)` was the rate before the decay) or computes with `opt.decay`, and where the rate is a schedule
that the decay lowered further.

## Why

Keras 3 accepts `decay=`, warns, and trains at a constant rate. Keras 2 computed `lr / (1 + decay * iterations)`.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

## Numbers

Same. Four steps of SGD follow the formula to 1e-6 (`tests/codemods/fixtures/optimizer_decay`). Keras 2 itself strayed
from it: off by one on TensorFlow 2.1, different from run to run for Nadam and Adadelta (`compat/README.md`).

## What it leaves to you

Calls with unpacked arguments beside `decay=`, unless the shim takes them, and positions that meant different things in
the releases that the file can be written for. The shims are those of Keras 2.3: optimizers of `tf.keras` that computed
something else are left to you where a schedule is not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.optimizers.learning_rates import may_be_schedule, rate_in_use
from codemods.analysis.releases.legacy_places import Place, from_the_first_moved, name_then, places
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, Manual, Stage, rule
from compat.tables.behaviour.optimizers import LEGACY_LEARNING_RATES, LEGACY_PARAMETERS

_SAME_IN_TF_KERAS = frozenset({"SGD", "RMSprop", "Adam"})
"""Optimizers with the same defaults and formula in Keras 2.3 and in tf.keras, but for `clipnorm`."""
SHIM = "compat.keras.optimizers"
_SCHEDULE = "a decay is learning_rate=InverseTimeDecay(rate, decay_steps=1, decay_rate=decay)"


_LEGACY = ".legacy"


@rule(
    "TFM110",
    stage=Stage.STRUCTURES,
    example="""
    from keras.optimizers import SGD

    optimizer = SGD(lr=0.1, decay=1e-4)
    """,
)
def optimizer_decay(file: File) -> Iterator[Edit | Manual]:
    """Use a schedule, or the shim if the rate is set or read, or is a schedule already."""
    for reference in file.references(*LEGACY_PARAMETERS):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            if call is not None and keyword(call, "decay") is not None:
                yield _shimmed(reference, call)
            continue
        arg = _decay(call, reference.canonical)
        moved = _moved(file, reference, call) if arg is None else []
        if moved:
            yield _by_keyword(reference, call, moved)
        elif arg is not None and any(each.star for each in call.args):
            yield _beside_unpacked(file, reference, call, arg)
        elif arg is not None and literal(arg.value) == 0:
            kept = [each for each in call.args if each is not arg]
            yield Edit(arg, "removed decay=0, which did nothing", ((call, with_args(call, kept)),), still_runs=True)
        elif arg is not None:
            rate = _rate(call)
            reason = rate_in_use(file)
            if rate is not None and may_be_schedule(file, rate.value):
                reason = "the learning rate is a schedule, and both lowered it"
            yield _to_shim(reference, call, reason) if reason else to_schedule(file, reference, call, arg)


def _moved(file: File, reference: Reference, call: cst.Call) -> list[Place]:
    """The positional arguments from the first one whose place means something else in Keras 3."""
    return from_the_first_moved(places(file, Called(call, reference.canonical, reference.canonical, ())))


def by_keyword(short: str, call: cst.Call, moved: list[Place], given: Callable[[str], cst.Arg | None]) -> Edit | None:
    """Name the arguments whose places moved; None if the releases do not agree on the names, or one is given, too."""
    names = {place.arg: name for place in moved if (name := name_then(place)) is not None}
    if len(names) < len(moved) or any(given(name) is not None for name in names.values()):
        return None
    args = [named(arg, names[arg]) if arg in names else arg for arg in call.args]
    said = f"{short}: positions that changed are keywords now: {', '.join(names.values())}"
    return Edit(call, said, ((call, with_args(call, args)),))


def _by_keyword(reference: Reference, call: cst.Call, moved: list[Place]) -> Edit | Manual:
    short, first = reference.canonical.rpartition(".")[2], moved[0]
    written = by_keyword(short, call, moved, partial(keyword, call))
    if written is not None:
        return written
    said = f"argument {call.args.index(first.arg) + 1} of {short} was {first.names} in Keras 2"
    advice = "pass it by keyword" + (f"; {_SCHEDULE}" if any("decay" in place.legacy for place in moved) else "")
    return Manual(call, f"{reference.canonical}({first.names})", f"{said}, and is {first.today} today", advice)


def _beside_unpacked(file: File, reference: Reference, call: cst.Call, decay: cst.Arg) -> Edit | Manual:
    """The shim takes what a dictionary holds as Keras 2.3 did; a schedule needs the rate, which may be in there."""
    reason, is_standalone = rate_in_use(file), reference.spelling.root == "keras"
    if reason and is_standalone and not any(each.star == "*" for each in call.args):
        return _to_shim(reference, call, reason)
    said = "Keras 3 ignores decay=, and other arguments are unpacked beside it"
    advice = "apply the decay where the rate is set or read" if reason else _SCHEDULE
    return Manual(decay, f"{reference.canonical}(decay=)", said, advice)


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


def _rate(call: cst.Call) -> cst.Arg | None:
    return keyword(call, "lr") or keyword(call, "learning_rate") or next((a for a in call.args if not a.keyword), None)


def to_schedule(file: File, reference: Reference, call: cst.Call, decay: cst.Arg) -> Edit:
    """Give the optimizer the schedule that its rate and its decay made."""
    rate = _rate(call)
    code = file.code(rate.value) if rate is not None else LEGACY_LEARNING_RATES[reference.canonical]
    name, imports = schedule_name(file, reference)
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


def schedule_name(file: File, reference: Reference) -> tuple[str, tuple[Import, ...]]:
    """`InverseTimeDecay` as code beside an optimizer that is spelled so, and the imports it needs."""
    node, is_legacy = reference.node, f"{_LEGACY}." in reference.qualified
    module = file.code(node.value) if isinstance(node, cst.Attribute) else ""
    if module and (module.endswith(_LEGACY) or not is_legacy):
        return f"{module.removesuffix(_LEGACY)}.schedules.InverseTimeDecay", ()
    root = "keras" if reference.spelling.root == "keras" else "tensorflow.keras"
    return "InverseTimeDecay", (Import(f"{root}.optimizers.schedules", "InverseTimeDecay"),)


def _to_shim(reference: Reference, call: cst.Call, reason: str) -> Edit | Manual:
    short = reference.canonical.rpartition(".")[2]
    if not is_shim_equal(reference, call):
        symbol, said = f"{reference.canonical}(decay=)", f"Keras 3 ignores decay=, and {reason}"
        return Manual(call, symbol, said, "apply the decay where the rate is set or read")
    name = f"Legacy{short}"
    need = Import(SHIM, short, name)
    said = f"{short}(decay=) is now {SHIM}.{short}: {reason}"
    rate = keyword(call, "lr")
    renamed = ((rate, named(rate, "learning_rate")),) if rate is not None else ()
    return Edit(call, said, ((call.func, cst.Name(name)), *renamed), (need,))


def is_shim_equal(reference: Reference, call: cst.Call) -> bool:
    """True if the shim, which is that of Keras 2.3, computes what the optimizer of `tf.keras` did."""
    if reference.spelling.root == "keras":
        return True
    short = reference.canonical.rpartition(".")[2]
    return short in _SAME_IN_TF_KERAS and keyword(call, "clipnorm") is None


def _shimmed(reference: Reference, call: cst.Call) -> Manual:
    short = reference.canonical.rpartition(".")[2]
    reason = f"{short}(decay=) runs on the shim, which keeps the rate and its decay apart"
    return Manual(
        call, f"{reference.canonical}(decay=)", reason, "fold the decay into what sets the rate", is_note=True
    )
