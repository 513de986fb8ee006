"""Report pins of TensorFlow, Keras and what goes with them, where the target cannot take them; change them on demand.

## What it does

Reports `tensorflow-gpu==1.13.1`, `keras<3`, `numpy<1.17` beside them, `tensorflow-addons` and the like in requirements
files, `setup.py`, `setup.cfg`, `tox.ini`, `pyproject.toml`, `Pipfile`, environments of conda, Dockerfiles and the files
of CI systems, with today's equal. `upgrade --requirements` writes it: a pin stays a pin, to the release that the code
is checked against (`tensorflow==2.21.*`), and a bound becomes the first release that modern code runs on
(`tensorflow>=2.16`). `tensorflow-gpu` becomes `tensorflow[and-cuda]`, as its installation guide says. Environments of
conda get bounds, as its channels do not have every release. A Python release is looked at where TensorFlow or Keras
stands in the same file.

## Why

The upgraded code does not run on the releases that are pinned, and they have no wheels for the Python of today. Which
NumPy, protobuf or h5py TensorFlow takes is what its own metadata says.
https://www.tensorflow.org/install/pip

## Numbers

No numbers involved.

## What it leaves to you

Lines with hashes, addresses of wheels, exported builds of conda, tags of images, the Python of a CI system, and names
in tables of Poetry and pipenv: all are reported. A version that a variable fills in gets a note. Other packages that do
not go with today's NumPy, and lock files, which are to be made anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from codemods.analysis.releases.pinned_packages import (
    PYTHON,
    Advice,
    advice_for,
    canonical,
    distribution_of,
    pins_family,
)
from codemods.source.file import File
from codemods.types import REVIEW, Edit, Manual, rule

if TYPE_CHECKING:
    from packaging.requirements import Requirement

CODE = "TFM276"
BY_COMMAND = "upgrade --requirements"
_SETUP = ("setuptools", "distutils")
_PYTHON_REQUIRES = "python_requires"
_OF_REQUIREMENTS = re.compile(r"(?i)requir|depend|deps|extras|install|packages?\Z")
"""How the names of lists tell that they hold requirements."""


@rule(
    CODE,
    example="""
    from setuptools import setup

    setup(name="mine", install_requires=["tensorflow-gpu==1.13.1", "keras>=2.2,<2.4"])
    """,
)
def legacy_pins(file: File) -> Iterator[Edit | Manual]:
    """Texts of a `setup.py` that are requirements: they stand in lists, and the lists often in variables."""
    if not any(each.qualified.split(".")[0] in _SETUP for each in file.imports):
        return
    found: list[tuple[cst.SimpleString, Requirement]] = []
    for node in file.every(cst.SimpleString):
        said = node.evaluated_value
        if not isinstance(said, str):
            continue
        requirement = _requirement(file, node, said) if _is_value(file, node) else None
        if requirement is not None:
            found.append((node, requirement))
        elif pins_family(said) and not isinstance(file.parent(node), cst.ConcatenatedString):
            note = f"{said!r} names TensorFlow or Keras, and does not say which release here"
            yield Manual(node, "", note, REVIEW, is_note=True)
    tied = any(distribution_of(canonical(each.name)) for _, each in found)
    for node, requirement in found:
        advice = advice_for(requirement, file.target, tied=tied)
        if advice is not None:
            yield _outcome(file, node, requirement, advice)


def _is_value(file: File, node: cst.SimpleString) -> bool:
    """True for what is listed, assigned, passed on, or the value of a key."""
    above = file.parent(node)
    if isinstance(above, cst.DictElement):
        return above.value is node
    return isinstance(above, cst.Element | cst.Assign | cst.Arg)


def _requirement(file: File, node: cst.SimpleString, said: str) -> Requirement | None:
    """The requirement that a text is; a bare name is one only in a list."""
    from packaging.requirements import InvalidRequirement, Requirement

    above = file.parent(node)
    keyword = above.keyword.value if isinstance(above, cst.Arg) and above.keyword is not None else ""
    try:
        requirement = Requirement(f"{PYTHON}{said}" if keyword == _PYTHON_REQUIRES else said)
    except InvalidRequirement:
        return None
    if keyword == _PYTHON_REQUIRES:
        return requirement
    is_python = canonical(requirement.name) == PYTHON
    return requirement if not is_python and (requirement.specifier or _is_required(file, above)) else None


def _is_required(file: File, node: cst.CSTNode | None) -> bool:
    """True for an element of a list whose name says that it holds requirements."""
    if not isinstance(node, cst.Element):
        return False
    above = next((each for each in file.ancestors(node) if isinstance(each, cst.Arg | cst.Assign)), None)
    names = [above.keyword] if isinstance(above, cst.Arg) else []
    if isinstance(above, cst.Assign):
        names = [each.target for each in above.targets if isinstance(each.target, cst.Name)]
    return any(name is not None and _OF_REQUIREMENTS.search(name.value) for name in names)


def _outcome(file: File, node: cst.SimpleString, requirement: Requirement, advice: Advice) -> Edit | Manual:
    is_python = canonical(requirement.name) == PYTHON
    symbol = f"{requirement.name}{requirement.specifier}"
    written = advice.specifier if is_python else advice.text
    if not advice.package:
        return Manual(node, symbol, advice.message, advice.advice)
    if not file.requirements or node.quote in written or len(node.quote) > 1:
        return Manual(node, symbol, advice.message, f"write {written}, or run {BY_COMMAND}")
    before, separator, marker = node.raw_value.partition(";")
    space = before[len(before.rstrip()) :] if separator else ""
    text = f"{node.prefix}{node.quote}{written}{space}{separator}{marker}{node.quote}"
    return Edit(node, f"{advice.message}: now {written}", ((node, cst.SimpleString(text)),))
