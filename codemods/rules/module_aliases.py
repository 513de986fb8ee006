"""Import the modules that a script takes by assignment: `layers = keras.layers`.

## What it does

`layers = keras.layers` becomes `from keras import layers`, `L = tf.keras.layers` becomes
`from tensorflow.keras import layers as L`, if something that is read through the name needs an upgrade. The other
rules see what is imported, and do the rest.

## Why

An assigned name could stand for anything; a rule that reads imports does not see `layers.CuDNNLSTM(3)`, which raises
AttributeError.
https://docs.python.org/3/reference/simple_stmts.html#import

## Numbers

No numbers involved.

## What it leaves to you

Names that are assigned more than once, in a class, or beside other targets.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.absence import absence
from codemods.analysis.bound_names import binds
from codemods.analysis.graph_mode import swap
from codemods.analysis.written_for import written_for
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.releases.origin import KerasLine
from codemods.source.canonical_names import below, prefixes
from codemods.source.file import File, Reference, name_of, once_per_file
from codemods.types import Edit, Stage, rule
from compat.tables.behaviour.optimizers import LEGACY_PARAMETERS
from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.names.tensorflow_1 import CHANGED

_KINDS = ("module", "namespace")
_GONE_PARAMETERS = ("lr", "decay", "schedule_decay")
_GONE_METHODS = frozenset(
    name for row in GONE_METHODS if row.well_known and row.classes[0].startswith("keras.models.") for name in row.names
)


@rule(
    "TFM162",
    stage=Stage.WHOLE_FILE,
    example="""
    import tensorflow as tf

    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.CuDNNLSTM(8, input_shape=(5, 3)), layers.Dense(1)])
    """,
)
def module_aliases(file: File) -> Iterator[Edit]:
    """Write an import for an assignment that is the only one of its name."""
    if swap(file) is not None:
        return  # what `tf` stands for becomes tf.compat.v1 as a whole
    for assign in file.every(cst.Assign):
        name = _only_target(file, assign)
        reference = file.reference(assign.value)
        if name is None or reference is None or not _is_module(file, reference):
            continue
        if _needs_upgrade(file, name, reference.qualified, reference.canonical):
            said = f"{name.value} is now imported, as it is assigned {reference.qualified} and nothing else"
            yield Edit(assign, said, ((assign, _import(reference.qualified, name.value)),))


def _only_target(file: File, assign: cst.Assign) -> cst.Name | None:
    """The name that an assignment binds, if nothing else binds it."""
    name = assign.targets[0].target
    if len(assign.targets) != 1 or not isinstance(name, cst.Name) or isinstance(_owner(file, assign), cst.ClassDef):
        return None
    return name if file.only_value(name) is assign.value else None


def _is_module(file: File, reference: Reference) -> bool:
    """True for a module that the target has; the assignment of one that is gone is edited or reported itself."""
    path = reference.qualified
    if reference.spelling.shimmed or "." not in path or absence(file.target, path) is not None:
        return False
    return api.kind(path, file.target.release(path)) in _KINDS


def _owner(file: File, node: cst.CSTNode) -> cst.CSTNode | None:
    return next((each for each in file.ancestors(node) if isinstance(each, cst.ClassDef | cst.FunctionDef)), None)


def _uses(file: File, name: cst.Name) -> Iterator[cst.Attribute]:
    """The longest dotted names that begin with the assigned name."""
    binding = file.only_binding(name)
    for attribute in file.attributes:
        base: cst.BaseExpression = attribute
        while isinstance(base, cst.Attribute):
            base = base.value
        if (
            isinstance(base, cst.Name)
            and base.value == name.value
            and not isinstance(file.parent(attribute), cst.Attribute)
        ):
            if file.only_binding(base) is binding and not binds(file, attribute):
                yield attribute


def _needs_upgrade(file: File, name: cst.Name, path: str, canonical: str) -> bool:
    """True if something that is read through the name does, or through another name that is assigned a part of it."""
    for use in _uses(file, name):
        rest = (name_of(use) or "").partition(".")[2]
        if _is_legacy(file, use, f"{path}.{rest}", f"{canonical}.{rest}"):
            return True
        above = file.parent(use)
        inner = _only_target(file, above) if isinstance(above, cst.Assign) else None
        if inner is not None and _needs_upgrade(file, inner, f"{path}.{rest}", f"{canonical}.{rest}"):
            return True
    return False


def _is_legacy(file: File, use: cst.Attribute, path: str, canonical: str) -> bool:
    """True if the target lacks a name or a keyword, or may give it another meaning than the file's own release."""
    if _is_gone(file, path) or (path in CHANGED and written_for(file).tensorflow == 1):
        return True
    if below(canonical, "keras") and _is_legacy_keras(file):
        return True
    call = file.parent(use)
    keywords = [arg.keyword.value for arg in call.args if arg.keyword] if isinstance(call, cst.Call) else []
    gone = [each for each in LEGACY_PARAMETERS.get(canonical, ()) if each in _GONE_PARAMETERS]
    release = file.target.release(path)
    return any(each in gone or api.accepts(path, each, release) is Answer.NO for each in keywords)


def _is_gone(file: File, path: str) -> bool:
    """True if the target lacks what another release has; what none has may be the project's own."""
    return absence(file.target, path) is not None and not any(map(file.target.never_had, prefixes(path)))


@once_per_file
def _is_legacy_keras(file: File) -> bool:
    """True if the file came in with what Keras 3 does not have."""
    if written_for(file).keras not in (None, KerasLine.KERAS_3):
        return True
    return any(attribute.attr.value in _GONE_METHODS for attribute in file.original.attributes)


def _import(path: str, name: str) -> cst.ImportFrom:
    parent, _, last = path.rpartition(".")
    asname = f" as {name}" if name != last else ""
    statement = cst.parse_statement(f"from {parent} import {last}{asname}")
    assert isinstance(statement, cst.SimpleStatementLine)
    imported = statement.body[0]
    assert isinstance(imported, cst.ImportFrom)
    return imported
