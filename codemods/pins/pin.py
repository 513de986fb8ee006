"""One place of a file that says which version of a package it wants, and how such a place is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from codemods.analysis.releases.pinned_packages import PYTHON, Advice, canonical, distribution_of, pins_family
from codemods.releases.packages import FLOOR

if TYPE_CHECKING:
    from packaging.requirements import Requirement


class Notation(Enum):
    """How a place writes a requirement; `WORD` and `CONDA_WORD` are words of a command."""

    PIP = "pip"
    CONDA = "conda"
    WORD = "word"
    CONDA_WORD = "conda word"
    VERSION = "version"
    IMAGE = "image"


class Pin(NamedTuple):
    """The characters `start` to `end` of a text ask for a requirement; it is None where it cannot be read.

    `fixed` says why the place must not be changed by itself, "" if it may. `quote` is what a word of a command is
    quoted with, or may be. `others` are the requirements that the file asks for by turns with this one.
    """

    start: int
    end: int
    notation: Notation
    requirement: Requirement | None
    fixed: str = ""
    quote: str = '"'
    others: tuple[Requirement, ...] = ()

    def written(self, advice: Advice) -> str:
        """What takes the place of the characters; "" where a person has to write it."""
        if self.fixed or not advice.package:
            return ""
        if self.notation is Notation.PIP:
            return advice.text
        if self.notation is Notation.WORD:
            return f"{self.quote}{advice.text}{self.quote}"
        if self.notation in (Notation.CONDA, Notation.CONDA_WORD):
            assert self.requirement is not None
            plain = self.notation is Notation.CONDA
            text = conda_text(self.requirement, advice)
            return text if plain or not re.search(r"[<>*]", text) else f"{self.quote}{text}{self.quote}"
        assert self.requirement is not None
        is_renamed = canonical(self.requirement.name) != advice.package
        return "" if is_renamed or advice.extras else advice.specifier


def conda_text(requirement: Requirement, advice: Advice) -> str:
    """Today's equal for conda, whose channels have `tensorflow-gpu`, but not every release that the index has."""
    name = canonical(requirement.name)
    if name == PYTHON:
        return PYTHON + re.sub(r"^==([\d.]+)\.\*$", r"=\1", advice.specifier)
    floor = FLOOR.get(distribution_of(name))
    return f"{name}>={floor}" if floor else f"{name}{advice.specifier}"


_CONDA = re.compile(r"(?:[\w./:-]+::)?(?P<name>[\w.-]+?)(?:\s*(?P<spec>[=<>!~].*)|\s+(?P<version>[\d*][\w.*]*))?")
_SINGLE = re.compile(r"=(?P<version>[^=<>!,|\s]+)(?:=(?P<build>\S+))?")


def conda_requirement(text: str) -> tuple[Requirement | None, str]:
    """The requirement that conda reads in a text, and why it must not be changed by itself; None if nothing."""
    found = _CONDA.fullmatch(text.strip())
    if found is None:
        return None, ""
    spec, fixed = (found["spec"] or "").replace(" ", ""), ""
    single = _SINGLE.fullmatch(spec)
    if single:
        version = single["version"].removesuffix("*").removesuffix(".")
        spec = f"=={version}.*" if version else ""
        fixed = "it names a build: export the environment anew" if single["build"] else ""
    elif found["version"]:
        spec = f"=={found['version']}"
    return requirement_of(f"{found['name']}{spec}"), fixed


def requirement_of(text: str) -> Requirement | None:
    """The requirement that pip reads in a text; None if it is none."""
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        return Requirement(text)
    except InvalidRequirement:
        return None


def requirement_at(address: str) -> Requirement | None:
    """The release that the address of a wheel names, or the package of a repository; None for anything else."""
    from packaging.utils import InvalidWheelFilename, parse_wheel_filename

    name = re.split(r"[?#]", address.rstrip("/"))[0].rpartition("/")[2]
    if address.startswith("git+"):
        return requirement_of(re.sub(r"(?:\.git)?(?:@.*)?$", "", name))
    try:
        package, version, *_ = parse_wheel_filename(name)
    except InvalidWheelFilename:
        return None
    return requirement_of(f"{package}=={version}")


def pip_pin(text: str, start: int, notation: Notation = Notation.PIP, fixed: str = "") -> Iterator[Pin]:
    """The pin that pip reads in a text which begins at `start`; none for what neither is one nor names TensorFlow."""
    core = re.split(r"\s*;", text, maxsplit=1)[0].rstrip()
    requirement = requirement_of(text)
    if requirement is not None and requirement.url:
        requirement = requirement_at(requirement.url)
        fixed = "it is an address"
    elif requirement is None and "://" in core:
        requirement = requirement_at(core)
        fixed = "it is an address"
    elif requirement is None and core:
        requirement, build = conda_requirement(core)
        fixed = fixed or build
        notation = Notation.CONDA if notation is Notation.PIP else notation
    if requirement is not None or pins_family(core):
        yield Pin(start, start + len(core), notation, requirement, fixed)


def python_pin(bounds: str, start: int, length: int = 0, fixed: str = "") -> Iterator[Pin]:
    """The pin of Python that bounds say, which stand at `start`."""
    requirement = requirement_of(f"{PYTHON}{bounds}")
    if requirement is not None:
        yield Pin(start, start + (length or len(bounds)), Notation.VERSION, requirement, fixed)
