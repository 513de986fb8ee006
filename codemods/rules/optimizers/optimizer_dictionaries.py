"""Carry `lr` and `decay` of optimizers whose keywords come in a dictionary.

## What it does

In `SGD(**options)` the entries `lr` and `decay` of `options` become `learning_rate`, a number or an
`InverseTimeDecay` schedule; `epsilon=None` and Nadam's `schedule_decay=0.004` are left out. So are, and do, the
keywords in calls of a function that passes its `**kwargs` on to an optimizer, and the entries of a dictionary that is
an attribute of a class and used nowhere else. `options["lr"] = 0.1` becomes `options["learning_rate"] = 0.1`.

## Why

Keras 3 refuses `lr=`, and ignores `decay=` with a warning: it trains at a constant rate.
https://github.com/keras-team/keras/issues/18467

## Numbers

Same as those of `decay=` in a plain call (`tests/codemods/fixtures/indirect_optimizers`). Four steps of `SGD` with
`{"learning_rate": 0.01, "decay": 0.5}` had losses of 9, 7.6176, 6.82672 and 6.29151 in Keras 2.3.1, as the schedule
has; without it they are 9, 7.6176, 6.44754 and 5.4572.

## What it leaves to you

Dictionaries that are also used otherwise, `options["decay"] = 0.5`, and a `decay` whose rate is elsewhere, set or read
by the project, or whose class is looked up by its name. They are reported, also where the dictionary is a copy, a part
of another one, an attribute, a parameter, or what a function returns. What a dictionary holds that the file does not
spell out is not seen, which a note says.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.unpacked_dictionaries import Entry, Unpacked, unpacked
from codemods.analysis.optimizers.learning_rates import may_be_schedule, rate_in_use
from codemods.analysis.optimizers.optimizer_calls import ANY_NAME, indirect_calls
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rules.optimizers.indirect_optimizers import ANY_CLASS, ANY_CLASS_ADVICE
from codemods.rules.optimizers.optimizer_arguments import no_schedule_decay, said_default
from codemods.rules.optimizers.optimizer_decay import schedule_name
from codemods.source.arguments import literal, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, Manual, Stage, Undecided, rule
from compat.tables.behaviour.optimizers import LEGACY_PARAMETERS

_SYMBOL = "keras.optimizers.Optimizer"
_RATE_AND_DECAY = frozenset({"lr", "learning_rate", "decay"})


@rule(
    "TFM117",
    stage=Stage.STRUCTURES,
    example="""
    from keras.optimizers import SGD

    options = {"lr": 0.1, "decay": 1e-4}
    optimizer = SGD(**options)
    """,
)
def optimizer_dictionaries(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Edit a dictionary only if the optimizer is all that uses it."""
    for classes, args in _optimizers(file):
        for found in _unpacked_by(file, args):
            yield from _entries(file, classes, found)
        yield from _unseen(file, args)
    for called in indirect_calls(file):
        if called.how == ANY_NAME:
            yield from _of_any_class(file, called.args)


def _unseen(file: File, args: tuple[cst.Arg, ...]) -> Iterator[Manual | Undecided]:
    """What is said of a dictionary of which the file shows nothing."""
    line = written_for(file).keras
    for arg in args if line is not KerasLine.KERAS_3 else ():
        if arg.star == "**" and next(unpacked(file, arg), None) is None:
            code = file.code(arg.value)
            said = f"the file does not show what {code} holds: Keras 3 refuses lr, and ignores decay"
            if line is None:
                yield Undecided(arg, f"{_SYMBOL}(**{code})", "keras==2.3")
            else:
                yield Manual(arg, f"{_SYMBOL}(lr=)", said, "look at what it is made of", is_note=True)


def _unpacked_by(file: File, args: tuple[cst.Arg, ...]) -> Iterator[Unpacked]:
    named = {each.keyword.value for each in args if each.keyword}
    for arg in args:
        for found in unpacked(file, arg) if arg.star == "**" else ():
            yield found._replace(beside=found.beside | named)


def _of_any_class(file: File, args: tuple[cst.Arg, ...]) -> Iterator[Manual]:
    """What is said of a dictionary for a class that is computed: it may be no optimizer of Keras."""
    for found in _unpacked_by(file, args):
        entry = found.entries.get("decay") or found.entries.get("lr")
        if entry is not None:
            yield Manual(entry, f"{_SYMBOL}(lr=)", ANY_CLASS, ANY_CLASS_ADVICE)


def _optimizers(file: File) -> Iterator[tuple[tuple[Reference, ...], tuple[cst.Arg, ...]]]:
    """The classes and the arguments of every call that makes an optimizer."""
    for reference in file.references(*LEGACY_PARAMETERS):
        call = file.call_of(reference)
        if call is not None and not reference.spelling.shimmed:
            yield (reference,), tuple(call.args)
    for found in indirect_calls(file):
        if found.how != ANY_NAME:
            yield found.classes, found.args


def _entries(file: File, classes: tuple[Reference, ...], found: Unpacked) -> Iterator[Edit | Manual]:
    rate, decay = found.entries.get("lr"), found.entries.get("decay")
    default = said_default(found.entries)
    if default is not None and (holder := _holder_without(file, found, default[0])) is not None:
        yield Edit(default[0], default[1], ((found.holder, holder),))
        return  # one edit of a dictionary at a time
    if "schedule_decay" in found.entries:
        yield no_schedule_decay(found.entries["schedule_decay"])
    elif default is not None:
        said = "Keras 3 refuses epsilon None, which meant the default of 1e-7"
        yield Manual(default[0], f"{_SYMBOL}(epsilon=)", said, "leave it out")
    if decay is not None and literal(decay.value) == 0 and (holder := _holder_without(file, found, decay)) is not None:
        yield Edit(decay, "removed decay 0, which did nothing", ((found.holder, holder),), still_runs=True)
    elif decay is not None and literal(decay.value) not in (0, None):
        yield _decayed(file, classes, found, decay)
    elif rate is not None and found.only_here and not {"learning_rate"} & (found.beside | {*found.entries}):
        yield Edit(rate, "the keyword lr of an optimizer is now learning_rate", ((rate, _renamed(rate)),))
    elif rate is not None:
        yield Manual(
            rate, f"{_SYMBOL}(lr=)", "lr is now learning_rate", "rename it where it is set and where it is read"
        )


def _decayed(file: File, classes: tuple[Reference, ...], found: Unpacked, decay: Entry) -> Edit | Manual:
    rate = found.entries.get("lr", found.entries.get("learning_rate"))
    reason = _doubt(file, classes, found, rate)
    if reason or rate is None:
        said = f"Keras 3 ignores decay, which reaches the optimizer in a dictionary, and {reason}"
        return Manual(decay, f"{_SYMBOL}(decay=)", said, "pass learning_rate=InverseTimeDecay(rate, 1, decay) instead")
    name, imports = schedule_name(file, classes[0])
    code = f"{name}({file.code(rate.value)}, decay_steps=1, decay_rate={file.code(decay.value)})"
    schedule = cst.parse_expression(code)
    assert not isinstance(found.holder, cst.Assign)
    holder = _without(found.holder, decay, {rate: _renamed(rate).with_changes(value=schedule)})
    said = "Keras 3 ignores decay; it is now the equivalent InverseTimeDecay schedule"
    return Edit(decay, said, ((found.holder, holder),), _only_if_bare(name, imports))


def _only_if_bare(name: str, imports: tuple[Import, ...]) -> tuple[Import, ...]:
    return imports if "." not in name else ()


def _doubt(file: File, classes: tuple[Reference, ...], found: Unpacked, rate: Entry | None) -> str:
    """The reason why a schedule cannot take the place of rate and decay; "" if it can."""
    if not classes:
        return "the class is looked up by its name"
    if rate is None:
        return "the rate is not beside it"
    if not found.only_here:
        return "the dictionary is also used elsewhere"
    if found.beside & _RATE_AND_DECAY:
        return "something else may set the rate, too"
    if _has_comment(file, found, found.entries["decay"]):
        return "a comment there is about it"
    if may_be_schedule(file, rate.value):
        return "the rate may be a schedule"
    return rate_in_use(file)


def _renamed(entry: Entry) -> Entry:
    if isinstance(entry, cst.Arg):
        return named(entry, "learning_rate")
    if isinstance(entry, cst.Assign):
        index = cst.ensure_type(entry.targets[0].target, cst.Subscript).slice[0].slice
        key = cst.ensure_type(cst.ensure_type(index, cst.Index).value, cst.SimpleString)
        return cst.ensure_type(entry.deep_replace(key, _respelled(key)), cst.Assign)
    return entry.with_changes(key=_respelled(cst.ensure_type(entry.key, cst.SimpleString)))


def _respelled(key: cst.SimpleString) -> cst.SimpleString:
    return key.with_changes(value=key.value.replace("lr", "learning_rate"))


def _holder_without(file: File, found: Unpacked, entry: Entry) -> cst.Dict | cst.Call | None:
    """The dictionary or the call without one entry; None if that is a line of its own, or something else needs it."""
    if isinstance(found.holder, cst.Assign) or not found.only_here or _has_comment(file, found, entry):
        return None
    return _without(found.holder, entry)


def _without(holder: cst.Dict | cst.Call, gone: Entry, new: dict[Entry, Entry] | None = None) -> cst.Dict | cst.Call:
    """The dictionary or the call without one entry, and with others in place of some."""
    if isinstance(holder, cst.Call):
        args = [(new or {}).get(arg, arg) for arg in holder.args if arg is not gone]
        return with_args(holder, [arg for arg in args if isinstance(arg, cst.Arg)])
    put = [(new or {}).get(each, each) if isinstance(each, cst.DictElement) else each for each in holder.elements]
    left = [each for each, old in zip(put, holder.elements, strict=True) if old is not gone]
    kept = [each for each in left if isinstance(each, cst.BaseDictElement)]
    brace, last = holder.rbrace, holder.elements[-1].comma
    if kept and holder.elements[-1] is gone:
        before, after = kept[-1].comma, brace.whitespace_before
        if isinstance(before, cst.Comma) and isinstance(before.whitespace_after, cst.ParenthesizedWhitespace):
            if isinstance(after, cst.ParenthesizedWhitespace):
                after = after.with_changes(first_line=before.whitespace_after.first_line)
        kept[-1] = kept[-1].with_changes(comma=last)
        brace = brace.with_changes(whitespace_before=after)
    return holder.with_changes(elements=kept, rbrace=brace)


def _has_comment(file: File, found: Unpacked, entry: Entry) -> bool:
    """True if a comment stands behind an entry; it would be lost with it."""
    if isinstance(entry, cst.Assign):
        return False
    below = entry.comma
    if isinstance(found.holder, cst.Dict) and found.holder.elements[-1] is entry:
        return "#" in file.code(found.holder.rbrace)
    return isinstance(below, cst.Comma) and "#" in file.code(below)
