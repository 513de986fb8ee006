"""The positional arguments of the optimizers of Keras 2.2 and 2.3."""

from typing import Any, Dict, Tuple

from compat.tables.behaviour.optimizers import LEGACY_OPTIMIZERS, NOT_POSITIONAL_IN_2_3

POSITIONS = {row.symbol.rpartition(".")[2]: ("learning_rate", *row.parameters[1:]) for row in LEGACY_OPTIMIZERS}
"""The positional arguments of each optimizer in Keras 2.2."""


def by_keyword(name: str, args: Tuple[Any, ...]) -> Dict[str, Any]:
    """Name the positional arguments of an optimizer in the order of Keras 2.3, or of 2.2 if they are of its kind."""
    older = POSITIONS[name]
    modern = tuple(position for position in older if position not in NOT_POSITIONAL_IN_2_3)
    is_older = len(args) > len(modern) or (
        name == "SGD" and len(args) == len(modern) and not isinstance(args[-1], bool)
    )
    names = older if is_older else modern
    if len(args) > len(names):
        raise TypeError(f"{name} takes at most {len(names)} positional arguments, got {len(args)}")
    return dict(zip(names, args))
