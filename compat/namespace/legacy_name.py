"""The names of a module in a mirrored namespace, as the tables spell them."""

from functools import lru_cache
from typing import NamedTuple

from compat.tables.names.aliases import KERAS_ROOTS

PREFIX = "compat."
V2 = "tensorflow.compat.v2"
"""Here, as in TensorFlow, each name means what it means in TensorFlow 2."""


class LegacyName(NamedTuple):
    """`path` starts with `compat.`; `canonical` puts standalone Keras and `tf.keras` under the single root `keras`.

    `family` is the root of the canonical name: `keras` or `tensorflow`.
    """

    path: str
    canonical: str
    family: str

    @property
    def spelled(self) -> str:
        """The name as legacy scripts spell it."""
        return self.path[len(PREFIX) :]

    @property
    def is_in_v2(self) -> bool:
        """True if the names mean what they mean in TensorFlow 2."""
        return (self.spelled + ".").startswith(V2 + ".")

    @property
    def is_in_tf_keras(self) -> bool:
        """True if this is `tf.keras`, and not standalone Keras."""
        return self.family == "keras" and self.path.startswith(PREFIX + "tensorflow")

    @property
    def package(self) -> str:
        """The package whose release decides what the names mean: `keras`, `tensorflow` or `tensorflow.keras`."""
        return "tensorflow.keras" if self.is_in_tf_keras else self.family


@lru_cache(maxsize=None)
def legacy_name(path: str) -> LegacyName:
    """Return the names of the module at `path`, which starts with `compat.`."""
    canonical = _canonical(path[len(PREFIX) :])
    return LegacyName(path, canonical, family(canonical))


def family(canonical: str) -> str:
    """Return the root of a canonical name: `keras` or `tensorflow`."""
    return canonical.partition(".")[0]


def _canonical(spelled: str) -> str:
    for root in KERAS_ROOTS:
        if spelled == root or spelled.startswith(root + "."):
            return "keras" + spelled[len(root) :]
    return "tensorflow" + spelled[len(V2) :] if (spelled + ".").startswith(V2 + ".") else spelled
