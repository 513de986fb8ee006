"""Lists the modules that can be imported, public or private, from the files of the packages; nothing is imported."""

import inspect
import os
import re
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Iterator, List, Set, Tuple

_PLACES = {
    "tensorflow": (
        ("tensorflow", "", "tensorflow"),
        ("tensorflow_core", "", "tensorflow"),
        ("tensorflow_estimator", "", "tensorflow_estimator"),
        ("keras", "api/_v2/keras", "tensorflow.keras"),
        ("keras", "_tf_keras/keras", "tensorflow.keras"),
    ),
    "keras": (("keras", "", "keras"),),
}
"""For each distribution: its packages, the folder inside each, and the name under which users import its modules.

TensorFlow 1.15 to 2.1 keeps its files in `tensorflow_core` and presents its modules as `tensorflow`; later releases
find `tensorflow.keras` in the Keras beside them.
"""

_SKIPPED = ("__pycache__", "include", "tests")
_ASIDE = re.compile(r"_test\.py$|^lib.*\.(so|pyd|dylib)$")
"""Tests, and libraries that only C code links to."""


def modules(distribution: str) -> List[str]:
    """The modules on disk of `tensorflow` or `keras`; of `tensorflow_core`, only its own name is listed."""
    found: Set[str] = set()
    for package, below, name in _PLACES[distribution]:
        spec = PathFinder.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            found.update([] if below else [package])
            for module in _below(Path(folder) / below):
                parts = (*name.split("."), *module)
                found.update(".".join(parts[:end]) for end in range(1, len(parts) + 1))
    return sorted(found)


def _below(top: Path) -> Iterator[Tuple[str, ...]]:
    """The modules below a folder; a folder without `__init__.py` is a package too if it holds a module."""
    for folder, folders, files in os.walk(str(top)):
        folders[:] = [each for each in folders if each.isidentifier() and each not in _SKIPPED]
        package = Path(folder).relative_to(top).parts
        for file in files:
            module = inspect.getmodulename(file)
            if module == "__init__":
                yield package
            elif module is not None and module.isidentifier() and not _ASIDE.search(file):
                yield (*package, module)
