"""Report scopes of custom objects in other scopes, which Keras 3 hides.

## What it does

Reports `with CustomObjectScope({"b": b}):` inside of `with CustomObjectScope({"a": a}):`, and calls there of functions
of the project that open such a scope. It rewrites nothing.

## Why

A scope of Keras 2 added its objects to those of the scopes around it. One of Keras 3 puts them in their place until it
ends: what is loaded there does not find the others, "Could not locate function".
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/saving/object_registration.py

## Numbers

No numbers involved.

## What it leaves to you

One scope with the objects of both. Those of the shims add up.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.layers.custom_objects import opened_by, scopes
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule

_SAID = "a scope of custom objects hides those of the scopes around it in Keras 3"
_ADVICE = "open one scope, with the objects of both"


@rule(
    "TFM331",
    stage=Stage.ADVICE,
    example="""
    from keras.models import model_from_json
    from keras.utils.generic_utils import CustomObjectScope

    with CustomObjectScope({"a": a}):
        with CustomObjectScope({"b": b}):
            model = model_from_json(text)
    """,
)
def nested_object_scopes(file: File) -> Iterator[Manual]:
    """Look at scopes in the body of others, and at several in one statement."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    found = [*scopes(file)]
    opened = {scope for _, scope in found}
    for call, scope in found:
        first = next(each for each, same in found if same is scope)
        if first is not call or any(above in opened for above in file.ancestors(scope)):
            yield Manual(call, "keras.utils.CustomObjectScope", _SAID, _ADVICE)
    for scope in dict.fromkeys(scope for _, scope in found):
        for call in nodes(scope.body, cst.Call):
            if opened_by(file, call):
                yield Manual(call, "keras.utils.CustomObjectScope", _SAID, _ADVICE)
