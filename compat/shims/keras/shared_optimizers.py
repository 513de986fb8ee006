"""One optimizer for several models: each `compile` has slots of its own, and all share the steps and the rate.

Keras 2.3 made new slots in the `get_updates` of each compiled model; a Keras 3 optimizer knows one model's variables.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

Known deviations:
* `tf.keras` of TensorFlow 2 kept the slots of a variable that two models share, or that is compiled again
* an optimizer that is wrapped in a `LossScaleOptimizer` still serves one model only
"""

from typing import Any, Dict

import keras

from compat.shims.keras import own_optimizers

_COMPILED = "_state_of_all_models"
"""The attribute of an optimizer that has been compiled with: what its copies share that is made only in `build`."""
_SHARED = ("_iterations", "_learning_rate")


def for_one_model(optimizer: Any) -> Any:
    """Return the optimizer at its first `compile`, and at any later one an equal one that shares what it counts."""
    is_one = isinstance(optimizer, keras.optimizers.Optimizer) and not isinstance(optimizer, own_optimizers.Adapter)
    if not is_one or hasattr(optimizer, "inner_optimizer"):
        return optimizer
    if _COMPILED not in vars(optimizer):
        vars(optimizer)[_COMPILED] = {}
        return optimizer
    try:
        made = type(optimizer).from_config(optimizer.get_config())
    except (NotImplementedError, TypeError, ValueError):
        return optimizer  # a class of the user's that does not describe itself: Keras says what is wrong in training
    for name in _SHARED:
        _set(made, name, getattr(optimizer, name))
    if hasattr(optimizer, "initial_decay"):
        made.initial_decay = optimizer.initial_decay
        _set(made, "_decay", optimizer._decay)  # noqa: SLF001
    vars(made)[_COMPILED] = vars(optimizer)[_COMPILED]
    return made


def share_when_built(optimizer: Any, name: str) -> None:
    """Share a variable that `build` has just made with all copies of the optimizer: the first to be built has it."""
    state: Dict[str, Any] = vars(optimizer).get(_COMPILED, {})
    _set(optimizer, name, state.setdefault(name, getattr(optimizer, name)))


def _set(optimizer: Any, name: str, shared: Any) -> None:
    """Replace a variable, also in the list of those that Keras saves."""
    own, variables = getattr(optimizer, name), optimizer._variables  # noqa: SLF001
    for index, variable in enumerate(variables):
        if variable is own and isinstance(shared, keras.Variable):
            variables[index] = shared
    object.__setattr__(optimizer, name, shared)
