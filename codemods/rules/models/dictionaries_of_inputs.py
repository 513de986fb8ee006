"""Give a model a list of its inputs in the place of a dictionary, where its data may have other keys, too.

## What it does

Looks for `Model(inputs=...)` whose inputs are a dictionary. Where each input is called as its key, and the project
reads data whose columns it does not name (`make_csv_dataset`, `dict(frame)`, `parse_example`, ...), the model gets the
list of its inputs, in the order that they had in Keras 2. Where the names cannot be compared, that is reported, and
without such data, or where nothing trains or predicts, it is a note.

## Why

Keras 2 took from the data what the keys of the inputs named. Keras 3 sorts the values of a dictionary by their keys and
gives the first ones to the inputs: with a key more, each input may get another column. Nothing is raised where the
shapes fit. A model of a list gets what its inputs are called.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/models/functional.py

## Numbers

Same with the list: predictions and losses (`tests/compat/tables/test_dictionaries_of_inputs.py`).

## What it leaves to you

`model.input` is a list then. Where it reports, to give each input its key as `name=`, and the model their list.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.layers.custom_objects import project_modules
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.symbolic import INPUTS
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File, name_of, once_per_file
from codemods.types import Edit, Manual, Severity, Stage, rule

_MODEL = "keras.models.Model"
_TABLES = (
    "tensorflow.data.experimental.make_csv_dataset",
    "tensorflow.io.parse_example",
    "tensorflow.io.parse_single_example",
    "tensorflow.io.parse_sequence_example",
)
"""Functions that make a dictionary of what a file has."""
_FEEDING = ("fit", "fit_generator", "evaluate", "predict", "train_on_batch")
_CHANGING = frozenset({"clear", "pop", "popitem", "setdefault", "update"})
_SAID = "Keras 3 gives a model of a dictionary its data in the order of their keys, and those may be more than its own"


@rule(
    "TFM395",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    data = tf.data.experimental.make_csv_dataset("rides.csv", batch_size=32, label_name="fare")
    inputs = {name: tf.keras.layers.Input((1,), name=name) for name in ("distance", "hour")}
    outputs = tf.keras.layers.Dense(1)(tf.keras.layers.concatenate(list(inputs.values())))
    model = tf.keras.models.Model(inputs, outputs)
    model.compile(tf.keras.optimizers.SGD(lr=0.1), "mse")
    model.fit(data, steps_per_epoch=9)
    """,
    severity=Severity.NUMBERS,
)
def dictionaries_of_inputs(file: File) -> Iterator[Edit | Manual]:
    """Look at models in code for Keras 2."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    for reference in file.references(_MODEL):
        call = file.call_of(reference)
        given = (bind(call, "inputs", "outputs", "name") or {}).get("inputs") if call is not None else None
        if call is None or given is None or not reference.certain:
            continue
        items = _items(file, given.value)
        if items is None:
            continue
        has_tables = _is_fed(file) and _has_tables(file)
        name = name_of(given.value)
        if has_tables and items and name is not None and all(_is_named(file, *each) for each in items):
            new = cst.parse_expression(f"[{name}[key] for key in sorted({name})]")
            yield Edit(given, f"{_SAID}: it has a list of inputs now", ((given.value, new),))
        else:
            advice = "give each Input its key as name=, and the model [inputs[key] for key in sorted(inputs)]"
            yield Manual(given, f"{_MODEL}(inputs=)", _SAID, advice, is_note=not has_tables)


def _items(file: File, node: cst.BaseExpression) -> list[tuple[cst.BaseExpression, cst.BaseExpression]] | None:
    """The keys and the values of a dictionary, none if it gets others; None for anything else."""
    made = value_of(file, node)
    if isinstance(made, cst.DictComp):
        return [(made.key, made.value)]
    is_empty = isinstance(made, cst.Call) and file.is_builtin(made.func, "dict") and not made.args
    if not is_empty and not isinstance(made, cst.Dict):
        return None
    elements = made.elements if isinstance(made, cst.Dict) else ()
    found = [(each.key, each.value) for each in elements if isinstance(each, cst.DictElement)]
    if len(found) != len(elements) or (isinstance(node, cst.Attribute) and not found):
        return None
    if not isinstance(node, cst.Name):
        return found
    return [*found, *_set(file, node)] if not _is_changed(file, node) else []


def _is_changed(file: File, name: cst.Name) -> bool:
    """True for `inputs.update(others)`, and its like."""
    uses = (file.parent(use) for binding in file.assignments(name) for use in binding.uses)
    return any(isinstance(each, cst.Attribute) and each.attr.value in _CHANGING for each in uses)


def _set(file: File, name: cst.Name) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression]]:
    """The keys and values of `inputs[key] = value`."""
    for binding in file.assignments(name):
        for use in binding.uses:
            item = file.parent(use)
            target = file.parent(item) if isinstance(item, cst.Subscript) and item.value is use else None
            assign = file.parent(target) if isinstance(target, cst.AssignTarget) else None
            if isinstance(item, cst.Subscript) and isinstance(assign, cst.Assign) and len(item.slice) == 1:
                index = item.slice[0].slice
                if isinstance(index, cst.Index):
                    yield index.value, assign.value


def _is_named(file: File, key: cst.BaseExpression, value: cst.BaseExpression) -> bool:
    """True for an `Input` that is called as its key."""
    made = file.only_value(value) if isinstance(value, cst.Name) else value
    if not isinstance(made, cst.Call) or file.symbol(made.func) not in INPUTS:
        return False
    name = keyword(made, "name")
    if name is None:
        return False
    text = literal(key)
    return literal(name.value) == text if isinstance(text, str) else name.value.deep_equals(key)


@once_per_file
def _is_fed(file: File) -> bool:
    """True if the file, or a module that imports it, gives a model data."""
    around = (file, *(module for name in _FEEDING for module in file.project.importers(f".{name}(")))
    return any(method_of(call) in _FEEDING for each in around for call in each.calls)


@once_per_file
def _has_tables(file: File) -> bool:
    """True if the file, or a module of the project that it imports, reads such data."""
    return any(map(_reads_tables, (file, *project_modules(file))))


def _reads_tables(file: File) -> bool:
    """True if a file makes dictionaries of data whose keys it does not spell out."""
    for call in file.calls:
        is_copied = file.is_builtin(call.func, "dict") and len(call.args) == 1 and call.args[0].keyword is None
        if file.symbol(call.func) in _TABLES or (is_copied and not call.args[0].star) or method_of(call) == "to_dict":
            return True
    return False
