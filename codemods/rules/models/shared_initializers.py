"""Give each layer an initializer of its own.

## What it does

Where several layers are given one `initializer = RandomNormal(stddev=0.02)`, each use becomes
`RandomNormal(stddev=0.02)` itself.

## Why

An initializer without `seed` drew new values at each call. In Keras 3 it draws a seed when it is made: layers of one
shape start from the same values.
https://keras.io/api/layers/initializers/

## Numbers

They can differ, as random numbers do. The layers of `tests/codemods/fixtures/shared_initializers` start from different
values, as in Keras 2.3.1.

## What it leaves to you

Initializers that are passed to functions, or kept in attributes. Those with a `seed`, which gave the same values before
but in Keras 2.3, are left alone; in files for standalone Keras they are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import only_value_of, places_of
from codemods.analysis.releases.legacy_places import legacy_releases
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.releases.versions import minor_version
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Undecided, rule

_RANDOM = frozenset(
    f"keras.initializers.{name}"
    for name in (
        *("RandomNormal", "RandomUniform", "TruncatedNormal", "VarianceScaling", "Orthogonal"),
        *("GlorotNormal", "GlorotUniform", "HeNormal", "HeUniform", "LecunNormal", "LecunUniform"),
        *("glorot_normal", "glorot_uniform", "he_normal", "he_uniform", "lecun_normal", "lecun_uniform"),
    )
)
_SEVERAL = 2
_RAISED = (2, 3)
"""The release of standalone Keras that raised the seed."""


@rule(
    "TFM235",
    example="""
    from keras.initializers import RandomNormal
    from keras.layers.core import Dense

    start = RandomNormal(stddev=0.02)
    first = Dense(8, kernel_initializer=start)
    second = Dense(8, kernel_initializer=start)
    """,
    severity=Severity.NUMBERS,
)
def shared_initializers(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Write out the initializer where its only uses are arguments of calls in the function that makes it."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3:
        return
    for reference in file.references(*_RANDOM):
        call = file.call_of(reference)
        uses = _uses(file, call) if call is not None and not reference.spelling.shimmed else []
        if call is None or not _is_constant(call):
            continue
        if _is_seeded(call):
            if len(uses) >= _SEVERAL and line is KerasLine.STANDALONE and reference.spelling.root == "keras":
                said = "Keras 2.3 raised the seed by one for each layer; in Keras 3 all start from the same values"
                advice = "give each layer an initializer with a seed of its own"
                yield Manual(call, f"{reference.canonical}(seed=)", said, advice, is_note=_may_be_2_2(file))
            continue
        if len(uses) < _SEVERAL and not any(_is_repeated(file, use, call) for use in uses):
            continue
        if line is None:
            yield Undecided(call, f"{file.code(call)} for several layers", "keras==2.3")
        else:
            said = f"layers that share an initializer start from the same values in Keras 3: {file.code(call)} for each"
            yield Edit(call, said, tuple((use, call.deep_clone()) for use in uses))


def _may_be_2_2(file: File) -> bool:
    return any(minor_version(each) < _RAISED for each in legacy_releases(file, "keras"))


def _uses(file: File, call: cst.Call) -> list[cst.CSTNode]:
    """The uses of the name that holds the initializer; none if some are not `..._initializer=name`."""
    assign = file.parent(call)
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    if target is None or only_value_of(file, target) is not call:
        return []
    uses = [use for use in places_of(file, target) if use is not target]
    passed = [file.parent(use) for use in uses]
    is_plain = all(
        isinstance(arg, cst.Arg) and arg.keyword is not None and arg.keyword.value.endswith("_initializer")
        for arg in passed
    )
    return uses if is_plain and all(file.function(use) is file.function(call) for use in uses) else []


def _is_repeated(file: File, use: cst.CSTNode, call: cst.Call) -> bool:
    """True if a loop uses the initializer and does not make it."""
    around = set(file.ancestors(call))
    loops = (each for each in file.ancestors(use) if isinstance(each, cst.For | cst.While | cst.BaseComp))
    return any(each not in around for each in loops)


def _is_seeded(call: cst.Call) -> bool:
    seed = keyword(call, "seed")
    return any(arg.star for arg in call.args) or (seed is not None and literal(seed.value) is not None)


def _is_constant(call: cst.Call) -> bool:
    """True if every argument is written out; a third position may be the seed."""
    return (
        all(literal(arg.value) is not ... for arg in call.args)
        and sum(arg.keyword is None for arg in call.args) <= _SEVERAL
    )
