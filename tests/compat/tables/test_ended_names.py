"""The packages that are installed do not have the names."""

import importlib
import importlib.util

import pytest

from compat.tables.names.ended_names import GONE


def _is_there(path: str) -> bool:
    module, _, name = path.rpartition(".")
    try:
        return hasattr(importlib.import_module(module), name) or importlib.util.find_spec(path) is not None
    except ImportError:
        return False


@pytest.mark.parametrize("path", sorted(GONE))
def test_gone(path: str) -> None:
    package = pytest.importorskip(path.partition(".")[0])
    if tuple(int(part) for part in package.__version__.split(".")[:2]) < ((1, 3) if "scipy" in path else (0, 23)):
        pytest.skip("an old release")
    assert not _is_there(path)
