"""Check the rows about shims against the installed Keras; moved and removed names have tests of their own."""

import importlib

import pytest

keras = pytest.importorskip("keras")

from compat.tables.names.shims import SHIMS  # noqa: E402

IS_KERAS_3 = int(keras.__version__.split(".")[0]) > 2
modern_only = pytest.mark.skipif(not IS_KERAS_3, reason="the modern names are those of Keras 3")


@modern_only
@pytest.mark.parametrize("row", SHIMS, ids=lambda row: row.module + " " + row.symbols[0])
def test_shim_holds_its_symbols(row):
    module = importlib.import_module(row.module)
    assert [symbol for symbol in row.symbols if not hasattr(module, symbol.rpartition(".")[2])] == []
