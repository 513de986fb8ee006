"""Load arrays of objects with `allow_pickle=True`, where a script takes the one object out of them.

## What it does

`np.load("words.npy").item()` becomes `np.load("words.npy", allow_pickle=True).item()`, also by the name of what is
loaded; likewise `np.load(path)[()]` and `np.load(path)["words"].item()`.

## Why

`np.save(path, dictionary)` pickles an array of one object. `np.load` unpickled it up to NumPy 1.16.2, and raises
ValueError since: "Object arrays cannot be loaded when allow_pickle=False". A pickle runs what is in it: load files that
you trust.
https://numpy.org/doc/stable/release/1.16.3-notes.html

## Numbers

No numbers involved.

## What it leaves to you

Arrays of objects that are taken apart in another way: what a file has does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import named, with_args
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_LOAD, _ALLOW = "numpy.load", "allow_pickle"
_KNOWN = frozenset({"file", "encoding", "fix_imports"})


@rule(
    "TFM522",
    stage=Stage.USES,
    example="""
    import keras
    import numpy as np

    words = np.load("words.npy").item()
    """,
)
def pickled_arrays(file: File) -> Iterator[Edit]:
    """Look at calls that say nothing of pickles."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    for call in file.calls:
        if file.qualified_name(call.func) == _LOAD and _is_silent(call) and _is_of_objects(file, call):
            allowed = named(cst.Arg(cst.Name("True")), _ALLOW)
            said = f"np.load() unpickles with {_ALLOW}=True alone, since NumPy 1.16.3"
            yield Edit(call, said, ((call, with_args(call, [*call.args, allowed])),))


def _is_silent(call: cst.Call) -> bool:
    """True for a call with its path, and keywords that say how to unpickle."""
    plain = [arg for arg in call.args if arg.keyword is None]
    keywords = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    return len(plain) <= 1 and not any(arg.star for arg in call.args) and keywords <= _KNOWN


def _is_of_objects(file: File, call: cst.Call) -> bool:
    above = file.parent(call)
    if _takes_it_out(file, call):
        return True
    if isinstance(above, cst.Subscript) and isinstance(above.slice[0].slice, cst.Index):
        key = above.slice[0].slice.value
        return isinstance(key, cst.SimpleString) and _takes_it_out(file, above)
    target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
    if not isinstance(target, cst.Name):
        return False
    uses = [each for each in file.every(cst.Name) if each.value == target.value and _takes_it_out(file, each)]
    return any(all(bound.node is target for bound in reaching(file, each)) and reaching(file, each) for each in uses)


def _takes_it_out(file: File, array: cst.BaseExpression) -> bool:
    """True for `array.item()` and `array[()]`."""
    above = file.parent(array)
    if isinstance(above, cst.Subscript) and above.value is array and isinstance(above.slice[0].slice, cst.Index):
        key = above.slice[0].slice.value
        return isinstance(key, cst.Tuple) and not key.elements
    call = file.parent(above) if isinstance(above, cst.Attribute) and above.attr.value == "item" else None
    return isinstance(call, cst.Call) and call.func is above and not call.args
