"""Modules that no Keras 2 had cannot be imported: `try: from keras import initializations`, and else `initializers`."""

import importlib

import pytest

from compat import keras


def test_the_module_itself():
    with pytest.raises(ImportError, match=r"use keras\.initializers"):
        importlib.import_module("compat.keras.initializations")


def test_a_name_in_the_package():
    with pytest.raises(ImportError):
        from compat.keras import initializations  # noqa: F401
    assert not hasattr(keras, "initializations")
    assert hasattr(keras, "initializers")


def test_modules_that_keras_2_had_are_still_there():
    assert importlib.import_module("compat.keras.layers.core").Dense
