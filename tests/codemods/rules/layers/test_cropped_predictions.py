"""Random crops in models, which leave the images of predictions whole, are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

HEAD = "from tensorflow.keras import Input, Model, Sequential\nfrom tensorflow.keras.layers import Dense, RandomCrop\n"
OWN = (
    "    def __init__(self):\n        super().__init__()\n        self.crop = RandomCrop(2, 2)\n\n"
    "    def call(self, x, training=False):\n        return self.crop({})\n"
)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("model = Sequential([RandomCrop(2, 2), Dense(1)])\n", 3),
        ("model = Sequential()\nmodel.add(RandomCrop(2, 2))\n", 4),
        ("crop = RandomCrop(2, 2)\nmodel = Sequential([crop, Dense(1)])\n", 3),
        ("crop = RandomCrop(2, 2)\nmodel = Sequential()\nmodel.add(crop)\n", 3),
        ("image = Input((4, 4, 3))\ncrop = RandomCrop(2, 2)\nmodel = Model(image, crop(image))\n", 4),
        ("parts = [RandomCrop(2, 2), Dense(1)]\nmodel = Sequential(parts)\n", 3),
        ("crop = Sequential([RandomCrop(2, 2)])\nrows = rows.map(crop)\nmodel = Sequential([crop, Dense(1)])\n", 3),
        ("class Own(Model):\n" + OWN.format("x"), 6),
        ("class Own(Model):\n" + OWN.format("x, training=training"), 6),
        ("image = Input((4, 4, 3))\nmodel = Model(image, RandomCrop(2, 2)(image))\n", 4),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(HEAD + source, "TFM382", line)


@pytest.mark.parametrize(
    "source",
    [
        "crop = RandomCrop(2, 2)\nrows = dataset.map(lambda x, y: (crop(x, training=True), y))\n",
        "crop = Sequential([RandomCrop(2, 2)])\nrows = rows.map(lambda x, y: (crop(x, training=True), y))\n",
        "parts = [RandomCrop(2, 2)]\nrows = rows.map(lambda x, y: (parts[0](x, training=True), y))\n",
        "crop = Sequential([RandomCrop(2, 2)])\nrows = rows.map(crop)\n",
        "crop = Sequential([RandomCrop(2, 2)])\nrows = rows.map(lambda x, y: (crop(x), y))\n",
        "class Own(Model):\n" + OWN.format("x, training=True"),
        "class Own(Model):\n" + OWN.replace("return", "return x if not training else").format("x"),
        "class Own:\n" + OWN.format("x"),
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


@pytest.mark.tensorflow
def test_in_a_call_without_training_it_goes_on_cropping() -> None:
    """The middle on TensorFlow 2.10.1 and 2.15.1."""
    tf = pytest.importorskip("tensorflow")

    class Own(tf.keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.crop = tf.keras.layers.RandomCrop(2, 2, seed=1)

        def call(self, x: object) -> object:
            return self.crop(x)

    image, model = tf.reshape(tf.range(10000.0), (1, 100, 100, 1)), Own()
    found = {float(model.predict(image, verbose=0)[0, 0, 0, 0]) for _ in range(4)}
    assert len(found) > 1


@pytest.mark.tensorflow
def test_what_is_advised_for_predictions() -> None:
    """What RandomCrop(4, 4) gave in predictions on TensorFlow 2.3.4, 2.10.1 and 2.15.1."""
    tf = pytest.importorskip("tensorflow")
    image = tf.reshape(tf.range(36.0), (1, 6, 6, 1))
    first = tf.keras.layers.Resizing(4, 4, crop_to_aspect_ratio=True)(image)[0, 0, :, 0]
    assert first.numpy().tolist() == [1.75, 3.25, 4.75, 6.25]
