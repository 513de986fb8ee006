"""Make lists of what Python 2 gave as lists, where the script needs one.

## What it does

`d.keys()[0]` becomes `list(d.keys())[0]`, and so do `map`, `filter`, `zip`, `range`, `values()` and `items()` where
Python 3 raises an error or makes no array of them: `len(map(...))`, `range(n) + [...]`, `ids = range(n)` before
`random.shuffle(ids)`, `np.array(d.values())`. It leaves all other uses alone.

## Why

They are iterators, ranges and views in Python 3: "'dict_keys' object is not subscriptable". `np.array(map(f, x))` is
no error there, and an array of one object.
https://docs.python.org/3/whatsnew/3.0.html#views-and-iterators-instead-of-lists

## Numbers

Same: the lists are those of Python 2 (`tests/codemods/rules/python_2/test_python_2_lists.py`).

## What it leaves to you

Values that reach such a place through a function, an attribute or a loop, and iterators that are read twice.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.releases.python_2_values import needed_lists
from codemods.source.file import File
from codemods.source.scopes import BUILTIN
from codemods.types import Edit, Manual, Stage, rule


@rule(
    "TFM295",
    stage=Stage.BEHAVIOUR,
    example="""
    import random
    from keras.models import load_model

    model = load_model("model.h5")
    history = model.fit(x, y)
    print(history.history.keys()[0])
    order = range(len(x))
    random.shuffle(order)
    """,
)
def python_2_lists(file: File) -> Iterator[Edit | Manual]:
    """Each value that has to be a list and is none."""
    if not file.target.is_modern or not (file.imports_family() or file.from_python_2):
        return
    for calls, use in needed_lists(file):
        said = f"{_name(calls[0])}() gives no list in Python 3, and {use} needs one"
        if all(each.kind == BUILTIN for call in calls for each in file.scope(call)["list"]):
            made = tuple((call, cst.Call(cst.Name("list"), [cst.Arg(call)])) for call in calls)
            yield Edit(calls[0], said, made)
        else:
            yield Manual(calls[0], "list", said, "make a list of it; the name list is another thing here")


def _name(call: cst.Call) -> str:
    return call.func.attr.value if isinstance(call.func, cst.Attribute) else cst.ensure_type(call.func, cst.Name).value
