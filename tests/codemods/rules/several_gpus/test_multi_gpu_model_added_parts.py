"""What is added to a `Sequential` is made in the scope, too, or the model stays on the shim."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_upgraded

HEAD = "import keras\nimport tensorflow as tf\nfrom keras.applications import VGG16\nfrom keras.layers import Dense\n"
HEAD += "from keras.models import Model, Sequential\n"
LEGACY = "from keras.utils import multi_gpu_model\n"
TAIL = "p = multi_gpu_model(m, gpus=2)\np.compile('sgd', 'mse')\n"
STRATEGY = 'strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])\nwith strategy.scope():\n'


@pytest.mark.parametrize(
    "build",
    [
        "base = VGG16(weights=None)\nm = Sequential()\nm.add(base)\nm.add(Dense(1))\n",
        "base = VGG16(weights=None)\nbase.trainable = False\nm = Sequential()\nfor l in base.layers[:-1]:\n    m.add(l)\n",
        "last = Dense(1)\nm = Sequential([Dense(2)])\nm.add(last)\n",
        "base = VGG16(weights=None)\ntop = Sequential()\ntop.add(Dense(1))\nm = Model(base.input, top(base.output))\n",
        "base = VGG16(weights=None)\nx = base.input\nfor l in base.layers[1:]:\n    x = l(x)\nm = Model(base.input, x)\n",
        "base = VGG16(weights=None)\nm = Sequential()\nm.add(keras.layers.TimeDistributed(base))\n",
        "inner = Dense(1)\ntop = Sequential()\ntop.add(inner)\nm = Sequential()\nm.add(top)\n",
    ],
)
def test_parts_that_are_added(build: str) -> None:
    inside = (build + "m.compile('sgd', 'mse')\n").replace("\n", "\n    ").rstrip(" ")
    check_upgraded(HEAD + LEGACY + build + TAIL, f"{HEAD}{STRATEGY}    {inside}")


@pytest.mark.parametrize(
    "build",
    [
        "units = int(n)\nrate = float(r)\n{}m = Sequential()\nm.add(Dense(units))\n",
        "units = count_of(labels)\n{}m = Sequential()\nm.add(keras.layers.TimeDistributed(Dense(units)))\n",
        "names = ['a', 'b']\n{}m = Sequential()\nfor name in names:\n    m.add(Dense(1, name=name))\n",
    ],
)
def test_numbers_and_names_stay_above_the_scope(build: str) -> None:
    after = build.replace("{}m", "m")
    first = after.index("m = ")
    inside = (after[first:] + "m.compile('sgd', 'mse')\n").replace("\n", "\n    ").rstrip(" ")
    check_upgraded(HEAD + LEGACY + after + TAIL, f"{HEAD}{after[:first]}{STRATEGY}    {inside}")


@pytest.mark.parametrize(
    "body",
    [
        "m = Sequential()\nm.add(base)\n",
        "m = Sequential()\nfor l in base.layers:\n    m.add(l)\n",
        "m = Sequential()\nm.add(keras.layers.TimeDistributed(base, input_shape=(3, 4)))\n",
        "top = Sequential()\ntop.add(base)\nm = Model(top.input, Dense(1)(top.output))\n",
    ],
)
def test_parts_of_elsewhere(body: str) -> None:
    lines = (body + TAIL + "return p\n").replace("\n", "\n    ").rstrip(" ")
    result = check_sound(f"{HEAD}{LEGACY}def build(base):\n    {lines}")
    assert b"from compat.keras.utils import multi_gpu_model" in result.after
    assert b"strategy" not in result.after


def test_parts_on_self() -> None:
    own = "class A:\n    def __init__(self, base):\n        self.base = base\n    def build(self):\n"
    body = "        m = Sequential()\n        for l in self.base.layers:\n            m.add(l)\n"
    result = check_sound(
        f"{HEAD}{LEGACY}{own}{body}        p = multi_gpu_model(m, gpus=2)\n        p.compile('sgd', 'mse')\n"
    )
    assert b"from compat.keras.utils import multi_gpu_model" in result.after
