"""`keras.mixed_precision` of Keras 2.4 to 2.15 on Keras 3: a loss scale that may be fixed, and is unscaled by hand.

https://github.com/keras-team/keras/blob/v2.15.0/keras/mixed_precision/loss_scale_optimizer.py

Known deviations:
* a saved model names the Keras 3 class, whose scale is dynamic; without this toolkit a fixed scale goes on as one
"""

from typing import Any, Optional

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras.loss_scaling import GROWTH_STEPS, INITIAL_SCALE, LossScaling


class LossScaleOptimizer(LossScaling):
    """`LossScaleOptimizer(inner_optimizer, dynamic=True, initial_scale=None, dynamic_growth_steps=None)`."""

    def __init__(
        self,
        inner_optimizer: Any,
        dynamic: bool = True,
        initial_scale: Optional[float] = None,
        dynamic_growth_steps: Optional[int] = None,
        name: Optional[str] = None,
    ) -> None:
        del name
        if not isinstance(dynamic, bool):
            raise TypeError(f'"dynamic" argument to LossScaleOptimizer.__init__ must be a bool, but got: {dynamic!r}')
        if not dynamic and initial_scale is None:
            raise ValueError('"initial_scale" must be specified if "dynamic" is False')
        scale = INITIAL_SCALE if initial_scale is None else float(initial_scale)
        super().__init__(inner_optimizer, dynamic, scale, dynamic_growth_steps or GROWTH_STEPS)

    @property
    def loss_scale(self) -> Any:
        """The scale as a tensor."""
        warn_legacy("TFM114", "optimizer.loss_scale", "the attribute is dynamic_scale")
        return self.current_scale


# Saved models name the class that Keras 3 can load without this toolkit.
LossScaleOptimizer.__module__ = "keras.optimizers"
