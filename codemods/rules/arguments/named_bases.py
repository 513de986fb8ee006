"""Start a base class of Keras by `super()`, where what it is given has to change.

## What it does

`ReduceLROnPlateau.__init__(self, epsilon=0.1)` in a class that derives from `ReduceLROnPlateau` alone becomes
`super().__init__(epsilon=0.1)`, whose arguments other rules know to mend or to report. Where Keras 3 takes all
arguments as they are, the line stays.

## Why

Keras 3 refuses keywords of Keras 2, "unexpected keyword argument", and has other parameters in some places.
https://docs.python.org/3/library/functions.html#super

## Numbers

No numbers involved: with one base class both lines call the same function.

## What it leaves to you

Classes with several bases, and lines outside of a method of the class.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import called_as
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.object_types import path_of_today
from codemods.analysis.releases.legacy_places import from_the_first_moved, places
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.source.file import File, Reference
from codemods.types import Edit, Stage, rule

_FAMILIES = ("keras.", "tensorflow.")
_INIT = "__init__"


@rule(
    "TFM491",
    stage=Stage.STRUCTURES,
    example="""
    from keras.callbacks import ReduceLROnPlateau

    class Patient(ReduceLROnPlateau):
        def __init__(self):
            ReduceLROnPlateau.__init__(self, patience=20, epsilon=0.1)
    """,
)
def named_bases(file: File) -> Iterator[Edit]:
    """One edit for each such line."""
    for owner in file.every(cst.ClassDef):
        base = file.reference(owner.bases[0].value) if len(owner.bases) == 1 else None
        if base is None or base.spelling.shimmed or not base.canonical.startswith(_FAMILIES):
            continue
        for call in file.calls:
            if file.enclosing_class(call) is owner and _starts(file, call, owner, base):
                rest = call.with_changes(args=call.args[1:])
                if _has_to_change(file, rest, base):
                    started = cst.parse_expression(f"super().{_INIT}")
                    said = f"{file.code(call.func)} with arguments that changed is now super().{_INIT}"
                    yield Edit(call, said, ((call, rest.with_changes(func=started)),))


def _starts(file: File, call: cst.Call, owner: cst.ClassDef, base: Reference) -> bool:
    """True for `Base.__init__(self, ...)` in a method of the class itself."""
    function = call.func
    if not isinstance(function, cst.Attribute) or function.attr.value != _INIT or not call.args:
        return False
    reference, first, method = file.reference(function.value), call.args[0].value, file.function(call)
    is_base = reference is not None and reference.canonical == base.canonical
    is_of_self = isinstance(first, cst.Name) and not call.args[0].star and is_self(file, first)
    return is_base and is_of_self and any(each is method for each in owner.body.body)


def _has_to_change(file: File, call: cst.Call, base: Reference) -> bool:
    """True if Keras 3 does not surely take the arguments as they are."""
    path = path_of_today(file, base)
    if path is None:
        return False
    named = [arg.keyword.value for arg in call.args if arg.keyword is not None]
    release = file.target.release(path)
    if any(api.accepts(path, each, release) is not Answer.YES for each in named):
        return True
    return bool(from_the_first_moved(places(file, called_as(file, call, path))))
