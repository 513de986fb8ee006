"""Take a single input, or output, of a model out of its list: `Model(inputs=[x], outputs=[y])`.

## What it does

`Model(inputs=[x], outputs=[y])` becomes `Model(inputs=x, outputs=y)` where the file calls the model, reads its `input`
or `output`, or hands it to a call; also a model that a function of the file returns, or that `self` has.

## Why

Such a model had one input and one output in Keras 2: its `output` was a tensor, and so was what a call returned. In
Keras 3 both are lists, which layers do not take.
https://keras.io/api/models/model/

## Numbers

Same (`tests/codemods/fixtures/lists_of_one`): such a model takes and returns in `fit`, `evaluate` and `predict` what
the other one does.

## What it leaves to you

Models that only another module calls or cuts, and lists that have a name.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import since
from codemods.analysis.own_calls import calls_of
from codemods.analysis.self_attributes import is_self
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_ENDS = ("input", "output")
_DEPTH = 3
"""More functions that hand a model on than scripts have."""
_SAID = "a model of [x] and [y] returns lists when it is called in Keras 3, and its output is one"


@rule(
    "TFM322",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    x = Input((2,))
    encoder = Model(inputs=[x], outputs=[Dense(3)(x)])
    decoder = Model(encoder.input, Dense(2)(encoder.output))
    """,
)
def lists_of_one(file: File) -> Iterator[Edit]:
    """Unpack the lists of models whose tensors are used."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    for reference in file.references("keras.models.Model"):
        call = file.call_of(reference)
        if call is None or not reference.certain or reference.spelling.shimmed or not _is_used(file, call):
            continue
        given = bind(call, "inputs", "outputs", "name") or {}
        ends = [given[name].value for name in ("inputs", "outputs") if name in given]
        pairs = tuple((each, only) for each in ends if (only := _only(each)) is not None)
        if pairs:
            yield Edit(call, _SAID, pairs)


def _only(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The element of a list of one."""
    if not isinstance(node, cst.List) or len(node.elements) != 1:
        return None
    (element,) = node.elements
    return element.value if isinstance(element, cst.Element) else None


def _is_used(file: File, made: cst.Call, depth: int = _DEPTH) -> bool:
    """True if the model is called, asked for its tensors, or handed to a call, where it is made or by its name."""
    above = file.parent(made)
    if isinstance(above, cst.Return) and depth:
        function = file.function(above)
        calls = calls_of(file, function) if isinstance(function, cst.FunctionDef) else []
        return any(_is_used(file, call, depth - 1) for call, _ in calls)
    target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
    if isinstance(target, cst.Name):
        uses: list[cst.CSTNode] = [use for binding in file.assignments(target) for use in binding.uses]
    elif isinstance(target, cst.Attribute) and isinstance(target.value, cst.Name) and is_self(file, target.value):
        name, owner = target.attr.value, file.enclosing_class(target)
        uses = [each for each in file.attributes if each.attr.value == name and file.enclosing_class(each) is owner]
    else:
        return isinstance(above, cst.Call) and above.func is made
    if any(isinstance(file.parent(use), cst.Return) for use in uses) and depth:
        function = file.function(made)
        calls = calls_of(file, function) if isinstance(function, cst.FunctionDef) else []
        if any(_is_used(file, call, depth - 1) for call, _ in calls):
            return True
    return any(_uses_tensors(file, use) for use in uses if use is not target)


def _uses_tensors(file: File, use: cst.CSTNode) -> bool:
    above = file.parent(use)
    if isinstance(above, cst.Attribute):
        return above.value is use and above.attr.value in _ENDS
    return isinstance(above, cst.Arg) or (isinstance(above, cst.Call) and above.func is use)
