"""Take from objects of pandas, h5py, Pillow and PyYAML what they have today: `f["x"][()]` for `f["x"].value`.

## What it does

Rewrites `frame.as_matrix()` to `frame.values`, `f["x"].value` of a file of `h5py` to `f["x"][()]`, and
`thread.isAlive()` to `thread.is_alive()`. A file of `h5py.File(path)` that is written to is opened with `"a"`.
It reports `frame.ix[...]`, `frame.append(...)`, `draw.textsize(...)`, `yaml.load(f)` and the like. All this is so in
any file: a module that a script imports need not name Keras.

## Why

TensorFlow 1 ran with pandas 0.25, h5py 2.10, Pillow 6 and PyYAML 5. In the releases of today each is an AttributeError
or a TypeError; `h5py.File(path)` opened a file to read and write, and only reads since h5py 3.
https://docs.h5py.org/en/stable/whatsnew/3.0.html

## Numbers

Same: the arrays of pandas 0.24.2 and h5py 2.10 (`tests/codemods/rules/test_library_objects.py` runs what is written).

## What it leaves to you

Every reported use; objects that come into a function from elsewhere, where other packages have the same name.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import own_names
from codemods.analysis.bound_names import binds
from codemods.analysis.library_objects import imports_package, made_by, value_of
from codemods.analysis.version_branches import Choices
from codemods.source.arguments import bind
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.ended_names import METHODS

_H5PY = "https://docs.h5py.org/en/stable/whatsnew/3.0.html"
_YAML = "https://github.com/yaml/pyyaml/wiki/PyYAML-yaml.load(input)-Deprecation"
_FILE = "h5py.File"
_WRITING = frozenset({"create_dataset", "create_group", "require_dataset", "require_group", "copy", "move"})
_ROTATION = "scipy.spatial"
"""Its rotations have `as_matrix()` as well."""


@rule(
    "TFM309",
    stage=Stage.BEHAVIOUR,
    example="""
    import h5py
    import pandas as pd
    from keras.models import load_model

    frame = pd.read_csv("digits.csv")
    x = frame.drop("label", axis=1).as_matrix()
    with h5py.File("mean.h5", "r") as f:
        x = x - f["mean"].value
    model = load_model("model.h5")
    """,
)
def library_objects(file: File) -> Iterator[Edit | Manual]:
    """Edit or report each method, each dataset that is read, and each file that is opened or loaded."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    for node in file.attributes:
        if choices.guarding(node) or binds(file, node):
            continue
        if node.attr.value in METHODS:
            yield from _method(file, node)
        elif node.attr.value == "value" and _is_dataset(file, node.value):
            everything = [cst.SubscriptElement(cst.Index(cst.Tuple([])))]
            read = cst.Subscript(node.value, everything, lpar=node.lpar, rpar=node.rpar)
            yield Edit(node, f"h5py has no {file.code(node)} any more ({_H5PY})", ((node, read),))
    for call in file.calls:
        path = file.qualified_name(call.func)
        if path == _FILE and len(call.args) == 1 and _is_written_to(file, call) and not choices.guarding(call):
            mode = cst.Arg(cst.SimpleString('"a"'))
            said = f"{file.code(call.func)} opens a file to read it, where it is not told otherwise ({_H5PY})"
            yield Edit(call, said, ((call, call.with_changes(args=[*call.args, mode])),))
        elif path == "yaml.load" and (bound := bind(call, "stream", "Loader")) and "Loader" not in bound:
            said = "yaml.load needs a Loader since PyYAML 6: TypeError"
            yield Manual(call, path, said, f"use yaml.safe_load, or name the Loader ({_YAML})")


def _method(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    name, row = node.attr.value, METHODS[node.attr.value]
    if not imports_package(file, row.package) or file.qualified_name(node) is not None or name in own_names(file):
        return
    maker = made_by(file, node.value)
    may_be_another = (maker is not None and not below(maker, row.package)) or imports_package(file, _ROTATION)
    if maker not in row.makers and (may_be_another or not row.tells):
        return
    call, said = file.parent(node), f"{row.package} has no {name} any more"
    if not row.successor or not isinstance(call, cst.Call) or call.func is not node or call.args:
        yield Manual(node, f"{row.package}: {name}", said, row.advice)
        return
    modern = node.with_changes(attr=cst.Name(row.successor))
    if row.is_property:
        modern = modern.with_changes(lpar=call.lpar, rpar=call.rpar)
    yield Edit(node, said, ((call if row.is_property else node, modern),))


def _is_dataset(file: File, node: cst.BaseExpression) -> bool:
    """True for `f["x"]`, and `f["x"]["y"]`, of a file of h5py."""
    while isinstance(node, cst.Subscript):
        owner = node.value
        if isinstance(owner, cst.Name | cst.Call) and made_by(file, owner) == _FILE:
            return True
        node = owner
    return False


def _is_written_to(file: File, call: cst.Call) -> bool:
    """True if the file that a call opens is seen to be written to."""
    for node in file.attributes:
        if node.attr.value in _WRITING and _is_this(file, node.value, call):
            return True
    subscripts = (each for each in file.every(cst.Subscript) if isinstance(file.parent(each), cst.AssignTarget))
    return any(_is_this(file, each.value, call) for each in subscripts)


def _is_this(file: File, node: cst.BaseExpression, call: cst.Call) -> bool:
    return isinstance(node, cst.Name) and value_of(file, node) is call
