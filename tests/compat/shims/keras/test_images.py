"""Images. The same tests pass on Keras 2.3.1."""

import numpy as np
from compat.keras.preprocessing.image import ImageDataGenerator, load_img
from PIL import Image


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
