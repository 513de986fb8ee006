"""Make arrays of objects of texts that have different lengths, as NumPy did by itself.

## What it does

`np.array(tokenizer.texts_to_sequences(texts))` gets `dtype=object` where `pad_sequences` makes one length of its rows,
or `sequences_to_matrix` a matrix, also where the sequences come by way of a name; so does the array of a list to which
the file appends `[numbers[word] for word in text.split()]` and the like. Others are noted, and so are several lists
that are saved together, `np.save(path, (losses, scores))`, of which NumPy makes one array.

## Why

NumPy made an array of lists of rows that have different lengths. It has refused since 1.24: "setting an array element
with a sequence. The requested array has an inhomogeneous shape".
https://numpy.org/doc/stable/release/1.24.0-notes.html

## Numbers

Same: the lists are those of NumPy 1.18 (`tests/codemods/rules/training/test_ragged_arrays.py`).

## What it leaves to you

Other rows of different lengths. Texts of one length became a matrix, and still do: labels of one word, or one text.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.numpy_numbers import ARRAYS
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.integers import Kind, kind
from codemods.analysis.flow.reaching import uses_of
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.objects.built_models import returns_of
from codemods.analysis.objects.elements import elements
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import keyword, with_args
from codemods.source.file import File, name_of
from codemods.types import Edit, Manual, rule

_SEQUENCES = "texts_to_sequences"
_WORDS = frozenset({"split", "text_to_word_sequence", "word_tokenize"})
"""Functions that make a list of the words of a text."""
_PADDING = "pad_sequences"
_MATRIX = "sequences_to_matrix"
_SAID = "NumPy makes no array of rows of different lengths without dtype=object"
_SAVE = "numpy.save"
_FIRST_TWO = 2
_NUMBERS = (Kind.INTEGER, Kind.FLOAT)
_ADVICE_TO_SAVE = "nothing if all have one length; else save np.array([...], dtype=object), or each with np.savez"
_ADVICE = "nothing if the texts have one length; else pass dtype=object"


@rule(
    "TFM359",
    example="""
    import numpy as np
    from keras.preprocessing.sequence import pad_sequences
    from keras.preprocessing.text import Tokenizer

    tokenizer = Tokenizer(num_words=100)
    tokenizer.fit_on_texts(texts)
    rows = pad_sequences(np.array(tokenizer.texts_to_sequences(texts)))
    """,
)
def ragged_arrays(file: File) -> Iterator[Edit | Manual]:
    """Of what a tokenizer returns, and of several lists that are saved together."""
    yield from _saved_together(file)
    if not goes_to_keras_3(file):
        return
    for call in file.calls:
        if file.qualified_name(call.func) not in ARRAYS or len(call.args) != 1 or keyword(call, "dtype") is not None:
            continue
        if _are_sequences(file, call.args[0].value):
            if not _is_padded(file, call):
                if not _is_calculated(file, call):
                    yield Manual(call, "numpy.array", _SAID, _ADVICE, is_note=True)
                continue
            dtype = cst.ensure_type(cst.parse_expression("f(dtype=object)"), cst.Call).args[0]
            yield Edit(call, _SAID, ((call, with_args(call, [*call.args, dtype])),))


def _are_sequences(file: File, rows: cst.BaseExpression) -> bool:
    """True for what a tokenizer makes of texts, and for a list of what the file makes of the words of each text."""
    found = leaves(file, rows) or []
    if found and all(isinstance(each, cst.Call) and method_of(each) == _SEQUENCES for each in found):
        return True
    held = elements(file, rows) or []
    return bool(held) and all(_is_of_words(file, each) for each in held)


def _is_of_words(file: File, row: cst.BaseExpression) -> bool:
    """True for `[numbers[word] for word in text.split()]`, written there or returned by a function of the file."""
    made = value_of(file, row) or row
    returned = returns_of(file, made.func) if isinstance(made, cst.Call) else [made]
    return bool(returned) and all(isinstance(each, cst.ListComp) and _runs_over_words(each) for each in returned)


def _runs_over_words(row: cst.ListComp) -> bool:
    source = row.for_in.iter
    name = (name_of(source.func) or "") if isinstance(source, cst.Call) else ""
    return row.for_in.inner_for_in is None and (name.rpartition(".")[2] or name) in _WORDS


def _saved_together(file: File) -> Iterator[Manual]:
    """Note `np.save(path, (losses, scores))`, of which `np.save` makes one array."""
    if not file.imports_family():
        return
    for call in file.calls:
        given = [each.value for each in call.args if each.keyword is None]
        if len(given) < _FIRST_TWO or file.qualified_name(call.func) != _SAVE:
            continue
        if isinstance(given[1], cst.Tuple | cst.List) and _may_be_lists(file, given[1]):
            yield Manual(given[1], _SAVE, _SAID, _ADVICE_TO_SAVE, is_note=True)


def _may_be_lists(file: File, display: cst.Tuple | cst.List) -> bool:
    """True for several names, attributes or items of which none is known to be a number."""
    found = [each.value for each in display.elements]
    plain = all(isinstance(each, cst.Name | cst.Attribute | cst.Subscript) for each in found)
    return plain and len(found) >= _FIRST_TWO and not any(kind(file, each) in _NUMBERS for each in found)


def _is_padded(file: File, call: cst.Call) -> bool:
    """True if `pad_sequences` or `sequences_to_matrix` is given the array, here or by a name."""
    above = file.parent(call)
    target = above.targets[0].target if isinstance(above, cst.Assign) else None
    uses = uses_of(file, target) or [] if isinstance(target, cst.Name) else [call]
    return any(_is_given_to_padding(file, use) for use in uses)


def _is_given_to_padding(file: File, node: cst.CSTNode) -> bool:
    arg = file.parent(node)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call):
        return False
    return method_of(call) == _MATRIX or (file.symbol(call.func) or "").rpartition(".")[2] == _PADDING


def _is_calculated(file: File, call: cst.Call) -> bool:
    """True for `np.array(...) - 1`: lists of different lengths take no part in that."""
    return isinstance(file.parent(call), cst.BinaryOperation | cst.UnaryOperation)
