"""Gradients and operations on the tensors of a model are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched

NATIVE = "from tensorflow.keras import backend as K\nfrom tensorflow.keras.models import load_model\nm = load_model(p, safe_mode=False)\n"
SHIMS = NATIVE.replace("from tensorflow", "from compat.tensorflow")


LINES = ["g = K.gradients(m.layers[1].output, x)", "def f(loss): return K.gradients(loss, x)[0]"]


@pytest.mark.parametrize("line", LINES)
def test_gradients_are_carried_by_the_shims(line: str) -> None:
    check_untouched(f"{SHIMS}{line}\n", to="compat")


@pytest.mark.parametrize("line", LINES)
def test_gradients(line: str) -> None:
    finding = check_declined(f"{NATIVE}{line}\n", "TFM128", 4)
    assert finding.symbol == "tensorflow.keras.backend.gradients"
    assert "GradientTape" in finding.advice


@pytest.mark.parametrize(("to", "count"), [("native", 1), ("compat", 0)])
def test_gradients_of_standalone_keras(to: str, count: int) -> None:
    result = check_sound("from keras import backend as K\nimport keras.layers.core\ng = K.gradients(a, b)\n", to=to)
    assert [finding.code for finding in result.findings].count("TFM128") == count


@pytest.mark.parametrize("tensor", ["m.output", "[m.output, m.input]", "Dense(3)(x)", "1 - m.output"])
def test_operations_of_the_backend_are_carried_by_the_shims(tensor: str) -> None:
    check_untouched(f"{SHIMS}from compat.tensorflow.keras.layers import Dense\nloss = K.mean({tensor})\n", to="compat")


def test_tensorflow_on_shims() -> None:
    head = "from compat import tensorflow as tf\ni = tf.keras.layers.Input((2,))\n"
    check_declined(f"{head}x = tf.einsum('ij->i', i)\n", "TFM232", 3)


def test_what_a_model_computes_in_call() -> None:
    """A tensor in `call` is one of TensorFlow, whichever layer it comes from."""
    head = "from compat import tensorflow as tf\nclass Net(tf.keras.Model):\n    def __init__(self):\n"
    parts = '        super().__init__()\n        self.parts = {"norm": tf.keras.layers.Dense(3)}\n'
    call = '    def call(self, x):\n        x = self.parts["norm"](x)\n        return tf.nn.relu(x)\n'
    check_untouched(head + parts + call, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        f"{SHIMS}def loss(t, p): return K.mean(t - p)\n",
        f"{SHIMS}x = K.mean(numbers)\n",
        f"{SHIMS}x = K.function([m.input], [m.layers[1].output])\n",
        f"{NATIVE}from tensorflow.keras.layers import Layer\nclass A(Layer):\n    def call(self, x): return K.gradients(x, x)\n",
        f"{NATIVE}import tensorflow as tf\n@tf.function\ndef f(x): return K.gradients(x, x)\n",
        f"{NATIVE}from tensorflow.keras.layers import Lambda\ndef f(x): return K.gradients(x, x)\nLambda(f)\n",
        f"{NATIVE}from tensorflow.keras.layers import Lambda\nLambda(lambda x: K.gradients(x, x)[0])\n",
        "import tensorflow as tf\ntf.compat.v1.disable_eager_execution()\ng = tf.keras.backend.gradients(a, b)\n",
        "from mine import K\ng = K.gradients(a, b)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
