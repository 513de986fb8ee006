"""Keep the defaults of Keras 2 in layers that are made under another name, and report those that are handed on.

## What it does

`RNN = layers.GRU` and `RNN(32)`, `functools.partial(GRU, 32)`, and `super().__init__(32)` in a subclass of `GRU` get
the default of Keras 2 that TFM112 writes out at `GRU(32)`, if all classes that the call may make had it.
`GRU(32, **options)` becomes `GRU(32, **{'reset_after': False, **options})`, so that what the options say wins. Reports
calls that may make one of several classes, and classes that are handed to code out of sight.

## Why

`GRU` computes something else in Keras 3 without `reset_after=False`, and `LSTM` of Keras 2.2 and TensorFlow 1 without
its hard sigmoid, without a word, under any name.
https://github.com/keras-team/keras/tree/2.3.1/keras

## Numbers

Same where it writes the default out: the losses are those of TensorFlow 1.15.5
(`tests/codemods/fixtures/hard_sigmoids/distant_layers.in.py`).

## What it leaves to you

To pass the argument that the finding names where the layer is made. Of a file that does not show for which release
it was written, the note of TFM112 speaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.unpacked_dictionaries import given_keywords, unpacked
from codemods.analysis.objects.class_calls import Made, made_by
from codemods.rules.arguments.changed_defaults import LAYERS_OWN, had_default, in_doubt, is_given, passing, written_out
from codemods.rules.shims.defaults_on_shims import is_changed_on_shims
from codemods.source.arguments import keyword
from codemods.source.file import File, Reference
from codemods.source.moved_names import CUDNN_LAYERS
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS, EARLIER_DEFAULTS
from compat.tables.rows import ChangedDefault

_LAYERS = "keras.layers."
_ROWS = tuple(each for each in (*CHANGED_DEFAULTS, *EARLIER_DEFAULTS) if each.symbol.startswith(_LAYERS))
_UNSEEN = tuple(each for each in _ROWS if each.keyword in LAYERS_OWN)
"""What is said of calls that the file does not show."""
_LEGACY_VALUES = {"hard_sigmoid": "compat.keras.activations.hard_sigmoid"}


class _Lost(NamedTuple):
    """A default of Keras 2 that a class has no longer; `had` is None if only some of the possible releases had it."""

    row: ChangedDefault
    reference: Reference
    had: bool | None


@rule(
    "TFM306",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers.recurrent import GRU

    RNN = GRU
    layer = RNN(32)
    """,
    severity=Severity.NUMBERS,
)
def distant_layers(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Look at what TFM112 and TFM256 leave: calls that do not name the layer, or do not spell out its keywords."""
    if not file.references(*(row.symbol for row in _ROWS)):
        return
    shown: set[cst.CSTNode] = set()
    for call in file.calls:
        reference = file.reference(call.func)
        made = made_by(file, call, _is_layer) if reference is None else None
        if made is not None:
            shown.update(each.node for each in made.classes)
            yield from _of_call(file, call, made)
        elif reference is not None and _is_layer(reference) and given_keywords(file, call) is None:
            yield from _of_unpacked(file, call, _lost(file, reference, _UNSEEN), is_one=True)
    for reference in file.references(*(row.symbol for row in _UNSEEN)):
        if reference.node not in shown and file.call_of(reference) is None and _is_handed_on(file, reference.node):
            name = reference.canonical.rpartition(".")[2]
            yield from _said(file, reference.node, _lost(file, reference, _UNSEEN), f"{name} is handed on")


def _is_layer(reference: Reference) -> bool:
    return reference.canonical.startswith(_LAYERS)


def _of_call(file: File, call: cst.Call, made: Made) -> Iterator[Edit | Manual | Undecided]:
    """Write a default out if all classes that the call may make had it, and report it if only some had."""
    if made.prepared is not None:
        return
    passed = call.with_changes(args=made.args)
    if (of_cudnn := _of_cudnn(file, call, passed, made)) is not None:
        yield of_cudnn
        return
    is_open = _is_open(file, call.func)
    is_one = len({each.canonical for each in made.classes}) == 1 and not is_open
    if given_keywords(file, passed) is None:
        all_lost = [each for of in made.classes for each in _lost(file, of, _UNSEEN)]
        yield from _of_unpacked(file, call, all_lost, is_one=is_one)
        return
    by_class = [
        [each for each in _lost(file, of, _ROWS) if not is_given(file, passed, each.row)] for of in made.classes
    ]
    for lost in by_class[0]:
        is_common = not is_open and all(any(_is_same(each, lost) for each in other) for other in by_class)
        if is_common and not _came_of_cudnn(file, lost.row):
            yield written_out(call, lost.row)
            return
    name = file.code(call.func)
    yield from _said(file, call, [each for lost in by_class for each in lost], f"{name}() makes one of several layers")


def _of_cudnn(file: File, call: cst.Call, passed: cst.Call, made: Made) -> Edit | None:
    """Write out what cuDNN computed, where TFM143 has put the layers of today."""
    for row in _UNSEEN:
        is_one = all(each.canonical == row.symbol and _is_of_cudnn(file, row) for each in made.classes)
        if is_one and keyword(passed, row.keyword) is None:
            said = f"cuDNN computed {row.keyword}={row.modern!r}, which is now written out"
            return passing(call, row.keyword, row.modern, said)
    return None


def _is_open(file: File, function: cst.BaseExpression) -> bool:
    """True for a parameter: other modules may pass a layer that does not take the keyword."""
    bindings = file.assignments(function) if isinstance(function, cst.Name) else []
    return any(isinstance(each.node, cst.Param) for each in bindings)


def _is_same(one: _Lost, other: _Lost) -> bool:
    return bool(one.had and other.had) and (one.row.keyword, one.row.legacy) == (other.row.keyword, other.row.legacy)


def _of_unpacked(file: File, call: cst.Call, lost: list[_Lost], *, is_one: bool) -> Iterator[Edit | Manual | Undecided]:
    """Put the defaults in front of `**options`, which may have others."""
    starred = next((arg for arg in call.args if arg.star == "**"), None)
    given = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    if starred is not None and isinstance(starred.value, cst.Dict):
        given.update(*(each.entries for each in unpacked(file, starred)))
    lost = [each for each in lost if each.row.keyword not in given]
    certain = list(dict.fromkeys(each.row for each in lost if each.had))
    if starred is not None and certain and is_one:
        said = f"{_defaulted(certain)} in Keras 2, which stands in front of {file.code(starred.value)} now"
        yield Edit(call, said, ((starred.value, _behind(certain, starred.value)),))
        return
    for each in _said(file, call, lost, "the arguments of this call are not spelled out"):
        yield each._replace(is_note=True) if isinstance(each, Manual) and starred is None else each


def _behind(rows: list[ChangedDefault], options: cst.BaseExpression) -> cst.Dict:
    """`{'reset_after': False, **options}`."""
    defaults = [
        cst.DictElement(cst.SimpleString(repr(row.keyword)), cst.parse_expression(repr(row.legacy))) for row in rows
    ]
    if isinstance(options, cst.Dict):
        return options.with_changes(elements=[*defaults, *options.elements])
    return cst.Dict([*defaults, cst.StarredDictElement(options)])


def _defaulted(rows: list[ChangedDefault]) -> str:
    by_class: dict[str, list[str]] = {}
    for row in rows:
        by_class.setdefault(row.symbol, []).append(f"{row.keyword}={row.legacy!r}")
    said = [f"{symbol.rpartition('.')[2]}() defaulted to {' and '.join(each)}" for symbol, each in by_class.items()]
    return " and ".join(said)


def _said(file: File, at: cst.CSTNode, lost: list[_Lost], how: str) -> Iterator[Manual | Undecided]:
    """One finding for all that is certain; what only some of the possible releases had is in doubt."""
    certain = list(dict.fromkeys(each.row for each in lost if each.had))
    if not certain:
        yield from (in_doubt(file, at, each.row, each.reference) for each in lost)
        return
    symbols = ", ".join(dict.fromkeys(row.symbol for row in certain))
    keywords = dict.fromkeys(f"{row.keyword}={_LEGACY_VALUES.get(row.legacy, row.legacy)}" for row in certain)
    message = f"{how}, and {_defaulted(certain)} in Keras 2"
    yield Manual(at, symbols, message, f"pass {' and '.join(keywords)} where it is made")


def _lost(file: File, reference: Reference, rows: tuple[ChangedDefault, ...]) -> list[_Lost]:
    """The defaults that a class no longer has, and that it had in the releases that the file was written for."""
    found = []
    for row in rows:
        is_changed = is_changed_on_shims(row, reference) if reference.spelling.shimmed else True
        if row.symbol == reference.canonical and is_changed and not _is_of_cudnn(file, row):
            had = had_default(file, row, reference)
            if had is not False:
                found.append(_Lost(row, reference, had))
    return found


def _is_of_cudnn(file: File, row: ChangedDefault) -> bool:
    """True if the file has the layer from TFM143 only: what was of cuDNN computed what is today's default."""
    return _came_of_cudnn(file, row) and not file.original.references(row.symbol)


def _came_of_cudnn(file: File, row: ChangedDefault) -> bool:
    legacy = [each for each, modern in CUDNN_LAYERS.items() if modern == row.symbol]
    return bool(legacy) and bool(file.original.references(*legacy))


def _is_handed_on(file: File, node: cst.CSTNode) -> bool:
    """False for names in imports and annotations, in tests of a type, and in tables for loading."""
    for above in file.ancestors(node):
        if isinstance(above, cst.Attribute | cst.Annotation | cst.ImportFrom | cst.Import | cst.Comparison):
            return False
        if isinstance(above, cst.Arg) and above.keyword is not None and above.keyword.value == "custom_objects":
            return False
        if isinstance(above, cst.Call) and file.is_builtin(above.func, "isinstance", "issubclass", "print"):
            return False
    return True
