"""What the file shows of a strategy of `tf.distribute`: which it is, and how many replicas it has."""

from __future__ import annotations

from enum import Enum

import libcst as cst

from codemods.analysis.flow.reaching import last_value
from codemods.analysis.objects.provenance import leaves
from codemods.source.arguments import bind, literal
from codemods.source.file import File

_NAMES = ("MirroredStrategy", "MultiWorkerMirroredStrategy", "CentralStorageStrategy")
REPLICATED = tuple(
    f"tensorflow.{version}distribute.{package}{name}"
    for version in ("", "compat.v1.", "compat.v2.")
    for package in ("", "experimental.")
    for name in _NAMES
)
"""The strategies that keep the weights on several replicas, under all their names."""


class Strategy(Enum):
    """The strategies that rules tell apart."""

    MIRRORED = "MirroredStrategy"
    MULTI_WORKER = "MultiWorkerMirroredStrategy"
    ON_SHIMS = "a strategy of the shims, under which their models train as Keras 3 does"
    OTHER = "another strategy, or one that the file does not show"


_CLASSES = {
    "tensorflow.distribute.MirroredStrategy": Strategy.MIRRORED,
    "tensorflow.distribute.MultiWorkerMirroredStrategy": Strategy.MULTI_WORKER,
    "tensorflow.distribute.experimental.MultiWorkerMirroredStrategy": Strategy.MULTI_WORKER,
}


def strategies(file: File, node: cst.BaseExpression) -> frozenset[Strategy]:
    """The strategies that `node` may be."""
    made = _made(file, node)
    return frozenset({Strategy.OTHER} if made is None else {_strategy(file, each) for each in made})


def _made(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The expressions that make a strategy: that of the last assignment before, if every way leads over it."""
    last = last_value(file, node)
    return leaves(file, last if last is not None else node)


def _strategy(file: File, node: cst.BaseExpression) -> Strategy:
    reference = file.reference(node.func) if isinstance(node, cst.Call) else None
    found = _CLASSES.get(reference.spelling.plain, Strategy.OTHER) if reference is not None else Strategy.OTHER
    is_shim = reference is not None and reference.spelling.shimmed and found is not Strategy.OTHER
    return Strategy.ON_SHIMS if is_shim else found


def replica_count(file: File, node: cst.BaseExpression) -> int | None:
    """The number of devices that every MirroredStrategy which `node` may be is given; None if it is not written out."""
    made = _made(file, node) or []
    counts = {_devices(file, each) for each in made if _strategy(file, each) is Strategy.MIRRORED}
    return counts.pop() if len(counts) == 1 else None


def _devices(file: File, call: cst.BaseExpression) -> int | None:
    bound = (bind(call, "devices") if isinstance(call, cst.Call) else None) or {}
    listed = leaves(file, bound["devices"].value) if "devices" in bound else None
    only = listed[0] if listed is not None and len(listed) == 1 else None
    if isinstance(only, cst.List | cst.Tuple):
        return len(only.elements) if all(isinstance(each, cst.Element) for each in only.elements) else None
    if isinstance(only, cst.ListComp) and not only.for_in.ifs and only.for_in.inner_for_in is None:
        return _range(file, only.for_in.iter)
    return None


def _range(file: File, node: cst.BaseExpression) -> int | None:
    if isinstance(node, cst.Call) and file.is_builtin(node.func, "range") and len(node.args) == 1:
        return number(file, node.args[0].value)
    return None


def number(file: File, node: cst.BaseExpression) -> int | None:
    """The integer that an expression always is, as far as the file writes it out."""
    made = leaves(file, node) or []
    values = {literal(each) for each in made if isinstance(each, cst.Integer)}
    only = values.pop() if len(values) == 1 and all(isinstance(each, cst.Integer) for each in made) else None
    return only if isinstance(only, int) else None
