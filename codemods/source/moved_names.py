"""Lookups in the tables of moved names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from compat.tables.names.aliases import GONE_KERAS_ROOTS, IN_TF_KERAS, PUBLIC_KERAS_CLASSES, PUBLIC_KERAS_MODULES
from compat.tables.names.mixed_precision import EXPERIMENTAL_OPTIMIZER, LAYER_POLICY
from compat.tables.names.moved_modules import GONE_MODULES, MOVED_MODULES, RESPELLED_CLASSES
from compat.tables.names.moved_symbols import MOVED_SYMBOLS
from compat.tables.names.shims import SHIMS

CUDNN_LAYERS = {
    f"keras.layers.{module}CuDNN{layer}": f"keras.layers.{layer}"
    for layer in ("LSTM", "GRU")
    for module in ("", "cudnn_recurrent.")
}
"""The layers that could only run on cuDNN, and those that choose it by themselves."""

CONTRIB_WEIGHTS = tuple(
    f"tensorflow.contrib.{home}.{name}"
    for home in ("layers", "slim")
    for name in (
        "xavier_initializer",
        "xavier_initializer_conv2d",
        "variance_scaling_initializer",
        "l1_regularizer",
        "l2_regularizer",
        "l1_l2_regularizer",
    )
)
"""Initializers and regularizers, most of whose calls a rule rewrites."""

_OF_CONV_UTILS = "compat.shims.keras.conv_utils"
CONV_UTILS = tuple(symbol for shim in SHIMS if shim.module == _OF_CONV_UTILS for symbol in shim.symbols)
"""The arithmetic of convolutions, which comes from the shims."""

SET_LEARNING_PHASE = ("keras.backend.set_learning_phase", "keras.backend.tensorflow_backend.set_learning_phase")

GONE_SYMBOLS = frozenset(
    {
        "keras.utils.multi_gpu_model",
        "keras.backend._get_available_gpus",
        "keras.backend.set_session",
        EXPERIMENTAL_OPTIMIZER,
        LAYER_POLICY,
        *CONV_UTILS,
        *CUDNN_LAYERS,
        *SET_LEARNING_PHASE,
    }
)
"""Symbols that rules of their own migrate."""


class Moved(NamedTuple):
    """The modern path of a legacy symbol, and the first release without the legacy one."""

    path: str
    gone_in: str


_MOVED = {
    f"{row.legacy}.{name}": Moved(f"{row.modern}.{name}", row.gone_in) for row in MOVED_MODULES for name in row.names
} | {row.legacy: Moved(row.modern, row.gone_in) for row in (*RESPELLED_CLASSES, *MOVED_SYMBOLS)}


def moved(plain: str) -> Moved | None:
    """The modern path of a legacy path below `keras`; None if it has not moved."""
    return _MOVED.get(plain)


@cache
def _legacy_paths() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for legacy, row in _MOVED.items():
        found.setdefault(row.path, []).append(legacy)
    return found


def legacy_paths(plain: str) -> tuple[str, ...]:
    """The legacy paths below `keras` of what is at this path today."""
    return tuple(_legacy_paths().get(plain, ()))


def respelled(plain: str, root: str) -> str | None:
    """The modern spelling of a path below a Keras root; None if it needs none or has none."""
    row = _MOVED.get(plain)
    if row is not None:
        return written(row.path, root)
    if plain in IN_TF_KERAS and root.endswith(".keras"):
        return written(IN_TF_KERAS[plain], root)
    parts = plain.split(".")
    is_gone = plain in GONE_MODULES or ".".join(parts[:3]) in GONE_MODULES
    return f"tensorflow.{plain}" if root in GONE_KERAS_ROOTS and _is_public(parts) and not is_gone else None


def _is_public(parts: Sequence[str]) -> bool:
    """True for `keras` itself, its classes, and what its public modules have."""
    if len(parts) == 1 or (len(parts) == 2 and parts[1] in PUBLIC_KERAS_CLASSES):  # noqa: PLR2004
        return True
    return parts[1] in PUBLIC_KERAS_MODULES and not any(part.startswith("_") for part in parts)


def is_gone_module(plain: str) -> bool:
    """Return True if a module below `keras` no longer exists."""
    return plain in GONE_MODULES


def written(path: str, root: str) -> str:
    """A modern path in the family of the legacy one: a `tf.keras` script stays with `tf.keras`."""
    return f"tensorflow.{path}" if root != "keras" and path.split(".", maxsplit=1)[0] == "keras" else path
