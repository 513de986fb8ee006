"""Images are changed at random as in Keras 2.3."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched

HEAD = "from keras.preprocessing.image import ImageDataGenerator\n"
SHIM = "from compat.keras.preprocessing.image import ImageDataGenerator\n"
MODERN = "from tensorflow.keras.preprocessing.image import ImageDataGenerator\n"


def _upgraded(source: str, origin: str = "keras==2.3") -> Upgraded:
    result = upgrade(source.encode(), Settings("native", origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    "source",
    [
        "g = ImageDataGenerator(width_shift_range=0.2)\n",
        "g = ImageDataGenerator(width_shift_range=0.2, height_shift_range=0.1)\n",
        "g = ImageDataGenerator(height_shift_range=4, width_shift_range=2)\n",
        "g = ImageDataGenerator(width_shift_range=a, height_shift_range=b)\n",
        "g = ImageDataGenerator(shear_range=20)\n",
        "g = ImageDataGenerator(shear_range=angle)\n",
        "g = ImageDataGenerator(brightness_range=(0.5, 1.5))\n",
        "given = dict(shear_range=5.0)\ng = ImageDataGenerator(**given)\n",
        "given = {'width_shift_range': 0.1}\ng = ImageDataGenerator(rescale=1. / 255, **given)\n",
        "g = ImageDataGenerator(rescale=1. / 255)\nh = ImageDataGenerator(height_shift_range=0.1)\n",
    ],
)
def test_from_the_shims(source: str) -> None:
    found = _upgraded(HEAD + source)
    assert found.after.decode() == SHIM + source
    assert "TFM385" in {change.code for change in found.changes}
    again = _upgraded(SHIM + source)
    assert not again.changes
    assert not again.findings


@pytest.mark.parametrize("origin", ["tensorflow==1.15", "tensorflow==2.8"])
def test_releases_before(origin: str) -> None:
    source = "g = ImageDataGenerator(shear_range=20)\n"
    assert _upgraded(MODERN + source, origin).after.decode() == SHIM + source


@pytest.mark.parametrize("name", ["random_shift", "random_zoom", "apply_affine_transform"])
def test_functions(name: str) -> None:
    source = f"from {{}} import {name}\nx = {name}(x, 0.2, 0.1)\n"
    found = _upgraded(source.format("keras.preprocessing.image"))
    assert found.after.decode() == source.format("compat.keras.preprocessing.image")


@pytest.mark.parametrize(
    "source",
    [
        "g = ImageDataGenerator(rotation_range=20)\n",
        "g = ImageDataGenerator(zoom_range=0.2, shear_range=0.2)\n",
        "g = ImageDataGenerator(width_shift_range=0.1, height_shift_range=.1)\n",
        "g = ImageDataGenerator(rotation_range=20)\nx = g.flow_from_directory(path, target_size=(120, 160))\n",
        "g = ImageDataGenerator(rotation_range=20)\nx = g.flow(images)\n",
        "g = ImageDataGenerator(rotation_range=20)\nx = g.flow(images)\nm = Input(shape=(3, 120, 160))\n",
    ],
)
def test_a_note_about_images_that_are_not_square(source: str) -> None:
    (note,) = [each for each in _upgraded(HEAD + source).notes if each.code == "TFM385"]
    assert "not square" in note.message
    assert _upgraded(HEAD + source).after.decode() == MODERN + source


@pytest.mark.parametrize(
    "source",
    [
        "g = ImageDataGenerator(rescale=1. / 255, horizontal_flip=True, channel_shift_range=10)\n",
        "g = ImageDataGenerator(rotation_range=0, shear_range=0., width_shift_range=0)\n",
        "g = ImageDataGenerator(brightness_range=None)\n",
        "g = ImageDataGenerator(rotation_range=20)\nx = g.flow_from_directory(path)\n",
        "side = 150\ng = ImageDataGenerator(zoom_range=0.2)\nx = g.flow_from_directory(path, target_size=(side, 150))\n",
        "g = ImageDataGenerator(zoom_range=0.2)\nx = g.flow(images)\nm = build(width=32, height=32, depth=3)\n",
        "g = ImageDataGenerator(zoom_range=0.2)\nx = g.flow(images)\nm = Sequential([Conv2D(8, 3, input_shape=(9, 9, 1))])\n",
        "from keras.datasets import cifar10\ndata = cifar10.load_data()\ng = ImageDataGenerator(zoom_range=0.2)\nx = g.flow(images)\n",
    ],
)
def test_same_images(source: str) -> None:
    found = _upgraded(HEAD + source)
    assert SHIM not in found.after.decode()
    assert "TFM385" not in {each.code for each in (*found.notes, *found.findings, *found.changes)}


@pytest.mark.parametrize(
    "source",
    [
        "g = ImageDataGenerator(**given)\n",
        "kind = ImageDataGenerator\n",
        "from own import ImageDataGenerator\ng = ImageDataGenerator(shear_range=20)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(MODERN + source)


@pytest.mark.parametrize("origin", ["tensorflow==2.10", "tensorflow==2.15"])
def test_releases_since(origin: str) -> None:
    source = MODERN + "g = ImageDataGenerator(shear_range=20, rotation_range=20)\n"
    found = _upgraded(source, origin)
    assert found.after.decode() == source
    assert not found.notes


def test_an_unknown_release() -> None:
    source = MODERN + "g = ImageDataGenerator(shear_range=20)\n"
    found = _upgraded(source, "")
    assert found.after.decode() == source
    assert [(each.code, each.line) for each in found.notes] == [("TFM385", 2)]
