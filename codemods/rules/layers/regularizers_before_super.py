"""Hand on an activity regularizer that a layer keeps before `super().__init__()`.

## What it does

Where `__init__` of a layer sets `self.activity_regularizer` and then calls `super().__init__(**kwargs)`, that call gets
`activity_regularizer=self.activity_regularizer`.

## Why

`Layer.__init__` of Keras 3 sets the attribute to what it is given, which is None: the penalty is gone, without an
error. That of Keras 2 left the attribute alone.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py

## Numbers

They can differ, as TFM109 says: Keras 2.0 to 2.3 added the sum over the batch, Keras 3 divides it by the rows. A loss
was 16.2 in Keras 2.3.1, is 10.8 with the edit, and 9.0 without it
(`tests/codemods/rules/layers/test_regularizers_before_super.py`).

## What it leaves to you

The factor of the regularizer; calls of `__init__` that are given one already.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS, is_super
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import derives_from
from codemods.source.arguments import keyword, named, with_args
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Severity, rule

_NAME = "activity_regularizer"


@rule(
    "TFM351",
    example="""
    from keras import regularizers
    from keras.layers import Layer


    class Attention(Layer):
        def __init__(self, activity_regularizer=None, **kwargs):
            self.activity_regularizer = regularizers.get(activity_regularizer)
            super(Attention, self).__init__(**kwargs)
    """,
    severity=Severity.NUMBERS,
)
def regularizers_before_super(file: File) -> Iterator[Edit]:
    """Only where the attribute is set first, and never again in that method."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for call in file.calls:
        function, method, owner = call.func, file.function(call), file.enclosing_class(call)
        if not isinstance(function, cst.Attribute) or function.attr.value != "__init__":
            continue
        if not is_super(file, function.value) or owner is None or not isinstance(method, cst.FunctionDef):
            continue
        if keyword(call, _NAME) is not None or not derives_from(file, owner, *LAYERS_AND_MODELS):
            continue
        kept = [each for each in nodes(method, cst.AssignTarget) if attribute_of_self(file, each.target) == _NAME]
        if len(kept) != 1 or file.order(kept[0]) > file.order(call):
            continue
        value = named(cst.Arg(kept[0].target), _NAME)
        plain = [each for each in call.args if each.star != "**"]
        rest = [each for each in call.args if each.star == "**"]
        modern = with_args(call, [*plain, value, *rest])
        said = f"Layer.__init__ of Keras 3 sets {file.code(kept[0].target)}: it is given the one that is kept"
        yield Edit(call, said, ((call, modern),))
