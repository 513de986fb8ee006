"""Python 3 has none of the names."""

import builtins
import importlib
import importlib.util

import pytest

from compat.tables.names.python_2_names import BUILTINS, METHODS, MODULES, NAMES, NEXT


@pytest.mark.parametrize("name", sorted(BUILTINS))
def test_builtins(name: str) -> None:
    assert not hasattr(builtins, name)


@pytest.mark.parametrize("path", sorted(NAMES))
def test_names(path: str) -> None:
    module, _, name = path.rpartition(".")
    is_there = importlib.util.find_spec(module) is not None
    assert not is_there or not hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_modules(name: str) -> None:
    assert importlib.util.find_spec(name) is None


@pytest.mark.parametrize("name", sorted(METHODS))
def test_methods(name: str) -> None:
    assert not hasattr({}, name)


def test_next() -> None:
    assert not hasattr(iter(()), NEXT)
