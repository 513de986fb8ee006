"""Tell what the `__init__` of an optimizer has computed of variables: on Keras 3 it stays what it was then.

In Keras 2 such a tensor was computed anew in each step.
"""

from contextlib import contextmanager
from typing import Any, Dict, Iterator, List

import tensorflow as tf
from tensorflow.python.framework import op_callbacks

_READS = ("ReadVariableOp", "ResourceGather")
_found: List[Dict[int, Any]] = []


@contextmanager
def noted() -> Iterator[None]:
    """Note the tensors that are computed of variables from here on."""
    known: Dict[int, Any] = {}

    def note(op_type: str, inputs: Any, attrs: Any, outputs: Any, op_name: Any = None, graph: Any = None) -> None:
        del attrs, op_name, graph
        if op_type in _READS or any(id(each) in known for each in inputs):
            known.update((id(each), each) for each in outputs)

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
        if any(each is known[id(each)] for known in _found if id(each) in known):
            raise NotImplementedError(
                f"{what} is computed of a variable in __init__: on Keras 3 it stays what it is then; "
                "compute it in get_updates"
            )
