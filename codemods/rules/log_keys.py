"""Read accuracy from history and logs under the name that `metrics=` gives it today.

Keras 2.2 logged `metrics=["accuracy"]` as `acc`, from 2.3 on the key is what `metrics=` says.
https://github.com/keras-team/keras/releases/tag/2.3.0
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, rule

_KEYS = {"acc": "accuracy", "val_acc": "val_accuracy"}
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
    """Only where every `compile` of the file says `accuracy`; without one a person decides."""
    if not file.imports_family():
        return
    strings = file.every(cst.SimpleString)
    uses = [node for node in strings if _is_key(file, node) or _is_template(node)]
    indirect = [node for node in strings if node not in uses and _is_indirect(file, node)]
    metrics = _metrics(file) if uses or indirect else set()
    for node in uses:
        if metrics == {"accuracy"}:
            new = _respelled(node)
            said = f"the log key {node.value} is {new.value} for metrics=['accuracy']"
            yield Edit(node, said, ((node, new),))
        elif metrics != {"acc"}:
            yield _undecided(node, metrics)
    for node in indirect if metrics != {"acc"} else ():
        yield _undecided(node, metrics)


def _undecided(node: cst.SimpleString, metrics: set[str]) -> Manual:
    why = {
        0: "no compile() in this file says what it is",
        1: "it is read through a variable",
    }.get(len(metrics), "the compile() calls of this file do not agree")
    return Manual(
        node,
        str(node.evaluated_value),
        f"whether the log key is {node.value} depends on metrics=, and {why}",
        "for metrics=['accuracy'] it is accuracy and val_accuracy",
    )


def _is_indirect(file: File, node: cst.SimpleString) -> bool:
    """Whether a key is kept in a name or a list, in a file that reads histories by variable."""
    if node.evaluated_value not in _KEYS:
        return False
    parent = file.parent(node)
    if not isinstance(parent, cst.Assign | cst.Element):
        return False
    return any(
        _is_log(file, subscript.value)
        and not any(isinstance(each, cst.SimpleString) for each in nodes(subscript.slice[0], cst.SimpleString))
        for subscript in file.every(cst.Subscript)
    )


def _metrics(file: File) -> set[str]:
    """The spellings of accuracy in the `metrics=` of the file."""
    found: set[str] = set()
    for call in file.calls:
        if not (isinstance(call.func, cst.Attribute) and call.func.attr.value == "compile"):
            continue
        arg = keyword(call, "metrics")
        value: cst.BaseExpression | None = arg.value if arg else None
        if isinstance(value, cst.Name):
            value = file.only_value(value)
        for node in nodes(value, cst.SimpleString) if value is not None else ():
            if node.evaluated_value in ("acc", "accuracy"):
                found.add(str(node.evaluated_value))
    return found


def _is_template(node: cst.SimpleString) -> bool:
    """A file name such as `weights-{val_acc:.2f}.h5`."""
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
    call = file.parent(arg)
    if not isinstance(call, cst.Call):
        return False
    if arg.keyword is not None:
        return arg.keyword.value == "monitor"
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "get":
        return arg is call.args[0] and _is_log(file, call.func.value)
    symbol = file.symbol(call.func)
    if symbol not in _MONITORS:
        return False
    index = 1 if symbol.endswith("ModelCheckpoint") else 0
    return len(call.args) > index and call.args[index] is arg and literal(arg.value) in _KEYS


def _is_log(file: File, node: cst.BaseExpression) -> bool:
    """Whether `node` is `X.history` of a training, a name for it, or the `logs` of a callback."""
    if isinstance(node, cst.Attribute):
        return node.attr.value == "history" and not _is_module(file, node.value)
    if not isinstance(node, cst.Name):
        return False
    if node.value == "logs":
        return all(isinstance(each.node, cst.Param) for each in file.assignments(node))
    for assignment in file.assignments(node):
        value = file.assigned_value(assignment)
        if isinstance(value, cst.Attribute) and _is_log(file, value):
            return True
    return False


def _is_module(file: File, node: cst.BaseExpression) -> bool:
    """Whether a name is imported: no history of a training is."""
    return isinstance(node, cst.Name) and any(imported.local == node.value for imported in file.imports)
