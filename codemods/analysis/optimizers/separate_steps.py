"""Optimizers that several models shared in Keras 2 without a trace: a copy for each trains them alike.

Standalone Keras made the slots of an optimizer anew in each `compile`; what its models shared was the count of the
steps, which Adam and `decay` read, and the rate. `tf.keras` keeps the slots of a variable for all models that have it.
"""

from __future__ import annotations

import libcst as cst

from codemods.source.arguments import keyword, literal
from codemods.source.file import File, once_per_file

_PLAIN = "keras.optimizers.SGD"
_UNCOUNTED = frozenset({_PLAIN, "keras.optimizers.RMSprop", "keras.optimizers.Adagrad", "keras.optimizers.Adadelta"})
_SLOTS = ("momentum", "nesterov")
_RATES = ("learning_rate", "lr")
_SETTERS = (
    "keras.callbacks.LearningRateScheduler",
    "keras.callbacks.ReduceLROnPlateau",
    "keras.backend.set_value",
)


def is_apart(file: File, made: cst.BaseExpression, *, is_standalone: bool) -> bool:
    """True for a call that makes an optimizer whose steps for one model tell nothing to those for another."""
    if not isinstance(made, cst.Call) or any(arg.star for arg in made.args):
        return False
    kind = file.symbol(made.func)
    decay = keyword(made, "decay")
    if (
        kind not in _UNCOUNTED
        or _has_schedule(file, made)
        or (decay is not None and literal(decay.value) not in (0, 0.0))
    ):
        return False
    places = [arg for arg in made.args if arg.keyword is None]
    has_slots = len(places) > 1 or any(keyword(made, name) is not None for name in _SLOTS)
    return len(places) <= 2 and (is_standalone or (kind == _PLAIN and not has_slots))  # noqa: PLR2004 - rate and momentum


def _has_schedule(file: File, made: cst.Call) -> bool:
    """True if the rate may be one that counts the steps."""
    for arg in made.args:
        is_rate = arg.keyword is None or arg.keyword.value in _RATES
        value = file.only_value(arg.value) if isinstance(arg.value, cst.Name) else arg.value
        if is_rate and isinstance(value, cst.Call):
            return True
    return False


@once_per_file
def sets_rates(file: File) -> bool:
    """True if something in the file may set a rate, which the models share."""
    if file.references(*_SETTERS):
        return True
    written = (each.target for each in file.every(cst.AssignTarget))
    return any(isinstance(each, cst.Attribute) and each.attr.value in _RATES for each in written) or any(
        isinstance(each.func, cst.Attribute)
        and each.func.attr.value == "assign"
        and isinstance(each.func.value, cst.Attribute)
        and each.func.value.attr.value in _RATES
        for each in file.calls
    )
