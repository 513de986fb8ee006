"""Images. The same tests pass on Keras 2.3.1."""

import numpy as np
import pytest
from compat.keras.preprocessing.image import (
    ImageDataGenerator,
    load_img,
    random_rotation,
    random_shear,
    random_shift,
    random_zoom,
)
from PIL import Image

from compat import keras, tensorflow


def test_next_of_iterators(tmp_path):
    (tmp_path / "cats").mkdir()
    Image.fromarray(np.full((5, 4, 3), 200, "uint8")).save(str(tmp_path / "cats" / "a.png"))
    arrays = ImageDataGenerator(rescale=0.5).flow(np.ones((3, 5, 4, 3)), np.arange(3), batch_size=2, shuffle=False)
    images, labels = arrays.next()
    assert (images.shape, images.max(), labels.tolist()) == ((2, 5, 4, 3), 0.5, [0, 1])
    folder = ImageDataGenerator().flow_from_directory(str(tmp_path), target_size=(5, 4), batch_size=1)
    assert folder.next()[0].mean() == 200.0


def test_grey_image(tmp_path):
    Image.fromarray(np.full((5, 4, 3), 200, "uint8")).save(str(tmp_path / "a.png"))
    assert load_img(str(tmp_path / "a.png"), grayscale=True).mode == "L"
    assert load_img(str(tmp_path / "a.png"), target_size=(2, 3)).size == (3, 2)


@pytest.mark.parametrize("package", [keras, tensorflow.keras])
@pytest.mark.parametrize(
    ("ranges", "corners"),
    [
        ({"width_shift_range": 0.45}, [4.204, 8, 34.204, 38]),
        ({"height_shift_range": 0.45}, [16.8131, 24.8131, 30, 38]),
        ({"rotation_range": 40}, [23.3353, 4.5554, 31.838, 30.9055]),
        ({"shear_range": 30}, [14.7976, 7.7655, 30.7034, 33.0675]),
        ({"zoom_range": (0.6, 0.9)}, [4.1623, 10.2756, 30.8655, 36.9789]),
    ],
)
def test_images_are_changed_along_their_own_axes(package, ranges, corners):
    """TensorFlow 2.9 and later move rows by the range of the width, and shear the other way."""
    image = np.arange(40.0).reshape(4, 5, 2)
    generator = package.preprocessing.image.ImageDataGenerator(**ranges)
    changed = generator.apply_transform(image, generator.get_random_transform(image.shape, seed=4))
    assert changed[::3, ::4, 0].ravel().tolist() == pytest.approx(corners, abs=1e-3)


def test_batches_of_changed_images():
    generator = ImageDataGenerator(
        rotation_range=30, width_shift_range=0.2, shear_range=10, zoom_range=0.2, horizontal_flip=True
    )
    images = next(generator.flow(np.random.RandomState(0).rand(4, 6, 5, 3), batch_size=4, seed=5))
    assert [images.sum(), images[2, 3, 3, 0]] == pytest.approx([174.2266, 0.28068], abs=1e-3)


def test_brightness_of_images_from_0_to_1():
    """It is that of an image whose values are spread from 0 to 255; TensorFlow 2.9 and later make it black."""
    generator = ImageDataGenerator(brightness_range=(0.5, 1.0))
    changed = generator.apply_transform(np.linspace(0, 1, 12).reshape(2, 2, 3), {"brightness": 0.8})
    assert changed.ravel()[[0, 5, 11]].tolist() == [0, 92, 204]


@pytest.mark.parametrize(
    ("change", "ranges", "expected"),
    [
        (random_rotation, (30,), [714.4744, 825.9872]),
        (random_shift, (0.2, 0.4), [444.6669, 749.4764]),
        (random_shear, (20,), [696.0248, 809.8882]),
        (random_zoom, ((0.8, 1.3),), [835.6203, 776.1184]),
    ],
)
def test_functions_that_change_an_image(change, ranges, expected):
    image = np.arange(40.0).reshape(4, 5, 2)
    np.random.seed(7)
    found = [
        change(image, *ranges, 0, 1, 2).sum(),
        change(image.transpose(2, 0, 1), *ranges, fill_mode="reflect").sum(),
    ]
    assert found == pytest.approx(expected, abs=1e-3)


def test_zoom_of_one_number():
    with pytest.raises(ValueError, match="zoom_range"):
        random_zoom(np.zeros((4, 5, 2)), (1, 2, 3), 0, 1, 2)
