"""A model of Keras 2.4 to 2.15 that runs each batch in slices, one on each device, over the layers of its template.

The graph of layers is that of https://github.com/keras-team/keras/blob/2.3.1/keras/utils/multi_gpu_utils.py: for each
device a `Lambda` that takes its slice of each input, then the template, then one concatenation for each output. So
the model is saved, loaded and cloned as it was.

Keras 2.4 forgets on which device a layer of such a graph was called, and its variables are read and written in order.
So the graph is run here: each slice forward and backward on its own device, with one loss over the whole batch, and
moving statistics that each slice reads as they were before the step. In graphs of TensorFlow 1 Keras does it itself.
"""

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Type

import tensorflow as tf

from compat.gradients import total_gradient
from compat.shims.batch_slices import last_rows, numbered, slice_of

_classes: Dict[Type[Any], Type[Any]] = {}


def parallel_model(template: Any, devices: Sequence[str], merge_device: str) -> Any:
    """Return a functional model with the weights of `template`; `layers[-(outputs + 1)]` is the template.

    Args:
        template: a Functional or built Sequential model.
        devices: one device name for each slice.
        merge_device: where the outputs of the slices are concatenated.

    Raises:
        ValueError: the template has no inputs yet, or a `tf.distribute` scope is open.

    """
    if tf.distribute.has_strategy():
        raise ValueError("`multi_gpu_model` cannot be called in a `tf.distribute` scope: use one or the other.")
    if not getattr(template, "inputs", None):
        raise ValueError("`multi_gpu_model` needs a model that knows its inputs: give its first layer a shape.")
    count = len(devices)
    replicas = []
    for index, device in enumerate(devices):
        with tf.device(device), tf.name_scope(f"replica_{index}"):
            slices = [_slicing_layer(x, index, count)(x) for x in template.inputs]
            replicas.append(tf.nest.flatten(template(_as_inputs_of(template, slices))))
    # output_names are numbered already, from another number than in Keras 2.3
    names = [output._keras_history.layer.name for output in template.outputs]  # noqa: SLF001
    merges = [tf.keras.layers.Concatenate(axis=0, name=name) for name in numbered(names)]
    with tf.device(merge_device):
        merged = [merge(list(parts)) for merge, parts in zip(merges, zip(*replicas))]
    model = tf.keras.Model(template.inputs, merged)
    if tf.executing_eagerly():
        object.__setattr__(model, "_parallel", _Parallel(template, merges, tuple(devices), merge_device))
        _take_over(model)
    return model


class _Parallel:
    """What the steps of a parallel model need, beside the layers that Keras tracks."""

    replicas: Optional[List["_Replica"]] = None

    def __init__(self, template: Any, merges: List[Any], devices: Tuple[str, ...], merge_device: str) -> None:
        self.template = template
        self.merges = merges
        self.devices = devices
        self.merge_device = merge_device

    def merged(self, replicas: List["_Replica"], rows: Any) -> Any:
        """Return the outputs with the rows of the whole batch, each on its own if there is only one."""
        with tf.device(self.merge_device):
            parts = zip(self.merges, zip(*(replica.outputs for replica in replicas)))
            merged = [last_rows(merge(list(part)), rows) for merge, part in parts]
        return merged[0] if len(merged) == 1 else merged

    def forward(self, index: int, inputs: List[Any], training: Any) -> "_Replica":
        """Run the template on one slice."""
        part = [slice_of(x, index, len(self.devices)) for x in inputs]
        known = {id(loss) for loss in self.template.losses}
        with tf.device(self.devices[index]), tf.GradientTape() as tape:
            outputs = tf.nest.flatten(self.template(_as_inputs_of(self.template, part), training=training))
        # those of weights are made anew when they are read, and have no gradient here
        losses = [loss for loss in self.template.losses if id(loss) not in known]
        return _Replica(self.devices[index], tape, outputs, losses)


class _Replica(NamedTuple):
    """The results of one slice's forward pass that the backward pass on the same device needs."""

    device: str
    tape: Any
    outputs: List[Any]
    losses: List[Any]


class _Steps:
    """The methods of a functional model that runs slices; a clone, which Keras makes of its class, runs its layers."""

    _parallel: Optional[_Parallel] = None

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """Run the template on each slice of `inputs`; the result has the rows of the whole batch."""
        parallel = self._parallel
        if parallel is None:
            return super().call(inputs, training=training, mask=mask)  # type: ignore[misc]
        flat = _in_order(self, inputs)
        if training is None:
            training = tf.keras.backend.learning_phase()
        averages = _Averages(parallel.template) if _may_be_true(training) else None
        replicas = []
        for index in range(len(parallel.devices)):
            replicas.append(parallel.forward(index, flat, training))
            if averages:
                averages.rewind()
        if averages:
            averages.apply()
        if parallel.replicas is not None:
            parallel.replicas.extend(replicas)
        return parallel.merged(replicas, tf.shape(flat[0])[0])

    def train_step(self, data: Any) -> Dict[str, Any]:
        """Update once from one batch: run forward and backward on each device, and take one loss over all rows."""
        this: Any = self
        parallel = self._parallel
        if parallel is None:
            return dict(super().train_step(data))  # type: ignore[misc]
        x, y, sample_weight = _unpacked(data)
        replicas = parallel.replicas = []
        try:
            this(x, training=True)
        finally:
            parallel.replicas = None
        variables = this.trainable_variables
        sources = [[*replica.outputs, *replica.losses] for replica in replicas]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            y_pred = parallel.merged(replicas, tf.shape(tf.nest.flatten(x)[0])[0])
            loss = _loss(this, x, y, y_pred, sample_weight)
            scaled = _scaled(this.optimizer, loss)
        of_sources, of_variables = tape.gradient(scaled, [sources, variables])
        gradients = [of_variables]
        for replica, targets, seeds in zip(replicas, sources, of_sources):
            with tf.device(replica.device):
                gradients.append(_gradient(replica.tape, targets, variables, seeds))
        total = [total_gradient(parts) for parts in zip(*gradients)]
        this.optimizer.apply_gradients(zip(_unscaled(this.optimizer, total), variables))
        return _metrics(this, x, y, y_pred, sample_weight)


def _take_over(model: Any) -> None:
    """Give the model the steps of a parallel one, in place; it is saved under the name of its own class."""
    cls = type(model)
    if cls not in _classes:
        _classes[cls] = type(cls.__name__, (_Steps, cls), {"__module__": cls.__module__})
    object.__setattr__(model, "__class__", _classes[cls])


class _Averages:
    """The moving statistics: each slice starts from those before the step, and the changes of all slices are added.

    Legacy slices ran in parallel: each read the variables before any had written them, with rare exceptions.
    """

    def __init__(self, template: Any) -> None:
        self._variables = [v for v in template.non_trainable_variables if v.dtype.is_floating]
        self._start = [tf.identity(v) for v in self._variables]
        self._result = list(self._start)

    def rewind(self) -> None:
        """Record what the slice changed, and undo it."""
        for index, (variable, start) in enumerate(zip(self._variables, self._start)):
            self._result[index] += variable - start
            variable.assign(start)

    def apply(self) -> None:
        """Apply the changes of all slices."""
        for variable, value in zip(self._variables, self._result):
            variable.assign(value)


def _slicing_layer(x: Any, index: int, count: int) -> Any:
    shape = tuple(x.shape.as_list()[1:])
    return tf.keras.layers.Lambda(get_slice, output_shape=shape, arguments={"i": index, "parts": count})


def get_slice(data, i, parts):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - saved as bytecode
    import tensorflow as tf

    shape = tf.shape(data)
    step = shape[0] // parts
    size = shape[0] - step * i if i == parts - 1 else step
    return tf.slice(data, tf.concat([[step * i], shape[1:] * 0], 0), tf.concat([[size], shape[1:]], 0))


def _as_inputs_of(template: Any, flat: List[Any]) -> Any:
    """Return the inputs in the structure that the template was built with."""
    if isinstance(template, tf.keras.Sequential):
        return flat[0]
    return tf.nest.pack_sequence_as(template.input, flat)


def _in_order(model: Any, inputs: Any) -> List[Any]:
    """Return the inputs in the order of the model's own; a dict names them."""
    if not isinstance(inputs, dict):
        return list(tf.nest.flatten(inputs))
    return [inputs[name] for name in model.input_names]


def _may_be_true(training: Any) -> bool:
    return tf.is_tensor(training) or bool(training)


def _unpacked(data: Any) -> Tuple[Any, Any, Any]:
    if not isinstance(data, (tuple, list)):
        return data, None, None
    x, *rest = data
    y, sample_weight = [*rest, None, None][:2]
    return x, y, sample_weight


def _loss(model: Any, x: Any, y: Any, y_pred: Any, sample_weight: Any) -> Any:
    if hasattr(model, "compute_loss"):
        return model.compute_loss(x, y, y_pred, sample_weight)
    return model.compiled_loss(y, y_pred, sample_weight, regularization_losses=model.losses)


def _metrics(model: Any, x: Any, y: Any, y_pred: Any, sample_weight: Any) -> Dict[str, Any]:
    if hasattr(model, "compute_metrics"):
        return dict(model.compute_metrics(x, y, y_pred, sample_weight))
    model.compiled_metrics.update_state(y, y_pred, sample_weight)
    return {metric.name: metric.result() for metric in model.metrics}


def _scaled(optimizer: Any, loss: Any) -> Any:
    return optimizer.get_scaled_loss(loss) if hasattr(optimizer, "get_scaled_loss") else loss


def _unscaled(optimizer: Any, gradients: List[Any]) -> List[Any]:
    if hasattr(optimizer, "get_unscaled_gradients"):
        return list(optimizer.get_unscaled_gradients(gradients))
    return gradients


def _gradient(tape: Any, targets: List[Any], variables: List[Any], seeds: List[Any]) -> List[Any]:
    """Return the gradients of the targets that the loss depends on."""
    pairs = [pair for pair in zip(targets, seeds) if pair[1] is not None]
    if not pairs:
        return [None for _ in variables]
    wanted, given = zip(*pairs)
    return list(tape.gradient(list(wanted), variables, output_gradients=list(given)))
