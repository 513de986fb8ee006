"""`tf.keras.models`: as in standalone Keras, but for the optimizers that `compile` makes of names.

https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/engine/training.py
"""

import inspect
import os
from typing import Any, Dict, List

import keras

from compat.shims.keras import models
from compat.shims.keras.training import LegacyTraining
from compat.shims.tensorflow import checkpoint_state, optimizers

_HDF5 = (".h5", ".keras", ".hdf5")
"""The suffixes of the files that were none of TensorFlow's."""


class Training(LegacyTraining):
    """The methods of the models of `tf.keras`."""

    def _optimizer(self, identifier: Any) -> Any:
        return optimizers.get(identifier)

    @staticmethod
    def loadable_optimizers(given: Dict[str, Any]) -> Dict[str, Any]:
        """Return the classes of optimizers in files of such models; those in `given` are a script's."""
        return optimizers.loadable(given)

    def _accuracy(self, metrics: Any, loss: Any) -> Any:
        del loss  # since TensorFlow 2.2 the shapes alone decide
        return metrics

    def save_weights(self, filepath: Any, overwrite: bool = True) -> None:
        """Save the weights; `tf.train.latest_checkpoint` finds a file that was a checkpoint of TensorFlow."""
        super().save_weights(filepath, overwrite=overwrite)
        if not os.fspath(filepath).endswith(_HDF5):
            checkpoint_state.write(os.fspath(filepath))

    def load_weights(self, filepath: Any, *args: Any, **kwargs: Any) -> Any:
        """Load weights; of a checkpoint, `load_weights(path).expect_partial()` says that some may be left over."""
        super().load_weights(filepath, *args, **kwargs)
        is_checkpoint = isinstance(filepath, (str, os.PathLike)) and not os.fspath(filepath).endswith(_HDF5)
        return checkpoint_state.Loaded() if is_checkpoint else None

    def _for_steps(self, given: Dict[str, Any]) -> Dict[str, Any]:
        return given

    @property
    def layers(self) -> List[Any]:
        """The layers in a list of its own: `model.layers.pop()` leaves the model as it is."""
        return [*super().layers]


class Derived(Training):
    """The methods of the classes that scripts derive from `Model`."""

    def build(self, input_shape: Any = None) -> None:
        """Make the weights, as `call` makes them of floats of that shape; Keras 3 only notes that the model is built.

        A list holds the shapes of several inputs.
        """
        if input_shape is not None and not self.built:  # type: ignore[has-type]
            inputs = [_floats(each) for each in input_shape] if _is_several(input_shape) else _floats(input_shape)
            call = self.call  # type: ignore[attr-defined]
            phase = inspect.signature(call).parameters.get("training")
            needs_phase = phase is not None and phase.default is phase.empty
            keras.src.backend.compute_output_spec(call, inputs, **({"training": False} if needs_phase else {}))
        self.built = True

    build._is_default = True  # type: ignore[attr-defined]  # noqa: SLF001 - a call builds the model as it would without


def _is_several(shape: Any) -> bool:
    return isinstance(shape, list) and not all(each is None or isinstance(each, int) for each in shape)


def _floats(shape: Any) -> Any:
    return keras.KerasTensor(tuple(shape), keras.config.floatx())


Model = models.ModelClass(keras.Model, "keras.models.Model", Training, Derived)
Sequential = models.ModelClass(keras.Sequential, "keras.models.Sequential", Training)

model_from_json = models.returning_legacy_model(models.from_json, Training)
clone_model = models.returning_legacy_model(models.cloned, Training)


def load_model(filepath: Any, custom_objects: Any = None, compile: bool = True, **kwargs: Any) -> Any:  # noqa: A002
    """Load a model saved by Keras 2 or 3, whatever the suffix of its file."""
    return models.loaded(Training, filepath, custom_objects, compile=compile, **kwargs)
