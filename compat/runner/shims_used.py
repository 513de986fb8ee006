"""What `compat run --legacy` says in the end: which shims were used, where, and what takes their place for good."""

import os
import sys
from typing import Any, Dict, Iterator, List, Mapping, Tuple

from compat.namespace.uses import Place, Use, Uses
from compat.runner.generations import Generation, is_installed
from compat.runner.labels import takes_colours

_BOLD = "\033[1m{}\033[0m"


def report(script: str, uses: Uses, packages: Mapping[str, Generation], target: Any = None) -> None:
    """Write the report to `target`, or else to standard error."""
    target = target or sys.stderr
    for line in _lines(script, uses, packages, _BOLD if takes_colours(target) else "{}"):
        target.write(line + "\n")


def _lines(script: str, uses: Uses, packages: Mapping[str, Generation], bold: str) -> Iterator[str]:
    count = len({use.legacy for use in uses.places})
    yield bold.format(f"shims used: {count} legacy name{'s' * (count != 1)}{_versions()}")
    own = False
    for place, found in _by_place(uses):
        own = own or not is_installed(place[0])
        yield f"  {_shown(place)}: {', '.join(map(_named, found))}"
    for said, legacy in (("packages on the shims", True), ("on the installed Keras and TensorFlow", False)):
        named = [
            name if legacy else f"{name} ({found.reason})"
            for name, found in sorted(packages.items())
            if found.legacy is legacy
        ]
        if named:
            yield f"{said}: {', '.join(named)}"
    if own:
        yield f"to do without them: python -m codemods upgrade --diff {_relative(script)}{_rules(uses)}"


def _by_place(uses: Uses) -> List[Tuple[Place, List[Use]]]:
    found: Dict[Place, List[Use]] = {}
    for use, places in uses.places.items():
        for place in places:
            found.setdefault(place, []).append(use)
    return sorted(found.items(), key=lambda item: (is_installed(item[0][0]), item[0]))


def _named(use: Use) -> str:
    return use.legacy if use.rule is None else f"{use.legacy} ({use.rule})"


def _rules(uses: Uses) -> str:
    codes = sorted({use.rule for use in uses.places if use.rule is not None})
    return f"  (among others {', '.join(codes)})" if codes else ""


def _versions() -> str:
    versions = [
        f"{name} {getattr(sys.modules[package], '__version__', '')}"
        for name, package in (("TensorFlow", "tensorflow"), ("Keras", "keras"))
        if package in sys.modules
    ]
    return ", on " + " and ".join(versions) if versions else ""


def _shown(place: Place) -> str:
    return f"{_relative(place[0])}:{place[1]}"


def _relative(path: str) -> str:
    for folder in sorted(sys.path, key=len, reverse=True) if is_installed(path) else [os.getcwd()]:
        if folder and path.startswith(os.path.join(folder, "")):
            return path[len(os.path.join(folder, "")) :]
    return path
