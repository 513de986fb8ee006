"""`keras.backend.update` and its kin, and the lists of updates that a `get_updates` of Keras 2 returns.

In Keras 2 an update was an operation of the graph, which ran if it was in the list, or if one in the list needed it.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

Known deviations:
* a step reads all variables before it sets any; Keras 2 left the order of the two to TensorFlow 1
"""

from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

import keras
import tensorflow as tf
from tensorflow.python.framework.auto_control_deps import AutomaticControlDependencies

from compat.shims.keras import made_variables

_RESULTS: Dict[str, Callable[[Any, Any], Any]] = {
    "assign": lambda _, value: value,
    "assign_add": lambda x, value: x + value,
    "assign_sub": lambda x, value: x - value,
}


class _Update(NamedTuple):
    method: str
    variable: Any
    value: Any


class Step:
    """One training step of an optimizer in a graph: what `get_updates` is given, and the updates it has made."""

    def __init__(self, params: Sequence[Any], gradients: Sequence[Any], loss: Any) -> None:
        self.params = params
        self.graph = tf.compat.v1.get_default_graph()
        self._of_param = {id(vars(param)): each for param, each in zip(params, gradients)}
        self._updates: Dict[str, _Update] = {}
        self.loss = loss + sum(_without_value(param, each) for param, each in zip(params, gradients))

    def gradients(self, loss: Any, params: Iterable[Any]) -> Optional[List[Any]]:
        """Return the gradients of the step; None if they are asked of another loss, or for other variables."""
        if loss is not self.loss:
            return None
        found = [self._of_param.get(id(vars(each))) for each in params if isinstance(each, keras.Variable)]
        return None if any(each is None for each in found) or len(found) != len(list(params)) else found

    def note(self, update: _Update) -> Any:
        """Keep an update for the end of the step, and return the value that the variable will have."""
        value = tf.convert_to_tensor(update.value, update.variable.dtype)
        marker = tf.identity(_RESULTS[update.method](update.variable, value))
        self._updates[marker.op.name] = update._replace(value=value)
        return marker

    def run(self, returned: Iterable[Any]) -> None:
        """Make the updates that were returned, and those that they need, in this order."""
        seen: Set[str] = set()
        listed: List[_Update] = []
        for each in returned:
            if isinstance(each, tuple):
                variable, value = map(raw, each)
                value = tf.convert_to_tensor(value, variable.dtype)
                listed += [*self._needed(value.op, seen), _Update("assign", variable, value)]
            elif each is not None:
                listed += self._needed(getattr(each, "op", each), seen)
        for method, variable, value in listed:
            getattr(variable, method)(value)

    def _needed(self, operation: Any, seen: Set[str]) -> List[_Update]:
        pending, found = [operation], []
        while pending:
            each = pending.pop()
            if not isinstance(each, tf.Operation) or each.name in seen:
                continue
            seen.add(each.name)
            if each.name in self._updates:
                found.append(self._updates[each.name])
            pending += [tensor.op for tensor in each.inputs] + list(each.control_inputs)
        return found[::-1]


def _without_value(param: Any, gradient: Any) -> Any:
    """A zero that has the gradient of `param`, so that a loss that was computed elsewhere can be derived."""
    value, gradient = tf.convert_to_tensor(param), tf.convert_to_tensor(gradient)
    return tf.reduce_sum(tf.stop_gradient(gradient) * (value - tf.stop_gradient(value)))


_steps: List[Step] = []


def current() -> Optional[Step]:
    """Return the step that is being built, unless this is the graph of a function in it."""
    is_in_step = bool(_steps) and tf.compat.v1.get_default_graph() is _steps[-1].graph
    return _steps[-1] if is_in_step else None


def function(
    get_updates: Callable[..., Any], params: Sequence[Any], sparse: Sequence[bool]
) -> Tuple[Callable[..., Any], Any]:
    """Return the function that runs one step, given the loss and the gradients, and the variables that it uses.

    The function returns 1, the steps that it has made; TensorFlow leaves out what nobody needs the value of.
    """

    def build(loss: Any, *given: Any) -> Any:
        with tf.variable_creator_scope(_variable), AutomaticControlDependencies() as order:
            gradients = _gradients(params, sparse, list(given))
            _steps.append(Step(params, gradients, loss))
            try:
                _steps[-1].run(get_updates(params=list(params), loss=_steps[-1].loss))
            finally:
                _steps.pop()
            return order.mark_as_return(tf.ones([], tf.int64))

    specs = [tf.TensorSpec([], tf.float32)]
    for param, is_sparse in zip(params, sparse):
        shape = [None, *param.shape[1:]] if is_sparse else param.shape
        specs += [tf.TensorSpec(shape, param.dtype), *([tf.TensorSpec([None], tf.int64)] if is_sparse else [])]
    made = tf.compat.v1.wrap_function(build, specs)
    return made, made.graph.variables


def _variable(next_creator: Any, **kwargs: Any) -> Any:
    del next_creator
    return made_variables.outside(**kwargs)


def _gradients(params: Sequence[Any], sparse: Sequence[bool], given: List[Any]) -> List[Any]:
    found = []
    for param, is_sparse in zip(params, sparse):
        values = given.pop(0)
        found.append(tf.IndexedSlices(values, given.pop(0), tuple(param.shape)) if is_sparse else values)
    return found


def update(x: Any, new_x: Any) -> Any:
    """Set the variable `x`."""
    return _updated(_Update("assign", x, new_x))


def update_add(x: Any, increment: Any) -> Any:
    """Add to the variable `x`."""
    return _updated(_Update("assign_add", x, increment))


def update_sub(x: Any, decrement: Any) -> Any:
    """Subtract from the variable `x`."""
    return _updated(_Update("assign_sub", x, decrement))


def _updated(given: _Update) -> Any:
    given = given._replace(variable=raw(given.variable), value=raw(given.value))
    step = current()
    if step is not None:
        return step.note(given)
    return getattr(tf.compat.v1, given.method)(given.variable, given.value)


def raw(each: Any) -> Any:
    """The variable of TensorFlow in one of Keras 3."""
    return each.value if isinstance(each, keras.Variable) else each
