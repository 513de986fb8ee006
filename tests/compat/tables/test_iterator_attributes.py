"""Iterators over images have the names of today, and none of Keras 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from compat.tables.names.iterator_attributes import ITERATOR_ATTRIBUTES

keras = pytest.importorskip("tensorflow").keras
numpy = pytest.importorskip("numpy")
image = pytest.importorskip("PIL.Image")


def test_a_folder_of_images(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        image.fromarray(numpy.zeros((4, 4, 3), "uint8")).save(tmp_path / name / "0.png")
    found = keras.preprocessing.image.ImageDataGenerator().flow_from_directory(str(tmp_path), target_size=(4, 4))
    assert (found.samples, found.num_classes, found.n) == (2, 2, 2)
    assert not [name for name in ITERATOR_ATTRIBUTES if hasattr(found, name)]


def test_arrays() -> None:
    found = keras.preprocessing.image.ImageDataGenerator().flow(numpy.zeros((3, 4, 4, 3)))
    assert found.n == len(found.x)
    assert not hasattr(found, "N")
