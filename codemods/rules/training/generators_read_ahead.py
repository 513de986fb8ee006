"""Let a dataset ask a generator only for what is wanted, where the generator hands on what was set just before.

## What it does

A generator that yields `self.features` in a loop, while another method sets `self.features` and then takes the next
prediction, is the well-known `FastPredict` of an Estimator. `tf.data.Dataset.from_generator(self.generator, ...)`
gets `.with_options(options)`, and `options` two lines that switch off what TensorFlow reads ahead.

## Why

TensorFlow 2.15 and later ask a dataset for its next element before it is wanted, and 2.10 and later those that are
mapped. The generator yields what was set for the last prediction once more: each prediction is that of the call before.
https://www.tensorflow.org/api_docs/python/tf/data/experimental/OptimizationOptions

## Numbers

Same: with the two options the generator is asked for as many elements as in TensorFlow 1.15.5, and the predictions are
those of their calls (`tests/codemods/rules/training/test_generators_read_ahead.py`).

## What it leaves to you

Datasets that other modules make of such a generator, and those in the head of a loop: they are reported. Generators
that wait for a queue lose nothing by it.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import attribute_of_self, same_attributes
from codemods.rewriting.replace import replace
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Replacement, Severity, Stage, rule
from compat.tables.names.dataset_options import OPTIONS, READING_AHEAD

_FROM_GENERATOR = "tensorflow.data.Dataset.from_generator"
_DATASET_STEP = "data.Dataset.from_generator"
"""Its end on every path, also that of the shims."""
_NEXT = "next"
_SAID = "TensorFlow 2.15 and later read one element ahead: the generator yields what was set for the call before"
_ADVICE = f"give its dataset, by with_options, {OPTIONS} with {' and '.join(READING_AHEAD)} = False"


@rule(
    "TFM518",
    stage=Stage.LATE,
    example="""
    import tensorflow as tf

    class FastPredict:
        def __init__(self, estimator):
            self.predictions = estimator.predict(self.input_fn)

        def generator(self):
            while True:
                yield self.features

        def input_fn(self):
            dataset = tf.data.Dataset.from_generator(self.generator, tf.float32, (2,))
            return dataset.batch(1)

        def predict(self, features):
            self.features = features
            return next(self.predictions)
    """,
    severity=Severity.NUMBERS,
)
def generators_read_ahead(file: File) -> Iterator[Edit | Manual]:
    """Edit the datasets of such generators, and report those whose dataset the file does not show."""
    if not since(file.target, "tensorflow 2.15") or any(each.attr.value in _switches() for each in file.attributes):
        return
    generators = [each for each in file.every(cst.FunctionDef) if _hands_on(file, each)]
    names = {each.name.value for each in generators if _is_handed_out(file, each)}
    datasets = [each for each in file.calls if names and _is_dataset_of(file, each, names)]
    for call in datasets:
        yield _edit(file, call) or _report(call)
    if not datasets:
        yield from (_report(each) for each in generators if each.name.value in names and file.reaches_family())


def _switches() -> frozenset[str]:
    return frozenset(each.rpartition(".")[2] for each in READING_AHEAD)


# --- the generators


def _hands_on(file: File, function: cst.FunctionDef) -> bool:
    """True for a method that yields in a loop what a method that takes the next result sets on `self` before."""
    loops = file.within(function.body, cst.While)
    owner = file.enclosing_class(function)
    if owner is None or not any(file.within(each.body, cst.Yield) for each in loops):
        return False
    reads = (each for loop in loops for each in file.within(loop.body, cst.Attribute) if attribute_of_self(file, each))
    return any(_is_set_for_each(file, function, each) for each in reads)


def _is_set_for_each(file: File, generator: cst.FunctionDef, read: cst.Attribute) -> bool:
    """True if another method of the class binds the attribute, and calls `next`."""
    for each in same_attributes(file, read):
        setter = file.function(each)
        is_bound = isinstance(file.parent(each), cst.AssignTarget)
        if is_bound and isinstance(setter, cst.FunctionDef) and setter is not generator and _takes_next(file, setter):
            return True
    return False


def _takes_next(file: File, function: cst.FunctionDef) -> bool:
    return any(file.is_builtin(each.func, _NEXT) for each in nodes(function.body, cst.Call))


def _is_handed_out(file: File, generator: cst.FunctionDef) -> bool:
    """True where the generator is named and not called: `from_generator(self.generator, ...)`."""
    named = (each for each in file.attributes if each.attr.value == generator.name.value)
    return any(isinstance(file.parent(each), cst.Arg) for each in named)


# --- their datasets


def _is_dataset_of(file: File, call: cst.Call, names: set[str]) -> bool:
    """True for `from_generator` of such a method, or of a parameter, which can be one."""
    if not (file.symbol(call.func) or "").endswith(_DATASET_STEP):
        return False
    given = keyword(call, "generator") or next(iter(call.args), None)
    value = given.value if given is not None else None
    if isinstance(value, cst.Attribute):
        return value.attr.value in names
    binding = file.only_binding(value) if isinstance(value, cst.Name) else None
    return binding is not None and isinstance(binding.node, cst.Param)


def _report(node: cst.CSTNode) -> Manual:
    return Manual(node, _FROM_GENERATOR, _SAID, _ADVICE)


def _data_of(func: cst.BaseExpression) -> cst.BaseExpression | None:
    """`tf.data` of `tf.data.Dataset.from_generator`."""
    dataset = func.value if isinstance(func, cst.Attribute) else None
    return dataset.value if isinstance(dataset, cst.Attribute) else None


def _edit(file: File, call: cst.Call) -> Edit | None:
    """Two lines before the statement make the options that the dataset gets."""
    statement = file.statement(call)
    of_data = _data_of(call.func)
    if of_data is None or not isinstance(statement, cst.SimpleStatementLine):
        return None
    options = file.free_name("options", "dataset_options")
    with_options = cst.Call(cst.Attribute(call, cst.Name("with_options")), [cst.Arg(cst.Name(options))])
    changed = replace(statement, [(call, with_options)])
    assert isinstance(changed, cst.SimpleStatementLine)
    made = file.parse_statement(f"{options} = {file.code(of_data)}.Options()\n")
    lines = [
        made.with_changes(leading_lines=statement.leading_lines),
        *(file.parse_statement(f"{options}.{each} = False\n") for each in READING_AHEAD),
        changed.with_changes(leading_lines=()),
    ]
    replacements: tuple[tuple[cst.CSTNode, Replacement], ...] = ((statement, cst.FlattenSentinel(lines)),)
    return Edit(call, _SAID, replacements)
