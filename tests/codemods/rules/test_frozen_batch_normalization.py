"""A note where a file of Keras 2 freezes BatchNormalization."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Finding, Settings, Upgraded

HEAD = "import keras\nfrom keras.layers.core import Dense\nb = keras.layers.BatchNormalization()\n"
LOOP = "for layer in model.layers:\n    layer.trainable = False\n"


def notes(source: str, origin: str = "") -> list[Finding]:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    assert not [each for each in result.findings if each.code == "TFM229"]
    return [each for each in result.notes if each.code == "TFM229"]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"{HEAD}{LOOP}", 5),
        (f"{HEAD}b = keras.layers.BatchNormalization(trainable=False)\n", 4),
        (f"{HEAD}model.trainable = False\nmodel.layers[3].trainable = False\n", 4),
        (
            f"from keras.layers.core import Dense\nfrom keras.applications.resnet50 import ResNet50\nmodel = ResNet50()\n{LOOP}",
            5,
        ),
        (
            f"from keras.layers.core import Dense\nfrom keras.applications import MobileNet\nmodel = MobileNet()\n{LOOP}",
            5,
        ),
        (f"import tensorflow as tf\ntf.app.run()\nb = tf.keras.layers.BatchNormalization()\n{LOOP}", 5),
    ],
)
def test_noted(source: str, line: int) -> None:
    found = notes(source)
    assert [each.line for each in found] == [line]
    assert "moving" in found[0].message


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}for layer in model.layers:\n    layer.trainable = True\n",
        f"from keras.layers.core import Dense\nfrom keras.applications.vgg16 import VGG16\nmodel = VGG16()\n{LOOP}",
        f"from keras.layers.core import Dense\n{LOOP}",
        f"import keras.ops\nb = keras.layers.BatchNormalization()\n{LOOP}",
        (
            f"{HEAD}from keras.layers import Layer\nclass Own(Layer):\n    def __init__(self):\n"
            "        super().__init__()\n        self.trainable = False\n"
        ),
    ],
)
def test_not_noted(source: str) -> None:
    assert notes(source) == []


def test_undecided() -> None:
    source = f"from keras.layers import BatchNormalization\nb = BatchNormalization()\n{LOOP}"
    assert "--from keras==2.3" in notes(source)[0].advice
    assert "moving" in notes(source, "keras==2.2.4")[0].message
    assert notes(source, "tensorflow==2.10") == []
