"""Check the rows about shims against the installed Keras.

Moved and removed names, and those in tf-slim, have tests of their own.
"""

import importlib

import pytest

keras = pytest.importorskip("keras")

from compat.tables.names import slim  # noqa: E402
from compat.tables.names.shims import SHIMS  # noqa: E402

IS_KERAS_3 = int(keras.__version__.split(".")[0]) > 2
modern_only = pytest.mark.skipif(not IS_KERAS_3, reason="the modern names are those of Keras 3")


@modern_only
@pytest.mark.parametrize(
    "row", [row for row in SHIMS if row not in slim.ROWS], ids=lambda row: row.module + " " + row.symbols[0]
)
def test_shim_holds_its_symbols(row):
    module = importlib.import_module(row.module)
    assert [symbol for symbol in row.symbols if not hasattr(module, symbol.rpartition(".")[2])] == []
