"""Report functions and arguments that kept their names and mean something else, or are refused.

## What it does

Reports what `compat/tables/behaviour/changed_calls.py` lists, such as `fit(class_weight=, sample_weight=)`, the sign of
`cosine_similarity` in TensorFlow 1, and, as notes, `hard_sigmoid` and the indices of `tf.nn.max_pool_with_argmax`.

## Why

Nothing else says so: most of these run without an error.
https://keras.io/api/

## Numbers

They can differ: `tests/behaviour` has those of all releases.

## What it leaves to you

Every reported use, with advice. Where only some of the releases that a file may be written for had the other meaning, a
finding, or a note, asks for `--from`; where nothing tells of a release, a note. So is `Input(tensor=input_tensor)` in a
copy of `keras.applications` that no call gives such a tensor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from codemods.analysis.calls.api_calls import Called, called_as, known_calls, prepared_calls
from codemods.analysis.calls.argument_values import breaks
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.reaching import last_value
from codemods.analysis.objects.evidence import has_models_of_shims
from codemods.analysis.objects.object_types import path_of_today, shim_of
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.analysis.releases.legacy_places import legacy_releases
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.origin import KerasLine
from codemods.releases.versions import minor_version
from codemods.source.arguments import keyword, literal
from codemods.source.canonical_names import below
from codemods.source.file import File, name_of, once_per_file
from codemods.types import Manual, Severity, Stage, Undecided, rule
from compat.tables.behaviour.changed_calls import CHANGED_CALLS
from compat.tables.rows import CallOf, ChangedCall

_LINES = {
    KerasLine.STANDALONE: "standalone",
    KerasLine.TENSORFLOW_1: "tensorflow_1",
    KerasLine.TENSORFLOW_2: "tensorflow_2",
}
_WHOLE = {"standalone": "keras==2.3", "tensorflow_1": "tensorflow==1.15", "tensorflow_2": "tensorflow==2.15"}
_LAYERS = "keras.layers."
_INPUTS = ("keras.Input", "keras.layers.Input")
_TENSOR, _ASKS = "tensor", "is_keras_tensor("
_PLAIN = (bool, int, float, str)


@rule(
    "TFM162",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, y, class_weight={0: 1.0, 1: 5.0}, sample_weight=counts)
    """,
    severity=Severity.NUMBERS,
)
def changed_calls(file: File) -> Iterator[Manual | Undecided]:
    """Report by the table, where the file was written for a release that had the other meaning."""
    for row in CHANGED_CALLS:
        is_open = _is_open(file, row)
        if row.lines and not _is_of_its_lines(file, row) and not is_open:
            continue
        affected = _affected(file, row) if not is_open else None
        places = _places(file, row) if affected is not False else ()
        names = ", ".join(f"{name}=" for name in row.given)
        for at, symbol in places:
            named = f"{symbol}({names})" if names else symbol
            if is_open:
                yield Undecided(at, named, _example_of_open(file, row))
            elif affected is None:
                stake = row.changed if not row.is_note else ""
                yield Undecided(at, named, _example(file, row), stake, row.advice)
            else:
                severity = Severity.STOPS if row.stops else Severity.NUMBERS
                advice = f"{row.advice} ({row.url})"
                is_note = row.is_note or (_TENSOR in row.given and _is_reached_by_nobody(file, at))
                yield Manual(at, named, row.changed, advice, is_note=is_note, severity=severity)
            if row.once:
                break


def _is_reached_by_nobody(file: File, at: cst.CSTNode) -> bool:
    """True for a tensor that is asked about first, as in copies of `keras.applications`, and that no call gives."""
    name = at.value if isinstance(at, cst.Arg) else None
    binding = file.only_binding(name) if isinstance(name, cst.Name) else None
    param = binding.node if binding is not None else None
    asked = any(isinstance(each, cst.If) and _ASKS in file.code(each.test) for each in file.ancestors(at))
    if not asked or not isinstance(param, cst.Param) or param.default is None or name_of(param.default) != "None":
        return False
    return all(each is None or _is_input(each.module, each.value) for each in passed_anywhere(file, param))


def _is_input(file: File, value: cst.BaseExpression) -> bool:
    """True for None, and for what `Input` returns."""
    made = last_value(file, value) or value
    if isinstance(made, cst.Call):
        return file.symbol(made.func) in _INPUTS and keyword(made, _TENSOR) is None
    return name_of(made) == "None"


def _is_of_its_lines(file: File, row: ChangedCall) -> bool:
    """True if the file was written for a release that the row is about; TensorFlow's functions go by TensorFlow."""
    lines = written_for(file)
    if below(row.symbols[0], "tensorflow"):
        return lines.tensorflow == 1 and "tensorflow_1" in row.lines
    return lines.keras is not None and _LINES.get(lines.keras) in row.lines


def _is_open(file: File, row: ChangedCall) -> bool:
    """True if nothing tells of the Keras that a file was written for, and it is one that the row may be about."""
    if not row.lines or below(row.symbols[0], "tensorflow") or written_for(file).keras is not None:
        return False
    return not _lines_imported(file).isdisjoint(row.lines)


@once_per_file
def _lines_imported(file: File) -> frozenset[str]:
    """The lines of Keras that the imports of a file leave open."""
    roots = {each.spelling.root for each in file.imports if each.spelling is not None}
    of_tensorflow = any(each.startswith("tensorflow") for each in roots)
    return frozenset(line for line in _WHOLE if ("keras" in roots if line == "standalone" else of_tensorflow))


def _affected(file: File, row: ChangedCall) -> bool | None:
    """True if all releases that the file may be written for are from before the change; None if some are."""
    distribution = _distribution(file, row)
    end = _end(row, distribution)
    if end is None:
        return True
    earlier = [minor_version(each) < end for each in legacy_releases(file, distribution)]
    return all(earlier) if all(earlier) == any(earlier) else None


def _distribution(file: File, row: ChangedCall) -> str:
    """What the row goes by in this file."""
    is_standalone = written_for(file).keras is KerasLine.STANDALONE and not below(row.symbols[0], "tensorflow")
    return "keras" if is_standalone else "tensorflow"


def _end(row: ChangedCall, distribution: str) -> tuple[int, ...] | None:
    """The release with which it changed; None if only Keras 3 or TensorFlow 2 changed it."""
    found = dict(each.split() for each in row.changed_in).get(distribution)
    return minor_version(found) if found is not None else None


def _example(file: File, row: ChangedCall) -> str:
    """The last release from before the change."""
    return _last_before(row, _distribution(file, row))


def _example_of_open(file: File, row: ChangedCall) -> str:
    """The same of a file that shows no line of Keras, for the first line that the row is about."""
    line = next(each for each in row.lines if each in _lines_imported(file))
    distribution = "keras" if line == "standalone" else "tensorflow"
    return _WHOLE[line] if _end(row, distribution) is None else _last_before(row, distribution)


def _last_before(row: ChangedCall, distribution: str) -> str:
    end = _end(row, distribution) or ()
    return f"{distribution}=={[each for each in api.releases(distribution) if minor_version(each) < end][-1]}"


def _places(file: File, row: ChangedCall) -> Iterator[tuple[cst.CSTNode, str]]:
    """Where the file does what the row is about, and the name of what it uses there."""
    if row.beside and not _is_beside(file, row.beside):
        return
    if row.given:
        is_method = row.symbols[0].startswith("keras.models.")
        known = [*known_calls(file), *prepared_calls(file)]
        if is_method and has_models_of_shims(file):
            known = training_calls(file) if row.on_shims else []
        elif is_method and row.on_shims:
            known += [each for each in training_calls(file) if each not in known and _is_on_shim(file, each.call)]
        for called in (*known, *(_shimmed_calls(file) if row.on_shims else ())):
            if _is_one_of(row.symbols, called.canonical) and _holds(file, called, row.given):
                yield called.argument(next(iter(row.given))) or called.call, _shown(row, called.canonical)
        return
    for reference in file.references(*row.symbols):
        if row.on_shims or not reference.spelling.shimmed:
            yield reference.node, row.symbols[0]
    for called in known_calls(file):
        if called.canonical in row.symbols and _is_method(file, called.call.func):
            yield called.call, called.canonical


def _is_on_shim(file: File, call: cst.Call) -> bool:
    """True for a method of what a shim returns to layers of Keras, as `multi_gpu_model` does."""
    return isinstance(call.func, cst.Attribute) and shim_of(file, call.func.value) is not None


def _is_method(file: File, function: cst.BaseExpression) -> bool:
    return isinstance(function, cst.Attribute) and file.reference(function) is None


@once_per_file
def _shimmed_calls(file: File) -> list[Called]:
    """The calls of classes and functions that come from the shims."""
    shimmed = ((each, file.call_of(each)) for each in file.all_references() if each.spelling.shimmed)
    return [called_as(file, call, each.canonical) for each, call in shimmed if call is not None]


def _shown(row: ChangedCall, canonical: str) -> str:
    return canonical if row.symbols[0].endswith(".*") or canonical in row.symbols else row.symbols[0]


def _is_one_of(symbols: tuple[str, ...], canonical: str) -> bool:
    module = canonical.rpartition(".")[0]
    return canonical in symbols or f"{module}.*" in symbols


def _is_beside(file: File, given: Mapping[str, object]) -> bool:
    """True if a layer that the file makes is given these arguments."""
    made = (*known_calls(file), *_shimmed_calls(file))
    return any(each.canonical.startswith(_LAYERS) and _holds(file, each, given) for each in made)


def _holds(file: File, called: Called, given: Mapping[str, object]) -> bool:
    """True if a call has these arguments."""
    args = [called.argument(name) for name in given]
    return all(
        arg is not None and _fits(file, arg.value, wanted) for arg, wanted in zip(args, given.values(), strict=True)
    )


def _fits(file: File, value: cst.BaseExpression, wanted: object) -> bool:
    if isinstance(wanted, CallOf):
        return _is_call_of(file, value, wanted)
    if wanted is ... or isinstance(wanted, _PLAIN):
        found = literal(value)
        return found is not None if wanted is ... else found == wanted
    return breaks(file, wanted, value)  # type: ignore[arg-type]


def _is_call_of(file: File, value: cst.BaseExpression, wanted: CallOf) -> bool:
    reference = file.reference(value.func) if isinstance(value, cst.Call) else None
    path = path_of_today(file, reference) if reference is not None else None
    if reference is not None and reference.spelling.shimmed:
        path = reference.canonical
    if path is None or not isinstance(value, cst.Call):
        return False
    called = called_as(file, value, path)
    return _is_one_of(wanted.symbols, called.canonical) and _holds(file, called, wanted.given)
