"""Lists of weights that layers set themselves."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import keras\nclass Own(keras.layers.Layer):\n    def build(self, shape):\n"
WEIGHT = "        self.w = self.add_weight(name='w', shape=(2,))\n"
STATE = "        self.s = self.add_weight(name='s', shape=(2,), trainable=False)\n"


@pytest.mark.parametrize(
    "line",
    [
        "self.trainable_weights = [self.w]",
        "self.non_trainable_weights = [self.s]",
        "self.trainable_variables = (self.w,)",
    ],
)
def test_removed(line: str) -> None:
    check_upgraded(f"{HEAD}{WEIGHT}{STATE}        {line}\n", f"{HEAD}{WEIGHT}{STATE}")


@pytest.mark.parametrize(
    "line",
    [
        "self.trainable_weights = [self.w, self.s]",
        "self.trainable_weights = []",
        "self.non_trainable_weights = []",
        "self.trainable_weights = weights",
    ],
)
def test_reported(line: str) -> None:
    check_declined(f"{HEAD}{WEIGHT}{STATE}        {line}\n", "TFM217", 6)


def test_other_variables_are_reported() -> None:
    check_declined(f"{HEAD}        self.w = make()\n        self.trainable_weights = [self.w]\n", "TFM217", 5)
    check_declined(f"{HEAD}        self.trainable_weights = [self.w]\n", "TFM217", 4)


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}{WEIGHT}        self.weights_of_mine = [self.w]\n",
        f"{HEAD}{WEIGHT}        print(self.trainable_weights)\n",
        f"{HEAD}{WEIGHT}        self._trainable_weights = [self.w]\n",
        "import keras\nclass Own:\n    def build(self):\n        self.trainable_weights = []\n",
        "import keras\nmodel.trainable_weights = []\n",
        "import torch\nclass Own(torch.nn.Module):\n    def f(self):\n        self.trainable_weights = []\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
