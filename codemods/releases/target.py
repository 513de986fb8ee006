"""The releases that code is checked against."""

from __future__ import annotations

from typing import NamedTuple

from codemods.releases import api
from codemods.releases.versions import minor_version

_FIRST_WITH_KERAS_3 = (2, 16)


class Target(NamedTuple):
    """A TensorFlow release in the tables, and the Keras release beside it."""

    tensorflow: str = "2.21.0"

    @property
    def keras(self) -> str:
        return api.beside("tensorflow", self.tensorflow) or api.releases("keras")[-1]

    @property
    def is_modern(self) -> bool:
        """True if the target comes with Keras 3, so that it can run what `upgrade` writes."""
        return minor_version(self.tensorflow) >= _FIRST_WITH_KERAS_3

    def release(self, path: str) -> str:
        """The release of the distribution that a path belongs to."""
        return self.keras if path.split(".", maxsplit=1)[0] == "keras" else self.tensorflow

    def has(self, path: str) -> bool:
        """Return True if the target has a name."""
        return api.exists(path, self.release(path))

    def lacks(self, path: str) -> bool:
        """Return True if another release has the name but the target does not.

        Private modules are known by their files, but their contents only in part: a name in a private module that the
        target has is never called missing.
        """
        symbol = api.lookup(path)
        if symbol is None or self.has(path):
            return False
        return symbol.kind != "private" or self.lacks(path.rpartition(".")[0])

    def never_had(self, path: str) -> bool:
        """Return True if no known release has the name, and the target's public module above it is fully known.

        The public modules of Keras 3 show what they export, and so no private names; those of TensorFlow may have some.
        """
        above, _, name = path.rpartition(".")
        is_open = name.startswith("__") or name == "_tf_keras" or not path.startswith(("keras.", "tensorflow.keras."))
        if not self.is_modern or (name.startswith("_") and is_open) or api.lookup(path) is not None:
            return False
        release = self.release(path)
        return api.kind(above, release) in ("module", "namespace") and not api.is_open(above, release)

    def __str__(self) -> str:
        return f"TensorFlow {self.tensorflow} with Keras {self.keras}"


def parse_target(text: str) -> Target:
    """Parse a target such as `tensorflow==2.21`.

    Raises:
        ValueError: the text is not a pinned TensorFlow release, or the tables do not have that release.

    """
    from packaging.requirements import InvalidRequirement, Requirement

    known = api.releases("tensorflow")
    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        raise ValueError(f"{text!r} is not a release such as tensorflow=={known[-2]}") from None
    pins = [each.version for each in requirement.specifier if each.operator == "=="]
    if requirement.name not in ("tensorflow", "tensorflow-cpu") or len(pins) != 1 or len(requirement.specifier) != 1:
        raise ValueError(f"{text!r} does not pin one TensorFlow release, such as tensorflow=={known[-2]}")
    version = pins[0].removesuffix(".*")
    release = api.nearest("tensorflow", version)
    if release is None or release.split(".")[:2] != version.split(".")[:2]:
        raise ValueError(f"tensorflow {version} is not in the tables: they hold {known[0]} to {known[-1]}")
    return Target(release)
