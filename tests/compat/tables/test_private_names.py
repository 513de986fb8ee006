"""The names that left their private modules, checked against the installed TensorFlow."""

import importlib

import pytest

keras = pytest.importorskip("keras")

from compat.tables.removed.private_names import GONE_PRIVATE_NAMES  # noqa: E402

keras_3_only = pytest.mark.skipif(keras.__version__.startswith("2."), reason="the names are there before Keras 3")


@keras_3_only
@pytest.mark.parametrize("path", sorted(GONE_PRIVATE_NAMES))
def test_the_module_stayed_without_the_name(path):
    module, _, name = path.rpartition(".")
    assert not hasattr(importlib.import_module(module), name)
