"""Iterators of images go on in the next epoch; other sequences with other lengths are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = """\
from keras.models import Sequential
from tensorflow.keras.preprocessing.image import ImageDataGenerator
m = Sequential()
images = ImageDataGenerator().flow(x, y)
"""
OWN = """\
from keras.models import Sequential
from keras.utils import Sequence
m = Sequential()
class Data(Sequence):
    def __len__(self): return 3
data = Data()
"""


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("m.fit(images, steps_per_epoch=n)", "m.fit((batch for batch in images), steps_per_epoch=n)"),
        (
            "m.fit_generator(images, len(x) // 32, workers=4)",
            "m.fit((batch for batch in images), steps_per_epoch=len(x) // 32)",
        ),
        (
            "m.fit(x, y, validation_data=images, validation_steps=3)",
            "m.fit(x, y, validation_data=(batch for batch in images), validation_steps=3)",
        ),
        (
            "ordered = ImageDataGenerator().flow(x, shuffle=False)\nm.fit(ordered, steps_per_epoch=n, shuffle=False)",
            (
                "ordered = ImageDataGenerator().flow(x, shuffle=False)\n"
                "m.fit((batch for batch in ordered), steps_per_epoch=n, shuffle=False)"
            ),
        ),
    ],
)
def test_goes_on(legacy: str, modern: str) -> None:
    check_upgraded(f"{HEAD}{legacy}\n", f"{HEAD}{modern}\n")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (OWN + "m.fit(data, steps_per_epoch=n, epochs=2)\n", 7),
        (HEAD + "m.fit(images, steps_per_epoch=n, epochs=2, class_weight={0: 1})\n", 5),
        (
            HEAD
            + "ordered = ImageDataGenerator().flow(x, shuffle=False)\nm.fit(ordered, steps_per_epoch=n, epochs=2)\n",
            6,
        ),
    ],
)
def test_reported(source: str, line: int) -> None:
    assert "ends an epoch" in check_declined(source, "TFM137", line).message


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "m.fit(images, epochs=2)\n",
        HEAD + "m.fit(images, steps_per_epoch=None)\n",
        HEAD + "m.fit(images, steps_per_epoch=len(images), epochs=2)\n",
        HEAD + "m.evaluate(images, steps=3)\n",
        HEAD + "m.fit((batch for batch in images), steps_per_epoch=n)\n",
        OWN + "m.fit(data, steps_per_epoch=n)\n",
        OWN + "m.fit(data, steps_per_epoch=n, epochs=1)\n",
        OWN + "m.fit(x, y, epochs=2)\n",
        "import keras\ndef f(m, data): m.fit(data, steps_per_epoch=3, epochs=2)\n",
        f"import keras_hub\n{OWN}m.fit(data, epochs=2, steps_per_epoch=1)\n",
        f"import os\nos.environ['KERAS_BACKEND'] = 'torch'\n{HEAD}m.fit(images, steps_per_epoch=n)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
