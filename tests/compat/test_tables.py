"""The rows about removed names and shims, held against the Keras at hand; `test_renames` has the moved names."""

import importlib

import pytest

keras = pytest.importorskip("keras")

from compat.tables.removed import REMOVED  # noqa: E402
from compat.tables.shims import SHIMS  # noqa: E402

IS_KERAS_3 = int(keras.__version__.split(".")[0]) > 2
modern_only = pytest.mark.skipif(not IS_KERAS_3, reason="the modern names are those of Keras 3")


def find(name):
    module, _, attribute = name.rpartition(".")
    try:
        return getattr(importlib.import_module(module), attribute)
    except ImportError:
        owner = importlib.import_module(name.split(".")[0])
    for part in name.split(".")[1:]:
        owner = getattr(owner, part)
    return owner


def exists(name):
    try:
        find(name)
    except AttributeError:
        return False
    return True


@modern_only
@pytest.mark.parametrize("row", REMOVED, ids=lambda row: row.legacy)
def test_removed_is_gone(row):
    assert not exists(row.legacy) or row.legacy == "keras.utils.io_utils.HDF5Matrix"


@modern_only
@pytest.mark.parametrize("row", SHIMS, ids=lambda row: row.module + " " + row.symbols[0])
def test_shim_holds_its_symbols(row):
    module = importlib.import_module(row.module)
    assert [symbol for symbol in row.symbols if not hasattr(module, symbol.rpartition(".")[2])] == []
