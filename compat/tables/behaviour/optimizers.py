"""The optimizers of standalone Keras 2.0-2.3: argument order and default learning rates.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py
"""

from typing import Dict, FrozenSet, Tuple

from compat.tables.rows import LegacyOptimizer


def _optimizer(name: str, parameters: str, rate: float, modern_rate: float, same: int) -> LegacyOptimizer:
    return LegacyOptimizer("keras.optimizers." + name, tuple(parameters.split()), rate, modern_rate, same)


LEGACY_OPTIMIZERS: Tuple[LegacyOptimizer, ...] = (
    _optimizer("SGD", "lr momentum decay nesterov", 0.01, 0.01, 2),
    _optimizer("RMSprop", "lr rho epsilon decay", 0.001, 0.001, 2),
    _optimizer("Adagrad", "lr epsilon decay", 0.01, 0.001, 1),
    _optimizer("Adadelta", "lr rho epsilon decay", 1.0, 0.001, 3),
    _optimizer("Adam", "lr beta_1 beta_2 epsilon decay amsgrad", 0.001, 0.001, 4),
    _optimizer("Adamax", "lr beta_1 beta_2 epsilon decay", 0.002, 0.001, 4),
    _optimizer("Nadam", "lr beta_1 beta_2 epsilon schedule_decay", 0.002, 0.001, 4),
)

NOT_POSITIONAL_IN_2_3: FrozenSet[str] = frozenset({"epsilon", "decay", "schedule_decay"})
"""Parameters that 2.3 takes by keyword only."""

OPTIMIZERS: Tuple[str, ...] = tuple(row.symbol for row in LEGACY_OPTIMIZERS)
LEGACY_PARAMETERS: Dict[str, Tuple[str, ...]] = {row.symbol: row.parameters for row in LEGACY_OPTIMIZERS}
LEGACY_LEARNING_RATES: Dict[str, str] = {row.symbol: repr(row.learning_rate) for row in LEGACY_OPTIMIZERS}
"""The default learning rates, as Python source."""

SAME_POSITIONS: Dict[str, int] = {row.symbol: row.same_positions for row in LEGACY_OPTIMIZERS}
"""The number of positional arguments that mean the same in Keras 2 and Keras 3."""
