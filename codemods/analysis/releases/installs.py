"""The releases of TensorFlow and Keras that a script installs for itself: `!pip install keras==2.2.4`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import libcst as cst

from codemods.analysis.flow.ipython_calls import ipython_calls, shell_commands
from codemods.analysis.releases.pinned_packages import canonical
from codemods.releases import api
from codemods.releases.packages import DISTRIBUTIONS
from codemods.releases.versions import minor_version
from codemods.source.file import File, once_per_file

if TYPE_CHECKING:
    from packaging.requirements import Requirement
    from packaging.specifiers import Specifier

INSTALLERS = re.compile(r"(?:.*/)?(?:pip[\d.]*|conda|mamba|micromamba)")
_SEPARATORS = re.compile(r"&&|\|\||[;|\n]")
WITH_VALUE = frozenset(
    {"-c", "-f", "-i", "-n", "-r", "-t", "--channel", "--constraint", "--extra-index-url", "--find-links"}
    | {"--index-url", "--name", "--requirement", "--target"}
)
"""Options whose value is the next word."""
_CONDA_PIN = re.compile(r"(?<![<>=!~])=(?!=)([\d.]+)")


class Required(NamedTuple):
    """A package, as what it is and the releases of the tables that a requirement admits, oldest first."""

    distribution: str
    releases: tuple[str, ...]


class Install(NamedTuple):
    """A requirement that a script installs; `releases` are those of the tables that it admits, oldest first."""

    node: cst.Call
    text: str
    package: str
    distribution: str
    releases: tuple[str, ...]
    is_pinned: bool
    is_older: bool
    """True if it pins a release before those of the tables."""


@once_per_file
def installs(file: File) -> tuple[Install, ...]:
    """What a script installs of TensorFlow and Keras, in source order."""
    found = [_install(node, each) for node, text in shell_commands(file) for each in _requirements(text)]
    return tuple(sorted((each for each in found if each), key=lambda each: file.order(each.node)))


def chosen_majors(file: File) -> Iterator[tuple[cst.Call, str]]:
    """The major version of TensorFlow that `%tensorflow_version 1.x` of Colab asks for, with the call."""
    for call in ipython_calls(file):
        if call.is_magic("tensorflow_version") and len(call.texts) > 1:
            major = call.texts[1].split("#")[0].strip().partition(".")[0]
            if major.isdigit():
                yield call.node, major


def _requirements(command: str) -> Iterator[Requirement]:
    words = (word for part in _SEPARATORS.split(command) for word in _installed_words(part))
    yield from filter(None, map(_requirement, words))


def _requirement(word: str) -> Requirement | None:
    """The requirement that a word is; None for a file, an address, or a name that the shell fills in."""
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        return Requirement(_CONDA_PIN.sub(r"==\1.*", word))
    except InvalidRequirement:
        return None


def _installed_words(command: str) -> Iterator[str]:
    """The words of a command that say what to install."""
    try:
        words = shlex.split(command, comments=True)
    except ValueError:
        return
    if "install" not in words or not any(map(INSTALLERS.fullmatch, words[: words.index("install")])):
        return
    before = ""
    for word in words[words.index("install") + 1 :]:
        if not word.startswith("-") and before not in WITH_VALUE:
            yield word
        before = word


def _install(node: cst.Call, requirement: Requirement) -> Install | None:
    package = canonical(requirement.name)
    distribution = DISTRIBUTIONS.get(package)
    if distribution is None:
        return None
    pins = [each.version for each in requirement.specifier if each.operator == "=="]
    is_older = any(minor_version(pin) < minor_version(api.releases(distribution)[0]) for pin in pins)
    releases = _admitted(requirement, distribution)
    return Install(node, str(requirement), package, distribution, releases, bool(pins), is_older)


def required(line: str) -> Required | None:
    """What a line of a file of requirements asks for of TensorFlow or Keras."""
    requirement = _requirement(line)
    distribution = DISTRIBUTIONS.get(canonical(requirement.name)) if requirement is not None else None
    if requirement is None or distribution is None:
        return None
    return Required(distribution, _admitted(requirement, distribution))


def _admitted(requirement: Requirement, distribution: str) -> tuple[str, ...]:
    specifiers = list(requirement.specifier)
    return tuple(each for each in api.releases(distribution) if all(_admits(one, each) for one in specifiers))


def _admits(specifier: Specifier, release: str) -> bool:
    """True if a specifier admits a release, or another one of its minor version that it pins."""
    if specifier.operator == "==":
        return minor_version(specifier.version) == minor_version(release)
    return specifier.contains(release, prereleases=True)
