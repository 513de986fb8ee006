from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Finding, Settings, Upgraded

TF = "import tensorflow as tf\n"
KERAS = "import keras\n"
LAYER = "from keras.layers import Conv2D, BatchNormalization\n"


def findings(source: str) -> list[Finding]:
    """Findings of this rule alone; rules that know more about a place come before it."""
    result = upgrade(source.encode(), Settings(select=("TFM195",)))
    assert isinstance(result, Upgraded)
    assert not result.changed
    return list(result.findings)


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (LAYER + "Conv2D(3, 3, weights=w)\n", 2, "keras.layers.Conv2D takes weights= only in Keras 1.2.2-2.15.0"),
        (LAYER + "c = Conv2D\nx = Conv2D(3, 3,\n  weights=w)\n", 4, "weights="),
        (LAYER + "c = Conv2D\nx = c(3, 3, weights=w)\n", 3, "weights="),
        (LAYER + "if a:\n  c = Conv2D\nelse:\n  c = Conv2D\nx = c(3, 3, weights=w)\n", 6, "weights="),
        ("import functools\n" + LAYER + "c = functools.partial(Conv2D, 3, weights=w)\n", 3, "weights="),
        (LAYER + "Conv2D(3, 3, **{'weights': w})\n", 2, "this call is Conv2D(3, 3, weights=w)"),
        ("from keras.callbacks import TensorBoard\nTensorBoard(batch_size=3)\n", 2, "batch_size="),
        (
            "from keras.models import Sequential\nm = Sequential()\nm.compile('sgd', 'mse', target_tensors=t)\n",
            3,
            "keras.models.Sequential.compile takes target_tensors=",
        ),
        ("import keras\nclass M(keras.Model):\n  def go(self):\n    self.fit(x, y, workers=2)\n", 4, "workers="),
        (TF + "x = tf.keras.callbacks.TensorBoard(write_grads=True)\n", 2, "only in TensorFlow 1.12-2.15"),
    ],
)
def test_reported(source: str, line: int, said: str) -> None:
    (finding,) = findings(source)
    assert finding.line == line
    assert said in finding.message
    assert finding.symbol.endswith("=)")


@pytest.mark.parametrize(
    "source",
    [
        LAYER + "Conv2D(3, 3, input_shape=s, name='a', dtype='float32', trainable=False)\n",
        LAYER + "Conv2D(3, 3, no_release_took_this=1)\n",
        "from mylib import Conv2D\nimport keras\nConv2D(3, 3, weights=w)\n",
        LAYER + "def f(Conv2D): return Conv2D(3, weights=w)\n",
        LAYER + "c = Conv2D\nc = own(c)\nx = c(3, 3, weights=w)\n",
        LAYER + "c = Conv2D if a else own\nx = c(3, 3, weights=w)\n",
        LAYER + "for c in [Conv2D]: c(3, 3, weights=w)\n",
        LAYER + "from own import partial\nc = partial(Conv2D, 3, weights=w)\n",
        "import keras\nclass Conv2D(keras.layers.Conv2D): pass\nConv2D(3, 3, weights=w)\n",
        "import keras\ndef f(m): m.fit(x, workers=3)\n",
        "import keras\nm = keras.models.Sequential()\nm = other(m)\nm.fit(x, workers=3)\n",
        "import keras\nclass M(keras.Model):\n  def fit(self, **kw): pass\n  def go(self): self.fit(x, workers=2)\n",
        "import keras\nclass M(Mixin, keras.Model):\n  def go(self): self.fit(x, workers=2)\n",
        "text = 'Conv2D(3, weights=w)'\nimport keras\n",
        TF + "tf.compat.v1.get_variable('x', [3], collections=c)\n",
        TF + "tf.function(f, input_signature=s)\n",
        "from keras.callbacks import LambdaCallback\nLambdaCallback(on_batch_end=f, on_test_begin=g)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert findings(source) == []


SHIMS = "from functools import partial\nfrom compat.keras.layers import Conv2D, Convolution2D, Dense\n"


@pytest.mark.parametrize(
    "source",
    [
        "c = partial(Convolution2D, border_mode='same', init='one', subsample=(2, 2))\n",
        "c = Convolution2D\nx = c(2, 1, 1, init='one', bias=False)\n",
        "if a:\n  c = Conv2D\nelse:\n  c = Convolution2D\nx = c(3, 3, border_mode='same')\n",
        "c = partial(Dense, init='one', bias=False, weights=w)\n",
        "c = partial(own, init='one')\n",
    ],
)
def test_what_the_shims_convert_is_left_alone(source: str) -> None:
    assert findings(SHIMS + source) == []


def test_what_is_not_of_the_shims_is_reported_beside_them() -> None:
    head = "from functools import partial\nfrom compat.keras.models import Model\nfrom keras.layers import Conv2D\n"
    assert [each.line for each in findings(head + "c = partial(Conv2D, border_mode='same')\n")] == [4]
