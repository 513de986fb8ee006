"""What can be imported, private or not: the files of the packages; nothing is imported to know it."""

import inspect
import os
import re
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Iterator, List, Set, Tuple

_PACKAGES = {
    "tensorflow": (
        ("tensorflow", "tensorflow"),
        ("tensorflow_core", "tensorflow"),
        ("tensorflow_estimator", "tensorflow_estimator"),
    ),
    "keras": (("keras", "keras"),),
}
"""The packages of each distribution, and under which name users import what is in them.

TensorFlow 1.15 to 2.1 keeps its files in `tensorflow_core` and hands its modules out as `tensorflow`.
"""

_SKIPPED = ("__pycache__", "include", "tests")
_ASIDE = re.compile(r"_test\.py$|^lib.*\.(so|pyd|dylib)$")
"""Tests, and libraries that only C links to."""


def modules(distribution: str) -> List[str]:
    """The modules on disk of `tensorflow` or `keras`; of `tensorflow_core` only that it is there."""
    found: Set[str] = set()
    for package, name in _PACKAGES[distribution]:
        spec = PathFinder.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            found.add(package)
            for module in _below(folder):
                parts = (name, *module)
                found.update(".".join(parts[:end]) for end in range(1, len(parts) + 1))
    return sorted(found)


def _below(top: str) -> Iterator[Tuple[str, ...]]:
    """The modules below a folder; a folder without `__init__.py` is a package too if it holds a module."""
    for folder, folders, files in os.walk(top):
        folders[:] = [each for each in folders if each.isidentifier() and each not in _SKIPPED]
        package = Path(folder).relative_to(top).parts
        for file in files:
            module = inspect.getmodulename(file)
            if module == "__init__":
                yield package
            elif module is not None and module.isidentifier() and not _ASIDE.search(file):
                yield (*package, module)
