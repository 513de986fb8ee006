"""Read measured values from histories and logs under the keys that they have today.

## What it does

`acc` and `val_acc` become `accuracy` and `val_accuracy` in histories, logs, `monitor=` and file names, if the
`compile` calls in the file that ask for the accuracy all call it `"accuracy"`. Likewise `a_acc` of an output `a`,
`mean_absolute_error` where `metrics=` says `"mae"`, and `lr` where a callback of Keras logs the learning rate. A key
in a name, a list, a parameter or an attribute is followed to where it is read. `weighted_acc` becomes what
`weighted_metrics=` says.

## Why

Keras 2.2 logged `metrics=["accuracy"]` as `acc`. Since 2.3 the key is what `metrics=` says, and `history["acc"]` raises
KeyError. Keras 3 logs the learning rate as `learning_rate`.
https://github.com/keras-team/keras/releases/tag/2.3.0

## Numbers

No numbers involved.

## What it leaves to you

Keys of objects that only may be logs, and files whose `compile` is elsewhere, with a note where the program asks first
whether there is such a key, or whose `compile` calls disagree. What reads both keys is left alone. With
`metrics=["accuracy", acc]`, where `acc` is your own function or object, Keras 2.2 called the first of the two `acc`,
`tf.keras` of TensorFlow 1 the last, and Keras 2.3 your own. The shims do as Keras 2.3 did, so that this is reported
with `--to compat`, too, where all other keys stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.evidence import names_native_keras
from codemods.analysis.log_reads import Sink, sinks
from codemods.analysis.logged_values import is_log
from codemods.analysis.metric_names import MetricNames, metric_names
from codemods.analysis.possible_releases import is_since
from codemods.analysis.tested_keys import is_tested
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.log_keys import LOG_KEYS, METRIC_KEYS

_TODAY = "accuracy"
_SHORT = LOG_KEYS[_TODAY]
_MONITOR = "monitor"
_VAL = "val_"
_STORED = "a callback of this file stores it as well"
_NOT_COMPILED = "this file has no compile() that sets it"
_RATE = {legacy: modern for modern, legacy in LOG_KEYS.items() if modern not in METRIC_KEYS}
_RATE_LOGGERS = ("keras.callbacks.LearningRateScheduler", "keras.callbacks.ReduceLROnPlateau")
_LEGACY = "|".join(sorted({*METRIC_KEYS.values(), *_RATE}))
_KEY = re.compile(rf"(?P<val>val_)?(?:(?P<output>\w+?)_)?(?P<key>{_LEGACY})(?P<number>_\d+)?")
_OF_WEIGHTED = "weighted"
_WEIGHTED = re.compile(r"(?P<val>val_)?weighted_(?P<key>\w+)")
_IN_TEMPLATE = re.compile(r"\{(\w+)(?=[:}])")


class _Verdict(NamedTuple):
    """What a key is today; `reason` says why that is open, and is empty where the key stays.

    The shims have the keys of all releases, unless one key had two meanings: `is_shared`.
    """

    modern: str = ""
    reason: str = ""
    advice: str = "for metrics=['accuracy'], use accuracy and val_accuracy"
    is_shared: bool = False


@rule(
    "TFM130",
    stage=Stage.GONE,
    example="""
    from keras.models import Sequential

    model = Sequential()
    model.compile("sgd", "categorical_crossentropy", metrics=["accuracy"])
    history = model.fit(x, y, validation_split=0.1)
    print(history.history["val_acc"])
    """,
)
def log_keys(file: File) -> Iterator[Edit | Manual]:
    """Edit only keys whose metric has one name in the file; if it has none or two, a person decides."""
    if not file.imports_family():
        return
    for node in file.every(cst.SimpleString):
        value = node.evaluated_value
        if not isinstance(value, str):
            continue
        templates = [each for each in _IN_TEMPLATE.findall(node.value) if _KEY.fullmatch(each)]
        if templates and not _is_on_shims(file):
            yield from _in_template(file, node, templates)
        elif _is_on_shims(file):
            yield from _on_shims(file, node, value)
        elif (weighted := _WEIGHTED.fullmatch(value)) and _OF_WEIGHTED not in metric_names(file).outputs:
            yield from _weighted(file, node, weighted)
        elif _KEY.fullmatch(value):
            yield from _key(file, node, value)


@once_per_file
def _is_on_shims(file: File) -> bool:
    """True if all that the file has of Keras comes from the shims, as `--to compat` makes it."""
    has_shims = any(each.spelling is not None and each.spelling.shimmed for each in file.imports)
    return has_shims and not names_native_keras(file)


def _on_shims(file: File, node: cst.SimpleString, value: str) -> Iterator[Edit | Manual]:
    """What the shims log under a key that one release had for the accuracy, and another for your own metric."""
    if _KEY.fullmatch(value) and _verdict(file, value).is_shared:
        yield from _key(file, node, value)


def _weighted(file: File, node: cst.SimpleString, key: re.Match[str]) -> Iterator[Edit | Manual]:
    """The name that Keras 2.2 and TensorFlow 1 gave to a metric of `weighted_metrics=`."""
    found = sinks(file, node)
    if Sink.LOG not in found or _weighs_apart(file):
        return
    modern = metric_names(file).modern_weighted(key["key"])
    if len(modern) == 1 and found == {Sink.LOG}:
        new = f"{key['val'] or ''}{next(iter(modern))}"
        said = f"the log key {node.value} is now {new}, as weighted_metrics= names it"
        yield Edit(node, said, ((node, node.with_changes(value=node.value.replace(key[0], new))),))
    else:
        reason = "the metrics of weighted_metrics= have no prefix today"
        advice = f"use the name that weighted_metrics= gives: {key['val'] or ''}{key['key']}, or accuracy for acc"
        yield _undecided(node, key[0], _Verdict(reason=reason, advice=advice))


def _weighs_apart(file: File) -> bool:
    """True if a `compile()` has metrics of both kinds: one that is in both still gets the prefix."""
    return any(keyword(call, "metrics") is not None and keyword(call, "weighted_metrics") for call in file.calls)


def _in_template(file: File, node: cst.SimpleString, keys: list[str]) -> Iterator[Edit | Manual]:
    """The keys in a file name such as `weights-{val_acc:.2f}.h5`."""
    verdicts = {key: _verdict(file, key) for key in keys}
    new = node.value
    for key, verdict in verdicts.items():
        if verdict.reason:
            yield _undecided(node, key, verdict)
            return
        if verdict.modern:
            new = re.sub(rf"\{{{key}(?=[:}}])", "{" + verdict.modern, new)
    if new != node.value:
        yield _edit(node, new)


def _key(file: File, node: cst.SimpleString, value: str) -> Iterator[Edit | Manual]:
    verdict = _verdict(file, value)
    if verdict.reason == _STORED and _is_stored(file, node):
        return
    if (not verdict.modern and not verdict.reason) or _is_one_of_both(file, node, value, verdict.modern):
        return
    found = sinks(file, node)
    if not found and not _may_be_read(file, node):
        return
    if verdict.modern and found == {Sink.LOG}:
        yield _edit(node, node.value.replace(value, verdict.modern))
    elif verdict.modern and found != {Sink.OTHER}:
        both = Sink.LOG in found and Sink.OTHER in found
        why = "it is also the key of something else" if both else "the file does not show where it is read"
        yield _undecided(node, value, _Verdict(reason=why, advice=f"where logs are read with it, use {verdict.modern}"))
    elif found != {Sink.OTHER}:
        is_open = verdict.reason == _NOT_COMPILED and is_tested(file, node, value)
        yield _undecided(node, value, verdict, is_note=is_open)


def _is_one_of_both(file: File, node: cst.SimpleString, value: str, modern: str) -> bool:
    """True in `"acc" if "acc" in logs else "accuracy"`, and in such a statement, which suits every release."""
    modern = modern or value.replace(_SHORT, _TODAY)
    collection = file.parent(file.parent(node) or node)
    if isinstance(collection, cst.Tuple | cst.List):
        return any(literal(each.value) == modern for each in collection.elements)
    if not is_tested(file, node, value, modern):
        return False
    inside = file.function(node)
    same = (each for each in nodes(inside, cst.SimpleString) if each.evaluated_value == modern)
    return any(file.function(each) is inside and Sink.LOG in sinks(file, each) for each in same)


def _verdict(file: File, value: str) -> _Verdict:
    """What a key of logs is called today."""
    match = _KEY.fullmatch(value)
    assert match is not None
    names = metric_names(file)
    val, output, key = match["val"] or "", match["output"] or "", match["key"]
    if key in _RATE:
        logged = not (val or output or match["number"]) and file.references(*_RATE_LOGGERS)
        if logged and _stores(file, key):
            return _Verdict(reason=_STORED, advice=f"read {_RATE[key]} where a callback of Keras has logged it")
        return _Verdict(_RATE[key]) if logged else _Verdict()
    whole = value.removeprefix("val_")
    if names.keeps(whole) and whole != key:
        return _Verdict()
    if output and not names.may_be_output(output):
        return _Verdict()
    if match["number"]:
        return _numbered(names, key)
    return _of_metric(file, names, key, val + (f"{output}_" if output else ""))


def _of_metric(file: File, names: MetricNames, key: str, prefix: str) -> _Verdict:
    modern = names.modern(key)
    if names.keeps(key):
        open_ = modern and key == _SHORT and not _reads_both(file) and not is_since(file, "2.0", "2.3")
        return _Verdict(reason=_clash(names, key), advice=_CLASH, is_shared=key in names.own) if open_ else _Verdict()
    if len(modern) == 1:
        return _Verdict(prefix + next(iter(modern)))
    if key != _SHORT or prefix not in ("", "val_"):
        return _Verdict()
    return _Verdict() if _stores(file, key) else _Verdict(reason=_NOT_COMPILED)


_CLASH = "Keras 2.3 and later read your own metric so; if Keras 2.2 gave the accuracy this name, read accuracy"


def _reads_both(file: File) -> bool:
    """True if the file reads logs under the key that Keras has had since 2.3."""
    modern = ("accuracy", "val_accuracy")
    return any(
        node.evaluated_value in modern and Sink.LOG in sinks(file, node) for node in file.every(cst.SimpleString)
    )


def _clash(names: MetricNames, key: str) -> str:
    if key in names.own:
        return "your own metric and the accuracy share that name in old releases"
    return "the compile() calls in this file disagree"


def _numbered(names: MetricNames, key: str) -> _Verdict:
    if key != _SHORT or not names.modern(key):
        return _Verdict()
    reason = "Keras no longer numbers metrics of one name"
    return _Verdict(reason=reason, advice="give each metric a name of its own", is_shared=True)


def _stores(file: File, key: str) -> bool:
    """True if the file itself puts a value under that key into logs."""
    return any(
        isinstance(target.target, cst.Subscript)
        and any(node.evaluated_value in (key, f"val_{key}") for node in nodes(target.target, cst.SimpleString))
        and is_log(file, target.target.value)
        for target in file.every(cst.AssignTarget)
    )


def _is_stored(file: File, node: cst.SimpleString) -> bool:
    """True for the key in `logs["lr"] = rate`."""
    return any(isinstance(each, cst.AssignTarget) for each in file.ancestors(node))


def _may_be_read(file: File, node: cst.SimpleString) -> bool:
    """True for the default of a setting called monitor, and for a key in a name or a list if a variable reads logs."""
    value = str(node.evaluated_value)
    if _is_default_monitor(file, node):
        return True
    if not value.endswith(_SHORT) or not isinstance(file.parent(node), cst.Assign | cst.Element):
        return False
    return any(
        is_log(file, subscript.value) and not nodes(subscript.slice[0], cst.SimpleString)
        for subscript in file.every(cst.Subscript)
    )


def _is_default_monitor(file: File, node: cst.SimpleString) -> bool:
    """True in `settings.get("monitor", "val_acc")` and `add_argument("--monitor", default="val_acc")`."""
    arg = file.parent(node)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute) or call.args[0] is arg:
        return False
    name = literal(call.args[0].value)
    is_setting = call.func.attr.value in ("add_argument", "get", "setdefault")
    return is_setting and isinstance(name, str) and _MONITOR in name


def _edit(node: cst.SimpleString, new: str) -> Edit:
    said = f"the log key {node.value} is now {new}, as metrics= names it"
    return Edit(node, said, ((node, node.with_changes(value=new)),))


def _undecided(node: cst.SimpleString, key: str, verdict: _Verdict, *, is_note: bool = False) -> Manual:
    depends = "is another in Keras 3" if verdict.reason == _STORED else "depends on metrics="
    said = f"the log key {node.value} {depends}, and {verdict.reason}"
    return Manual(node, key, said, verdict.advice, is_note=is_note)
