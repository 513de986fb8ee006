"""`tf.keras.mixed_precision.experimental` of TensorFlow 2.1 to 2.8 on Keras 3: the policy holds the loss scale.

https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/mixed_precision/experimental/policy.py

Known deviations:
* a fixed `loss_scale=` of a policy reaches models of `compat` only; a plain Keras model scales dynamically
* policies of TensorFlow 1.14 to 2.0 that Keras 3 does not have, such as `infer`, raise ValueError
* a saved model names the Keras 3 classes, whose scale is dynamic; without this toolkit a fixed scale goes on as one
"""

from typing import Any, Dict

import keras
import tensorflow as tf

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras.loss_scaling import GROWTH_STEPS, INITIAL_SCALE, LossScaling

_MULTIPLIER = 2.0
_MODULE = "tf.keras.mixed_precision.experimental."
_SCALES = tf.compat.v1.mixed_precision


class Policy(keras.mixed_precision.DTypePolicy):  # type: ignore[misc]
    """`Policy(name, loss_scale="auto")`: automatic is dynamic for `mixed_float16`, and none for other names."""

    def __init__(self, name: str, loss_scale: Any = "auto") -> None:
        warn_legacy("TFM114", _MODULE + "Policy", "the class is keras.mixed_precision.Policy")
        super().__init__(name)
        if isinstance(loss_scale, str) and loss_scale == "auto":
            loss_scale = "dynamic" if name == "mixed_float16" else None
        self.loss_scale_given = loss_scale

    @property
    def loss_scale(self) -> Any:
        """The `LossScale` that `compile` gives the optimizer, or None."""
        return scale_of(self.loss_scale_given)


# Saved models name the class that Keras 3 can load without this toolkit.
Policy.__module__ = "keras"
Policy.__qualname__ = Policy.__name__ = "DTypePolicy"


def set_policy(policy: Any) -> None:
    """Make a policy, or the policy of that name, the one of all layers that are made from now on."""
    warn_legacy("TFM101", _MODULE + "set_policy", "the function is keras.mixed_precision.set_global_policy")
    keras.mixed_precision.set_global_policy(policy if policy is not None else keras.config.floatx())


def get_layer_policy(layer: Any) -> Any:
    """Return the policy of a layer."""
    warn_legacy("TFM114", _MODULE + "get_layer_policy", "the attribute is layer.dtype_policy")
    if not isinstance(layer, keras.layers.Layer):
        raise ValueError(f"get_policy can only be called on a layer, but got: {layer}")  # noqa: TRY004  (as it was)
    return layer.dtype_policy


def scale_of(given: Any) -> Any:
    """Return the `LossScale` for `dynamic`, a number, or a `LossScale`; None for None.

    Raises:
        ValueError: it is something else.

    """
    if given is None or isinstance(given, _SCALES.LossScale):
        return given
    if isinstance(given, (int, float)):
        return _SCALES.FixedLossScale(given)
    if given == "dynamic":
        return _SCALES.DynamicLossScale()
    raise ValueError(f"Could not interpret loss scale: {given}")


def _settings(given: Any) -> Dict[str, Any]:
    """Return the arguments of `LossScaling` for `dynamic`, a number, or a `LossScale`."""
    if isinstance(given, str) and given == "dynamic":
        return {"dynamic": True, "initial_scale": INITIAL_SCALE, "growth_steps": GROWTH_STEPS}
    scale = scale_of(given)
    config = scale.get_config()
    if isinstance(scale, _SCALES.FixedLossScale):
        return {"dynamic": False, "initial_scale": float(config["loss_scale_value"]), "growth_steps": GROWTH_STEPS}
    if not isinstance(scale, _SCALES.DynamicLossScale) or config["multiplier"] != _MULTIPLIER:
        raise ValueError(f"a dynamic loss scale halves and doubles, so {scale} cannot be used")
    initial, steps = float(config["initial_loss_scale"]), config["increment_period"]
    return {"dynamic": True, "initial_scale": initial, "growth_steps": steps}


class LossScaleOptimizer(LossScaling):
    """`LossScaleOptimizer(optimizer, loss_scale)`: `dynamic`, a number or a `LossScale`."""

    def __init__(self, optimizer: Any, loss_scale: Any) -> None:
        if loss_scale is None:
            raise ValueError("loss_scale cannot be None.")
        super().__init__(optimizer, **_settings(loss_scale))

    @classmethod
    def from_config(cls, config: Dict[str, Any], custom_objects: Any = None) -> Any:
        """Make the optimizer of Keras 3 with this configuration."""
        return keras.optimizers.LossScaleOptimizer.from_config(config, custom_objects)

    @property
    def loss_scale(self) -> Any:
        """The scale, as a function that returns it as a tensor."""
        warn_legacy("TFM114", "optimizer.loss_scale()", "the attribute is dynamic_scale")
        return lambda: self.current_scale


LossScaleOptimizer.__module__ = "keras.optimizers"


def scaled(optimizer: Any, policy: Any) -> Any:
    """Return the optimizer with the loss scale of the policy of the model that it trains."""
    if optimizer is None or isinstance(optimizer, keras.optimizers.LossScaleOptimizer):
        return optimizer
    default = "dynamic" if getattr(policy, "name", "") == "mixed_float16" else None
    scale = getattr(policy, "loss_scale_given", default)
    return optimizer if scale is None else LossScaleOptimizer(optimizer, scale)
