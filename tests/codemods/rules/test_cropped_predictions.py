"""Random crops in models, which leave the images of predictions whole, are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

HEAD = "from tensorflow.keras import Input, Model, Sequential\nfrom tensorflow.keras.layers import Dense, RandomCrop\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("model = Sequential([RandomCrop(2, 2), Dense(1)])\n", 3),
        ("model = Sequential()\nmodel.add(RandomCrop(2, 2))\n", 4),
        ("image = Input((4, 4, 3))\nmodel = Model(image, RandomCrop(2, 2)(image))\n", 4),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(HEAD + source, "TFM382", line)


@pytest.mark.parametrize(
    "source",
    [
        "crop = RandomCrop(2, 2)\nrows = dataset.map(lambda x, y: (crop(x, training=True), y))\n",
        "kind = RandomCrop\n",
        "from own import RandomCrop as Own\nmodel = Sequential([Own(2, 2), Dense(1)])\n",
        "from tensorflow.keras.layers import CenterCrop\nmodel = Sequential([CenterCrop(2, 2), Dense(1)])\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.tensorflow
def test_the_image_of_a_prediction_stays_whole() -> None:
    tf = pytest.importorskip("tensorflow")
    crop = tf.keras.layers.RandomCrop(2, 2)
    image = tf.zeros((1, 4, 8, 1))
    assert crop(image, training=True).shape == (1, 2, 2, 1)
    assert crop(image, training=False).shape == (1, 4, 8, 1)
