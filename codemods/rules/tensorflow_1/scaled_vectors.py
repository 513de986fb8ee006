"""Report weights of one dimension whose start is scaled by the length: it is smaller in Keras 3.

## What it does

Looks in layers of standalone Keras for `self.add_weight(shape=(n,), initializer="glorot_uniform")` and the like. It
rewrites nothing.

## Why

Standalone Keras took the root of the length of a vector for its fans, Keras 3 takes the length. Attention layers that
were copied from forums have such weights.
https://github.com/keras-team/keras/blob/2.3.1/keras/initializers.py

## Numbers

They can differ: a vector of 40,000 starts with a deviation of 0.0707 in Keras 2.3.1, and of 0.005 in Keras 3
(`tests/behaviour/catalogue/initializers.py`).

## What it leaves to you

To choose the limits of the start.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import assigned_to_self
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule

_SCALED = ("glorot_uniform", "glorot_normal", "he_uniform", "he_normal", "lecun_uniform", "lecun_normal")
_CLASSES = ("GlorotUniform", "GlorotNormal", "HeUniform", "HeNormal", "LecunUniform", "LecunNormal", "VarianceScaling")
_SYMBOLS = frozenset(f"keras.initializers.{name}" for name in (*_SCALED, *_CLASSES))
_GET = "keras.initializers.get"
_SAID = "standalone Keras took the root of n for the fans of n numbers, Keras 3 takes n: they start smaller"
_ADVICE = "keras.initializers.VarianceScaling with scale times the root of n keeps the start"


@rule(
    "TFM259",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.engine.topology import Layer


    class Attention(Layer):
        def build(self, input_shape):
            self.w = self.add_weight(name="w", shape=(input_shape[-1],), initializer="glorot_uniform")
    """,
    severity=Severity.NUMBERS,
)
def scaled_vectors(file: File) -> Iterator[Manual | Undecided]:
    """Look at the weights that layers of the file add to themselves."""
    line = written_for(file).keras
    if not file.target.is_modern or line not in (None, KerasLine.STANDALONE):
        return
    if not any(each.spelling is not None and each.spelling.root == "keras" for each in file.original.imports):
        return
    for call in file.calls:
        function, owner = call.func, file.enclosing_class(call)
        if not isinstance(function, cst.Attribute) or function.attr.value != "add_weight" or owner is None:
            continue
        if not derives_from(file, owner, "keras.layers.Layer") or not _is_vector(call):
            continue
        initializer = keyword(call, "initializer")
        if initializer is None or not _is_scaled(file, owner, initializer.value):
            continue
        if line is None:
            yield Undecided(initializer, "a vector that starts by its fans", "keras==2.3", _SAID, _ADVICE)
        else:
            yield Manual(initializer, "keras.layers.Layer.add_weight(initializer=)", _SAID, _ADVICE)


def _is_vector(call: cst.Call) -> bool:
    """True if the shape has one dimension."""
    given = keyword(call, "shape") or next((arg for arg in call.args if arg.keyword is None), None)
    shape = given.value if given is not None else None
    if not isinstance(shape, cst.Tuple | cst.List) or len(shape.elements) != 1:
        return False
    return isinstance(shape.elements[0], cst.Element) and literal(shape.elements[0].value) != 1


def _is_scaled(file: File, owner: cst.ClassDef, node: cst.BaseExpression) -> bool:
    """True for the name of an initializer that scales by fans, one that is made, and an attribute that is either."""
    if isinstance(node, cst.Attribute) and file.reference(node) is None:
        values = assigned_to_self(file, owner, node.attr.value)
        return bool(values) and all(
            not isinstance(each, cst.Attribute) and _is_scaled(file, owner, each) for each in values or ()
        )
    if isinstance(node, cst.Call):
        if file.symbol(node.func) == _GET and len(node.args) == 1:
            return _is_scaled(file, owner, node.args[0].value)
        return file.symbol(node.func) in _SYMBOLS
    return literal(node) in _SCALED or file.symbol(node) in _SYMBOLS
