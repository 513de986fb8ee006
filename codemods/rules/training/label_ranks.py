"""Report labels of one dimension and of two for the same model, which Keras 3 refuses at the second ones.

## What it does

Compares the labels that `train_on_batch` and `fit` of a model are given, and those of `test_on_batch` and `evaluate`,
as far as NumPy shows their dimensions: `np.ones((n, 1))` has two, `np.zeros(n)` has one. It rewrites nothing.

## Why

Keras 2 gave labels of the shape `(n,)` a second dimension. Keras 3 traces its step again for them, with labels of any
rank: ValueError, "Cannot take the length of shape with unknown rank".
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py

## Numbers

No numbers involved, as Keras 3 raises. With two dimensions for all, the losses are those of Keras 2.3.1
(`tests/codemods/rules/training/test_label_ranks.py`).

## What it leaves to you

Every reported call, and labels of which the file does not show how many dimensions they have.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.call_sites import is_compile
from codemods.analysis.flow.sure_calls import in_other_branch
from codemods.analysis.objects.object_types import shim_of
from codemods.analysis.objects.provenance import place
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_STEPS = {"fit": "train", "train_on_batch": "train", "evaluate": "test", "test_on_batch": "test"}
"""The methods that share one traced function."""
_ONE_OR_TWO = {1, 2}


@rule(
    "TFM388",
    stage=Stage.ADVICE,
    example="""
    import numpy as np
    from keras.layers.core import Dense
    from keras.models import Sequential

    critic = Sequential([Dense(1, input_shape=(8,))])
    critic.compile("sgd", "mse")
    critic.train_on_batch(images, np.ones((16, 1)))
    critic.train_on_batch(made, np.zeros(16))
    """,
)
def label_ranks(file: File) -> Iterator[Manual]:
    """Report a call whose labels have other dimensions than those of the call before it."""
    if not goes_to_keras_3(file):
        return
    given: dict[tuple[object, str], list[tuple[Called, int]]] = {}
    for called in sorted(training_calls(file), key=lambda each: file.order(each.call)):
        step, labels = _STEPS.get(called.canonical.rpartition(".")[2]), called.argument("y")
        model = called.call.func.value if isinstance(called.call.func, cst.Attribute) else None
        if step is None or labels is None or model is None or "keras" not in called.canonical:
            continue
        rank = rank_of(file, labels.value)
        if rank in _ONE_OR_TWO and rank is not None and shim_of(file, model) is None:
            given.setdefault((place(file, model), step), []).append((called, rank))
    for calls in given.values():
        for (first, rank), (second, other) in pairwise(calls):
            if rank != other and not in_other_branch(file, first.call, second.call):
                if not _is_compiled_between(file, first.call, second.call):
                    said = f"Keras 3 refuses labels of {_words(other)} after labels of {_words(rank)}"
                    advice = "give all labels of the model two dimensions: y.reshape(-1, 1)"
                    yield Manual(second.call, f"{second.path}(y=)", said, advice, culprit=first.call)


def _words(rank: int) -> str:
    return "one dimension" if rank == 1 else "two dimensions"


def _is_compiled_between(file: File, first: cst.Call, second: cst.Call) -> bool:
    """True if the model may get a new step in between."""
    return any(is_compile(file, each) and file.before(first, each) and file.before(each, second) for each in file.calls)
