"""What Keras 3 computes cannot be set."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

LAYER = "from keras.layers import Layer\nclass Own(Layer):\n    def build(self, shape):\n        "
SEQUENCE = "from keras.utils import Sequence\nclass Own(Sequence):\n    def __init__(self, n):\n        "
CONV = "from keras.layers import Conv2D\nclass Own(Conv2D):\n    def build(self, shape):\n        "


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (LAYER + "self.trainable_weights = [self.w]\n", 4),
        (LAYER + "self.trainable_weights += [self.w]\n", 4),
        (LAYER + "self.trainable_weights: list = [self.w]\n", 4),
        (LAYER + "self.non_trainable_weights.append(self.w)\n", 4),
        (LAYER + "self.path = 'x'\n", 4),
        (LAYER + "self.dtype = 'float32'\n", 4),
        (SEQUENCE + "self.num_batches = n\n", 4),
        (CONV + "self.kernel = self.add_weight(name='kernel', shape=(3, 3))\n", 4),
        (
            "import tensorflow as tf\nclass Own(tf.keras.utils.Sequence):\n    def f(self):\n        self.num_batches = 3\n",
            4,
        ),
        ("from keras.optimizers import SGD\no = SGD(0.1)\no.iterations = 5\n", 3),
        ("from keras.models import Model\nclass Own(Model):\n    def f(self):\n        self.path = 3\n", 4),
        ("from keras.models import Model\nm = Model(a, b)\nm.outputs = [m.layers[-2].output]\n", 3),
        ("from keras.applications.vgg16 import VGG16\nm = VGG16()\nm.inputs = [a]\n", 3),
        ("import keras\ndef f(m):\n    m.compile('sgd', loss='mse', metrics=[a])\n    m.outputs = [x]\n", 4),
        ("from keras.layers import Dense\nd = Dense(3)\nd.trainable_weights = []\n", 3),
        ("import keras\nm = keras.Sequential()\nfor j in a:\n    m.layers[j].kernel = m.layers[j].kernel - w\n", 4),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(source, "TFM217", line)


@pytest.mark.parametrize(
    "source",
    [
        LAYER + "print(self.trainable_weights, self.path)\n",
        LAYER + "self.kernel = self.add_weight(name='kernel', shape=(3, 3))\n",
        LAYER + "names = [w.name for w in self.weights]\n",
        "from keras.layers import Layer\nclass Own(Layer):\n    path = None\n    def f(self):\n        self.path = 3\n",
        "from keras.models import Model\nclass Own(Model):\n    def f(self):\n        self.inputs = 3\n",
        "class Own:\n    def f(self):\n        self.num_batches = 3\n        self.outputs = []\n        self.dtype = 'f'\n",
        "import keras\nclass Own(keras.callbacks.Callback):\n    def f(self):\n        self.path = 'x'\n",
        "import keras\ndef f(x):\n    x.outputs = []\n    x.kernel = 3\n    x.path = ''\n",
        "import keras\nm = keras.Sequential()\nm.layers[0].bias = w\nm.layers[0].scale = w\n",
        "import torch\ndef f(m):\n    m.outputs = []\n",
        "import numpy as np\nx = np.zeros(3)\nx.dtype = 'float32'\n",
        "import tensorflow as tf\nclass Own(tf.Module):\n    def f(self):\n        self.path = 'x'\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


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
def test_layers_reported(line: str) -> None:
    check_declined(f"{VGG}{line}\n", "TFM217", 3)
    shimmed = VGG.replace("from keras", "from compat.keras")
    check_untouched(f"{shimmed}{line}\n", to="compat")


def test_outputs_on_the_shims() -> None:
    """They can be set there of functional models, after `layers.pop()`; of no `Sequential`, and no inputs of any."""
    shimmed = VGG.replace("from keras", "from compat.keras")
    check_untouched(shimmed + "m.outputs = [m.layers[-1].output]\n", to="compat")
    check_declined(shimmed + "m.inputs = [x]\n", "TFM217", 3, to="compat")
    sequential = "from compat.keras.models import Sequential\nm = Sequential([a, b])\nm.outputs = [x]\n"
    check_declined(sequential, "TFM217", 3, to="compat")


def test_layers_of_unknown_model() -> None:
    source = "from keras.models import load_model\nclass Own:\n    def f(self):\n        self.model.layers.pop()\n"
    check_declined(source, "TFM217", 4)


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
def test_layers_left_alone(source: str) -> None:
    check_untouched(source)
