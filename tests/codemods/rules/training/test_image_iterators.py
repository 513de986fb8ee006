"""`next()` of an iterator over images is the function."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "from tensorflow.keras.preprocessing.image import ImageDataGenerator\n"
FLOW = HEAD + "g = ImageDataGenerator().flow(x, y)\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (FLOW + "a, b = g.next()\n", FLOW + "a, b = next(g)\n"),
        (FLOW + "a = g.next()[0].shape\n", FLOW + "a = next(g)[0].shape\n"),
        (FLOW + "a = (g.next())  # one\n", FLOW + "a = (next(g))  # one\n"),
        (
            HEAD + "x = ImageDataGenerator().flow_from_directory(d).next()\n",
            HEAD + "x = next(ImageDataGenerator().flow_from_directory(d))\n",
        ),
        (
            HEAD + "d = ImageDataGenerator()\ndef f(x):\n    g = d.flow(x)\n    while 1:\n        yield g.next()\n",
            HEAD + "d = ImageDataGenerator()\ndef f(x):\n    g = d.flow(x)\n    while 1:\n        yield next(g)\n",
        ),
    ],
)
def test_rewritten(legacy: str, modern: str) -> None:
    check_upgraded(legacy, modern)


FOLDER = HEAD + "g = ImageDataGenerator().flow_from_directory(d)\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (FOLDER + "n = g.nb_sample\n", FOLDER + "n = g.samples\n"),
        (FOLDER + "n = g.nb_class\n", FOLDER + "n = g.num_classes\n"),
        (FOLDER + "n = g.num_class\n", FOLDER + "n = g.num_classes\n"),
        (FLOW + "n = g.N // 2\n", FLOW + "n = g.n // 2\n"),
        (
            HEAD + "def made():\n    return ImageDataGenerator().flow_from_directory(d)\nn = made().nb_sample\n",
            HEAD + "def made():\n    return ImageDataGenerator().flow_from_directory(d)\nn = made().samples\n",
        ),
        (
            "import keras\ndef f(model, g):\n    return model.predict(g, steps=g.nb_sample // 2)\n",
            "import keras\ndef f(model, g):\n    return model.predict(g, steps=g.samples // 2)\n",
        ),
    ],
)
def test_what_keras_1_counted(legacy: str, modern: str) -> None:
    check_upgraded(legacy, modern)


def test_standalone_keras() -> None:
    legacy = "from keras.preprocessing.image import ImageDataGenerator\nx = ImageDataGenerator().flow(y).next()\n"
    check_upgraded(legacy, HEAD + "x = next(ImageDataGenerator().flow(y))\n")


@pytest.mark.parametrize(
    "source", [FLOW + "take = g.next\n", FLOW + "def f(next):\n    return g.next()\n", FLOW + "g.next(3)\n"]
)
def test_reported(source: str) -> None:
    check_declined(source, "TFM214", 3 if "take" in source or "(3)" in source else 4)


@pytest.mark.parametrize(
    "source",
    [
        FLOW + "a, b = next(g)\n",
        FLOW + "g.reset()\n",
        "import keras\ndef f(g):\n    return g.next()\n",
        "import keras\nclass Own(keras.utils.PyDataset):\n    def next(self): pass\nOwn().next()\n",
        "class Own:\n    def next(self): pass\nx = Own().next()\n",
        HEAD + "x = ImageDataGenerator().next()\n",
        FOLDER + "n = g.samples + g.num_classes + g.n\n",
        HEAD + "n = ImageDataGenerator().nb_sample\n",
        "import keras\ndef f(g):\n    return g.nb_sample\n",
        "import keras\ndef f(model, g, h):\n    return model.predict(g, steps=h.nb_sample // 2)\n",
        "import keras\nclass Own(keras.utils.PyDataset):\n    nb_sample = 3\nn = Own().nb_sample\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_counts_of_keras_1_tell_that_it_counted_samples() -> None:
    source = FOLDER + "from keras.models import load_model\nm = load_model('m.h5')\n"
    after = check_sound(source + "p = m.predict_generator(g, g.nb_sample)\n").after.decode()
    assert "p = m.predict(g, steps=math.ceil(g.samples / g.batch_size), verbose=0)\n" in after
