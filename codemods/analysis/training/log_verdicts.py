"""What keys of logs are today that legacy releases named in another way."""

from __future__ import annotations

import re
from typing import NamedTuple

import libcst as cst

from codemods.analysis.logs.log_reads import Sink, sinks
from codemods.analysis.logs.logged_values import is_log
from codemods.analysis.logs.metric_names import MetricNames, metric_names
from codemods.analysis.releases.possible_releases import is_since
from codemods.source.file import File
from codemods.source.walk import nodes
from compat.tables.names.log_keys import LOG_KEYS, METRIC_KEYS

TODAY = "accuracy"
SHORT = LOG_KEYS[TODAY]
VAL = "val_"
STORED = "a callback of this file stores it as well"
NOT_COMPILED = "this file has no compile() that sets it"
_RATE = {legacy: modern for modern, legacy in LOG_KEYS.items() if modern not in METRIC_KEYS}
_RATE_LOGGERS = ("keras.callbacks.LearningRateScheduler", "keras.callbacks.ReduceLROnPlateau")
_LEGACY = "|".join(sorted({*METRIC_KEYS.values(), *_RATE}))
KEY = re.compile(rf"(?P<val>val_)?(?:(?P<output>\w+?)_)?(?P<key>{_LEGACY})(?P<number>_\d+)?")


class Verdict(NamedTuple):
    """What a key is today; `reason` says why that is open, and is empty where the key stays.

    The shims have the keys of all releases, unless one key had two meanings: `is_shared`.
    """

    modern: str = ""
    reason: str = ""
    advice: str = "for metrics=['accuracy'], use accuracy and val_accuracy"
    is_shared: bool = False


def verdict_of(file: File, value: str) -> Verdict:
    """What a key of logs is called today."""
    match = KEY.fullmatch(value)
    assert match is not None
    names = metric_names(file)
    val, output, key = match["val"] or "", match["output"] or "", match["key"]
    if key in _RATE:
        logged = not (val or output or match["number"]) and file.references(*_RATE_LOGGERS)
        if logged and _stores(file, key):
            return Verdict(reason=STORED, advice=f"read {_RATE[key]} where a callback of Keras has logged it")
        return Verdict(_RATE[key]) if logged else Verdict()
    whole = value.removeprefix("val_")
    if names.keeps(whole) and whole != key:
        return Verdict()
    if output and not names.may_be_output(output):
        return Verdict()
    if match["number"]:
        return _numbered(names, key)
    return of_metric(file, names, key, val + (f"{output}_" if output else ""))


def of_metric(file: File, names: MetricNames, key: str, prefix: str) -> Verdict:
    modern = names.modern(key)
    if names.keeps(key):
        open_ = modern and key == SHORT and not _reads_both(file) and not is_since(file, "2.0", "2.3")
        return _clash(names, key) if open_ else Verdict()
    if len(modern) == 1 and modern <= names.after_own:
        return Verdict(reason=_SECOND, advice=f"read {prefix}{next(iter(modern))}_1", is_shared=True)
    if len(modern) == 1:
        return Verdict(prefix + next(iter(modern)))
    if key != SHORT or prefix not in ("", "val_"):
        return Verdict()
    return Verdict() if _stores(file, key) else Verdict(reason=NOT_COMPILED)


_SECOND = "your own metric has that name today"
_CLASH = "Keras 2.3 and later read your own metric so; if Keras 2.2 gave the accuracy this name, read accuracy"


def _reads_both(file: File) -> bool:
    """True if the file reads logs under the key that Keras has had since 2.3."""
    modern = ("accuracy", "val_accuracy")
    return any(
        node.evaluated_value in modern and Sink.LOG in sinks(file, node) for node in file.every(cst.SimpleString)
    )


def _clash(names: MetricNames, key: str) -> Verdict:
    if key in names.own:
        reason = "your own metric and the accuracy share that name in old releases"
        return Verdict(reason=reason, advice=_CLASH, is_shared=True)
    advice = 'ask for metrics=["accuracy"] in each of them, and read accuracy and val_accuracy'
    return Verdict(reason="the compile() calls in this file disagree", advice=advice)


def _numbered(names: MetricNames, key: str) -> Verdict:
    if key != SHORT or not names.modern(key):
        return Verdict()
    reason = "Keras no longer numbers metrics of one name"
    return Verdict(reason=reason, advice="give each metric a name of its own", is_shared=True)


def _stores(file: File, key: str) -> bool:
    """True if the file itself puts a value under that key into logs."""
    return any(
        isinstance(target.target, cst.Subscript)
        and any(node.evaluated_value in (key, f"val_{key}") for node in nodes(target.target, cst.SimpleString))
        and is_log(file, target.target.value)
        for target in file.every(cst.AssignTarget)
    )


def shared_with_own(file: File, value: str) -> str | None:
    """The name in a key of today that the accuracy and your own metric have both."""
    names = metric_names(file)
    for name in sorted(names.before_own):
        match = re.fullmatch(rf"(?:{VAL})?(?:(\w+)_)?{name}", value)
        if match is not None and (match[1] is None or names.may_be_output(match[1])):
            return name
    return None


def reads_numbered(file: File, name: str) -> bool:
    """True if the file reads the second of two metrics of a name as Keras has called it since 2.3."""
    wanted = (f"{name}_1", f"{VAL}{name}_1")
    return any(each.evaluated_value in wanted and sinks(file, each) for each in file.every(cst.SimpleString))
