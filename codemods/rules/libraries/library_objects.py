"""Take from objects of pandas, h5py, Pillow and PyYAML what they have today: `f["x"][()]` for `f["x"].value`.

## What it does

Rewrites `frame.as_matrix()` to `frame.values`, `f["x"].value` of a file of `h5py` to `f["x"][()]`,
`f.attrs["model_config"].decode("utf8")` to `f.attrs["model_config"]`, `thread.isAlive()` to `thread.is_alive()`,
`root.getiterator("a")` to `root.iter("a")`, and `self.assertEquals(a, b)` to `self.assertEqual(a, b)`. A file of
`h5py.File(path)` that is written to is opened with `"a"`, and `f["names"][()]` becomes `f["names"].asstr()[()]`, where
the file itself writes texts under this key. `yaml.load(f)` becomes `yaml.load(f, Loader=yaml.Loader)`, the one that it
took before PyYAML 5.1. `frame.ix[:, "age"]` and `frame.ix[:, :-1]` become `loc` and `iloc` where the labels are known.
It reports other `frame.ix[...]`, `frame.append(...)`, `tree.n_features_`, `draw.textsize(...)` and the like. All this
is so in any file: a module that a script imports need not name Keras.

## Why

TensorFlow 1 ran with pandas 0.25, h5py 2.10, Pillow 6 and PyYAML 5. In the releases of today each is an AttributeError
or a TypeError; `h5py.File(path)` opened a file to read and write, and only reads since h5py 3, which gives texts for
attributes that were bytes, and bytes for data sets of texts: `f["kind"][()] == "train"` is False.
https://docs.h5py.org/en/stable/whatsnew/3.0.html

## Numbers

Same: the arrays of pandas 0.24.2 and h5py 2.10 (`tests/codemods/rules/libraries/test_library_objects.py` runs what is
written).

## What it leaves to you

Every reported use; texts in files of HDF5 that another script writes; objects that come into a function from elsewhere,
where other packages have the same name. A note tells of `Image.open(path).resize(size)`, which Pillow 6 did without
smoothing, and of `thumbnail`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.files.hdf5_texts import holds_texts, text_keys
from codemods.analysis.flow.bound_names import binds
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package, made_by, value_of
from codemods.analysis.pandas.mixed_indexers import indexer_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind, keyword, literal, literal_key, named, with_args
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.ended_names import METHODS

_H5PY = "https://docs.h5py.org/en/stable/whatsnew/3.0.html"
_YAML = "https://github.com/yaml/pyyaml/wiki/PyYAML-yaml.load(input)-Deprecation"
_FILE = "h5py.File"
_PILLOW = "https://pillow.readthedocs.io/en/stable/releasenotes/7.0.0.html#default-resampling-filter"
_IMAGES = frozenset({"PIL.Image.fromarray", "PIL.Image.open"})
_OF_KERAS = frozenset({"backend", "keras_version", "model_config", "training_config"})
"""The attributes that Keras wrote as bytes, each one alone."""
_NAMED = re.compile(r"h5|hdf|^hf\d?$")
_DEPTH = 8
_WRITING = frozenset({"create_dataset", "create_group", "require_dataset", "require_group", "copy", "move"})
_MIXED = "ix"
"""It took labels and positions."""
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
            read = cst.Subscript(_with_texts(file, node.value), everything, lpar=node.lpar, rpar=node.rpar)
            yield Edit(node, f"h5py has no {file.code(node)} any more ({_H5PY})", ((node, read),))
    yield from _texts(file)
    yield from _read_as(file)
    for call in file.calls:
        path = file.qualified_name(call.func)
        if path == _FILE and len(call.args) == 1 and _is_written_to(file, call) and not choices.guarding(call):
            mode = cst.Arg(cst.SimpleString('"a"'))
            said = f"{file.code(call.func)} opens a file to read it, where it is not told otherwise ({_H5PY})"
            yield Edit(call, said, ((call, call.with_changes(args=[*call.args, mode])),))
        elif (
            isinstance(call.func, cst.Attribute) and call.func.attr.value == "decode" and imports_package(file, "h5py")
        ):
            yield from () if choices.guarding(call) else _decoded(call)
        elif path is None and _is_resized(file, call) and not choices.leading_to(call):
            said = "resize() smoothes since Pillow 7, and took the nearest pixel before"
            advice = f"for what Pillow 6 did write resize(size, Image.NEAREST) ({_PILLOW})"
            yield Manual(call, "PIL: resize", said, advice, is_note=True)
        elif path is None and _is_shrunk(file, call) and not choices.leading_to(call):
            said = "thumbnail() makes an image smaller in two steps since Pillow 7, and has other pixels"
            advice = f"for what Pillow 6 did write thumbnail(size, reducing_gap=None) ({_PILLOW})"
            yield Manual(call, "PIL: thumbnail", said, advice, is_note=True)
        elif path == "yaml.load" and (bound := bind(call, "stream", "Loader")) and "Loader" not in bound:
            yield _with_loader(call)


def _with_loader(call: cst.Call) -> Edit | Manual:
    """`yaml.load(f, Loader=yaml.Loader)`; a name that was imported from the package has no module at hand."""
    said = f"yaml.load needs a Loader since PyYAML 6, and took yaml.Loader before ({_YAML})"
    if not isinstance(call.func, cst.Attribute):
        return Manual(call, "yaml.load", said, "import yaml, and pass Loader=yaml.Loader, or use yaml.safe_load")
    loader = call.func.with_changes(attr=cst.Name("Loader"))
    args = [*call.args, named(cst.Arg(loader), "Loader")]
    return Edit(call, said, ((call, with_args(call, args)),))


def _texts(file: File) -> Iterator[Edit]:
    """`f["names"][()]`, and `for name in f["names"]`, of texts that the file writes itself."""
    if not text_keys(file) or written_for(file).keras is KerasLine.KERAS_3:
        return
    said = f"h5py 3 reads texts as bytes, unless asstr() asks for texts ({_H5PY})"
    for node in file.every(cst.Subscript):
        above = file.parent(node)
        is_read = not isinstance(above, cst.AssignTarget | cst.AugAssign | cst.Del)
        is_bytes = isinstance(above, cst.Attribute) and above.attr.value == "decode"
        if is_read and not is_bytes and holds_texts(file, node.value):
            yield Edit(node, said, ((node.value, _with_texts(file, node.value)),))
    for run_over in (*(each.iter for each in file.every(cst.For)), *(each.iter for each in file.every(cst.CompFor))):
        if holds_texts(file, run_over):
            everything = [cst.SubscriptElement(cst.Slice(None, None))]
            yield Edit(run_over, said, ((run_over, cst.Subscript(_with_texts(file, run_over), everything)),))


def _read_as(file: File) -> Iterator[Manual]:
    """`with f["x"].astype("f4"):`, in which all that was read had the type."""
    for item in (each for block in file.every(cst.With) for each in block.items):
        call = item.item
        if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "astype":
            if _is_dataset(file, call.func.value):
                said = f"h5py 3.9 takes no {file.code(call)} in a with ({_H5PY})"
                yield Manual(call, "h5py: astype", said, "write x.astype(type)[...] for each x[...] in the block")


def _with_texts(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    """`f["names"].asstr()`, if texts are written there."""
    if not holds_texts(file, node) or written_for(file).keras is KerasLine.KERAS_3:
        return node
    return cst.Call(cst.Attribute(node, cst.Name("asstr")))


def _method(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    name, row = node.attr.value, METHODS[node.attr.value]
    if (
        not any(imports_package(file, each) for each in (row.package, *row.others))
        or file.qualified_name(node) is not None
        or name in own_names(file)
    ):
        return
    maker = made_by(file, _fitted(file, node.value))
    may_be_another = (maker is not None and not below(maker, row.package)) or imports_package(file, _ROTATION)
    if maker not in row.makers and (may_be_another or not row.tells):
        return
    call, said = file.parent(node), f"{row.package} has no {name} any more"
    if name == _MIXED and (indexer := indexer_of(file, node)) is not None:
        yield Edit(node, f"{said}: {indexer}", ((node, node.with_changes(attr=cst.Name(indexer))),))
        return
    is_other = isinstance(call, cst.Call) and bool(call.args) and not row.takes_the_same
    if not row.successor or not isinstance(call, cst.Call) or call.func is not node or is_other:
        yield Manual(node, f"{row.package}: {name}", said, row.advice)
        return
    modern = node.with_changes(attr=cst.Name(row.successor))
    if row.is_property:
        modern = modern.with_changes(lpar=call.lpar, rpar=call.rpar)
    yield Edit(node, said, ((call if row.is_property else node, modern),))


def _fitted(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    """The estimator that `estimator.fit(x)` gives, or what an expression is otherwise."""
    value = value_of(file, node)
    is_fitted = isinstance(value, cst.Call) and method_of(value) == "fit"
    return (
        value.func.value
        if is_fitted and isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute)
        else node
    )


def _is_dataset(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for `f["x"]`, `f["x"]["y"]` and `f.get("x")` of a file of h5py, and for a name of one."""
    if not depth:
        return False
    if isinstance(node, cst.Call):
        return (
            isinstance(node.func, cst.Attribute) and node.func.attr.value == "get" and _is_group(file, node.func.value)
        )
    if isinstance(node, cst.Subscript):
        return _is_group(file, node.value) or _is_dataset(file, node.value, depth - 1)
    if isinstance(node, cst.Name):
        value = value_of(file, node)
        is_kept = value is not None and not isinstance(value, cst.Name) and _is_dataset(file, value, depth - 1)
        return is_kept or _is_item(file, node)
    return False


def _is_group(file: File, node: cst.BaseExpression) -> bool:
    """True for a file of h5py; and, in a file that imports h5py, for what is called `h5` or `hdf5`."""
    if made_by(file, node) == _FILE:
        return True
    name = node.attr.value if isinstance(node, cst.Attribute) else node.value if isinstance(node, cst.Name) else ""
    return imports_package(file, "h5py") and value_of(file, node) is None and _NAMED.search(name) is not None


def _is_item(file: File, name: cst.Name) -> bool:
    """True for the value in `for key, value in f.items()`, and in `for value in f.values()`."""
    binding = file.only_binding(name)
    above = file.parent(binding.node) if binding is not None and binding.node is not None else None
    pair = file.parent(above) if isinstance(above, cst.Element) else None
    loop = file.parent(pair) if isinstance(pair, cst.Tuple) else above
    call = loop.iter if isinstance(loop, cst.For | cst.CompFor) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return False
    method = "items" if isinstance(pair, cst.Tuple) and pair.elements[-1] is above else "values"
    return call.func.attr.value == method and made_by(file, call.func.value) == _FILE


def _decoded(call: cst.Call) -> Iterator[Edit | Manual]:
    """`f.attrs["model_config"].decode("utf8")`."""
    node = call.func.value if isinstance(call.func, cst.Attribute) else None
    key: object = None
    if isinstance(node, cst.Subscript):
        owner, key = node.value, literal_key(node)
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "get":
        owner, key = node.func.value, literal(node.args[0].value) if node.args else None
    else:
        return
    if not isinstance(key, str) or not isinstance(owner, cst.Attribute) or owner.attr.value != "attrs":
        return
    said = f"h5py 3 gives the attribute {key!r} as a text: it has no decode() ({_H5PY})"
    if key in _OF_KERAS and node is not None:
        yield Edit(call, said, ((call, node.with_changes(lpar=call.lpar, rpar=call.rpar)),))
    else:
        yield Manual(
            call, "h5py: attrs", said, "leave decode() out, unless the attribute was written by numpy.bytes_()"
        )


def _is_resized(file: File, call: cst.Call) -> bool:
    """True for `Image.open(path).resize(size)` in a file for Keras that is not for Keras 3."""
    is_plain = method_of(call) == "resize" and len(call.args) == 1 and not call.args[0].star
    return is_plain and _is_of_an_image(file, call)


def _is_shrunk(file: File, call: cst.Call) -> bool:
    """True for `Image.open(path).thumbnail(size)` in such a file."""
    is_plain = method_of(call) == "thumbnail" and not any(each.star for each in call.args)
    return is_plain and keyword(call, "reducing_gap") is None and _is_of_an_image(file, call)


def _is_of_an_image(file: File, call: cst.Call) -> bool:
    """True for a method of an image of Pillow that is read, or made, in a file for Keras that is not for Keras 3."""
    if not file.reaches_family():
        return False
    image = call.func.value if isinstance(call.func, cst.Attribute) else None
    while image is not None:
        value = value_of(file, image)
        if not isinstance(value, cst.Call):
            return False
        if file.qualified_name(value.func) in _IMAGES:
            return written_for(file).keras is not KerasLine.KERAS_3
        is_alike = method_of(value) in ("convert", "copy", "crop") and isinstance(value.func, cst.Attribute)
        image = value.func.value if is_alike and isinstance(value.func, cst.Attribute) else None
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
