"""What a requirement asks for that the target cannot take, and today's equal: one answer for every kind of file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from codemods.releases.packages import (
    DISTRIBUTIONS,
    ENDED,
    ESTIMATOR,
    ESTIMATOR_RELEASE,
    FLOOR,
    GONE,
    GPU_PACKAGES,
    IN_STEP,
    KERAS,
    NEEDS,
    OF_ONE_RELEASE,
    TENSORFLOW,
)
from codemods.releases.target import Target
from compat.tables.removed.ended_packages import ENDED_PACKAGES, INSTALLED_AS, RESCUED

if TYPE_CHECKING:
    from packaging.markers import Marker
    from packaging.requirements import Requirement
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

PYTHON = "python"
"""The name of Python as a requirement, as conda and Poetry have it."""
_LATER = {
    **dict.fromkeys(("intel-tensorflow", "tensorflow-intel", "tensorflow-macos", "tf-nightly"), TENSORFLOW),
    "tf-nightly-cpu": "tensorflow-cpu",
}
"""Packages of TensorFlow whose legacy releases have one of another package as their successor."""
_OF_AMD = "tensorflow-rocm"
_WITHOUT_SUCCESSOR = {
    package: row
    for row in ENDED_PACKAGES
    if row.legacy not in RESCUED
    for package in INSTALLED_AS.get(row.legacy, (row.legacy.replace("_", "-"),))
}
_NAMES_FAMILY = re.compile(r"(?i)tensorflow|keras|tf[-_]nightly")
_PINS_FAMILY = re.compile(
    r"(?i)[\w.-]*(?:tensorflow|keras|tf[-_]nightly)[\w.-]*\s*(?:\[[^]]*\])?\s*(?:=[=>]|[<>~!]=|[<>])"
)
_PLATFORMS = tuple(
    {"sys_platform": system, "platform_system": name, "os_name": os_name, "platform_machine": machine, "extra": ""}
    for (system, name, os_name), machine in product(
        (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt")),
        ("x86_64", "AMD64", "arm64", "aarch64"),
    )
)


class Advice(NamedTuple):
    """Why the target cannot take a requirement, and what to write; `package` is "" where a person has to decide.

    `advice` says then what to do.
    """

    message: str
    package: str = ""
    extras: tuple[str, ...] = ()
    specifier: str = ""
    advice: str = ""

    @property
    def text(self) -> str:
        """Today's equal, as pip takes it."""
        extras = f"[{','.join(self.extras)}]" if self.extras else ""
        return f"{self.package}{extras}{self.specifier}"


def canonical(name: str) -> str:
    """The name of a package as the tables have it."""
    return re.sub(r"[-_.]+", "-", name).lower().replace("2-0-preview", "2.0-preview")


def distribution_of(package: str) -> str:
    """What a package is: `tensorflow`, `keras`, or "" for another one."""
    return DISTRIBUTIONS.get(package, TENSORFLOW if package in _LATER or package == _OF_AMD else "")


def names_family(text: str) -> bool:
    """True if a text may speak of a package of TensorFlow or Keras."""
    return _NAMES_FAMILY.search(text) is not None


def pins_family(text: str) -> bool:
    """True if a text begins as a requirement of a package of TensorFlow or Keras does that has bounds."""
    return _PINS_FAMILY.match(text) is not None


def advice_for(requirement: Requirement, target: Target, *, tied: bool = True, in_conda: bool = False) -> Advice | None:
    """What the target cannot take of a requirement; None if nothing.

    `tied` says that it stands beside TensorFlow or Keras: only then the other packages have to go with them.
    `in_conda` says that its package is that of a channel of conda, where `tensorflow-gpu` goes on.
    """
    from packaging.specifiers import SpecifierSet

    package = canonical(requirement.name)
    if requirement.marker is not None and not _can_hold(requirement.marker, target):
        return None
    if package in ENDED and target.is_modern and not in_conda:
        return _ended(package, requirement, target)
    tied = tied or package.startswith((TENSORFLOW, KERAS))
    if package in _WITHOUT_SUCCESSOR and target.is_modern:
        row = _WITHOUT_SUCCESSOR[package]
        return Advice(f"{package} does not work with {row.gone_in} and later", advice=f"{row.advice} ({row.url})")
    needed = _needed(package, target)
    distribution = distribution_of(package)
    if not needed or not tied or _can_agree(requirement.specifier, SpecifierSet(needed)):
        return None
    if package == PYTHON:
        return _python(requirement, target)
    extras = tuple(sorted(requirement.extras))
    if distribution:
        does = "is pinned" if is_pin(requirement) else "admits older releases only"
        said = f"{_shown(requirement)} {does}, and the code is for {target}"
        if package == _OF_AMD:
            return Advice(said, advice=f"see which release AMD has for TensorFlow {target.tensorflow}")
        return Advice(said, _LATER.get(package, package), extras, _specifier(distribution, requirement, target))
    said = f"{_shown(requirement)} cannot be used with TensorFlow {target.tensorflow}, which needs {package}{needed}"
    if package == ESTIMATOR:
        said = f"the shims run {ESTIMATOR} {ESTIMATOR_RELEASE}, and TensorFlow {target.tensorflow} has no tf.estimator"
    elif package in (*IN_STEP, *OF_ONE_RELEASE):
        said = f"{_shown(requirement)} goes with the TensorFlow of that release, and the code is for {target}"
    if package in OF_ONE_RELEASE:
        return Advice(said, advice=f"take the release that goes with TensorFlow {target.tensorflow}, if there is one")
    return Advice(said, package, extras, needed)


def is_pin(requirement: Requirement) -> bool:
    """True if a requirement admits one release, or the patches of one."""
    return any(
        each.operator in ("==", "===") and each.version.count(".") for each in requirement.specifier
    ) and not any(re.fullmatch(r"\d+\.\*", each.version) for each in requirement.specifier)


def _shown(requirement: Requirement) -> str:
    extras = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
    return f"{requirement.name}{extras}{requirement.specifier}"


def _ended(package: str, requirement: Requirement, target: Target) -> Advice:
    extras = set(requirement.extras) | ({"and-cuda"} if package in GPU_PACKAGES else set())
    specifier = _specifier(TENSORFLOW, requirement, target) if requirement.specifier else ""
    return Advice(f"{package} {GONE}", TENSORFLOW, tuple(sorted(extras)), specifier)


def _specifier(distribution: str, requirement: Requirement, target: Target) -> str:
    """A pin stays one, to the release that the code is checked against; bounds become the first modern release."""
    release = target.keras if distribution == KERAS else target.tensorflow
    if is_pin(requirement) or not target.is_modern:
        return _minor_pin(release)
    return f">={FLOOR[distribution]}"


def _python(requirement: Requirement, target: Target) -> Advice:
    pythons = pythons_of(target)
    asked = re.sub(r"^==([\d.]+?)(?:\.\*)?$", r"\1", str(requirement.specifier))
    said = f"Python {asked} has no TensorFlow {target.tensorflow}, which has {pythons[0]} to {pythons[-1]}"
    return Advice(said, PYTHON, (), f"=={pythons[-2]}.*" if is_pin(requirement) else f">={pythons[0]}")


def pythons_of(target: Target) -> tuple[str, ...]:
    """The Python releases that the target has wheels for; () if that is not in the tables."""
    needs = NEEDS.get(_minor(target))
    return needs.pythons if needs else ()


def _minor(target: Target) -> str:
    return ".".join(target.tensorflow.split(".")[:2])


def _minor_pin(release: str) -> str:
    return f"=={'.'.join(release.split('.')[:2])}.*"


@cache
def _listed(target: Target) -> Mapping[str, str]:
    """The bounds of the packages that the target needs, as its metadata has them."""
    from packaging.requirements import Requirement

    needs = NEEDS.get(_minor(target))
    names = {each: Requirement(each).name for each in needs.requirements} if needs else {}
    return {name: each.removeprefix(name) for each, name in names.items()}


@cache
def _needed(package: str, target: Target) -> str:
    """The bounds of the versions that go with the target; "" if any does, or nothing is known."""
    distribution = distribution_of(package)
    if distribution:
        if target.is_modern:
            return f">={FLOOR[distribution]}.dev0"
        return _minor_pin(target.keras if distribution == KERAS else target.tensorflow)
    pythons = pythons_of(target)
    if not pythons:
        return ""
    if package == PYTHON:
        return f">={pythons[0]},<={pythons[-1]}.99"
    if package == ESTIMATOR:
        return f"=={ESTIMATOR_RELEASE}"
    return _listed(target).get(package, f">={FLOOR[TENSORFLOW]}" if package in (*IN_STEP, *OF_ONE_RELEASE) else "")


def _can_agree(one: SpecifierSet, other: SpecifierSet) -> bool:
    """True if some version meets both; it is enough to try those that are named, and the next ones."""
    tried = (each for specifier in (*one, *other) for each in _around(specifier.version.removesuffix(".*")))
    return not one or any(
        one.contains(each, prereleases=True) and other.contains(each, prereleases=True) for each in tried
    )


def _around(version: str) -> Iterator[Version]:
    """A version, and the next patch, minor and major one."""
    from packaging.version import InvalidVersion, Version

    try:
        named = Version(version)
    except InvalidVersion:  # of ===, which takes any text
        return
    yield named
    major, minor, patch = (*named.release, 0, 0)[:3]
    for release in ((major, minor, patch + 1), (major, minor + 1, 0), (major + 1, 0, 0)):
        yield Version(".".join(map(str, release)))


def _can_hold(marker: Marker, target: Target) -> bool:
    """True if a marker holds on some machine that has the target."""
    pythons = pythons_of(target)
    return not pythons or any(
        marker.evaluate({**platform, "python_version": python, "python_full_version": f"{python}.0"})
        for python in pythons
        for platform in _PLATFORMS
    )
