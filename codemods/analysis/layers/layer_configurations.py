"""Places that count the layers in the configuration of a `Sequential`, which begins with an `InputLayer` in Keras 3."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import literal, literal_key
from codemods.source.file import File

_SEQUENTIAL = "keras.models.Sequential"
_OF_KERAS_3 = "batch_shape"
"""A setting of an `InputLayer` of Keras 3, which no other layer has."""
_OF_INPUT_LAYERS = frozenset({_OF_KERAS_3, "batch_input_shape", "dtype", "sparse", "ragged", "name", "optional"})
_COUNTING = ("len", "zip", "enumerate")
_BY_PLACE = ("pop", "insert", "__getitem__")


def counted_configurations(file: File) -> Iterator[cst.BaseExpression]:
    """`config["layers"][0]`, `config["layers"].pop(0)`, `len(config["layers"])`, and the same of `json.loads`.

    `tf.keras` has had an `InputLayer` since TensorFlow 2.2, so there only what asks the first for what it has not.
    """
    if not goes_to_keras_3(file) or not ({"get_config", "to_json"} & {each.attr.value for each in file.attributes}):
        return
    is_certain = not any(each.qualified.startswith("tensorflow.") for each in file.references(_SEQUENTIAL))
    for subscript in file.every(cst.Subscript):
        asked = _asked(file, subscript)
        is_meant = _counts(subscript) and asked != _OF_KERAS_3 if is_certain else _is_first_of_all(subscript, asked)
        if is_meant and _is_list(file, subscript.value):
            yield subscript
    for call in file.calls if is_certain else ():
        if any(_is_list(file, each) for each in _counted(file, call)):
            yield call


def _counts(subscript: cst.Subscript) -> bool:
    """True for any index and slice that does not count from the end."""
    if len(subscript.slice) != 1:
        return False
    part = subscript.slice[0].slice
    index = part.value if isinstance(part, cst.Index) else part.lower if isinstance(part, cst.Slice) else None
    is_from_end = isinstance(index, cst.UnaryOperation) and isinstance(index.operator, cst.Minus)
    return index is not None and not is_from_end and not isinstance(literal(index), str)


def _asked(file: File, subscript: cst.Subscript) -> str | None:
    """`"units"` of `config["layers"][0]["config"]["units"]`."""
    above = file.parent(subscript)
    last = file.parent(above) if isinstance(above, cst.Subscript) and literal_key(above) == "config" else None
    key = literal_key(last) if isinstance(last, cst.Subscript) else None
    return key if isinstance(key, str) else None


def _is_first_of_all(subscript: cst.Subscript, asked: str | None) -> bool:
    return literal_key(subscript) == 0 and asked is not None and asked not in _OF_INPUT_LAYERS


def _counted(file: File, call: cst.Call) -> list[cst.BaseExpression]:
    """What a call counts through."""
    if file.is_builtin(call.func, *_COUNTING):
        return [arg.value for arg in call.args]
    is_by_place = isinstance(call.func, cst.Attribute) and call.func.attr.value in _BY_PLACE and call.args
    return [call.func.value] if is_by_place and isinstance(call.func, cst.Attribute) else []


def _is_list(file: File, node: cst.BaseExpression) -> bool:
    """True for the list of the layers in a configuration, which was the configuration itself up to Keras 2.2.2."""
    for leaf in leaves(file, node) or ():
        if isinstance(leaf, cst.Subscript) and literal_key(leaf) == "layers" and _is_configuration(file, leaf.value):
            return True
        if _is_of_sequential(file, leaf, "get_config"):
            return True
    return False


def _is_configuration(file: File, node: cst.BaseExpression) -> bool:
    """True for `model.get_config()` and `json.loads(model.to_json())["config"]`."""
    for leaf in leaves(file, node) or ():
        if _is_of_sequential(file, leaf, "get_config"):
            return True
        if isinstance(leaf, cst.Subscript) and literal_key(leaf) == "config":
            return any(_is_read(file, each) for each in leaves(file, leaf.value) or ())
    return False


def _is_read(file: File, node: cst.BaseExpression) -> bool:
    if not isinstance(node, cst.Call) or not node.args or file.qualified_name(node.func) != "json.loads":
        return False
    return any(_is_of_sequential(file, each, "to_json") for each in leaves(file, node.args[0].value) or ())


def _is_of_sequential(file: File, node: cst.BaseExpression, method: str) -> bool:
    """True for a call of this method of a `Sequential`."""
    func = node.func if isinstance(node, cst.Call) else None
    if not isinstance(func, cst.Attribute) or func.attr.value != method:
        return False
    origin = origin_of(file, func.value)
    if not isinstance(origin, Receiver) or not origin.is_a(_SEQUENTIAL) or origin.shimmed:
        return False
    return not origin.defines(file, method)
