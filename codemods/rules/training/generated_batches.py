"""Give Keras 3 generators, and tuples of arrays as their batches.

## What it does

`fit(zip(a, b))` becomes `fit((batch for batch in zip(a, b)))`, and so does every iterator that is no generator:
`itertools.cycle`, a class with `__next__` and a lock, a decorated generator, of whichever module of the project. In the
generators and sequences of the file, `yield [x1, x2], y` becomes `yield (x1, x2), y`, `yield [x, y]` becomes
`yield (x, y)`, and for `predict` `yield [x1, x2]` becomes `yield ((x1, x2),)`. A list that a function makes, as in
`yield augment(x, y)`, becomes `tuple(augment(x, y))`.

## Why

Keras 3 refuses the iterators ("Unrecognized data type") and the lists ("the generator must return a tuple").
https://keras.io/api/models/model_training_apis/#fit-method

## Numbers

Same: the batches and their order are those of before. The script in `tests/codemods/fixtures/generated_batches` has
the losses of Keras 2.3.1 on TensorFlow 1.15.5, to 1e-5.

## What it leaves to you

Generators that are used for more than training, and `class_weight=` beside a generator, which Keras 3 refuses.
Generators of the project's other modules are reported at the call that trains on them, and a batch for `predict` that
may be an array or a tuple where it is yielded.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.batch_forms import Change, changes, input_changes, may_be_bare_input, part_changes
from codemods.analysis.data.batch_sources import BatchSource, own_sequences, source_of
from codemods.source.arguments import literal
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Manual, rule

_METHODS = ("fit", "evaluate", "predict")
_DATA = ("x", "validation_data")
_OF_KERAS = ("__getitem__", "__next__")


@rule(
    "TFM133",
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.fit_generator(zip(images, labels), steps_per_epoch=10)
    """,
)
def generated_batches(file: File) -> Iterator[Edit | Manual]:
    """Rewrite what yields batches only if nothing but training uses it."""
    uses = _uses(file)
    seen: set[cst.CSTNode] = set()
    visited = {node for _, _, source in uses for node in source.visited}
    for called, arg, source in uses:
        is_predict = called.canonical.endswith(".predict")
        weight = (
            called.argument("class_weight") if called.canonical.endswith(".fit") and not source.is_sequence else None
        )
        if weight is not None and literal(weight.value) is not None and arg is called.argument("x"):
            said = "Keras 3 refuses class_weight= beside a generator"
            yield Manual(
                weight, f"{called.path}(class_weight=)", said, "yield (x, y, sample_weight) with class_weight[y]"
            )
        if source.is_iterator and not isinstance(arg.value, cst.GeneratorExp):
            yield _wrapped(file, arg, source, is_predict=is_predict)
        own = [each.node for each in source.batches if each.module is file]
        found = [each for each in _changes(file, source, is_predict=is_predict) if each[0] not in seen]
        seen.update(node for node, _ in found)
        if found and not all(_only_trains(file, function, visited) for function in source.functions):
            yield _shared(file, called, found[0])
        else:
            yield from (_edit(file, called, each) for each in found)
        if is_predict and not source.is_sequence:
            unknown = [each for each in own if each not in seen and may_be_bare_input(file, each)]
            seen.update(unknown)
            yield from (_unknown(file, called, each) for each in unknown)
        yield from _in_other_modules(file, called, arg, source)
    returned = [batch.node for source in own_sequences(file) for batch in source.batches]
    for batch in (each for each in returned if isinstance(each, cst.Tuple)):
        for node, modern in changes(file, batch):
            if node not in seen:
                yield Edit(node, f"a Sequence returns tuples of arrays: {file.code(modern)}", ((node, modern),))


@once_per_file
def _uses(file: File) -> list[tuple[Called, cst.Arg, BatchSource]]:
    """The arguments of training calls that yield batches."""
    found = ((called, arg, source_of(file, arg.value)) for called, arg in _data(file))
    return [(called, arg, source) for called, arg, source in found if source is not None]


def _data(file: File) -> Iterator[tuple[Called, cst.Arg]]:
    """The arguments of training calls that hold the data."""
    for called in training_calls(file):
        if not called.canonical.startswith("keras.") or not called.canonical.endswith(tuple(f".{m}" for m in _METHODS)):
            continue
        for name in _DATA:
            arg = called.argument(name)
            if arg is not None:
                yield called, arg


def _in_other_modules(file: File, called: Called, arg: cst.Arg, source: BatchSource) -> Iterator[Manual]:
    """Report a batch that another module of the project yields, at the call that trains on it."""
    is_predict = called.canonical.endswith(".predict")
    for module in {each.module: None for each in (*source.batches, *source.parts) if each.module is not file}:
        if source.is_sequence or any(
            function in own.functions for _, _, own in _uses(module) for function in source.functions
        ):
            continue  # that module trains on it, or has the `Sequence`, and is mended itself
        for node, modern in _changes(module, source, is_predict=is_predict):
            said = f"{_method(called)} takes batches of tuples, and this generator of the project yields others"
            advice = f"in {module.place(node)}, write {module.code(modern)}, not {module.code(node)}"
            yield Manual(arg, f"{called.path}(x=)", said, advice)
            break


def _changes(module: File, source: BatchSource, *, is_predict: bool) -> Iterator[Change]:
    """What to replace in the batches of a source that a module has."""
    for batch in (each.node for each in source.batches if each.module is module):
        yield from input_changes(module, batch) if is_predict else changes(module, batch)
    for part in (each.node for each in source.parts if each.module is module):
        yield from part_changes(module, part)


def _wrapped(file: File, arg: cst.Arg, source: BatchSource, *, is_predict: bool) -> Edit | Manual:
    """The generator for an iterator; it makes tuples of batches that are lists."""
    listed = [] if is_predict else [each.node for each in source.listed]
    has_lists = any(isinstance(each, cst.List) for each in listed)
    if any(isinstance(part, cst.List) for each in listed for part in _parts(each)):
        said = "Keras 3 takes generators of tuples, and the batches of this iterator have lists in them"
        return Manual(arg, "keras.Model.fit(x=)", said, "make tuples of the lists, and pass a generator")
    batch: cst.BaseExpression = cst.Name("batch")
    made = cst.Call(cst.Name("tuple"), [cst.Arg(batch)]) if has_lists else batch
    generator = cst.GeneratorExp(
        made, cst.CompFor(cst.Name("batch"), arg.value), lpar=[cst.LeftParen()], rpar=[cst.RightParen()]
    )
    said = f"Keras 3 takes generators, not other iterators: ({file.code(made)} for batch in {file.code(arg.value)})"
    return Edit(arg, said, ((arg.value, generator),))


def _parts(batch: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [each.value for each in batch.elements] if isinstance(batch, cst.List | cst.Tuple) else []


def _edit(file: File, called: Called, change: Change) -> Edit:
    node, modern = change
    return Edit(node, f"{_method(called)} takes batches of tuples: {file.code(modern)}", ((node, modern),))


def _unknown(file: File, called: Called, batch: cst.BaseExpression) -> Manual:
    said = "predict takes batches of tuples, and the file does not show what this one is"
    return Manual(batch, f"{called.path}(x=)", said, f"if it is an array, write ({file.code(batch)},)")


def _shared(file: File, called: Called, change: Change) -> Manual:
    node, modern = change
    said = f"{_method(called)} takes batches of tuples, and this generator is used elsewhere, too"
    return Manual(node, f"{called.path}(x=)", said, f"write {file.code(modern)}, not {file.code(node)}")


def _method(called: Called) -> str:
    return called.canonical.rpartition(".")[2]


def _only_trains(file: File, function: cst.FunctionDef, visited: set[cst.CSTNode]) -> bool:
    """True if all uses of a function's name lead to training calls; Keras alone calls some methods."""
    name = function.name.value
    if name in _OF_KERAS:
        return True
    others = [node for node in file.every(cst.Name) if node.value == name and file.parent(node) is not function]
    return all(node in visited or file.parent(node) in visited for node in others)
