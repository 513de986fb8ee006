"""The release lines that a source can be written for, and the notation for them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from codemods.releases import api
from codemods.releases.environments import Pair, pairs

EXAMPLE = "keras==2.3 or tensorflow==1.15"
_NAMES = {"keras": "keras", "tensorflow": "tensorflow", "tensorflow-cpu": "tensorflow", "tensorflow-gpu": "tensorflow"}


class KerasLine(Enum):
    """Lines of Keras releases; the releases of a line have the same defaults."""

    STANDALONE = "Keras 2.3 or earlier"
    TENSORFLOW_1 = "tf.keras of TensorFlow 1"
    TENSORFLOW_2 = "Keras 2 of TensorFlow 2"
    KERAS_3 = "Keras 3"


class Origin(NamedTuple):
    """The releases that a person says sources were written for; "" if unspecified."""

    tensorflow: str = ""
    keras: str = ""

    @property
    def pairs(self) -> frozenset[Pair]:
        """The pairs of releases that are compatible with it."""
        return frozenset(
            (tensorflow, keras)
            for tensorflow, keras in pairs()
            if self.tensorflow in ("", tensorflow) and self.keras in ("", keras)
        )


def parse_origin(text: str) -> Origin:
    """Parse `keras==2.3`, `tensorflow==1.15`, or both with a comma between them.

    A version older than the tables stands for their first release.

    Raises:
        ValueError: the text does not pin known releases, or pins releases that cannot be installed together.

    """
    found: dict[str, str] = {}
    for part in text.split(","):
        distribution, release = _pin(part.strip())
        if found.setdefault(distribution, release) != release:
            raise ValueError(f"{text!r} pins {distribution} twice")
    origin = Origin(**found)
    if not origin.pairs:
        raise ValueError(f"{text!r}: Keras {origin.keras} does not run on TensorFlow {origin.tensorflow}")
    return origin


def installed_together(pins: Iterable[str]) -> str:
    """Some releases as `--from` takes them: the earliest of each line, `keras==2.2.5,tensorflow==1.13.2`.

    Lines that cannot be installed together are joined by "or", as a file is written for one of them.
    """
    earliest: dict[str, str] = {}
    for pin in sorted(pins, key=_order):
        earliest.setdefault(pin.partition(".")[0], pin)
    together = ",".join(sorted(earliest.values()))
    try:
        parse_origin(together)
    except ValueError:
        return " or ".join(sorted(earliest.values()))
    return together


def _order(pin: str) -> tuple[str, tuple[int, ...]]:
    """A key by which earlier releases of a distribution come first."""
    distribution, _, version = pin.partition("==")
    return distribution, tuple(int(part) for part in version.split("."))


def _pin(text: str) -> tuple[str, str]:
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.version import Version

    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        raise ValueError(f"{text!r} is not a release such as {EXAMPLE}") from None
    pins = [each.version for each in requirement.specifier if each.operator == "=="]
    if requirement.name not in _NAMES or len(pins) != 1 or len(requirement.specifier) != 1:
        raise ValueError(f"{text!r} does not pin one release, such as {EXAMPLE}")
    distribution, version = _NAMES[requirement.name], pins[0].removesuffix(".*")
    known = api.releases(distribution)
    if Version(version) < Version(known[0]):
        return distribution, known[0]
    release = api.nearest(distribution, version)
    if release is None or release.split(".")[:2] != [*version.split("."), "0"][:2]:
        raise ValueError(f"{distribution} {version} is not in the tables: they hold {known[0]} to {known[-1]}")
    return distribution, release
