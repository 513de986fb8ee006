"""Take `tf.layers` and the cells of `tf.nn.rnn_cell` and `tf.contrib.rnn` from the shims.

## What it does

`tf.layers.dense(x, 8)` becomes `tf_layers.dense(x, 8)`, with `from compat.tensorflow import layers as tf_layers`.
`tf.nn.rnn_cell.BasicLSTMCell` and `tf.contrib.rnn.BasicLSTMCell` come from `compat.tensorflow.nn.rnn_cell`.

## Why

These layers make their variables in variable scopes. TensorFlow 2.16 and later raise AttributeError for
`tf.compat.v1.layers` where `tf.keras` is Keras 3, but still carry the code.
https://github.com/tensorflow/tensorflow/releases/tag/v2.16.1

## Numbers

Same: they are the layers and cells of TensorFlow 1 (`tests/compat/shims/tensorflow/test_tf_layers.py`).

## What it leaves to you

Other names of `tf.contrib.rnn`, and a module with another name: `layers = tf.layers`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.shim_coverage import Leads, place
from codemods.rewriting.add_imports import imported_name
from codemods.rewriting.rename import start_of
from codemods.rewriting.shim_imports import shimmed_imports, star_imports
from codemods.source.canonical_names import V1
from codemods.source.file import File, ImportedName, Reference
from codemods.types import Edit, Import, rule

_CELLS = "tensorflow.nn.rnn_cell"
_HOMES = {"tensorflow.layers": "tensorflow.layers", _CELLS: _CELLS, "tensorflow.contrib.rnn": _CELLS}
_NAMES = {"tensorflow.layers": "tf_layers", _CELLS: "tf_rnn_cell"}


@rule(
    "TFM210",
    example="""
    import tensorflow as tf

    x = tf.placeholder(tf.float32, [None, 4])
    hidden = tf.layers.dense(x, 8, activation=tf.nn.relu)
    """,
)
def variable_scope_layers(file: File) -> Iterator[Edit]:
    """Change imports, and names that are read from these modules."""
    if not file.target.is_modern:
        return
    yield from shimmed_imports(file, lambda imported: _path_on_shims(file, imported))
    yield from star_imports(file, lambda module: _plain(module) in _NAMES)
    for reference in file.all_references():
        if isinstance(reference.node, cst.Attribute) and reference.certain and not reference.spelling.shimmed:
            path, start = _plain(reference.qualified), start_of(file, reference)
            if start is not None and _plain(start.qualified) not in _HOMES and _is_carried(file, path):
                yield _read_from_module(file, reference, path)


def _plain(path: str) -> str:
    """The name without `compat.v1`."""
    return path.replace(V1, "tensorflow", 1) if path.startswith(f"{V1}.") else path


def _is_carried(file: File, path: str) -> bool:
    """True for a name that the shims have and the target has not."""
    module, _, name = path.rpartition(".")
    if module not in _HOMES or file.target.has(f"{V1}{path.removeprefix('tensorflow')}"):
        return False
    return place(file.target, f"{_HOMES[module]}.{name}").leads in (Leads.KEPT, Leads.SHIM)


def _path_on_shims(file: File, imported: ImportedName) -> str | None:
    """The path from which a module or a name of it is imported today; None for an import that stays."""
    if isinstance(imported.statement, cst.Import) and imported.alias.asname is None:
        return None
    path = _plain(imported.qualified)
    if imported.qualified.startswith(f"{V1}.nn."):
        return None  # TensorFlow hides the attribute alone
    if path in _HOMES:
        return f"compat.{_HOMES[path]}" if _is_all_carried(file, imported.qualified) else None
    module, _, name = path.rpartition(".")
    return f"compat.{_HOMES[module]}.{name}" if _is_carried(file, path) else None


def _is_all_carried(file: File, module: str) -> bool:
    """True if a file reads from a module, and only what the shims have."""
    read = {each.qualified for each in file.all_references() if each.qualified.rpartition(".")[0] == module}
    return bool(read) and all(_is_carried(file, _plain(each)) for each in read)


def _read_from_module(file: File, reference: Reference, path: str) -> Edit:
    module, _, name = path.rpartition(".")
    home = _HOMES[module]
    known = imported_name(file, reference.node, f"compat.{home}")
    above, _, last = home.rpartition(".")
    local = known or file.free_name(_NAMES[home])
    modern = cst.Attribute(cst.Name(local), cst.Name(name))
    needs = () if known else (Import(f"compat.{above}", last, "" if local == last else local),)
    said = f"{reference.qualified} is now compat.{home}.{name}"
    return Edit(reference.node, said, ((reference.node, modern),), needs)
