"""The layers of a model are a copy."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

VGG = "from keras.applications.vgg16 import VGG16\nm = VGG16()\n"


@pytest.mark.parametrize(
    "line",
    [
        "m.layers.pop()",
        "m.layers.pop(0)",
        "del m.layers[-1]",
        "m.layers[0] = a",
        "m.layers.insert(0, a)",
    ],
)
def test_reported(line: str) -> None:
    check_declined(f"{VGG}{line}\n", "TFM216", 3)


def test_unknown_model() -> None:
    source = "from keras.models import load_model\nclass Own:\n    def f(self):\n        self.model.layers.pop()\n"
    check_declined(source, "TFM216", 4)


@pytest.mark.parametrize(
    "source",
    [
        VGG + "n = len(m.layers)\nx = m.layers[-2].output\nfor layer in m.layers[:-1]: layer.trainable = False\n",
        VGG + "layers = list(m.layers)\nlayers.pop()\n",
        "from keras.models import Sequential\nm = Sequential([a, b])\nm.layers.pop()\nm.pop()\n",
        "from tensorflow.keras.applications.vgg16 import VGG16\nm = VGG16()\nm.layers.pop()\n",
        "import keras\nclass Own:\n    def __init__(self): self.layers = []\n    def f(self): self.layers.pop()\n",
        "import torch\ndef f(m): m.layers.pop()\n",
        "def f(m): m.layers.pop()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
