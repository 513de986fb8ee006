"""Report methods and attributes that objects of legacy releases had.

## What it does

Reports well-known names such as `make_one_shot_iterator` on any object, and others where the file shows the class.
Methods of the file's own classes that Keras no longer calls are reported too. It rewrites nothing.

## Why

`dataset.make_one_shot_iterator()` raises AttributeError; an overridden hook that is gone is never called, silently.
https://github.com/keras-team/keras/issues/18467

## Numbers

No numbers involved.

## What it leaves to you

Every reported use, with advice. Names on objects of unknown class are noted once a file; `get_weights`, which models
and layers still have, only where the object or what it comes from is called an optimizer.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names, since
from codemods.analysis.flow.own_classes import lineage
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, has_keras_2_only
from codemods.analysis.objects.generator_calls import has_keyword_of_its_own
from codemods.analysis.objects.looped_names import loop_around
from codemods.analysis.objects.object_types import (
    LOGS,
    Own,
    Receiver,
    Unknown,
    derived_from,
    is_below,
    origin_of,
    receiver_of,
)
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.shims.shim_signatures import has_member
from codemods.releases.api import Answer
from codemods.releases.origin import KerasLine
from codemods.source.canonical_names import FAMILIES
from codemods.source.file import File, once_per_file
from codemods.source.scopes import IMPORT
from codemods.source.wording import listed
from codemods.types import REVIEW, Edit, Manual, Stage, rule
from compat.tables.methods.gone_methods import GONE_METHODS, SEQUENTIAL
from compat.tables.methods.renamed_methods import RENAMED_METHODS
from compat.tables.rows import GoneMethod

_RENAMED = frozenset(row.legacy for row in RENAMED_METHODS)
_COMMON = frozenset(
    {
        "get_weights",
        "set_weights",
        "apply",
        "eval",
        "get_shape",
        "set_shape",
        "minimize",
        "finalize",
        "initialize",
        "broadcast",
    }
)
"""Names that objects of modern Keras and of other libraries also have."""
_OF_MODELS_TOO = frozenset({"get_weights", "weights"})
"""What optimizers have lost, and models and layers have."""
_OPTIMIZER = "opt"
_ADOPTED = frozenset({"_trainable_weights", "_non_trainable_weights"})
"""What a layer sets on itself to adopt the weights of another one, which it reads from that."""
_MODELS = ("keras.models.Model", "tensorflow.keras.models.Model")


@rule(
    "TFM197",
    stage=Stage.ADVICE,
    example="""
    import keras

    def classes(model, images):
        return model.predict_classes(images)
    """,
)
def gone_methods(file: File) -> Iterator[Edit | Manual]:
    """Report a name on an object of unknown class if the name is distinctive; note the other names once.

    In a project with its own Keras modules, the names may be the project's own as well.
    """
    unsure: list[cst.Attribute] = []
    for node in file.attributes:
        rows = _ROWS.get(node.attr.value, ())
        if not rows or file.reference(node) is not None or _may_be_of_file(file, node) or _is_imported(file, node):
            continue
        if (
            node.attr.value in _RENAMED and evidence(file, node.value, Kind.METRIC) is Evidence.LIKELY
        ):  # TFM180 reports it
            continue
        if _is_module(file, node.value) or _is_of_another_class(file, node):
            continue
        origin = origin_of(file, node.value)
        if isinstance(origin, Own) or origin is Unknown.FOREIGN:
            continue
        found = _row(file, node, rows)
        if found is not None:
            symbol, said = _worded(file, node, found)
            yield Manual(node, symbol, said, f"{found.advice} ({found.url})")
        elif _is_unsure(file, node, rows) and _is_telling(file, node) and _may_be_meant(file, node):
            unsure.append(node)
    yield from _overrides(file)
    if unsure:
        names = listed(dict.fromkeys(f"{node.attr.value} (line {file.line(node)})" for node in unsure))
        said = f"objects of Keras and TensorFlow no longer have these, and the class is unknown here: {names}"
        yield Manual(unsure[0], "", said, REVIEW, is_note=True)


def _may_be_of_file(file: File, node: cst.Attribute) -> bool:
    """True if the name may be that of a method of the file, or of an attribute that it sets on such an object."""
    name = node.attr.value
    if name not in own_names(file) or name in _ADOPTED:
        return False
    origin = origin_of(file, node.value)
    return not isinstance(origin, Receiver) or not origin.is_plain or _is_set_on_others(file, name)


@once_per_file
def _is_set_on_others(file: File, name: str) -> bool:
    """True if the file sets an attribute on an object that is not of one of its own classes."""
    targets = (each.target for each in file.every(cst.AssignTarget))
    set_on = (each.value for each in targets if isinstance(each, cst.Attribute) and each.attr.value == name)
    return any(not isinstance(origin_of(file, each), Own) for each in set_on)


def _worded(file: File, node: cst.Attribute, row: GoneMethod) -> tuple[str, str]:
    """The symbol and the message: of the object's own class if the file shows it, else of a class that had the name."""
    receiver, name = receiver_of(file, node.value), node.attr.value
    if receiver is not None:
        return f"{receiver.path}.{name}", f"{name} of {receiver.path} was removed in {row.gone_in}"
    owner = row.classes[0]
    return f"{owner}.{name}", f"{name} was removed in {row.gone_in}; {owner} and the like had it"


def _is_unsure(file: File, node: cst.Attribute, rows: tuple[GoneMethod, ...]) -> bool:
    """True if the class of an object is unknown, and the shims do not give the name to the classes of the rows."""
    unknown = not isinstance(found := origin_of(file, node.value), Receiver) or found.path == LOGS
    return unknown and not all(_is_on_shims(file, row, node.attr.value) for row in rows)


def _is_telling(file: File, node: cst.Attribute) -> bool:
    """True if this attribute is worth a note although the object's class is unknown.

    In code for older Keras every attribute is, in code for Keras 3 none, elsewhere only a call of a distinctive name.
    """
    line = written_for(file).keras
    if line is KerasLine.KERAS_3:
        return False
    above = file.parent(node)
    is_call = isinstance(above, cst.Call) and above.func is node
    if is_call and file.imports_family() and node.attr.value not in _COMMON:
        return True
    return line is not None


def _may_be_meant(file: File, node: cst.Attribute) -> bool:
    """True unless models and layers have the name, too, and nothing calls the object an optimizer."""
    if node.attr.value not in _OF_MODELS_TOO:
        return True
    shown = [node.value]
    if isinstance(node.value, cst.Name):
        around = loop_around(file, node.value)
        shown += [*(file.definitions(node.value) or ()), *([around[0]] if around is not None else ())]
    return any(_OPTIMIZER in file.code(each).lower() for each in shown)


def _overrides(file: File) -> Iterator[Manual]:
    """Report methods of the file's own classes that Keras no longer calls."""
    for owner in file.every(cst.ClassDef):
        receiver = derived_from(file, owner)
        for statement in owner.body.body if receiver is not None else ():
            if not isinstance(statement, cst.FunctionDef) or receiver is None:
                continue
            for row in _ROWS.get(statement.name.value, ()):
                if receiver.shimmed and _has_on_shims(file, receiver.path, row, statement.name.value):
                    continue
                hooks = row.well_known or "keras.optimizers.Optimizer" in row.classes
                name = statement.name.value
                if hooks and since(file.target, row.gone_in) and _is_one(receiver.path, row):
                    if _is_called(file, owner, name):
                        continue
                    said = f"{name} of {row.classes[0]} was removed in {row.gone_in}: nothing calls this one"
                    yield Manual(statement.name, f"{row.classes[0]}.{name}", said, f"{row.advice} ({row.url})")


def _is_called(file: File, owner: cst.ClassDef, name: str) -> bool:
    """True if the file itself reads a method from an object of a class, or of one that derives from it."""
    for node in file.attributes:
        origin = origin_of(file, node.value) if node.attr.value == name else None
        if isinstance(origin, Receiver) and any(owner in lineage(file, each) for each in origin.derived):
            return True
    return False


def _is_imported(file: File, node: cst.CSTNode) -> bool:
    """True for the path of a module in an import."""
    above = file.parent(node)
    while isinstance(above, cst.Attribute | cst.ImportAlias):
        above = file.parent(above)
    return isinstance(above, cst.Import | cst.ImportFrom)


def _is_of_another_class(file: File, node: cst.Attribute) -> bool:
    """True if the call has a keyword that the method never had, on what is not certainly a model."""
    call = file.parent(node)
    is_call = isinstance(call, cst.Call) and call.func is node and has_keyword_of_its_own(call)
    return is_call and receiver_of(file, node.value) is None


def _is_module(file: File, node: cst.BaseExpression) -> bool:
    """True if an import binds the receiver: its attributes are functions, not methods."""
    return isinstance(node, cst.Name) and any(each.kind == IMPORT for each in file.assignments(node))


def _row(file: File, node: cst.Attribute, rows: tuple[GoneMethod, ...]) -> GoneMethod | None:
    receiver = origin_of(file, node.value)
    for row in rows:
        if not since(file.target, row.gone_in):
            continue
        if not isinstance(receiver, Receiver) or receiver.path == LOGS:
            is_kept = _has_who_kept_it(file, row) or _is_on_shims(file, row, node.attr.value)
            if row.well_known and not _may_be_own(file, row) and not is_kept:
                return row
        elif receiver.shimmed:
            if not receiver.defines(file, node.attr.value) and _is_one(receiver.path, row):
                return row if not _has_on_shims(file, receiver.path, row, node.attr.value) else None
        elif not receiver.defines(file, node.attr.value) and _is_one(receiver.path, row):
            return row
    return None


def _may_be_own(file: File, row: GoneMethod) -> bool:
    """True if the object may be of the project's own Keras, or of `tf_keras`, which has the name."""
    if not file.local.isdisjoint(FAMILIES):
        return True
    return has_keras_2_only(file) and all(each.startswith("keras.") for each in row.classes)


def _has_who_kept_it(file: File, row: GoneMethod) -> bool:
    """True if the file uses the module of a class that kept the name: a dataset may be one of `tf.compat.v1`."""
    modules = tuple(f"{each.rpartition('.')[0]}." for each in row.kept_by if each.startswith("tensorflow.compat.v1."))
    return bool(modules) and any(each.qualified.startswith(modules) for each in file.all_references())


def _is_on_shims(file: File, row: GoneMethod, name: str) -> bool:
    """True if the file imports the shims, or goes with one that does, and a class of the row has the name there."""
    imports_them = any(imported.spelling and imported.spelling.shimmed for imported in file.imports)
    return (imports_them or file.beside_shims) and any(_shim_has(file, each, name) for each in row.classes)


def _has_on_shims(file: File, path: str, row: GoneMethod, name: str) -> bool:
    """True if a class of the shims has the name, by its path of today or by the legacy one that the row names."""
    last = path.rpartition(".")[2]
    homes = [each for each in row.classes if each.rpartition(".")[2] == last]
    return any(_shim_has(file, each, name) for each in (path, *homes))


def _shim_has(file: File, owner: str, name: str) -> bool:
    return has_member(file.target, owner, name) is Answer.YES


def _is_one(path: str, row: GoneMethod) -> bool:
    """True if a class is one of the row's classes or below one, and did not keep the name.

    What `load_model` returns may be a `Sequential`.
    """
    owners = [each for each in row.classes if is_below(path, each)]
    if not owners and not (path in _MODELS and row.classes == SEQUENTIAL):
        return False
    kept = [each for each in row.kept_by if is_below(path, each)]
    return all(_is_above(each, owners) for each in kept)


def _is_above(path: str, classes: list[str]) -> bool:
    """True if some of the classes derive from another: `Sequential` lost what other models kept."""
    return any(is_below(each, path) and not is_below(path, each) for each in classes)


def _rows() -> dict[str, tuple[GoneMethod, ...]]:
    found: dict[str, tuple[GoneMethod, ...]] = {}
    for row in GONE_METHODS:
        for name in row.names:
            found[name] = (*found.get(name, ()), row)
    return found


_ROWS = _rows()
