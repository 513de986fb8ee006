"""The table against the metadata of the TensorFlow at hand."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from codemods.releases.packages import NEEDS

TRIED = [Version(f"{major}.{minor}.{patch}") for major in range(9) for minor in range(45) for patch in (0, 1, 3)]


def test_what_the_release_at_hand_needs() -> None:
    for name in ("tensorflow", "tensorflow-cpu"):
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        break
    else:
        pytest.skip("no TensorFlow is installed")
    minor = ".".join(found.version.split(".")[:2])
    if minor not in NEEDS:
        pytest.skip(f"TensorFlow {minor} is no target")
    needs = NEEDS[minor]
    listed: dict[str, list[SpecifierSet]] = {}
    for each in map(Requirement, found.requires or []):
        if "extra" not in str(each.marker):
            listed.setdefault(each.name.lower(), []).append(each.specifier)
    for each in map(Requirement, needs.requirements):
        assert [version for version in TRIED if version in each.specifier] == [
            version for version in TRIED if any(version in specifier for specifier in listed[each.name])
        ], each
    pythons = SpecifierSet(found.metadata["Requires-Python"])
    assert all(f"{each}.0" in pythons for each in needs.pythons)
