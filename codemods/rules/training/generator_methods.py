"""Call `fit`, `evaluate` and `predict` with the generator that the `*_generator` methods took.

## What it does

`fit_generator`, `evaluate_generator` and `predict_generator` become `fit`, `evaluate` and `predict`.
Fractional step counts are rounded up, as Keras 2 did. Counts of samples, which Keras 1 took, are divided by the rows of
a batch where the file shows that `flow` or `flow_from_directory` makes the data: `samples_per_epoch=n` becomes
`steps_per_epoch=math.ceil(n / batches.batch_size)`. So are they by position, in a file that has keywords of Keras 1 and
none that came with Keras 2. In a file of Keras 2 alone, which took them for steps, that is `n // batches.batch_size`,
and the other counts stay `n`; so they do for other data with `--from`. `workers`, `use_multiprocessing` and
`max_queue_size` go to the dataset, if the file shows that it is a `Sequence` or `PyDataset`.

## Why

The methods are gone: Keras 3 raises AttributeError.
https://github.com/tensorflow/tensorflow/releases/tag/v2.1.0 (deprecation of the generator methods)

## Numbers

They can differ. The first epoch is the same: the upgraded MiniGoogLeNet script, with its `fit_generator`, follows
TensorFlow 1.15.5 to 1.1e-8 in the loss on two replicas while batches divide by them (`tests/equivalence/README.md`).
But Keras 3 ends an epoch where a `Sequence` ends: with 4 batches and `steps_per_epoch=3` the epochs of 3.15.1 have
3, 1, 3, 1 steps, and those of 2.3.1 had 3 each (`tests/codemods/rules/training/test_generator_methods.py`). TFM137
mends or
reports that where the file shows the `Sequence`. A count of samples makes as many batches as in Keras 1.2.2 if it is
that of the data; with another count Keras 1 read one more batch in epochs within which a pass over the data ended.
What Keras 2.2.4 and 2.3.1 made of such a count is run (`tests/compat/tables/test_counts_of_samples.py`).
Keras 2.3 gave `evaluate_generator`, and `val_loss` over a generator, the loss of the last batch, 3.078 of four with a
mean of 1.328 (2.3.1); now, as in 2.2.4, it is the mean.

## What it leaves to you

Receivers that may not be Keras models, unpacked arguments, and counts of samples for data of unknown batches.
A `steps_per_epoch` that is less than the batches of a `Sequence`: leave it out, or let the `Sequence` have as many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from codemods.analysis.data.endless_data import rows_of_batch
from codemods.analysis.data.fractions import is_fraction
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.objects.evidence import Evidence, Kind, defines, evidence
from codemods.analysis.objects.generator_calls import KEYWORDS, has_keyword_of_its_own
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.objects.provenance import called_function, is_generator
from codemods.analysis.releases.keras_1_traces import is_of_keras_1
from codemods.analysis.releases.possible_releases import fitting_pairs
from codemods.releases.versions import minor_version
from codemods.rewriting.whole_numbers import floored_quotient, whole, whole_quotient
from codemods.rules.training.loading_keywords import place_loading
from codemods.source.arguments import bind, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Stage, rule
from compat.tables.methods.generator_methods import (
    ADDED_IN_2_3,
    GENERATOR_METHODS,
    KERAS_1_KEYWORDS,
    KERAS_1_PARAMETERS,
    LOADING,
    LOADING_DEFAULTS,
    SAMPLE_COUNTS,
    places,
)
from compat.tables.rows import GeneratorMethod

_METHODS = {row.legacy: row for row in GENERATOR_METHODS}
_COUNTS = "counts samples"
_OF_EPOCH = "samples_per_epoch"
_KERAS_2 = (2, 0)
_STEPS = ("steps_per_epoch", "validation_steps", "steps")


@rule(
    "TFM120",
    stage=Stage.STRUCTURES,
    example="""
    from keras.models import Sequential
    from keras.layers import Dense

    model = Sequential([Dense(1)])
    model.compile("sgd", "mse")
    model.fit_generator(batches, steps_per_epoch=len(x) / 32, epochs=5)
    """,
)
def generator_methods(file: File) -> Iterator[Edit | Manual]:
    """Leave calls with unpacked arguments, or on objects that may not be Keras models, to a person."""
    called = {call.func for call in file.calls}
    for attribute in file.every(cst.Attribute):
        row = _METHODS.get(attribute.attr.value)
        if row is None or attribute in called:
            continue
        if evidence(file, attribute.value, Kind.MODEL) is Evidence.CERTAIN and not _is_own(file, attribute):
            said = f"{row.legacy} is gone, and it is referenced without being called"
            yield Manual(attribute, row.legacy, said, f"use {row.modern}()")
    for call in file.calls:
        row = _METHODS.get(call.func.attr.value) if isinstance(call.func, cst.Attribute) else None
        if row is None:
            continue
        doubt = _doubt(file, call, row)
        if doubt is None:
            continue
        if doubt and _COUNTS in doubt and _has_count_by_position(call):
            yield _spelled_out(call, row)
            continue
        if doubt:
            advice = f"replace it with {row.modern}()"
            if _COUNTS in doubt:
                advice += ", and divide the number by the rows of a batch, rounded up; for what Keras 2 did add --from"
            yield Manual(call, row.legacy, f"{row.legacy} is gone, and {doubt}", advice)
        else:
            yield _edit(file, call, row)


def _doubt(file: File, call: cst.Call, row: GeneratorMethod) -> str | None:
    """The reason to leave a call to a person, "" if there is none; None if the object is not a Keras model."""
    assert isinstance(call.func, cst.Attribute)
    found = evidence(file, call.func.value, Kind.MODEL)
    if found is Evidence.FOREIGN or _is_own(file, call.func):
        return None
    parameters = _parameters(file, call, row)
    if parameters is None:
        return f"its positional arguments may mean {ADDED_IN_2_3[row.legacy]}= or what came after it before Keras 2.3"
    if not found.is_enough and has_keyword_of_its_own(call):
        return None
    bound = bind(call, *parameters)
    if bound is None or not set(bound) <= KEYWORDS[row.legacy]:
        return "its arguments are unpacked or unknown"
    for legacy in SAMPLE_COUNTS:
        if legacy in bound and _steps(file, bound, legacy) is None:
            return f"{legacy} {_COUNTS} in Keras 1, and was taken for steps in Keras 2"
    if found.is_enough:
        return ""
    if defines(file, row.legacy):
        return f"the file defines its own {row.legacy}"
    return "its object may not be a Keras model"


def _is_own(file: File, method: cst.Attribute) -> bool:
    """True for the method of a model whose class is in the project, and defines it."""
    origin = origin_of(file, method.value)
    return isinstance(origin, Receiver) and origin.shows(file, method.attr.value)


def _has_count_by_position(call: cst.Call) -> bool:
    return len([arg for arg in call.args if arg.keyword is None]) > 1


def _spelled_out(call: cst.Call, row: GeneratorMethod) -> Edit:
    """The call with its legacy keywords: once others are modern, positions would be read as those of Keras 2."""
    bound = bind(call, *KERAS_1_PARAMETERS[row.legacy])
    assert bound is not None
    args = [arg if name == "generator" or arg.keyword else named(arg, name) for name, arg in bound.items()]
    return Edit(call, f"{row.legacy}(): positions of Keras 1 are keywords now", ((call, with_args(call, args)),))


def _takes_counts_for_steps(file: File) -> bool:
    """True in a file of Keras 2 alone, which took the keywords of Keras 1 for those of its own."""
    found = fitting_pairs(file)
    return bool(found) and all(minor_version(keras) >= _KERAS_2 for _, keras in found)


def _steps(
    file: File, bound: Mapping[str, cst.Arg], legacy: str
) -> tuple[cst.BaseExpression, tuple[Import, ...]] | None:
    """The steps that a count of samples comes to, and the imports for it; None if the file does not show them."""
    number, data = bound[legacy].value, _data(bound, legacy)
    rows = rows_of_batch(file, data)
    if not _takes_counts_for_steps(file):
        return whole_quotient(file, number, rows) if rows is not None else None
    if rows is None and file.origin is None:
        return None  # what an upgrade leaves in a file of Keras 1 is beside names of today, as in a file of Keras 2
    if legacy != _OF_EPOCH or (data is not None and _is_generator(file, data)):
        return number, ()
    return (floored_quotient(number, rows), ()) if rows is not None else None


def _is_generator(file: File, data: cst.BaseExpression) -> bool:
    """True for a generator of Python, which has no `batch_size`."""
    value = value_of(file, data)
    function = called_function(file, value) if isinstance(value, cst.Call) else None
    return isinstance(value, cst.GeneratorExp) or (function is not None and is_generator(file, function))


def _data(bound: Mapping[str, cst.Arg], count: str) -> cst.BaseExpression | None:
    """The data whose samples a keyword of Keras 1 counts."""
    arg = bound.get("validation_data" if count == "nb_val_samples" else "generator")
    return arg.value if arg is not None else None


def _parameters(file: File, call: cst.Call, row: GeneratorMethod) -> tuple[str, ...] | None:
    """The parameters in the order of the release that the call was written for; None if its values do not tell."""
    if is_of_keras_1(file):
        return KERAS_1_PARAMETERS[row.legacy]
    values = tuple(_value(arg.value) for arg in call.args if arg.keyword is None and not arg.star)
    return places(row, values)


def _value(node: cst.BaseExpression) -> object:
    return [] if isinstance(node, cst.List | cst.Tuple) else {} if isinstance(node, cst.Dict) else literal(node)


def _edit(file: File, call: cst.Call, row: GeneratorMethod) -> Edit:
    bound = bind(call, *(_parameters(file, call, row) or ()))
    assert bound is not None
    assert isinstance(call.func, cst.Attribute)
    args: list[cst.Arg] = []
    loading: dict[str, cst.BaseExpression] = {}
    imports: tuple[Import, ...] = ()
    for name, arg in bound.items():
        if name in LOADING:
            if name in LOADING_DEFAULTS and literal(arg.value) != LOADING_DEFAULTS[name]:
                loading[name] = arg.value
            continue
        modern = SAMPLE_COUNTS.get(name) or KERAS_1_KEYWORDS.get(name, name)
        if name == "generator":
            args.append(arg if arg.keyword is None else named(arg, "x"))
            continue
        steps = _steps(file, bound, name) if name in SAMPLE_COUNTS else None
        if steps is not None or (modern in _STEPS and is_fraction(file, arg.value)):
            number, needed = steps or whole(file, arg.value)
            imports += tuple(each for each in needed if each not in imports)
            args.append(named(arg.with_changes(value=number), modern))
        else:
            args.append(named(arg, modern))
    if row.verbose and "verbose" not in bound:
        args.append(named(cst.Arg(cst.Integer(row.verbose)), "verbose"))
    function = call.func.with_changes(attr=cst.Name(row.modern))
    modern_call = with_args(call, args).with_changes(func=function)
    said = f"{row.legacy}() is now {row.modern}()"
    if not loading:
        return Edit(call, said, ((call, modern_call),), imports)
    moved, replacements = place_loading(file, call, modern_call, loading)
    return Edit(call, f"{said}; {moved}", replacements, imports)
