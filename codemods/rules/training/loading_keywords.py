"""Let the dataset have the keywords about loading that `fit`, `evaluate` and `predict` took.

## What it does

`fit(batches, workers=4, use_multiprocessing=True)` becomes `batches.workers = 4`, `batches.use_multiprocessing = True`
and `fit(batches)`, if the file shows that `batches` is a `Sequence` or `PyDataset`. For other data `workers`,
`use_multiprocessing` and `max_queue_size` are dropped.

## Why

Keras 3 raises TypeError: a `PyDataset` has them now, and nothing else is read by several workers.
https://keras.io/api/utils/python_utils/#pydataset-class

## Numbers

No numbers involved: of arrays Keras 2 took no notice of them, and of other data they only said how fast it is loaded.

## What it leaves to you

Objects that may not be Keras models: TFM196 reports what the file shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls, speaks_of
from codemods.analysis.data.endless_data import flows, has_other_length
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File
from codemods.source.wording import listed
from codemods.types import Edit, Replacement, Stage, rule
from compat.tables.methods.generator_methods import LOADING_DEFAULTS
from compat.tables.names.makers import model_methods

Replacements: TypeAlias = tuple[tuple[cst.CSTNode, Replacement], ...]
_METHODS = model_methods("fit", "evaluate", "predict")


@rule(
    "TFM159",
    stage=Stage.STRUCTURES,
    example="""
    import numpy as np
    from keras.layers import Dense
    from keras.models import Sequential

    x, y = np.ones((64, 3)), np.ones((64, 1))
    model = Sequential([Dense(1, input_shape=(3,))])
    model.compile("sgd", "mse")
    model.fit(x, y, epochs=2, workers=4)
    """,
)
def loading_keywords(file: File) -> Iterator[Edit]:
    """Only calls on what is certainly a Keras model are rewritten."""
    for called in known_calls(file):
        call = called.call
        if not isinstance(call.func, cst.Attribute) or not speaks_of(file.target, _METHODS, "keras 3.0", called):
            continue
        given = {arg.keyword.value: arg for arg in call.args if arg.keyword is not None}
        about = {name: arg for name, arg in given.items() if name in LOADING_DEFAULTS}
        if not about or not call.args or evidence(file, call.func.value, Kind.MODEL) is not Evidence.CERTAIN:
            continue
        modern = with_args(call, [arg for arg in call.args if arg not in about.values()])
        asked = {name: arg.value for name, arg in about.items() if literal(arg.value) != LOADING_DEFAULTS[name]}
        if asked:
            yield Edit(call, *place_loading(file, call, modern, asked))


def place_loading(
    file: File, call: cst.Call, modern: cst.Call, loading: Mapping[str, cst.BaseExpression]
) -> tuple[str, Replacements]:
    """Move `workers` and the like to the dataset, where Keras 3 reads them; name those that cannot move.

    `modern` is the call without them. Returns what is said of it, and what to replace.
    """
    dataset = _dataset(call)
    line = file.statement(call)
    simple = isinstance(line, cst.SimpleStatementLine) and file.block(line) is not None
    if not (simple and isinstance(dataset, cst.Name) and _is_read_by_workers(file, dataset, modern)):
        values = listed(f"{name}={file.code(value)}" for name, value in loading.items())
        said = f"dropped {values}, which only sped up loading: a keras.utils.PyDataset has it now"
        return said, ((call, modern),)
    assigned = (f"{dataset.value}.{name} = {file.code(value)}" for name, value in loading.items())
    settings = [file.parse_statement(text) for text in assigned]
    leading = getattr(line, "leading_lines", ())
    settings[0] = settings[0].with_changes(leading_lines=leading)
    body = line.deep_replace(call, modern).with_changes(leading_lines=())
    return f"{', '.join(loading)} moved to the dataset", ((line, cst.FlattenSentinel([*settings, body])),)


def _dataset(call: cst.Call) -> cst.BaseExpression | None:
    """The first argument of a training call, or `x=`."""
    first = call.args[0]
    given = first if first.keyword is None and not first.star else keyword(call, "x")
    return given.value if given is not None else None


def _is_read_by_workers(file: File, dataset: cst.Name, modern: cst.Call) -> bool:
    """True for a `Sequence` that the call reads itself."""
    if evidence(file, dataset, Kind.SEQUENCE) is not Evidence.CERTAIN:
        return False
    steps = keyword(modern, "steps_per_epoch")
    return not flows(file, dataset) or not has_other_length(file, dataset, steps.value if steps is not None else None)
