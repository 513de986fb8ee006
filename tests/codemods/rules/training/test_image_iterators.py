"""`next()` of an iterator over images is the function."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

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
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
