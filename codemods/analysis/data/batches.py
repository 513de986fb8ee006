"""What the file shows of the batches that a Keras model is fed under a strategy."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.data.batch_sources import source_of
from codemods.analysis.data.endless_data import ROWS_BY_DEFAULT, rows_of_flow
from codemods.analysis.objects.object_types import DATASET_STEPS
from codemods.analysis.objects.own_functions import function_called
from codemods.analysis.objects.provenance import is_generator, leaves
from codemods.analysis.replicas.strategies import number
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File

_PLACE_OF_SIZE = 2
"""The place of `batch_size` among the positional arguments of `fit` and `evaluate`."""
_RESIZING = frozenset({"unbatch", "map", "flat_map", "interleave", "apply", "filter", "window", "padded_batch"})
"""Methods of a dataset after which its batches may have another size."""


def is_fed_by_generator(file: File, call: cst.Call) -> bool:
    """True if the data of a `fit` are a plain Python generator."""
    data = data_of(call)
    return data is not None and is_plain_generator(file, data)


def data_of(call: cst.Call) -> cst.BaseExpression | None:
    """What a `fit` is fed; `fit_generator` had it in the same place under another name."""
    return _argument(call, "generator", None) or _argument(call, "x", 0)


def is_plain_generator(file: File, data: cst.BaseExpression) -> bool:
    """True if all that an expression may be is a generator of Python."""
    made = leaves(file, data)
    if made and all(isinstance(each, cst.GeneratorExp) or _is_generator_call(file, each) for each in made):
        return True
    source = source_of(file, data)  # of another module, too
    return source is not None and bool(source.functions) and not (source.is_iterator or source.is_sequence)


def _is_generator_call(file: File, node: cst.BaseExpression) -> bool:
    found = function_called(file, node) if isinstance(node, cst.Call) else None
    return found is not None and is_generator(found.file, found.function)


def uneven_size(file: File, call: cst.Call, count: int | None) -> int | None:
    """A batch size in a call that does not divide by the number of replicas; None if none is written out.

    A batch of one row does not divide by any number of them, which may then be None.
    """
    written = [_argument(call, "batch_size", _PLACE_OF_SIZE), _argument(call, "validation_batch_size", None)]
    sizes = [number(file, size) for size in written if size is not None]
    if written[0] is None and _argument(call, "y", 1) is not None:
        sizes.append(ROWS_BY_DEFAULT)  # of arrays: all other data have their labels in them
    for data in (data_of(call), _argument(call, "validation_data", None)):
        batch = _batching(file, data)
        rows = batch["batch_size"].value if batch else rows_of_flow(file, data) if data is not None else None
        sizes.append(number(file, rows) if rows is not None else None)
    return next((size for size in sizes if size is not None and (size % count if count else size == 1)), None)


def divide(file: File, call: cst.Call, count: int | None) -> bool:
    """True if all batches of a `fit` or `evaluate` are proven to divide by the number of replicas."""
    if keyword(call, "validation_split") is not None:
        return False
    validation = _argument(call, "validation_data", None)
    given = [_argument(call, "x", 0), *([validation] if validation is not None else [])]
    return all(_divides(file, data, count) for data in given)


def _divides(file: File, data: cst.BaseExpression | None, count: int | None) -> bool:
    batch = _batching(file, data)
    dropped = batch.get("drop_remainder") if batch else None
    if not batch or dropped is None or literal(dropped.value) is not True:
        return False
    return all(_is_multiple(file, each, count) for each in leaves(file, batch["batch_size"].value) or [dropped.value])


def _is_multiple(file: File, size: cst.BaseExpression, count: int | None) -> bool:
    if isinstance(size, cst.BinaryOperation) and isinstance(size.operator, cst.Multiply):
        sides = (size.left, size.right)
        values = [value for side in sides for value in leaves(file, side) or [side]]
        return any(isinstance(each, cst.Attribute) and each.attr.value == "num_replicas_in_sync" for each in values)
    value = literal(size)
    return count is not None and isinstance(value, int) and value % count == 0


def _batching(file: File, data: cst.BaseExpression | None) -> dict[str, cst.Arg]:
    """The arguments of the last `batch(...)` of a dataset; {} if the file does not show it."""
    made = leaves(file, data) if data is not None else None
    node = made[0] if made is not None and len(made) == 1 else None
    for _ in range(20):
        if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
            return {}
        name = node.func.attr.value
        if name == "batch":
            found = bind(node, "batch_size", "drop_remainder") or {}
            return found if "batch_size" in found else {}
        if name not in DATASET_STEPS or name in _RESIZING:
            return {}
        made = leaves(file, node.func.value)
        node = made[0] if made is not None and len(made) == 1 else None
    return {}


def _argument(call: cst.Call, name: str, place: int | None) -> cst.BaseExpression | None:
    given = keyword(call, name)
    if given is not None:
        return given.value
    if place is None or place >= len(call.args) or any(arg.star or arg.keyword for arg in call.args[: place + 1]):
        return None
    return call.args[place].value
