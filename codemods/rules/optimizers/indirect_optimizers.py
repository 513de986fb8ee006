"""Carry `lr=` and `decay=` of optimizers that are called under another name.

## What it does

`partial(SGD, lr=0.1, decay=1e-4)` becomes `partial(SGD, learning_rate=InverseTimeDecay(0.1, ...))`. Likewise calls of
an alias, of an entry in a list or dictionary of optimizers, of `getattr(keras.optimizers, name)`, which may have a name
or be written with `vars` or `__dict__`, of `__init__` of the base class in an own optimizer, and keywords in a
dictionary that is unpacked into an optimizer. `super().__init__(lr, 0.0, decay)` gets the names that its positions had
in the releases that the file can be written for, if they agree or the arguments are called so.

## Why

Keras 3 refuses `lr=`, and ignores `decay=` with a warning: it trains at a constant rate. By position, the decay of
`SGD` is its `nesterov` today.
https://github.com/keras-team/keras/issues/18467

## Numbers

Same as those of `decay=` in a plain call (`tests/codemods/fixtures/indirect_optimizers`). Three epochs of an own `SGD`
of rate 0.1, which passes its decay of 0.5 on by position, have losses of 4.68, 0.053 and 0.01, those of the formula;
with the decay as `nesterov` they were 4.68, 0.007 and 0.

## What it leaves to you

`decay=` where the project also sets or reads the rate, where the rate is not given or may be a schedule, and where the
dictionary with the keywords is also used otherwise. `globals()[name](lr=0.1)`, `eval(name)(lr=0.1)`, and
`settings["optimizer"](lr=0.1)` in a file that puts optimizers into lists or passes them on.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.optimizers.learning_rates import may_be_schedule, rate_in_use
from codemods.analysis.optimizers.optimizer_calls import ANY_NAME, EVALUATED, OptimizerCall, indirect_calls
from codemods.analysis.releases.legacy_places import Place, from_the_first_moved, places
from codemods.rules.optimizers.optimizer_arguments import DEFAULTS, no_schedule_decay, said_default
from codemods.rules.optimizers.optimizer_decay import by_keyword, schedule_name
from codemods.source.arguments import literal, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, Manual, Stage, rule
from compat.tables.behaviour.optimizers import LEGACY_LEARNING_RATES

_ADVICE = "pass learning_rate=InverseTimeDecay(rate, decay_steps=1, decay_rate=decay) instead"
ANY_CLASS = "the class is computed, or comes from elsewhere; optimizers of Keras 3 refuse lr= and ignore decay="
ANY_CLASS_ADVICE = "if it is an optimizer of Keras, pass learning_rate=; a decay is InverseTimeDecay(rate, 1, decay)"


@rule(
    "TFM116",
    stage=Stage.STRUCTURES,
    example="""
    from functools import partial

    from keras.optimizers import SGD

    make = partial(SGD, lr=0.1, decay=1e-4)
    """,
)
def indirect_optimizers(file: File) -> Iterator[Edit | Manual]:
    """Edit calls whose every possible class is an optimizer of Keras; report a decay that no schedule can replace."""
    for found in indirect_calls(file):
        decay, rate = found.keyword("decay"), found.keyword("lr")
        if found.how == ANY_NAME:
            if rate is not None or decay is not None:
                yield Manual(found.call, "keras.optimizers.Optimizer(lr=)", ANY_CLASS, ANY_CLASS_ADVICE)
            continue
        moved = _moved(file, found)
        if moved is not None:
            yield _by_keyword(found, *moved)
            continue
        given = {name: arg for name in DEFAULTS if (arg := found.keyword(name)) is not None}
        default = said_default(given)
        if default is not None:
            kept = [each for each in found.call.args if each is not default[0]]
            yield Edit(default[0], default[1], ((found.call, with_args(found.call, kept)),))
            continue  # one edit of a call at a time
        if "schedule_decay" in given:
            yield no_schedule_decay(given["schedule_decay"])
        if decay is not None and literal(decay.value) == 0:
            kept = [arg for arg in found.call.args if arg is not decay]
            without = with_args(found.call, kept)
            yield Edit(decay, "removed decay=0, which did nothing", ((found.call, without),), still_runs=True)
        elif decay is not None:
            yield _decayed(file, found, decay)
        elif rate is not None and found.keyword("learning_rate") is None:
            said = f"lr= is now learning_rate=, also by way of {found.how}"
            yield Edit(rate, said, ((rate, named(rate, "learning_rate")),))


def _moved(file: File, found: OptimizerCall) -> tuple[Reference, list[Place]] | None:
    """The arguments from the first one whose place meant something else, and for which class; None if none moved."""
    before = found.prepared.args[1:] if found.prepared is not None else ()
    first = [arg for arg in before if arg.keyword is None]
    passed = found.call.with_changes(args=(*first, *found.args))
    for each in found.classes:
        moved = from_the_first_moved(places(file, Called(passed, each.canonical, each.canonical, ())))
        if moved and moved[0].arg in found.args:
            return each, moved
    return None


def _by_keyword(found: OptimizerCall, made: Reference, moved: list[Place]) -> Edit | Manual:
    """Name the arguments whose places moved, if the releases agree on the names and there is one class."""
    short, first = made.canonical.rpartition(".")[2], moved[0]
    written = by_keyword(short, found.call, moved, found.keyword) if len(found.classes) == 1 else None
    if written is not None:
        return written
    was = f"an argument of {short} was {first.names} in Keras 2, also by way of {found.how}"
    return Manual(
        first.arg, f"{made.canonical}({first.names})", f"{was}, and is {first.today} today", "pass it by keyword"
    )


def _decayed(file: File, found: OptimizerCall, decay: cst.Arg) -> Edit | Manual:
    rate = found.rate
    code = file.code(rate.value) if rate is not None else _default(found)
    reason = _doubt(file, found, rate, code)
    if reason:
        said = f"Keras 3 ignores decay=, which reaches the optimizer by way of {found.how}, and {reason}"
        return Manual(decay, "keras.optimizers.Optimizer(decay=)", said, _ADVICE)
    name, imports = _name(file, found)
    schedule = cst.parse_expression(f"{name}({code}, decay_steps=1, decay_rate={file.code(decay.value)})")
    is_named = all(arg.keyword for arg in found.args if arg is not rate)
    new = rate.with_changes(value=schedule) if rate is not None else None
    new = named(new, "learning_rate") if new is not None and (is_named or new.keyword) else new
    args = [new if new is not None and arg is rate else arg for arg in found.call.args if arg is not decay]
    if rate is None:
        args.append(named(cst.Arg(schedule), "learning_rate"))
    said = f"Keras 3 ignores decay=, also by way of {found.how}; it is now the equivalent InverseTimeDecay schedule"
    return Edit(found.call, said, ((found.call, with_args(found.call, args)),), imports)


def _doubt(file: File, found: OptimizerCall, rate: cst.Arg | None, code: str) -> str:
    """The reason why a schedule cannot take the place of rate and decay; "" if it can."""
    if found.how == EVALUATED:
        return "a text names the module"
    if not code or _unpacks(found) or _is_in_two_parts(file, found):
        return "the rate is not given beside it"
    if rate is not None and may_be_schedule(file, rate.value):
        return "the rate may be a schedule"
    return rate_in_use(file)


def _is_in_two_parts(file: File, found: OptimizerCall) -> bool:
    """Whether a `partial` and the calls of it share the arguments: the rate may be on either side."""
    called = [each for each in indirect_calls(file) if each.prepared is found.call]
    return found.prepared is not None or any(each.rate is not None or _unpacks(each) for each in called)


def _unpacks(found: OptimizerCall) -> bool:
    return any(arg.star for arg in found.args)


def _default(found: OptimizerCall) -> str:
    """The rate that all the classes have by default in Keras 2.3; "" if they differ, or may be of tf.keras."""
    rates = {LEGACY_LEARNING_RATES[each.canonical] for each in found.classes if each.spelling.root == "keras"}
    return rates.pop() if len(rates) == 1 and all(e.spelling.root == "keras" for e in found.classes) else ""


def _name(file: File, found: OptimizerCall) -> tuple[str, tuple[Import, ...]]:
    if found.classes:
        return schedule_name(file, found.classes[0])
    assert found.module is not None
    return f"{file.code(found.module)}.schedules.InverseTimeDecay", ()
