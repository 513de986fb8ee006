"""Places of positional arguments that have another name today and still mean the same.

The signatures themselves are recorded from the releases. Where a place has another name than it had and no row here
says that both mean the same, the argument means something else: `compile(optimizer, loss, metrics)` of Keras 2 is
`compile(optimizer, loss, loss_weights)` in Keras 3. `tests/compat/tables/test_positions.py` makes the calls.

https://github.com/keras-team/keras/issues/18467
"""

from typing import FrozenSet, Mapping, Tuple

SAME_PLACE: FrozenSet[Tuple[str, str]] = frozenset(
    {
        ("_", "input_shape"),
        ("_", "logs"),
        ("alpha", "negative_slope"),
        ("e", "value"),
        ("epsilon", "min_delta"),
        ("features", "x"),
        ("floatx", "value"),
        ("grad", "gradient"),
        ("identifier", "config"),
        ("image", "data"),
        ("input_shape", "query_shape"),
        ("input_shape", "sequences_shape"),
        ("input_shape", "shape"),
        ("input_shapes", "input_shape"),
        ("inputs", "_"),
        ("inputs", "data"),
        ("inputs", "sequence"),
        ("inputs", "sequences"),
        ("instance", "obj"),
        ("l", "l1"),
        ("l", "l2"),
        ("layer", "resource"),
        ("logits", "x"),
        ("losses", "loss"),
        ("lr", "learning_rate"),
        ("mask", "previous_mask"),
        ("model_variable", "reference_variable"),
        ("name", "config"),
        ("text", "input_text"),
        ("var_list", "variables"),
        ("y", "x"),
    }
)
"""The legacy and the modern name of one place."""

READ_FROM_ARGS: Mapping[str, Tuple[str, ...]] = {"add_weight": ("shape", "initializer", "dtype")}
"""The places that a method reads from its `*args`, which no signature shows."""

SHAPE_FIRST: Tuple[str, str] = ("shape", "name")
"""What the first two arguments of `add_weight` are to Keras 2 as well, where the first is a tuple or a list.

https://github.com/keras-team/keras/blob/2.3.1/keras/legacy/interfaces.py
"""

TEXTS: Mapping[str, Tuple[str, ...]] = {
    "sample_weight_mode": ("temporal",),
    "save_format": ("h5", "keras", "tf"),
}
NUMBERS: FrozenSet[str] = frozenset({"loss_weights"})
NO_NUMBERS: FrozenSet[str] = frozenset({"metrics", "callbacks", "class_weight"})
"""Parameters that default to None, with what they take beside it: text, numbers, or anything else."""

READ_FROM_KWARGS: FrozenSet[str] = frozenset({"by_name", "include_optimizer"})
"""Keywords that Keras 3 still reads from `**kwargs`, which no signature shows."""
