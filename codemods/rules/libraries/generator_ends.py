"""End a generator with `return`, where it raised `StopIteration`.

## What it does

`raise StopIteration` in a function that yields becomes `return`. What is raised in a `try` stays, as does the
`raise StopIteration` of a method `__next__`, which yields nothing.

## Why

Since Python 3.7 a `StopIteration` that leaves a generator is an error, "RuntimeError: generator raised StopIteration";
before it ended the generator, as `return` does.
https://peps.python.org/pep-0479/

## Numbers

Same: the generator gives the same elements (`tests/codemods/rules/libraries/test_generator_ends.py`).

## What it leaves to you

`next(it)` in a generator whose end was meant to be that of the generator.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.provenance import is_generator
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_ENDED = "StopIteration"


@rule(
    "TFM505",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.models import load_model

    def batches(x):
        for i in range(0, len(x), 32):
            yield x[i : i + 32]
        raise StopIteration

    model = load_model("model.h5")
    predictions = [model.predict_on_batch(each) for each in batches(x)]
    """,
)
def generator_ends(file: File) -> Iterator[Edit]:
    """Edit each `raise StopIteration` of a generator that nothing catches there."""
    if not file.target.is_modern:
        return
    for node in file.every(cst.Raise):
        function = file.function(node)
        if not isinstance(function, cst.FunctionDef) or not is_generator(file, function) or not _ends(file, node):
            continue
        if not _is_in_try(file, node, function):
            yield Edit(node, "a generator that raises StopIteration is a RuntimeError", ((node, cst.Return()),))


def _ends(file: File, node: cst.Raise) -> bool:
    """True for `raise StopIteration` and `raise StopIteration()`."""
    raised = node.exc
    if isinstance(raised, cst.Call) and not raised.args:
        raised = raised.func
    return node.cause is None and raised is not None and file.is_builtin(raised, _ENDED)


def _is_in_try(file: File, node: cst.Raise, function: cst.FunctionDef) -> bool:
    for above in file.ancestors(node):
        if above is function:
            return False
        if isinstance(above, cst.Try | cst.TryStar):
            return True
    return False
