"""Read accuracy from histories and logs under the name that `metrics=` gives it today.

## What it does

`acc` and `val_acc` become `accuracy` and `val_accuracy` in histories, logs, `monitor=` and file names, if the
`compile` calls in the file that ask for the accuracy all call it `"accuracy"`.

## Why

Keras 2.2 logged `metrics=["accuracy"]` as `acc`. Since 2.3 the key is what `metrics=` says, and `history["acc"]` raises
KeyError.
https://github.com/keras-team/keras/releases/tag/2.3.0

## Numbers

No numbers involved.

## What it leaves to you

Keys that are read through a variable, or in files whose `compile` is elsewhere or whose `compile` calls disagree.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, rule
from compat.tables.names.log_keys import LOG_KEYS

_SHORT = LOG_KEYS["accuracy"]
_KEYS = {_SHORT: "accuracy", f"val_{_SHORT}": "val_accuracy"}
_MONITORS = tuple(f"keras.callbacks.{name}" for name in ("ModelCheckpoint", "EarlyStopping", "ReduceLROnPlateau"))


@rule(
    "TFM130",
    example="""
    from keras.models import Sequential

    model = Sequential()
    model.compile("sgd", "categorical_crossentropy", metrics=["accuracy"])
    history = model.fit(x, y, validation_split=0.1)
    print(history.history["val_acc"])
    """,
)
def log_keys(file: File) -> Iterator[Edit | Manual]:
    """Edit only if `accuracy` is the only spelling in the file's `metrics=`; if there is none, a person decides."""
    if not file.imports_family():
        return
    strings = file.every(cst.SimpleString)
    uses = [node for node in strings if _is_key(file, node) or _is_template(node)]
    indirect = [node for node in strings if node not in uses and _is_indirect(file, node)]
    metrics = _metrics(file) if uses or indirect else set()
    for node in uses:
        if metrics == {"accuracy"}:
            new = _respelled(node)
            said = f"the log key {node.value} is now {new.value} for metrics=['accuracy']"
            yield Edit(node, said, ((node, new),))
        elif metrics != {_SHORT}:
            yield _undecided(node, metrics)
    for node in indirect if metrics != {_SHORT} else ():
        yield _undecided(node, metrics)


def _undecided(node: cst.SimpleString, metrics: set[str]) -> Manual:
    why = {
        0: "this file has no compile() that sets it",
        1: "the file does not show where it is read",
    }.get(len(metrics), "the compile() calls in this file disagree")
    return Manual(
        node,
        str(node.evaluated_value),
        f"the log key {node.value} depends on metrics=, and {why}",
        "for metrics=['accuracy'], use accuracy and val_accuracy",
    )


def _is_indirect(file: File, node: cst.SimpleString) -> bool:
    """True for a key in a name or list, if histories are read by variable, and for a monitor of unknown class."""
    if node.evaluated_value not in _KEYS:
        return False
    parent = file.parent(node)
    if isinstance(parent, cst.Arg) and parent.keyword is not None and parent.keyword.value == "monitor":
        call = file.parent(parent)
        return isinstance(call, cst.Call) and _makes_callback(file, call) is Evidence.UNKNOWN
    if not isinstance(parent, cst.Assign | cst.Element):
        return False
    return any(
        _is_log(file, subscript.value)
        and not any(isinstance(each, cst.SimpleString) for each in nodes(subscript.slice[0], cst.SimpleString))
        for subscript in file.every(cst.Subscript)
    )


def _metrics(file: File) -> set[str]:
    """The spellings of accuracy in the `metrics=` arguments of the file."""
    found: set[str] = set()
    for call in file.calls:
        if not (isinstance(call.func, cst.Attribute) and call.func.attr.value == "compile"):
            continue
        arg = keyword(call, "metrics")
        value: cst.BaseExpression | None = arg.value if arg else None
        if isinstance(value, cst.Name):
            value = file.only_value(value)
        for node in nodes(value, cst.SimpleString) if value is not None else ():
            if node.evaluated_value in (_SHORT, "accuracy"):
                found.add(str(node.evaluated_value))
    return found


def _is_template(node: cst.SimpleString) -> bool:
    """True for a file name such as `weights-{val_acc:.2f}.h5`."""
    return any("{" + key + end in node.value for key in _KEYS for end in ("}", ":"))


def _respelled(node: cst.SimpleString) -> cst.SimpleString:
    value = node.value
    if node.evaluated_value in _KEYS:
        value = value.replace("acc", "accuracy")
    for end in ("}", ":"):
        value = value.replace("{acc" + end, "{accuracy" + end).replace("{val_acc" + end, "{val_accuracy" + end)
    return node.with_changes(value=value)


def _is_key(file: File, node: cst.SimpleString) -> bool:
    if node.evaluated_value not in _KEYS:
        return False
    parent = file.parent(node)
    if isinstance(parent, cst.Index):
        element = file.parent(parent)
        subscript = file.parent(element) if element else None
        return isinstance(subscript, cst.Subscript) and _is_log(file, subscript.value)
    if isinstance(parent, cst.Arg):
        return _is_log_argument(file, parent)
    if isinstance(parent, cst.Comparison) and parent.left is node:
        return any(_is_log(file, target.comparator) for target in parent.comparisons)
    return False


def _is_log_argument(file: File, arg: cst.Arg) -> bool:
    """True for the key that is passed to `logs.get`, or as the monitor of a Keras callback."""
    call = file.parent(arg)
    if not isinstance(call, cst.Call):
        return False
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "get" and arg.keyword is None:
        return arg is call.args[0] and _is_log(file, call.func.value)
    if arg.keyword is not None:
        return arg.keyword.value == "monitor" and _makes_callback(file, call) is Evidence.CERTAIN
    symbol = file.symbol(call.func)
    if symbol not in _MONITORS:
        return False
    index = 1 if symbol.endswith("ModelCheckpoint") else 0
    return len(call.args) > index and call.args[index] is arg


def _makes_callback(file: File, call: cst.Call) -> Evidence:
    """The evidence that a call makes a callback, or prepares one: `partial(EarlyStopping, monitor=...)`."""
    prepared = call.args[0].value if file.qualified_name(call.func) == "functools.partial" and call.args else None
    return evidence(file, cst.Call(prepared) if prepared is not None else call, Kind.CALLBACK)


def _is_log(file: File, node: cst.BaseExpression) -> bool:
    return evidence(file, node, Kind.LOGS).is_enough
