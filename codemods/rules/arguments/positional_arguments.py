"""Pass arguments by keyword where their position means something else in Keras 3.

## What it does

`compile("sgd", "mse", ["mae"])` becomes `compile("sgd", "mse", metrics=["mae"])`: the third argument was `metrics`, and
is `loss_weights` in Keras 3. From the first argument that moved, all positional ones get the names that they had, in
every release that the file can be written for. An argument that is gone goes with it if it only said the default.
`add_weight(shape, "bias", initializer="zeros")`, the order of Keras 1, becomes `add_weight(shape, name="bias", ...)`.
What an own model hands to `super().__init__` beside its keywords was ignored, and goes.

## Why

Keras 3 reordered parameters, and takes the old order without a word wherever it fits.
https://github.com/keras-team/keras/issues/18467

## Numbers

Same. The script in `tests/codemods/fixtures/positional_arguments` has the loss and the metric of Keras 2.3.1 on
TensorFlow 1.15.5, to 1e-6. Places and names are recorded from the releases.

## What it leaves to you

Positions that meant different things in the releases that the file can be written for: `--from` decides.
Calls with unpacked arguments.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.shapes_first import is_shape_first
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.releases.legacy_places import Place, places, takes
from codemods.releases.api import Answer
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.behaviour.optimizers import OPTIMIZERS
from compat.tables.keywords.positions import READ_FROM_KWARGS, SHAPE_FIRST

_ELSEWHERE = frozenset(OPTIMIZERS)
"""The rule about `decay` knows the positions of optimizers."""

_MODEL = "keras.models.Model"
_ADD_WEIGHT = ".add_weight"

_CARRIED = frozenset({("keras.utils.to_categorical", "dtype")})
"""Keywords that no longer exist, whose default no longer holds either: TFM340 carries the keyword."""


@rule(
    "TFM132",
    stage=Stage.STRUCTURES,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.compile("sgd", "mse", ["mae"])
    """,
)
def positional_arguments(file: File) -> Iterator[Edit | Manual]:
    """Name the arguments from the first one that moved; decline where the releases name a place differently."""
    for called in training_calls(file):
        if not called.canonical.startswith("keras.") or called.canonical in _ELSEWHERE:
            continue
        if _is_ignored(called):
            said = f"Keras 2 ignored {file.code(called.call.args[0].value)}, which Keras 3 refuses"
            yield Edit(called.call, said, ((called.call, with_args(called.call, called.call.args[1:])),))
            continue
        if called.canonical.endswith(_ADD_WEIGHT) and is_shape_first(file, called.call):
            yield from _named_again(file, called)
            continue
        found = places(file, called)
        first = next((index for index, each in enumerate(found) if each.moved), None)
        if first is not None:
            outcome = _outcome(file, called, found, first)
            if outcome is not None:
                yield outcome


def _is_ignored(called: Called) -> bool:
    """True for a lone positional argument of the base of a model: it was no name, and Keras 3 takes none."""
    positional = [arg for arg in called.call.args if arg.keyword is None and arg.star != "**"]
    is_lone = len(positional) == 1 and not positional[0].star and keyword(called.call, "outputs") is None
    return is_lone and called.canonical == _MODEL and _is_of_super(called.call)


def _is_of_super(call: cst.Call) -> bool:
    func = call.func
    return isinstance(func, cst.Attribute) and func.attr.value == "__init__"


def _named_again(file: File, called: Called) -> Iterator[Edit | Manual]:
    """Give the second argument its name; without `initializer=`, which Keras 2 asked for, it is that."""
    shape, text = called.call.args[:2]
    _, name = SHAPE_FIRST
    if keyword(called.call, "initializer") is None:
        return
    if keyword(called.call, name) is not None:
        said = f"Keras 2 took {file.code(text.value)} for the name, and Keras 3 takes it for the initializer"
        yield Manual(text, f"{called.path}({name}=)", said, "leave one of the two out")
        return
    arguments = [shape, named(text, name), *called.call.args[2:]]
    message = f"{_short(called)}: the second argument was {name}, and is initializer today"
    yield Edit(called.call, message, ((called.call, with_args(called.call, arguments)),))


def _outcome(file: File, called: Called, found: list[Place], first: int) -> Edit | Manual | None:
    unsure = next((each for each in found[first:] if each.name is None), None)
    if unsure is not None:
        return _unsure(called, unsure)
    kept: list[cst.Arg] = []
    said: list[str] = []
    for index, place in enumerate(found):
        name = place.name
        if index < first or name is None:
            kept.append(place.arg)
            continue
        if keyword(called.call, name) is not None:
            return None
        accepted = Answer.YES if name in READ_FROM_KWARGS else takes(file, called.path, name)
        if (called.canonical, name) in _CARRIED:
            accepted = Answer.YES
        if accepted is not Answer.YES and _is_default(place):
            said.append(f"{name}={file.code(place.arg.value)} was the default")
            continue
        if accepted is Answer.UNKNOWN:
            message = f"argument {index + 1} of {_short(called)} was {name} in Keras 2, and is something else today"
            return Manual(place.arg, f"{called.path}({name}=)", message, "pass by keyword what Keras 3 takes")
        kept.append(named(place.arg, name))
        said.append(name)
    arguments = [*kept, *(arg for arg in called.call.args if arg.keyword is not None or arg.star == "**")]
    message = f"{_short(called)}: positions that changed are keywords now: {', '.join(said)}"
    return Edit(called.call, message, ((called.call, with_args(called.call, arguments)),))


def _unsure(called: Called, place: Place) -> Manual:
    was = f"an argument of {_short(called)} was {place.names} in Keras 2, depending on its release"
    message = f"{was}, and is {place.today} today"
    return Manual(place.arg, f"{called.path}({place.names})", message, "pass it by keyword")


def _is_default(place: Place) -> bool:
    """True for a literal that every release had as the default."""
    value = literal(place.arg.value)
    return value is not ... and place.defaults == {repr(value)}


def _short(called: Called) -> str:
    return f"{called.canonical.rpartition('.')[2]}()"
