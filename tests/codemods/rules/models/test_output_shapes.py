"""The shape of a layer's output is that of its output."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = "from keras.models import Sequential\nm = Sequential([a, b])\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("print(m.layers[-1].output_shape)", "print(m.layers[-1].output.shape)"),
        ("n = m.get_layer('a').output_shape[1]", "n = m.get_layer('a').output.shape[1]"),
        ("n = m.get_layer(index=2).output_shape[1:]", "n = m.get_layer(index=2).output.shape[1:]"),
        ("for x in m.layers: print(x.output_shape)", "for x in m.layers: print(x.output.shape)"),
        ("for i, x in enumerate(m.layers): f(x.output_shape)", "for i, x in enumerate(m.layers): f(x.output.shape)"),
        ("n = [x.output_shape for x in m.layers[1:]]", "n = [x.output.shape for x in m.layers[1:]]"),
        ("x = m.layers[3]\nprint(x.output_shape)", "x = m.layers[3]\nprint(x.output.shape)"),
        (
            "for x in m.layers:\n    if hasattr(x, 'output_shape'): print(x.output_shape)",
            "for x in m.layers:\n    if hasattr(x, 'output'): print(x.output.shape)",
        ),
        ("print(hasattr(m.layers[0], 'input_shape'))", "print(hasattr(m.layers[0], 'input'))"),
        (
            "n = getattr(m.layers[-1], 'output_shape', None)",
            "n = getattr(getattr(m.layers[-1], 'output', None), 'shape', None)",
        ),
        (
            'for x in m.layers: print(getattr(x, "output_shape", (1,)))',
            'for x in m.layers: print(getattr(getattr(x, "output", None), "shape", (1,)))',
        ),
        ("print(m.layers[2].input_shape)", "print(m.layers[2].input.shape)"),
        ("print(m.layers[0].input_shape[1:])", "print(m.layers[0].input.shape[1:])"),
        ("for x in m.layers: print(x.name, x.input_shape)", "for x in m.layers: print(x.name, x.input.shape)"),
        (
            "n = getattr(m.layers[2], 'input_shape', None)",
            "n = getattr(getattr(m.layers[2], 'input', None), 'shape', None)",
        ),
        ("for x in reversed(m.layers): f(x.output_shape)", "for x in reversed(m.layers): f(x.output.shape)"),
    ],
)
def test_rewritten(legacy: str, modern: str) -> None:
    check_upgraded(f"{MODEL}{legacy}\n", f"{MODEL}{modern}\n")


def test_unknown_model() -> None:
    head = "import keras\ndef f(model):\n    return "
    check_upgraded(f"{head}model.get_layer('x').output_shape[1]\n", f"{head}model.get_layer('x').output.shape[1]\n")


@pytest.mark.parametrize(
    "code",
    [
        "other.layers[2].input_shape",
        "m.layers[0].output_shape",
        "other.get_layer('a').input_shape",
        "getattr(other.layers[2], 'input_shape', None)",
        "getattr(m.layers[0], 'output_shape', None)",
    ],
)
def test_reported(code: str) -> None:
    head = MODEL.replace("Sequential\n", "Model, Sequential\n") + "other = Model(x, y)\n"
    check_declined(f"{head}print({code})\n", "TFM215", 4)


def test_the_shape_of_an_input() -> None:
    """Keras 2.3.1 and TensorFlow 1.15.5 and 2.3.4 have the same."""
    keras = pytest.importorskip("keras", minversion="3")
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3), keras.layers.Dense(2)])
    assert [each.input.shape for each in model.layers] == [(None, 4), (None, 3)]


def test_layers_of_several_outputs() -> None:
    """The output of an LSTM that returns its states is a list, which has no shape."""
    source = "from keras.layers import LSTM\nfrom keras.models import Model\nm = Model(i, LSTM(2, return_state=True)(j)[0])\n"
    check_declined(f"{source}for x in m.layers: print(x.output_shape)\n", "TFM215", 4)
    check_untouched("from keras.layers import LSTM\nx = LSTM(2, return_state=True)(j)\nprint(x.output_shape)\n")


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "print(m.output_shape, m.input_shape)\n",
        MODEL + "print(m.layers[-1].output.shape)\n",
        MODEL + "print(hasattr(m, 'output_shape'), getattr(m, 'output_shape', None))\n",
        MODEL + "print(hasattr(m.layers[1], 'output'), hasattr(m.layers[1], name))\n",
        "import keras\ndef f(x): return hasattr(x, 'output_shape')\n",
        "import keras\nclass Own:\n    def f(self): self.output_shape = 3\ndef f(m): return m.layers[-1].output_shape\n",
        "import lasagne\ndef f(m): return m.layers[-1].output_shape\n",
        "import keras\ndef f(x): return x.output_shape\n",
        "import keras\ndef f(x): return x.blocks[-1].output_shape\n",
        MODEL + "x = m.layers[1:]\nprint(x.output_shape)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
