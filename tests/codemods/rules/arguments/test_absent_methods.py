from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Finding, Settings, Upgraded

MODEL = "from keras.models import Sequential, Model\nm = Sequential()\n"
STRATEGY = "import tensorflow as tf\ns = tf.distribute.MirroredStrategy()\n"
DATA = "import tensorflow as tf\nd = tf.data.Dataset.from_tensor_slices(x).map(f).batch(2)\n"


def findings(source: str) -> list[Finding]:
    """Findings of this rule alone; rules that know more about a place come before it."""
    result = upgrade(source.encode(), Settings(select=("TFM194",)))
    assert isinstance(result, Upgraded)
    assert not result.changed
    return list(result.findings)


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (STRATEGY + "s.experimental_run_v2(f)\n", 3, "MirroredStrategy.experimental_run_v2 exists only in TensorFlow"),
        (DATA + "d.make_initializable_iterator()\n", 3, "exists only in TensorFlow 1.12-1.15"),
        ("import keras\nclass M(keras.Model):\n  def f(self): self.get_losses_for(1)\n", 3, "get_losses_for"),
        (
            "import keras\nclass T:\n  def __init__(self): self.m = keras.Sequential()\n  def f(self): self.m.get_losses_for(x)\n",
            4,
            "keras.Sequential.get_losses_for",
        ),
        (MODEL + "n = m\nn.get_losses_for(x)\n", 4, "get_losses_for"),
        ("from keras.applications import VGG16\nVGG16().get_losses_for(x)\n", 2, "keras.models.Model.get_losses_for"),
    ],
)
def test_reported(source: str, line: int, said: str) -> None:
    (finding,) = findings(source)
    assert finding.line == line
    assert said in finding.message


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "m.fit(x, y)\nm.summary()\nm.layers[0].name\nm.no_release_had_this\n",
        MODEL + "m = wrap(m)\nm.get_losses_for(x)\n",
        MODEL + "def f(m): m.get_losses_for(x)\n",
        MODEL + "for m in models: m.get_losses_for(x)\n",
        "import keras\nclass M(keras.Model):\n  def get_losses_for(self): pass\n  def f(self): self.get_losses_for()\n",
        "import keras\nclass M(keras.Model):\n  def __init__(self): self.get_losses_for = 1\n  def f(self): self.get_losses_for\n",
        "import keras\nclass M(Mixin, keras.Model):\n  def f(self): self.get_losses_for()\n",
        "import keras\nclass T:\n  def f(self): self.m.get_losses_for(x)\n",
        "import keras\nclass T:\n  def __init__(self, m): self.m = m\n  def f(self): self.m.get_losses_for(x)\n",
        "import keras\nclass M(keras.Model):\n  @staticmethod\n  def f(self): self.get_losses_for()\n",
        "from mylib import Sequential\nimport keras\nm = Sequential()\nm.get_losses_for(x)\n",
        STRATEGY + "s.run(f)\ns.scope()\ns.num_replicas_in_sync\n",
        DATA + "d.element_spec\n",
        MODEL + "print(m.name, m.output_shape, m.built)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert findings(source) == []
