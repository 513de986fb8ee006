"""Methods of own layers and models under names that Keras 3 uses."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound

HEAD = "import tensorflow as tf\nclass Own(tf.keras.{}):\n"
FIT = "model = Own()\nmodel.compile('sgd', 'mse')\nmodel.fit(x, y, epochs=2)\n"
SAVE = "model = Own()\nmodel.save_weights('a.weights.h5')\n"


def _lines(source: str, to: str = "native") -> list[int]:
    return [each.line for each in check_sound(source, to=to).findings if each.code == "TFM334"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("base", "method", "after"),
    [
        ("layers.Layer", "def quantize(self, x)", ""),
        ("Model", "def quantize(self, x)", ""),
        ("layers.Dense", "def quantize(self, x, levels)", ""),
        ("layers.Layer", "def compute_dtype(self)", ""),
        ("layers.Layer", "def supports_jit(self)", ""),
        ("layers.Layer", "def _path(self)", ""),
        ("Model", "def loss(self, x, y)", ""),
        ("Model", "@property\n    def loss(self)", ""),
        ("Model", "@staticmethod\n    def loss(x, y)", "model = Own()\nprint(model.loss(x, y))\n"),
        ("Model", "def compute_loss(self, x, y)", FIT),
        ("Model", "def compute_loss(self, x, y, y_pred, sample_weight, scale)", FIT),
        ("Model", "def compute_loss(self, x, y)", "def train(model):\n    model.fit(x, y, epochs=2)\n"),
        ("Model", "def compute_metrics(self, y, y_pred)", FIT),
        ("Model", "def get_metrics_result(self, x)", FIT),
        ("Model", "def _compute_loss(self, x)", FIT),
        ("Model", "def save_own_variables(self)", SAVE),
        ("layers.Layer", "def get_build_config(self, x)", "model = tf.keras.models.load_model(path)\n"),
    ],
)
def test_reported(base: str, method: str, after: str, to: str) -> None:
    source = f"{HEAD.format(base)}    {method}:\n        return 1\n{after}"
    assert _lines(source, to) == [3 + method.count("\n")]


def test_decorated() -> None:
    method = "    @tf.function\n    def compute_loss(self, x, y):\n        return 1\n"
    assert _lines(HEAD.format("Model") + method + FIT) == [4]


def test_fit_of_self_and_of_classes_below() -> None:
    own = HEAD.format("Model") + "    def compute_loss(self, x):\n        return 1\n"
    assert _lines(own + "    def train(self):\n        self.fit(x, y, epochs=2)\n") == [3]
    assert _lines(own + "class Below(Own):\n    pass\nBelow().fit(x, y)\n") == [3]


@pytest.mark.parametrize(
    ("base", "method", "after"),
    [
        ("layers.Layer", "def quantize(self, mode)", ""),
        ("layers.Layer", "def quantize(self, mode=None, config=None, **kwargs)", ""),
        ("layers.Layer", "def quantized(self, x)", ""),
        ("layers.Layer", "def loss(self, x, y)", ""),
        ("layers.Layer", "def compute_loss(self, x, y)", FIT),
        ("layers.Layer", "@property\n    def compute_dtype(self)", ""),
        ("layers.Layer", "def symbolic_call(self, x)", ""),
        ("layers.Layer", "def compute_output_spec(self, x)", ""),
        ("Model", "@property\n    def loss(self):\n        return 1\n    @loss.setter\n    def loss(self, x)", ""),
        ("Model", "@staticmethod\n    def loss(x, y)", "print(Own.loss(x, y))\n"),
        ("Model", "def compute_loss(self, x, y)", ""),
        ("Model", "def compute_loss(self, x, y)", "model = tf.keras.Sequential()\nmodel.fit(x, y, epochs=2)\n"),
        ("Model", "def compute_loss(self, x, y)", "import sklearn.svm\nsklearn.svm.SVC().fit(x, y)\n"),
        ("Model", "def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None)", FIT),
        ("Model", "def compute_loss(self, x, y, y_pred, sample_weight, training=True)", FIT),
        ("Model", "def compute_loss(self, x, y, y_pred, sample_weight, *, training)", FIT),
        ("Model", "def compute_loss(self, *args, **kwargs)", FIT),
        ("Model", "def train_step(self, data):\n        return 1\n    def compute_loss(self, x)", FIT),
        ("Model", "def fit(self, x, y):\n        return 1\n    def compute_loss(self, x)", FIT),
        ("Model", "def compute_metrics(self, x, y, y_pred, sample_weight=None)", FIT),
        ("Model", "def get_metrics_result(self)", FIT),
        ("Model", "def save_own_variables(self, store)", SAVE),
        ("Model", "def save_own_variables(self)", ""),
        ("metrics.Metric", "def quantize(self, x)", ""),
    ],
)
def test_left_alone(base: str, method: str, after: str) -> None:
    assert _lines(f"{HEAD.format(base)}    {method}:\n        return 1\n{after}") == []


@pytest.mark.parametrize(
    "source",
    [
        "import torch\nclass Own(torch.nn.Module):\n    def quantize(self, x):\n        return 1\n",
        "import keras\nclass Own:\n    def quantize(self, x):\n        return 1\n",
        "import keras\ny = keras.ops.ones(1)\nclass Own(keras.Model):\n    def loss(self, x):\n        return 1\n",
        "import tf_keras\nclass Own(tf_keras.Model):\n    def loss(self, x):\n        return 1\n",
        "import keras\ndef quantize(self, x):\n    return 1\n",
    ],
)
def test_other_classes(source: str) -> None:
    assert _lines(source) == []
