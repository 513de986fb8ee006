"""In which direction callbacks want a monitored quantity to go if they are not told.

https://github.com/keras-team/keras/blob/2.3.1/keras/callbacks/callbacks.py
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/callbacks/monitor_callback.py
"""

from typing import Dict, FrozenSet, Tuple

PARAMETERS: Dict[str, Tuple[str, ...]] = {
    "keras.callbacks.EarlyStopping": ("monitor", "min_delta", "patience", "verbose", "mode"),
    "keras.callbacks.ReduceLROnPlateau": ("monitor", "factor", "patience", "verbose", "mode"),
    "keras.callbacks.ModelCheckpoint": (
        "filepath", "monitor", "verbose", "save_best_only", "save_weights_only", "mode",
    ),
}  # fmt: skip
"""The first parameters of the callbacks, in their order."""

_FALLING = (
    "loss mse mae mape msle mean_squared_error mean_absolute_error mean_absolute_percentage_error "
    "mean_squared_logarithmic_error root_mean_squared_error binary_crossentropy categorical_crossentropy "
    "sparse_categorical_crossentropy kl_divergence poisson log_cosh hinge squared_hinge categorical_hinge"
)
FALLING: FrozenSet[str] = frozenset(_FALLING.split())
"""Metrics of which Keras 3 knows that less is better, without `val_`."""

_RISING = (
    "acc accuracy binary_accuracy categorical_accuracy sparse_categorical_accuracy top_k_categorical_accuracy "
    "sparse_top_k_categorical_accuracy auc precision recall f1_score fbeta_score io_u binary_io_u mean_io_u "
    "one_hot_io_u one_hot_mean_io_u cosine_similarity r2_score precision_at_recall recall_at_precision "
    "sensitivity_at_specificity specificity_at_sensitivity"
)
RISING: FrozenSet[str] = frozenset(_RISING.split())
"""Metrics of which Keras 3 knows that more is better."""


def direction(monitor: str, symbol: str) -> str:
    """What the callback of Keras 2 took `auto` for: `max` for accuracies, by their name, else `min`."""
    is_checkpoint = symbol == "keras.callbacks.ModelCheckpoint"
    return "max" if "acc" in monitor or (is_checkpoint and monitor.startswith("fmeasure")) else "min"
