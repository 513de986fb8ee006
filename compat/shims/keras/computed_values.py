"""What the `__init__` of an optimizer computes of variables: in Keras 2 such a tensor was computed anew in each step.

The operations are noted while `__init__` runs, and made again in the graph of a step. What cannot be made again is
refused: on Keras 3 it would stay what it was then.
"""

import inspect
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple

import tensorflow as tf
from tensorflow.python.framework import op_callbacks, op_def_registry

_READS = ("ReadVariableOp", "ResourceGather")
_COMPUTED = "_legacy_computed"


class _Operation(NamedTuple):
    kind: str
    inputs: Tuple[Any, ...]
    attributes: Dict[str, Any]
    outputs: Tuple[Any, ...]


_Known = Dict[int, _Operation]
"""The operation of each noted tensor, by the id of the tensor."""
_found: List[_Known] = []


@contextmanager
def noted() -> Iterator[None]:
    """Note the tensors that are computed of variables from here on."""
    known: _Known = {}

    def note(op_type: str, inputs: Any, attrs: Any, outputs: Any, op_name: Any = None, graph: Any = None) -> None:
        del op_name, graph
        if op_type in _READS or any(id(each) in known for each in inputs):
            made = _Operation(op_type, tuple(inputs), dict(zip(attrs[::2], attrs[1::2])), tuple(outputs))
            known.update((id(each), made) for each in outputs)

    _found.append(known)
    op_callbacks.add_op_callback(note)
    try:
        yield
    finally:
        op_callbacks.remove_op_callback(note)
        _found.pop()


def refuse(what: str, value: Any) -> None:
    """Raise NotImplementedError if there is such a tensor in `value`."""
    for each in tf.nest.flatten(value) if isinstance(value, (list, tuple, dict)) else [value]:
        if any(_is_noted(each, known) for known in _found):
            raise NotImplementedError(
                f"{what} is computed of a variable in __init__: on Keras 3 it stays what it is then; "
                "compute it in get_updates"
            )


def keep(made: Any) -> None:
    """Note the attributes of an object that are computed of variables, for `renewed`."""
    known = _found[-1]
    kept = [
        name for name, value in vars(made).items() if any(_is_noted(each, known) for each in tf.nest.flatten(value))
    ]
    if kept:
        vars(made)[_COMPUTED] = kept, known


@contextmanager
def renewed(made: Any) -> Iterator[None]:
    """Compute the attributes anew, in the graph that is being built."""
    names, known = vars(made).get(_COMPUTED, ((), {}))
    before = {name: vars(made)[name] for name in names}
    again: Dict[int, Any] = {}
    vars(made).update(
        (name, tf.nest.map_structure(lambda each: _again(each, known, again), value)) for name, value in before.items()
    )
    try:
        yield
    finally:
        vars(made).update(before)


def _is_noted(each: Any, known: _Known) -> bool:
    return id(each) in known and any(each is output for output in known[id(each)].outputs)


def _again(each: Any, known: _Known, again: Dict[int, Any]) -> Any:
    """The tensor, computed by operations of the graph."""
    if not _is_noted(each, known):
        return each
    if id(each) not in again:
        noted_op = known[id(each)]
        results = _made(noted_op, [_again(given, known, again) for given in noted_op.inputs])
        again.update((id(output), result) for output, result in zip(noted_op.outputs, results))
    return again[id(each)]


def _made(operation: _Operation, inputs: List[Any]) -> List[Any]:
    left = iter(inputs)
    given: Dict[str, Any] = {}
    for each in op_def_registry.get(operation.kind).input_arg:
        count = operation.attributes[each.number_attr] if each.number_attr else None
        given[each.name] = next(left) if count is None else [next(left) for _ in range(count)]
    function = getattr(tf.raw_ops, operation.kind)
    taken = inspect.signature(function).parameters
    attributes = {name: value for name, value in operation.attributes.items() if name in taken}
    return tf.nest.flatten(function(**given, **attributes))  # type: ignore[no-any-return]
