"""`tf.contrib.eager`, most of which TensorFlow keeps without a public name.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/eager/python/tfe.py
"""

from typing import Any, List

import tensorflow as tf
from tensorflow.python.data.ops import iterator_ops
from tensorflow.python.eager import backprop, context
from tensorflow.python.ops import resource_variable_ops, template, variable_scope

Variable = resource_variable_ops.ResourceVariable
EagerVariableStore = variable_scope.EagerVariableStore
Checkpointable = tf.__internal__.tracking.AutoTrackable
make_template = template.make_template_internal

gradients_function = backprop.gradients_function
value_and_gradients_function = backprop.val_and_grad_function
implicit_gradients = backprop.implicit_grad
implicit_value_and_gradients = backprop.implicit_val_and_grad

DEVICE_PLACEMENT_EXPLICIT = context.DEVICE_PLACEMENT_EXPLICIT
DEVICE_PLACEMENT_WARN = context.DEVICE_PLACEMENT_WARN
DEVICE_PLACEMENT_SILENT = context.DEVICE_PLACEMENT_SILENT
SYNC = context.SYNC
ASYNC = context.ASYNC
async_wait = context.async_wait
async_clear_error = context.async_clear_error
execution_mode = context.execution_mode
set_execution_mode = context.set_execution_mode
num_gpus = context.num_gpus


def list_devices() -> List[str]:
    """Return the names of the devices."""
    return list(context.context().devices())


class Iterator(iterator_ops.OwnedIterator):  # type: ignore[misc]
    """The elements of a dataset, one after the other."""

    def __init__(self, dataset: Any) -> None:
        """Begin at the first element."""
        super().__init__(dataset)


class Saver:
    """A `tf.train.Saver` without a session."""

    def __init__(self, var_list: Any) -> None:
        """Take a list of variables, or a dictionary of their names in the checkpoint.

        Raises:
            RuntimeError: TensorFlow does not execute eagerly.

        """
        if not tf.executing_eagerly():
            raise RuntimeError(
                "tfe.Saver can only be used when eager execution is enabled. Use tf.train.Saver when building graphs."
            )
        self._saver = tf.compat.v1.train.Saver(var_list=var_list)

    def save(self, file_prefix: str, global_step: Any = None) -> str:
        """Write the variables, and return the prefix of the files."""
        with tf.device("/device:CPU:0"):
            written: str = self._saver.save(None, file_prefix, write_meta_graph=False, global_step=global_step)
        return written

    def restore(self, file_prefix: str) -> None:
        """Set the variables to what `save` wrote."""
        with tf.device("/device:CPU:0"):
            self._saver.restore(None, file_prefix)


def get_optimizer_variables(optimizer: Any) -> Any:
    """Return the variables of a `tf.train.Optimizer`."""
    return optimizer.variables()
