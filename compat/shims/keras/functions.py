"""`keras.backend.function` on Keras 3: a model of the tensors, called at once.

https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

Known deviations:
* `updates` takes what `get_updates` of an optimizer returned, pairs of a variable and its new value, and `updates` of
  models and layers
* outputs are tensors of layers, of functions of the backend, and of `gradients`; other operations of a graph raise
"""

import functools
from typing import Any, Callable, Dict, List, Sequence, Tuple

import keras
import numpy as np
import tensorflow as tf

from compat.shims.keras import backend, layer_updates
from compat.shims.keras.weight_arithmetic import WeightExpression


def function(inputs: Any, outputs: Any, updates: Any = None, **kwargs: Any) -> Any:
    """Return a function from a list of arrays to a list of arrays.

    An input that is no tensor of a layer stands for the learning phase, as `keras.backend.learning_phase()` does.

    Raises:
        NotImplementedError: there are updates of other kinds.

    """
    del kwargs
    listed = outputs if isinstance(outputs, (list, tuple)) else [outputs]
    given, wanted = connected(_with_sources(list(inputs), list(listed)), list(listed))
    made = _Function(given, wanted, is_list=isinstance(outputs, (list, tuple)))
    of_layers = [each for each in updates or () if isinstance(each, layer_updates.LayerUpdate)]
    made.updates = [_update(each, given) for each in updates or () if not isinstance(each, layer_updates.LayerUpdate)]
    if of_layers:
        symbolic = [each for each in given if is_symbolic(each)]
        made.updates.append(
            layer_updates.Together(of_layers, *connected(symbolic, layer_updates.tensors_of(of_layers)))
        )
    return made


def _update(update: Any, inputs: List[Any]) -> Callable[..., Callable[[], Any]]:
    """Return what computes an update of the inputs, and returns what makes it."""
    if isinstance(update, tuple):
        variable, value = update
        if not isinstance(value, WeightExpression) and not is_symbolic(value):
            raise NotImplementedError(
                "keras.backend.function(updates=) takes values that are computed from weights or inputs, "
                f"got {value!r}, which stays what it is"
            )
        return _Assigned(variable, value, inputs)
    if hasattr(update, "for_inputs"):
        return update.for_inputs(inputs)  # type: ignore[no-any-return]
    raise NotImplementedError(f"keras.backend.function(updates=) has no graph to run {update!r} in")


class _Assigned:
    """The update of a pair."""

    def __init__(self, variable: Any, value: Any, inputs: List[Any]) -> None:
        self._variable = variable
        self._value = value
        symbolic = [each for each in inputs if is_symbolic(each)]
        self._model = keras.Model(*connected_to(symbolic, value)) if is_symbolic(value) else None

    def __call__(self, values: List[Any], *, training: bool) -> Callable[[], Any]:
        value = self._value if self._model is None else self._model(values, training=training)
        return functools.partial(self._variable.assign, tf.convert_to_tensor(value))


def connected_to(inputs: List[Any], output: Any) -> Tuple[List[Any], Any]:
    """Take the inputs and the output of one graph."""
    given, (output,) = connected(inputs, [output])
    return given, output


def _with_sources(inputs: List[Any], outputs: List[Any]) -> List[Any]:
    """Put the tensor of an `InputLayer` in the place of its `input`, which is an empty list in Keras 3.

    It is the one that the outputs come from, besides the other inputs.
    """
    if not any(isinstance(each, list) and not each for each in inputs):
        return inputs
    sources = [source for each in outputs if is_symbolic(each) for source in keras.utils.get_source_inputs(each)]
    others = {id(each) for each in inputs}
    missing = {id(each): each for each in sources if id(each) not in others}
    if len(missing) != 1:
        raise ValueError("keras.backend.function: an input layer has no input in Keras 3, use model.inputs")
    (source,) = missing.values()
    return [source if isinstance(each, list) and not each else each for each in inputs]


_Place = Tuple[int, int]
"""A layer by its id, and the place of one of its outputs."""


def connected(inputs: List[Any], outputs: List[Any]) -> Tuple[List[Any], List[Any]]:
    """Take tensors of one graph: a `Sequential` calls its layers again for each layer that it is given."""
    graphs = [_graph(each) for each in outputs if is_symbolic(each)]
    found: Dict[_Place, Any] = {}
    for graph in sorted(graphs, key=len, reverse=True):
        for place, tensor in graph.items():
            found.setdefault(place, tensor)
    known = {id(each) for each in found.values()}
    pairs = [[_same(each, found) if id(each) not in known else each for each in group] for group in (inputs, outputs)]
    return pairs[0], pairs[1]


def inputs_of(output: Any, tensor: Any) -> Tuple[List[Any], bool]:
    """The input tensors that `output` needs beside `tensor`, and whether it is computed from `tensor`."""
    found: List[Any] = []
    seen = set()
    pending = [output]
    while pending:
        each = pending.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if each is tensor:
            continue
        layer, node, _ = each._keras_history  # noqa: SLF001 - Keras has no other name for it
        above = layer._inbound_nodes[node].input_tensors  # noqa: SLF001
        if not above or isinstance(layer, keras.layers.InputLayer):
            found.append(each)
        pending += above
    return found, id(tensor) in seen


def _graph(output: Any) -> Dict[_Place, Any]:
    """The tensors that a tensor is computed from, and itself."""
    found: Dict[_Place, Any] = {}
    pending = [output]
    while pending:
        tensor = pending.pop()
        place = _place(tensor)
        if place not in found:
            found[place] = tensor
            layer, node, _ = tensor._keras_history  # noqa: SLF001 - Keras has no other name for it
            pending += layer._inbound_nodes[node].input_tensors  # noqa: SLF001
    return found


def _same(tensor: Any, found: Dict[_Place, Any]) -> Any:
    """The tensor of the graph that the same layer returned."""
    return found.get(_place(tensor), tensor) if is_symbolic(tensor) else tensor


def _place(tensor: Any) -> _Place:
    layer, _, place = tensor._keras_history  # noqa: SLF001
    return id(layer), place


class _Function:
    """A call changes no variables but the seeds of layers such as `Dropout`, and those of the updates."""

    def __init__(self, inputs: List[Any], outputs: List[Any], *, is_list: bool) -> None:
        self.inputs = inputs
        self.outputs = outputs
        self._is_list = is_list
        self.updates: List[Any] = []
        symbolic = [each for each in inputs if is_symbolic(each)]
        self._model = keras.Model(symbolic, outputs if is_list else outputs[0])

    def __call__(self, inputs: Sequence[Any]) -> Any:
        """Return the values of the outputs; the learning phase is 0 unless an input says otherwise."""
        if len(inputs) > len(self.inputs) or any(map(is_symbolic, self.inputs[len(inputs) :])):
            raise TypeError(f"keras.backend.function takes {len(self.inputs)} inputs, got {len(inputs)}")
        given = list(zip(self.inputs, inputs))
        phases = [value for symbol, value in given if not is_symbolic(symbol)] or [backend.learning_phase()]
        values = [tf.convert_to_tensor(np.asarray(value, each.dtype)) for each, value in given if is_symbolic(each)]
        updates = [each(values, training=bool(phases[-1])) for each in self.updates]
        found = [keras.ops.convert_to_numpy(each) for each in self._run(values, training=bool(phases[-1]))]
        for update in updates:
            update()
        return found if self._is_list else found[0]

    def _run(self, values: List[Any], *, training: bool) -> List[Any]:
        model = self._model
        trainable = [each.value for each in model.trainable_variables]
        fixed = [each.value for each in model.non_trainable_variables]
        results, after = model.stateless_call(trainable, fixed, values, training=training)
        weights = {id(each) for each in model.non_trainable_weights}
        for variable, value in zip(model.non_trainable_variables, after):
            if id(variable) not in weights:
                variable.assign(value)
        return list(tf.nest.flatten(results))


def is_symbolic(each: Any) -> bool:
    """Whether it is a tensor of a model, which has no value."""
    return isinstance(each, keras.KerasTensor)
