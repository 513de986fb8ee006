"""Use `LSTM` and `GRU` where `CuDNNLSTM` and `CuDNNGRU` stood: they run on cuDNN by themselves.

## What it does

`CuDNNLSTM(64)` becomes `LSTM(64, recurrent_activation="sigmoid")`, and `CuDNNGRU(64)` becomes
`GRU(64, recurrent_activation="sigmoid", reset_after=True)`: what cuDNN computes, and what `LSTM` and `GRU` did not by
themselves in Keras 2.

## Why

Keras 3 lost the two layers: `keras.layers.CuDNNLSTM` raises AttributeError.
https://keras.io/api/layers/recurrent_layers/lstm/

## Numbers

They can differ. The outputs from the same weights are the same, as Keras 2.3.1 itself converts them
(`tests/compat/shims/keras/test_cudnn.py`). In training they differ a little:
`CuDNNLSTM` had two biases that were added, both trained, so that their sum learned at twice the rate of today's one.

## What it leaves to you

Files of weights that the old layers saved: Keras 3 refuses their shapes; `compat.keras` loads them. Arguments by
position behind the first.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.rewriting.rename import respelled_in_place
from codemods.source.arguments import keyword, named, with_args
from codemods.source.file import File, Reference, exported_names
from codemods.source.moved_names import CUDNN_LAYERS, written
from codemods.types import Edit, Import, Manual, Stage, rule
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS, EARLIER_DEFAULTS

_URL = "https://keras.io/api/layers/recurrent_layers/lstm/"
_COMPUTED = {
    modern: {row.keyword: row.modern for row in (*EARLIER_DEFAULTS, *CHANGED_DEFAULTS) if row.symbol == modern}
    for modern in CUDNN_LAYERS.values()
}
"""What cuDNN computes, by the layer of today, whose defaults it is."""
_FILES = "weights that it saved are loaded by compat.keras, or saved anew with the old release"


@rule(
    "TFM143",
    stage=Stage.STRUCTURES,
    example="""
    from keras.layers import CuDNNGRU, CuDNNLSTM

    layers = [CuDNNLSTM(64, return_sequences=True), CuDNNGRU(32)]
    """,
)
def cudnn_layers(file: File) -> Iterator[Edit | Manual]:
    """Edit each use by itself; the import goes with the last of them."""
    for reference in file.references(*CUDNN_LAYERS):
        if reference.spelling.shimmed or not isinstance(reference.node, cst.Name | cst.Attribute):
            continue
        legacy = reference.canonical.rpartition(".")[2]
        modern = CUDNN_LAYERS[reference.canonical].rpartition(".")[2]
        call = file.call_of(reference)
        if call is not None and sum(arg.keyword is None and not arg.star for arg in call.args) > 1:
            advice = f"pass them by keyword: {modern} has its activation as the second parameter ({_URL})"
            said = f"{legacy} is gone, and its arguments are passed by position"
            yield Manual(call, reference.canonical, said, advice)
        elif file.longer(reference) is None:
            yield _edit(file, reference, call, legacy, modern)
    yield from _imports(file)


def _imports(file: File) -> Iterator[Manual]:
    """Report imports under a name that may mean something else as well, or that another file may import."""
    doubtful = {
        each.node.value for each in file.all_references() if isinstance(each.node, cst.Name) and not each.certain
    }
    for imported in file.imports:
        if imported.spelling is None or imported.spelling.shimmed or imported.spelling.canonical not in CUDNN_LAYERS:
            continue
        if imported.local in doubtful | exported_names(file):
            modern = CUDNN_LAYERS[imported.spelling.canonical]
            said = f"{imported.qualified} is gone, and its name is exported or bound elsewhere, too"
            yield Manual(imported.statement, imported.qualified, said, f"import {modern} instead ({_URL})")


def _edit(file: File, reference: Reference, call: cst.Call | None, legacy: str, modern: str) -> Edit:
    path = written(CUDNN_LAYERS[reference.canonical], reference.spelling.root)
    name, imports = _name(file, reference, path)
    said = f"{legacy} is now {modern}, which runs on cuDNN by itself; {_FILES}"
    if call is None:
        return Edit(reference.node, said, ((reference.node, name),), imports)
    computed = [
        named(cst.Arg(cst.parse_expression(repr(value))), parameter)
        for parameter, value in _COMPUTED[CUDNN_LAYERS[reference.canonical]].items()
        if not keyword(call, parameter)
    ]
    starred = [arg for arg in call.args if arg.star == "**"]
    args = [arg for arg in call.args if arg not in starred]
    written_out = with_args(call, [*args, *computed, *starred]).with_changes(func=name)
    return Edit(call, said, ((call, written_out),), imports)


def _name(file: File, reference: Reference, path: str) -> tuple[cst.BaseExpression, tuple[Import, ...]]:
    """What to write for the modern layer, and the import that it needs."""
    if isinstance(reference.node, cst.Attribute):
        edit = respelled_in_place(file, reference, path)
        new = edit.replacements[0][1]
        assert isinstance(new, cst.BaseExpression)
        return new, edit.imports
    for imported in file.imports:
        if imported.qualified == path:
            return cst.Name(imported.local), ()
    module, _, layer = path.rpartition(".")
    free = not file.global_scope[layer] and not file.scope(reference.node)[layer]
    local = layer if free else file.free_name(f"Keras{layer}")
    return cst.Name(local), (Import(module, layer, "" if local == layer else local),)
