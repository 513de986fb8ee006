"""Count the layers of a MobileNet without the padding in front, which its model of Keras 3 does not have.

## What it does

`MobileNetV2().layers[54]` becomes `MobileNetV2().layers[54 - 1]`, and `layers[:100]` becomes `layers[:100 - 1]`, for
`MobileNet` and `MobileNetV2`, and for a `Model` that begins with the input of one.

## Why

Up to TensorFlow 2.3, and in standalone Keras, the second layer was a `ZeroPadding2D`. Since then the first convolution
pads: each layer has another number, and what is frozen, or taken as a feature, is another layer, without a word.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/applications/mobilenet_v2.py

## Numbers

Same: the layers with these numbers are those of TensorFlow 2.3.4 (`tests/codemods/rules/test_mobile_net_layers.py`).

## What it leaves to you

Numbers that the code computes: they are reported. Files that do not show for which release they were written: a note
asks for `--from`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.keras_2_files import goes_to_keras_3
from codemods.analysis.possible_releases import is_before, is_since
from codemods.analysis.provenance import leaves
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Undecided, rule

_NETWORKS = frozenset(
    f"keras.applications.{module}{name}"
    for module, name in (
        ("", "MobileNet"),
        ("", "MobileNetV2"),
        ("mobilenet.", "MobileNet"),
        ("mobilenet_v2.", "MobileNetV2"),
    )
)
_MODELS = ("keras.models.Model", "keras.Model")
_FIRST_WITHOUT_PADDING = "2.4"
_SAID = "the network has no padding in front any more: what was layer {} is layer {}"


@rule(
    "TFM363",
    example="""
    from keras.applications.mobilenet_v2 import MobileNetV2
    from keras.layers.core import Dense

    base = MobileNetV2(include_top=False)
    for layer in base.layers[:100]:
        layer.trainable = False
    """,
    severity=Severity.NUMBERS,
)
def mobile_net_layers(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Look at the numbers that `layers` of such a network is asked for."""
    if not goes_to_keras_3(file) or not file.references(*_NETWORKS):
        return
    line = written_for(file).keras
    had_padding = line is KerasLine.STANDALONE or is_before(file, _FIRST_WITHOUT_PADDING)
    if not had_padding and is_since(file, _FIRST_WITHOUT_PADDING, _FIRST_WITHOUT_PADDING):
        return
    for node in file.attributes:
        above = file.parent(node)
        if node.attr.value != "layers" or not isinstance(above, cst.Subscript) or above.value is not node:
            continue
        if not _is_mobile_net(file, node.value):
            continue
        for number in _numbers(above):
            known = literal(number)
            if (isinstance(known, int) and known < 1) or _takes_one(file, number):
                continue
            if not had_padding:
                yield Undecided(number, f"layer {file.code(number)} of a MobileNet", "tensorflow==2.3")
            elif isinstance(known, int):
                said = _SAID.format(known, known - 1)
                yield Edit(number, said, ((number, cst.parse_expression(f"{known} - 1")),))
            else:
                said = _SAID.format(file.code(number), f"{file.code(number)} - 1")
                yield Manual(number, f"{file.code(node)}[{file.code(number)}]", said, "take one from the number")


def _numbers(node: cst.Subscript) -> Iterator[cst.BaseExpression]:
    """What `[i]`, `[:i]` and `[i:]` count by."""
    place = node.slice[0].slice if len(node.slice) == 1 else None
    if isinstance(place, cst.Index):
        yield place.value
    elif isinstance(place, cst.Slice):
        yield from (each for each in (place.lower, place.upper) if each is not None)


def _takes_one(file: File, node: cst.BaseExpression) -> bool:
    """True for `54 - 1`."""
    return isinstance(node, cst.BinaryOperation) and file.code(node).endswith(" - 1")


def _is_mobile_net(file: File, node: cst.BaseExpression) -> bool:
    """True for such a network, and for a model that begins with its input."""
    found = leaves(file, node) or []
    return bool(found) and all(isinstance(each, cst.Call) and _begins_so(file, each) for each in found)


def _begins_so(file: File, call: cst.Call) -> bool:
    symbol = file.symbol(call.func) or ""
    if symbol in _NETWORKS:
        return True
    named = (arg.value for arg in call.args if arg.keyword is not None and arg.keyword.value in ("input", "inputs"))
    first = next(named, call.args[0].value if call.args and call.args[0].keyword is None else None)
    if symbol not in _MODELS or not isinstance(first, cst.Attribute) or first.attr.value not in ("input", "inputs"):
        return False
    inner = leaves(file, first.value) or []
    return bool(inner) and all(isinstance(each, cst.Call) and file.symbol(each.func) in _NETWORKS for each in inner)
