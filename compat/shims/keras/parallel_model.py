"""A Keras 3 model that runs each batch in slices, one per device, over the layers of its template.

The slices, the one loss over the whole batch and the once-per-slice updates of moving statistics are those of
https://github.com/keras-team/keras/blob/2.3.1/keras/utils/multi_gpu_utils.py.
All slices are part of one graph and read the template's own variables, so nothing needs to be mirrored or reduced.
"""

import inspect
from types import MappingProxyType
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import keras
import tensorflow as tf

from compat.distribute.backward import own_losses, track_loss
from compat.gradients import total_gradient
from compat.shims.batch_slices import last_rows, numbered, slice_of
from compat.shims.keras import files
from compat.shims.keras.places import in_legacy_places
from compat.shims.keras.training import PARALLEL_CLASS, LegacyTraining


class Replica(NamedTuple):
    """The results of one slice's forward pass that the backward pass on the same device needs."""

    device: str
    tape: Any
    outputs: List[Any]
    losses: List[Any]


class Merge(keras.layers.Layer):  # type: ignore[misc]
    """Concatenate the outputs of the replicas, and their masks, along the batch axis."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name)
        self.supports_masking = True

    def call(self, parts: List[Any]) -> Any:
        """Return all rows of `parts`."""
        return keras.ops.concatenate(parts, axis=0)

    def compute_mask(self, parts: List[Any], mask: Optional[List[Any]] = None) -> Any:
        """Return the mask of all rows, if every part has one."""
        del parts
        return None if mask is None or any(m is None for m in mask) else keras.ops.concatenate(mask, axis=0)


class ParallelModel(LegacyTraining, keras.Model):  # type: ignore[misc]
    """The model that `multi_gpu_model` returns; `layers[-(outputs + 1)]` is the template.

    Args:
        template: a Functional or built Sequential model.
        devices: one device name for each slice.
        merge_device: where the outputs of the slices are concatenated.

    Raises:
        ValueError: the template has no inputs yet, or a `tf.distribute` scope is open.

    """

    def __init__(self, template: Any, devices: Sequence[str], merge_device: str) -> None:
        if tf.distribute.has_strategy():
            raise ValueError("`multi_gpu_model` cannot be called in a `tf.distribute` scope: use one or the other.")
        if not getattr(template, "inputs", None):
            raise ValueError("`multi_gpu_model` needs a model that knows its inputs: give its first layer a shape.")
        inputs, outputs = _ends(template)
        names = [output._keras_history.operation.name for output in template.outputs]  # noqa: SLF001
        merges = [Merge(name) for name in numbered(names)]
        flat = [merge([part]) for merge, part in zip(merges, tf.nest.flatten(template(inputs)))]
        super().__init__(inputs=inputs, outputs=tf.nest.pack_sequence_as(outputs, flat))
        self._template = template
        self._merges = merges
        self._devices = tuple(devices)
        self._merge_device = merge_device
        self._log = _Log()
        setattr(self, PARALLEL_CLASS, ParallelModel)

    @in_legacy_places
    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Compile as Keras does, but never with XLA, which compiles for one device."""
        kwargs["jit_compile"] = False
        super().compile(*args, **kwargs)
        given = dict(inspect.signature(super().compile).bind(*args, **kwargs).arguments)
        self._log.compile_arguments = {**given.pop("kwargs", {}), **given}

    def save(self, filepath: Any, *args: Any, **kwargs: Any) -> None:
        """Save the template's graph with the weights and the training state of this model."""
        files.save_model(self._single().save, filepath, *args, **kwargs)

    def save_weights(self, filepath: Any, *args: Any, **kwargs: Any) -> None:
        """Save the weights as the template does."""
        self._template.save_weights(filepath, *args, **kwargs)

    def load_weights(self, filepath: Any, *args: Any, **kwargs: Any) -> None:
        """Load weights saved by the template, or by a parallel model of any Keras release."""
        try:
            self._template.load_weights(filepath, *args, **kwargs)
        except ValueError:
            super().load_weights(filepath, *args, **kwargs)

    def to_json(self, **kwargs: Any) -> str:
        """Describe the template's graph."""
        return str(self._template.to_json(**kwargs))

    def _single(self) -> Any:
        """Build a plain Keras model of the template's layers that shares the training state of this one."""
        model = keras.Model(*_ends(self._template), name=self._template.name)
        if self.compiled:
            model.compile(**{**self._log.compile_arguments, "optimizer": self.optimizer})
        return model

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """Run the template on each slice of `inputs`; the result has the rows of the whole batch."""
        del mask
        averages = _Averages(self._template) if training else None
        replicas = []
        for index in range(len(self._devices)):
            replicas.append(self._forward(index, inputs, training))
            if averages:
                averages.rewind()
        if averages:
            averages.apply()
        if self._log.replicas is not None:
            self._log.replicas.extend(replicas)
        return self._merged(replicas, _rows(inputs))

    def train_step(self, data: Any) -> Dict[str, Any]:
        """Update once from one batch: run forward and backward on each device, and take one loss over all rows."""
        x, y, sample_weight = keras.utils.unpack_x_y_sample_weight(data)
        replicas = self._log.replicas = []
        try:
            self(x, training=True)
        finally:
            self._log.replicas = None
        rows = _rows(x)
        variables = self.trainable_variables
        sources = [[*replica.outputs, *replica.losses] for replica in replicas]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            y_pred = self._merged(replicas, rows)
            loss = self.compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=sample_weight)
            scaled = self.optimizer.scale_loss(loss)
        track_loss(self, loss, rows)
        of_sources, of_variables = tape.gradient(scaled, [sources, variables])
        gradients = [of_variables]
        for replica, targets, seeds in zip(replicas, sources, of_sources):
            with tf.device(replica.device):
                gradients.append(replica.tape.gradient(targets, variables, output_gradients=seeds))
        self.optimizer.apply([total_gradient(parts) for parts in zip(*gradients)], variables)
        return dict(self.compute_metrics(x, y, y_pred, sample_weight=sample_weight))

    def _forward(self, index: int, inputs: Any, training: Any) -> Replica:
        count = len(self._devices)
        part = tf.nest.map_structure(lambda x: slice_of(x, index, count), inputs)
        known = len(own_losses(self._template))
        with tf.device(self._devices[index]), tf.GradientTape() as tape:
            outputs = tf.nest.flatten(self._template(part, training=training))
        return Replica(self._devices[index], tape, outputs, own_losses(self._template)[known:])

    def _merged(self, replicas: List[Replica], rows: Any) -> Any:
        with tf.device(self._merge_device):
            parts = zip(self._merges, zip(*(replica.outputs for replica in replicas)))
            merged = [last_rows(merge(list(part)), rows) for merge, part in parts]
            return tf.nest.pack_sequence_as(_ends(self._template)[1], merged)


class _Averages:
    """The moving statistics: each slice starts from those before the step, and the changes of all slices are added.

    Legacy slices ran in parallel: each read the variables before any had written them, with rare exceptions.
    """

    def __init__(self, template: Any) -> None:
        self._variables = [v for v in template.non_trainable_variables if keras.backend.is_float_dtype(v.dtype)]
        self._start = [tf.identity(v.value) for v in self._variables]
        self._result = list(self._start)

    def rewind(self) -> None:
        """Record what the slice changed, and undo it."""
        for index, (variable, start) in enumerate(zip(self._variables, self._start)):
            self._result[index] += variable.value - start
            variable.assign(start)

    def apply(self) -> None:
        """Apply the changes of all slices."""
        for variable, value in zip(self._variables, self._result):
            variable.assign(value)


class _Log:
    """State that Keras must not track: the replicas of the step being traced, the arguments of `compile`."""

    replicas: Optional[List[Replica]] = None
    compile_arguments: Mapping[str, Any] = MappingProxyType({})


def _rows(x: Any) -> Any:
    return tf.shape(tf.nest.flatten(x)[0])[0]


def _ends(template: Any) -> Tuple[Any, Any]:
    """Return the inputs and outputs of the template, in the structures that its call takes and returns."""
    if isinstance(template, keras.Sequential):
        return template.inputs[0], template.outputs[0]
    return template.input, template.output
