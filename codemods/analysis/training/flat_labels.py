"""The dimensions of labels, as the arrays and the data sets of Keras show them."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.data.batch_sources import project_function, return_values
from codemods.analysis.flow.reaching import last_value, reaching
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.objects.provenance import place
from codemods.source.arguments import argument
from codemods.source.file import File

_FLAT = tuple(
    f"keras.datasets.{name}.load_data" for name in ("boston_housing", "fashion_mnist", "imdb", "mnist", "reuters")
)
_OF_COLUMNS = tuple(f"keras.datasets.{name}.load_data" for name in ("cifar10", "cifar100"))
"""Their labels have the shape `(n, 1)`."""
_SLICES = "tensorflow.data.Dataset.from_tensor_slices"
_SAME_ROWS = frozenset({"batch", "cache", "prefetch", "repeat", "shuffle", "skip", "take"})
_SAME_SHAPE = frozenset(
    {
        *("numpy.array", "numpy.asarray", "tensorflow.cast", "tensorflow.constant", "tensorflow.convert_to_tensor"),
        *("tensorflow.identity", "tensorflow.to_float", "tensorflow.to_int32", "tensorflow.to_int64"),
    }
)
_METHODS_OF_SAME_SHAPE = frozenset({"astype", "copy"})
_OF_ROWS = 2
"""A function for `map` takes a row of the data, and its label."""
_DEPTH = 8


def are_flat(file: File, labels: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for an array of one dimension, and for the labels of a data set of Keras that have one."""
    loaders = loaders_of(file, labels)
    if rank_of(file, labels) == 1 or (bool(loaders) and all(each in _FLAT for each in loaders)):
        return True
    before = _of_same_shape(file, labels)
    return before is not None and bool(depth) and are_flat(file, before, depth - 1)


def labels_rank(file: File, labels: cst.BaseExpression, depth: int = _DEPTH) -> int | None:
    """The number of dimensions of labels; None if the file does not show it."""
    if are_flat(file, labels):
        return 1
    loaders = loaders_of(file, labels)
    if loaders and all(each in _OF_COLUMNS for each in loaders):
        return 2
    rank = rank_of(file, labels)
    before = _of_same_shape(file, labels) if rank is None and depth else None
    return rank if before is None else labels_rank(file, before, depth - 1)


def _of_same_shape(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """What has the shape of a value and was there before it: `y` of `tf.cast(y, tf.int32)`."""
    if isinstance(node, cst.Name):
        return last_value(file, node)
    if not isinstance(node, cst.Call):
        return None
    if file.qualified_name(node.func) in _SAME_SHAPE:
        return node.args[0].value if node.args and node.args[0].keyword is None and not node.args[0].star else None
    is_method = isinstance(node.func, cst.Attribute) and node.func.attr.value in _METHODS_OF_SAME_SHAPE
    return node.func.value if is_method and isinstance(node.func, cst.Attribute) else None


def loaders_of(file: File, labels: cst.BaseExpression) -> list[str]:
    """The functions that return the tuples which labels are unpacked from; "" for anything else."""
    found = [unpacked(file, each) for each in _bound_at(file, labels)]
    calls = [each[0] if each is not None else None for each in found]
    return [(file.symbol(each.func) or "") if isinstance(each, cst.Call) else "" for each in calls]


def _bound_at(file: File, labels: cst.BaseExpression) -> list[cst.CSTNode | None]:
    """Where a name, or an attribute of `self`, is bound."""
    if isinstance(labels, cst.Name):
        return [each.node for each in reaching(file, labels)]
    if not isinstance(labels, cst.Attribute):
        return []
    here = place(file, labels)
    return [each for each in file.attributes if unpacked(file, each) is not None and place(file, each) == here]


def has_flat_labels(file: File, data: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for `Dataset.from_tensor_slices((x, y)).map(scaled).batch(8)` of such labels."""
    if isinstance(data, cst.Name):
        value = file.only_value(data) or last_value(file, data)
        return value is not None and bool(depth) and has_flat_labels(file, value, depth - 1)
    if not isinstance(data, cst.Call) or (not data.args and not isinstance(data.func, cst.Attribute)):
        return False
    if file.qualified_name(data.func) == _SLICES:
        given = data.args[0].value if data.args else None
        parts = given.elements if isinstance(given, cst.Tuple) else ()
        return len(parts) > 1 and are_flat(file, parts[1].value)
    if isinstance(data.func, cst.Attribute) and depth and (_keeps_rows(data.func) or _maps_rows(file, data)):
        return has_flat_labels(file, data.func.value, depth - 1)
    return False


def _keeps_rows(method: cst.Attribute) -> bool:
    return method.attr.value in _SAME_ROWS


def _maps_rows(file: File, call: cst.Call) -> bool:
    """True for `map(f)` with a function that returns a label of the shape that it has."""
    given = argument(call, "map_func") if isinstance(call.func, cst.Attribute) else None
    if given is None or not isinstance(call.func, cst.Attribute) or call.func.attr.value != "map":
        return False
    if isinstance(given.value, cst.Lambda):
        return _keeps_label(file, given.value.params, [given.value.body])
    module, function = project_function(file, given.value) or (file, None)
    if function is None or any(module.symbol(each.decorator) != "tensorflow.function" for each in function.decorators):
        return False
    return _keeps_label(module, function.params, return_values(module, function))


def _keeps_label(file: File, params: cst.Parameters, returned: list[cst.BaseExpression]) -> bool:
    """True if all that is returned is a row, and the second parameter or what has its shape."""
    if len(params.params) != _OF_ROWS:
        return False
    pairs = [each.elements if isinstance(each, cst.Tuple) else () for each in returned]
    return bool(pairs) and all(
        len(each) == _OF_ROWS and _is_of_param(file, each[1].value, params.params[1]) for each in pairs
    )


def _is_of_param(file: File, node: cst.BaseExpression, param: cst.Param, depth: int = _DEPTH) -> bool:
    if isinstance(node, cst.Name) and [each.node for each in reaching(file, node)] == [param]:
        return True
    before = _of_same_shape(file, node)
    return before is not None and bool(depth) and _is_of_param(file, before, param, depth - 1)
