"""Give NumPy's functions lists, where they were given generators: `np.vstack([f(x) for x in xs])`.

## What it does

`np.vstack(f(x) for x in xs)` gets a list, as `np.hstack`, `np.dstack`, `np.column_stack` and `np.stack` do, and
`np.vstack(map(f, xs))` becomes `np.vstack(list(map(f, xs)))`. `np.sum(f(x) for x in xs)` becomes `sum(...)`.

## Why

TensorFlow 1 ran with NumPy 1.18, which took generators with a warning, and called Python's `sum`. NumPy 2.5 raises
TypeError: "arrays to stack must be passed as a sequence". https://numpy.org/doc/stable/release.html

## Numbers

Same: the calls are compared on NumPy 1.17 and 2.5 (`tests/compat/tables/test_numpy_generators.py`).

## What it leaves to you

Names that hold a generator, and `np.sum` of a generator with other arguments.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package
from codemods.source.file import File
from codemods.source.scopes import BUILTIN
from codemods.types import Edit, Stage, rule
from compat.tables.names.numpy_generators import ITERATORS, STACKING, SUMMING, VIEWS


@rule(
    "TFM409",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.models import load_model

    model = load_model("model.h5")
    features = np.vstack(model.predict(batch) for batch in batches)
    """,
)
def numpy_generators(file: File) -> Iterator[Edit]:
    """Edit the first argument of each call, unless a `try` or an `if` chooses."""
    if not imports_package(file, "numpy"):
        return
    choices = Choices(file)
    for call in file.calls:
        path = file.qualified_name(call.func) if call.args else None
        if (path not in STACKING and path != SUMMING) or choices.leading_to(call):
            continue
        first = call.args[0]
        said = f"{file.code(call.func)} takes no generator in NumPy 2.5"
        if path == SUMMING:
            if (
                isinstance(first.value, cst.GeneratorExp)
                and len(call.args) == 1
                and _is_builtin_here(file, "sum", call)
            ):
                yield Edit(call, said, ((call.func, cst.Name("sum")),))
        elif isinstance(first.value, cst.GeneratorExp):
            listed = cst.ListComp(first.value.elt, first.value.for_in)
            yield Edit(call, said, ((first.value, listed),))
        elif _is_iterator(file, first.value) and _is_builtin_here(file, "list", call):
            yield Edit(call, said, ((first.value, cst.Call(cst.Name("list"), [cst.Arg(first.value)])),))


def _is_iterator(file: File, node: cst.BaseExpression) -> bool:
    """True for `map(...)`, `zip(...)`, and for `values.values()` of a dictionary."""
    if not isinstance(node, cst.Call):
        return False
    return file.is_builtin(node.func, *ITERATORS) or (method_of(node) in VIEWS and not node.args)


def _is_builtin_here(file: File, name: str, at: cst.CSTNode) -> bool:
    """True if nothing in the file takes the name of a builtin function."""
    return all(each.kind == BUILTIN for each in file.scope(at)[name])
