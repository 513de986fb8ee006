"""Count the layers of a MobileNet as its model of Keras 3 has them, which is a layer or two shorter.

## What it does

`MobileNetV2().layers[54]` becomes `MobileNetV2().layers[54 - 1]`, and `layers[:100]` becomes `layers[:100 - 1]`, for
`MobileNet` and `MobileNetV2`, and for a `Model` that begins with the input of one. `MobileNet().layers[-23:]` becomes
`layers[-23 + 1:]`.

## Why

Up to TensorFlow 2.3, and in standalone Keras, the second layer was a `ZeroPadding2D`. Since then the first convolution
pads: each layer has another number, and what is frozen, or taken as a feature, is another layer, without a word.
Up to TensorFlow 2.6 a `Reshape` followed the pooling layer of a MobileNet with its top. Since then that layer keeps its
axes: `layers[-6]` was the pooled vector, and is the last convolution.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/applications/mobilenet_v2.py
https://github.com/keras-team/keras/blob/v2.7.0/keras/applications/mobilenet.py

## Numbers

Same: the layers with these numbers are those of TensorFlow 2.3.4
(`tests/codemods/rules/models/test_mobile_net_layers.py`).

## What it leaves to you

Numbers that the code computes, and `layers[-6]` of a MobileNet with its top: no layer gives that vector today. They are
reported. Files that do not show for which release they were written: a note asks for `--from`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.possible_releases import is_before, is_since
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
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
_WITH_RESHAPE = frozenset(("keras.applications.MobileNet", "keras.applications.mobilenet.MobileNet"))
_FIRST_WITHOUT_PADDING = "2.4"
_FIRST_WITHOUT_RESHAPE = "2.7"
_LENGTH = 92
"""The layers of a MobileNet with a `Reshape` behind its pooling layer, and without padding in front."""
_POOLING = -6
"""The pooling layer of such a network, from the end."""
_PLACE_OF_TOP = 4
_SAID = "the network is shorter today: what was layer {} is layer {}"
_ADVICE = "take the output of the pooling layer, and flatten it: GlobalAveragePooling2D keeps its axes there"


class _Differences(NamedTuple):
    """What a network had that it has no more."""

    padding: bool
    reshape: bool

    def __bool__(self) -> bool:
        return self.padding or self.reshape

    def offset(self, number: int, *, is_index: bool) -> int | None:
        """What to add to a number of a layer today; None for the pooled vector, which no layer gives."""
        padding = int(self.padding and number > 0)
        if not self.reshape:
            return -padding
        place = number if number < 0 else number - _LENGTH - int(self.padding)
        if place == _POOLING and is_index:
            return None
        if number < 0:
            return int(place <= _POOLING)
        return -padding - int(place > _POOLING)


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
    is_standalone = written_for(file).keras is KerasLine.STANDALONE
    had = _Differences(
        is_standalone or is_before(file, _FIRST_WITHOUT_PADDING),
        is_standalone or is_before(file, _FIRST_WITHOUT_RESHAPE),
    )
    if not had and is_since(file, _FIRST_WITHOUT_RESHAPE, _FIRST_WITHOUT_RESHAPE):
        return
    for node in file.attributes:
        above = file.parent(node)
        if node.attr.value != "layers" or not isinstance(above, cst.Subscript) or above.value is not node:
            continue
        if not _is_mobile_net(file, node.value):
            continue
        has_reshape = _has_reshape(file, node.value)
        at_most = _Differences(not is_since(file, _FIRST_WITHOUT_PADDING, _FIRST_WITHOUT_PADDING), has_reshape)
        found = had._replace(reshape=had.reshape and has_reshape)
        for number, is_index in _numbers(above):
            if not _is_counted(file, number):
                yield from _outcome(
                    file, node, number, (found if had else at_most), is_index=is_index, is_sure=bool(had)
                )


def _outcome(
    file: File, layers: cst.Attribute, number: cst.BaseExpression, had: _Differences, *, is_index: bool, is_sure: bool
) -> Iterator[Edit | Manual | Undecided]:
    code, known = file.code(number), literal(number)
    offset = had.offset(known, is_index=is_index) if isinstance(known, int) else -int(had.padding)
    if offset == 0:
        return
    if not is_sure:
        yield Undecided(number, f"layer {code} of a MobileNet", "tensorflow==2.3")
    elif offset is None:
        said = "the pooling layer of a MobileNet keeps its axes today, and this is the layer before it"
        yield Manual(number, f"{file.code(layers)}[{code}]", said, _ADVICE)
    elif isinstance(known, int):
        counted = f"{code} {'+' if offset > 0 else '-'} {abs(offset)}"
        yield Edit(number, _SAID.format(code, known + offset), ((number, cst.parse_expression(counted)),))
    else:
        said = _SAID.format(code, f"{code} - 1")
        yield Manual(number, f"{file.code(layers)}[{code}]", said, "take one from the number")


def _numbers(node: cst.Subscript) -> Iterator[tuple[cst.BaseExpression, bool]]:
    """What `[i]`, `[:i]` and `[i:]` count by, and whether it is an index."""
    place = node.slice[0].slice if len(node.slice) == 1 else None
    if isinstance(place, cst.Index):
        yield place.value, True
    elif isinstance(place, cst.Slice):
        yield from ((each, False) for each in (place.lower, place.upper) if each is not None)


def _is_counted(file: File, node: cst.BaseExpression) -> bool:
    """True for `54 - 1` and `-23 + 1`."""
    return isinstance(node, cst.BinaryOperation) and file.code(node).endswith((" - 1", " - 2", " + 1"))


def _has_reshape(file: File, node: cst.BaseExpression) -> bool:
    """True for a MobileNet with its top, which had a `Reshape`."""
    found = leaves(file, node) or []
    return bool(found) and all(isinstance(each, cst.Call) and _has_top(file, each) for each in found)


def _has_top(file: File, call: cst.Call) -> bool:
    if file.symbol(call.func) not in _WITH_RESHAPE:
        return False
    places = [arg for arg in call.args if arg.keyword is None and not arg.star]
    given = keyword(call, "include_top") or next(iter(places[_PLACE_OF_TOP:]), None)
    return given is None or literal(given.value) is True


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
