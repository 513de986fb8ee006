"""Read measured values from histories and logs under the keys that they have today.

## What it does

`acc` and `val_acc` become `accuracy` and `val_accuracy` in histories, logs, `monitor=` and file names, if the `compile`
calls in the file that ask for the accuracy all call it `"accuracy"`, also through a parameter or its default, a setting
or an attribute that `metrics=` is given. Likewise `a_acc` of an output `a`, `mean_absolute_error` where `metrics=` says
`"mae"`, and `lr` where a callback of Keras logs the learning rate. A key in a name, a list, a parameter or an attribute
is followed to where it is read, also one that the file puts together, `name + "_acc"`, or compares with the names of a
history. So are histories that an object keeps, `self.runs[tag]`, and those of an object that another module is given,
`tester.history.history["acc"]`. `weighted_acc` becomes what `weighted_metrics=` says.

## Why

Keras 2.2 logged `metrics=["accuracy"]` as `acc`. Since 2.3 the key is what `metrics=` says, and `history["acc"]` raises
KeyError. Keras 3 logs the learning rate as `learning_rate`.
https://github.com/keras-team/keras/releases/tag/2.3.0

## Numbers

No numbers involved.

## What it leaves to you

Keys of objects that only may be logs, and files whose `compile` is elsewhere, with a note where the program asks first
whether there is such a key, or whose `compile` calls disagree. Keys of what a script without Keras loads are noted
where another file of the project stores a history. What reads both keys is left alone, and `name.endswith("_acc")` for
the names of a history is reported. With `metrics=["accuracy", acc]`, where `acc` is your own function or object, Keras
2.2 called the first of the two `acc`, `tf.keras` of TensorFlow 1 the last, and Keras 2.3 your own. The shims do as
Keras 2.3 did, so that this is reported with `--to compat`, too, where all other keys stay. So is an own metric called
`accuracy`: Keras 3 has the second of two metrics of a name as `accuracy_1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.logs.built_keys import Part, asked_ends, built_keys, gives_field, sinks_of_fields
from codemods.analysis.logs.log_reads import Sink, sinks
from codemods.analysis.logs.logged_values import are_stored_beside, is_log
from codemods.analysis.logs.metric_names import MetricNames, metric_names
from codemods.analysis.logs.tested_keys import is_tested
from codemods.analysis.objects.evidence import names_native_keras
from codemods.analysis.releases.possible_releases import is_since
from codemods.analysis.training.log_verdicts import (
    KEY,
    NOT_COMPILED,
    SHORT,
    STORED,
    TODAY,
    VAL,
    Verdict,
    of_metric,
    reads_numbered,
    shared_with_own,
    verdict_of,
)
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.log_keys import METRIC_KEYS

_MONITOR = "monitor"
_BOTH = "it is also the key of something else"
_UNSEEN = "the file does not show where it is read"
_OWN_END = "a metric of your own has a name with that end"
_OF_WEIGHTED = "weighted"
_WEIGHTED = re.compile(r"(?P<val>val_)?weighted_(?P<key>\w+)")
_OF_METRIC = re.compile(rf"(?:{VAL})?(?:\w+_)?(?:{'|'.join(METRIC_KEYS)})")
_IN_PERCENT = re.compile(r"%\((\w+)\)")
_IN_TEMPLATE = re.compile(r"\{(\w+)(?=[:}])")


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
    if not file.reaches_family() and not are_stored_beside(file):
        return
    for node in file.every(cst.SimpleString):
        value = node.evaluated_value
        if not isinstance(value, str):
            continue
        templates = [*_fields(file, node)]
        if templates and not _is_on_shims(file):
            yield from _in_template(file, node, templates)
        elif _OF_METRIC.fullmatch(value) and shared_with_own(file, value) is not None:
            yield from _of_own_too(file, node, value)
        elif _is_on_shims(file):
            yield from _on_shims(file, node, value)
        elif (weighted := _WEIGHTED.fullmatch(value)) and _OF_WEIGHTED not in metric_names(file).outputs:
            yield from _weighted(file, node, weighted)
        elif KEY.fullmatch(value):
            yield from _key(file, node, value)
    if not _is_on_shims(file):
        for part in built_keys(file):
            yield from _built(file, part)
        for part in asked_ends(file):
            yield from _asked(file, part)


@once_per_file
def _is_on_shims(file: File) -> bool:
    """True if all that the file has of Keras comes from the shims, as `--to compat` makes it."""
    has_shims = any(each.spelling is not None and each.spelling.shimmed for each in file.imports)
    return has_shims and not names_native_keras(file)


def _on_shims(file: File, node: cst.SimpleString, value: str) -> Iterator[Edit | Manual]:
    """What the shims log under a key that one release had for the accuracy, and another for your own metric."""
    if KEY.fullmatch(value) and verdict_of(file, value).is_shared:
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
        yield _undecided(node, key[0], Verdict(reason=reason, advice=advice))


def _weighs_apart(file: File) -> bool:
    """True if a `compile()` has metrics of both kinds: one that is in both still gets the prefix."""
    return any(keyword(call, "metrics") is not None and keyword(call, "weighted_metrics") for call in file.calls)


def _fields(file: File, node: cst.SimpleString) -> Iterator[str]:
    """The legacy keys in `weights-{val_acc:.2f}.h5`, and those in `"%(acc).3f" % logs`."""
    for each in _IN_TEMPLATE.findall(node.value):
        if KEY.fullmatch(each) and not gives_field(file, node, each):
            yield each
    percent = [each for each in _IN_PERCENT.findall(node.value) if KEY.fullmatch(each)]
    if percent and Sink.LOG in sinks_of_fields(file, node):
        yield from percent


def _in_template(file: File, node: cst.SimpleString, keys: list[str]) -> Iterator[Edit | Manual]:
    """The fields of a template, which a callback, `format` or `%` fill in from logs."""
    verdicts = {key: verdict_of(file, key) for key in keys}
    new = node.value
    for key, verdict in verdicts.items():
        if verdict.reason:
            yield _undecided(node, key, verdict)
            return
        if verdict.modern and Sink.OTHER in sinks_of_fields(file, node):
            advice = f"where logs are put in, use {verdict.modern}"
            yield _undecided(node, key, Verdict(reason=_BOTH, advice=advice))
            return
        if verdict.modern:
            new = re.sub(rf"(\{{|%\(){key}(?=[:}})])", rf"\g<1>{verdict.modern}", new)
    if new != node.value:
        yield _edit(node, new)


def _built(file: File, part: Part) -> Iterator[Edit | Manual]:
    """The end of a key that the file puts together."""
    names = metric_names(file)
    verdict = of_metric(file, names, part.key, "")
    wholes = {each.removeprefix(VAL) for each in part.keys}
    if verdict.reason == NOT_COMPILED or (wholes and all(names.keeps(each) for each in wholes)):
        return
    if not part.sinks & {Sink.LOG, Sink.DOUBT} or _has_twin(file, part, verdict.modern or TODAY):
        return
    if verdict.reason:
        yield _undecided(part.whole, part.text, verdict)
    elif verdict.modern and part.sinks == {Sink.LOG} and not _ends_of_own(names, part):
        said = f"the log key {file.code(part.whole)} ends with {verdict.modern} today, as metrics= names it"
        yield Edit(part.whole, said, ((part.node, part.with_name(verdict.modern)),))
    elif verdict.modern:
        why = _BOTH if Sink.OTHER in part.sinks else _UNSEEN if Sink.DOUBT in part.sinks else _OWN_END
        advice = f"where logs are read with it, let it end with {verdict.modern}"
        yield _undecided(part.whole, part.text, Verdict(reason=why, advice=advice))


def _has_twin(file: File, part: Part, modern: str) -> bool:
    """True if the function has the same end with the name of today as well, which suits every release."""
    twin = part.text.removesuffix(part.key) + modern
    strings = (each for each in file.every(cst.SimpleString) if each.evaluated_value == twin)
    texts = (each for each in file.every(cst.FormattedStringText) if each.value == twin)
    inside = file.function(part.node)
    return any(file.function(each) is inside for each in (*strings, *texts))


def _asked(file: File, part: Part) -> Iterator[Manual]:
    """The end of a name that a loop over logs asks for; no error tells that no name has it today."""
    names = metric_names(file)
    verdict = of_metric(file, names, part.key, "") if part.key else Verdict()
    if (not verdict.modern and not verdict.reason) or _ends_of_own(names, part):
        return
    modern = verdict.modern or TODAY
    inside = file.function(part.node)
    if any(each.text.endswith(modern) and file.function(each.node) is inside for each in asked_ends(file)):
        return
    said = f'whether names of logs end with "{part.text}" depends on metrics=, and '
    said += verdict.reason or f"it is {modern} that they end with today"
    advice = f"use {part.text.removesuffix(part.key)}{modern}"
    yield Manual(part.node, part.text, said, advice, is_note=verdict.reason == NOT_COMPILED)


def _ends_of_own(names: MetricNames, part: Part) -> bool:
    """True if another metric than the one with that key has a name with such an end."""
    end = f"_{part.key}" if part.text.endswith(f"_{part.key}") else part.key
    return any(each.endswith(end) and each != part.key for each in names.own | names.strings | names.weighted)


def _of_own_too(file: File, node: cst.SimpleString, value: str) -> Iterator[Manual]:
    """In `["accuracy", accuracy]` Keras 2.2 called the first one `acc`; Keras 3 calls the second one `accuracy_1`."""
    name = shared_with_own(file, value)
    if name is None or Sink.LOG not in sinks(file, node) or is_since(file, "2.0", "2.3") or reads_numbered(file, name):
        return
    reason = "Keras 2.2 had your own metric under it, Keras 3 has that of Keras"
    new = value.replace(name, f"{name}_1")
    yield _undecided(node, value, Verdict(reason=reason, advice=f"for your own metric, read {new}"))


def _key(file: File, node: cst.SimpleString, value: str) -> Iterator[Edit | Manual]:
    verdict = verdict_of(file, value)
    if verdict.reason == STORED and _is_stored(file, node):
        return
    if (not verdict.modern and not verdict.reason) or _is_one_of_both(file, node, value, verdict.modern):
        return
    found = sinks(file, node)
    option = _option(file, node)
    if (not found and not _may_be_read(file, node)) or (option is not None and _is_default_too(option, node)):
        return
    if verdict.modern and found == {Sink.LOG}:
        yield _edit(node, node.value.replace(value, verdict.modern))
    elif verdict.modern and found != {Sink.OTHER}:
        both = Sink.LOG in found and Sink.OTHER in found
        why = _BOTH if both else _UNSEEN
        advice = f"where logs are read with it, use {verdict.modern}"
        if option is not None and found == {Sink.DOUBT}:
            why = "a caller of the program may give it, too"
            advice = f"use {verdict.modern} here, and where the program is called"
        is_beside = not file.reaches_family()
        why = "another file of the project stores logs" if is_beside else why
        yield _undecided(node, value, Verdict(reason=why, advice=advice), is_note=is_beside)
    elif found != {Sink.OTHER}:
        is_open = verdict.reason == NOT_COMPILED and is_tested(file, node, value)
        yield _undecided(node, value, verdict, is_note=is_open or not file.reaches_family())


def _is_one_of_both(file: File, node: cst.SimpleString, value: str, modern: str) -> bool:
    """True in `"acc" if "acc" in logs else "accuracy"`, and in such a statement, which suits every release."""
    modern = modern or value.replace(SHORT, TODAY)
    collection = file.parent(file.parent(node) or node)
    if isinstance(collection, cst.Tuple | cst.List):
        return any(literal(each.value) == modern for each in collection.elements)
    if not is_tested(file, node, value, modern):
        return False
    inside = file.function(node)
    same = (each for each in nodes(inside, cst.SimpleString) if each.evaluated_value == modern)
    return any(file.function(each) is inside and Sink.LOG in sinks(file, each) for each in same)


def _is_stored(file: File, node: cst.SimpleString) -> bool:
    """True for the key in `logs["lr"] = rate`."""
    return any(isinstance(each, cst.AssignTarget) for each in file.ancestors(node))


def _may_be_read(file: File, node: cst.SimpleString) -> bool:
    """True for the default of a setting called monitor, and for a key in a name or a list if a variable reads logs."""
    value = str(node.evaluated_value)
    if _is_default_monitor(file, node):
        return True
    if not value.endswith(SHORT) or not isinstance(file.parent(node), cst.Assign | cst.Element):
        return False
    return any(
        is_log(file, subscript.value) and not nodes(subscript.slice[0], cst.SimpleString)
        for subscript in file.every(cst.Subscript)
    )


def _option(file: File, node: cst.SimpleString) -> cst.Call | None:
    """The `add_argument(...)` that has a text as its default, or among its choices."""
    above = file.parent(node)
    listed = file.parent(above) if isinstance(above, cst.Element) else None
    arg = file.parent(listed) if listed is not None else above
    call = file.parent(arg) if isinstance(arg, cst.Arg) and arg.keyword is not None else None
    return call if isinstance(call, cst.Call) and method_of(call) == "add_argument" else None


def _is_default_too(option: cst.Call, choice: cst.SimpleString) -> bool:
    """True for a choice that is the default as well: one finding is enough."""
    default = keyword(option, "default")
    return default is not None and default.value is not choice and literal(default.value) == literal(choice)


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


def _undecided(node: cst.BaseExpression, key: str, verdict: Verdict, *, is_note: bool = False) -> Manual:
    depends = "is another in Keras 3" if verdict.reason == STORED else "depends on metrics="
    shown = node.value if isinstance(node, cst.SimpleString) else f'"{key}"'
    said = f"the log key {shown} {depends}, and {verdict.reason}"
    return Manual(node, key, said, verdict.advice, is_note=is_note)
