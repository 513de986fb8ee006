"""The phases that `set_learning_phase` was given, and the refusal to run models that they would change.

Keras 2 built the phase that was set into every layer that was called afterwards.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py
"""

from typing import Any, List

import keras

given: List[int] = []
"""All phases that were set, in order."""


def current() -> int:
    """Return the phase that was set last, by default 0."""
    return given[-1] if given else 0


def of_call() -> int:
    """Return the phase that was set last, or else that of the call of a layer that runs."""
    return given[-1] if given else int(bool(getattr(current_call(), "training", None)))


def current_call() -> Any:
    """Return what Keras knows of the call of a layer that runs; None if none does."""
    return keras.src.backend.common.global_state.get_global_attribute("current_call_ctx")


def clear_session() -> None:
    """Forget all models, and the phases that were set: `K.clear_session` made a new graph, which had none."""
    given.clear()
    keras.utils.clear_session()


def refuse(model: Any, *, training: bool) -> None:
    """Raise an error if layers of the model may have been built with the other phase than that of this run.

    Raises:
        RuntimeError: `set_learning_phase` gave the other phase, and the model has layers that depend on it.

    """
    if int(not training) not in given or not is_used(model):
        return
    phase = int(not training)
    message = (
        f"set_learning_phase({phase}) cannot be carried to Keras 3: leave it out, and call the layers that it is about "
        f"in the call() of a layer of your own, base(inputs, training={bool(phase)})"
    )
    raise RuntimeError(message)


def is_used(model: Any) -> bool:
    """True if layers of the model do something else in training."""
    return any(_depends(layer) for layer in model._flatten_layers())  # noqa: SLF001


def _depends(layer: Any) -> bool:
    """True for layers such as `Dropout` and `BatchNormalization`, not for models of them."""
    if isinstance(layer, (keras.Model, keras.layers.Wrapper)):
        return False
    if isinstance(layer, keras.layers.RNN) or hasattr(layer, "recurrent_dropout"):
        return bool(getattr(layer, "dropout", 0) or getattr(layer, "recurrent_dropout", 0))
    if type(layer).__module__.startswith("keras."):
        return isinstance(layer, _NOISY)
    return bool(getattr(layer, "_call_has_training_arg", False))


_NOISY = (
    keras.layers.AlphaDropout,
    keras.layers.BatchNormalization,
    keras.layers.Dropout,
    keras.layers.GaussianDropout,
    keras.layers.GaussianNoise,
)
