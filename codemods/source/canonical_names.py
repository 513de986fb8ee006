"""Canonical names: one for all spellings of a Keras or TensorFlow symbol.

`keras.utils.training_utils.multi_gpu_model`, `tf.keras.utils.multi_gpu_model` and
`tensorflow.python.keras.utils.multi_gpu_model` are all `keras.utils.multi_gpu_model`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from codemods.source.moved_names import moved
from compat.tables.names.aliases import KERAS_ROOTS, SYMBOL_ALIASES, TENSORFLOW_2_KERAS, TENSORFLOW_ROOTS

FAMILIES = ("keras", "tensorflow")
"""The packages whose names have a canonical form."""
SHIMS = "compat"
"""The package of the shims, on which legacy calls run."""

_V1_CONTRIB = ".compat.v1.contrib"
_V2 = ".compat.v2."
"""On the shims, what a file of TensorFlow 2 takes its names from."""


class Spelling(NamedTuple):
    """A name as written below `root`: `plain` is its legacy path, `canonical` the one name that rules match."""

    canonical: str
    plain: str
    root: str
    shimmed: bool

    @property
    def in_tensorflow_1(self) -> str:
        """`plain` as TensorFlow 1 spelled it: without the `compat.v1` in which TensorFlow 2 keeps the name."""
        return without_v1(self.plain)

    @property
    def is_of_legacy_keras(self) -> bool:
        """True for a name of `compat.keras`, which computes as standalone Keras did."""
        return self.shimmed and "tensorflow" not in self.root


V1 = "tensorflow.compat.v1"
"""The module in which TensorFlow 2 keeps the names of TensorFlow 1."""


def without_v1(name: str) -> str:
    """A dotted name, full or abbreviated, without `compat.v1`: `tf.Session` for `tf.compat.v1.Session`."""
    return f"{name}.".replace(".compat.v1.", ".", 1)[:-1]


def contrib_as_written(text: str) -> str:
    """A text about `tf.contrib`, which `import tensorflow.compat.v1 as tf` would spell in a module that has none."""
    return text.replace(_V1_CONTRIB, ".contrib")


def in_v1(path: str) -> str:
    """The path below `tf.compat.v1` of a TensorFlow 1 name."""
    return path.replace("tensorflow.", f"{V1}.", 1)


def below(path: str, module: str) -> bool:
    """Return True if `path` is `module` or lies inside it."""
    return path == module or path.startswith(f"{module}.")


def prefixes(path: str) -> Iterator[str]:
    """Every prefix of a dotted name, the shortest first and the name itself last."""
    parts = path.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _strip(name: str, prefix: str) -> str | None:
    if name == prefix:
        return ""
    return name[len(prefix) :] if name.startswith(prefix + ".") else None


@cache
def spelling(qualified: str) -> Spelling | None:
    """The canonical form of a qualified name; None for a name that is neither Keras nor TensorFlow."""
    plain = _strip(qualified, "compat")
    name = plain[1:] if plain else qualified
    for roots, family in zip((KERAS_ROOTS, TENSORFLOW_ROOTS), FAMILIES, strict=True):
        for root in roots:
            tail = _strip(name, root)
            if tail is not None:
                if tail.startswith(_V1_CONTRIB):  # `import tensorflow.compat.v1 as tf`, then `tf.contrib`
                    tail = tail.removeprefix(".compat.v1")
                if plain and f"{tail}.".startswith(_V2):
                    tail = tail.removeprefix(_V2[:-1])
                return Spelling(_canonical(family + tail), family + tail, root, bool(plain))
    return None


def _canonical(plain: str) -> str:
    """The modern name if Keras itself has it, so that a rule matches an optimizer under all its names."""
    plain = _below_keras(plain)
    modern = moved(plain)
    name = modern.path if modern and modern.path.startswith("keras.") else plain
    return SYMBOL_ALIASES.get(name, name)


def _below_keras(plain: str) -> str:
    """`keras.optimizers.Adam` for `tensorflow.optimizers.Adam`, which only TensorFlow 2 has; else the name as it is."""
    family, _, path = plain.partition(".")
    module, _, name = path.partition(".")
    if family != "tensorflow" or module not in TENSORFLOW_2_KERAS or not name:
        return plain
    is_of_keras = module == "optimizers" or (name[0].isupper() and name.partition(".")[0] != "Reduction")
    return f"keras.{path}" if is_of_keras else plain
