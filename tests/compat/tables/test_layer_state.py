"""What the installed release says to layers that are made inside `call`."""

import warnings

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")

from compat.tables.behaviour.layer_state import LAYERS_WITH_WEIGHTS, RANDOM_LAYERS  # noqa: E402 - after the check for TensorFlow

layers = tf.keras.layers
IS_MODERN = tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 16)
IS_GRAPH = tf.__version__.startswith("1.")
STATELESS = ("Activation", "Flatten", "GlobalAveragePooling1D", "LeakyReLU", "ReLU", "Softmax")
_RANKS = {"1D": 3, "2D": 4, "3D": 5}
_SEQUENCES = ("GRU", "LSTM", "SimpleRNN")


def _made(name):
    made = getattr(layers, name.rpartition(".")[2], None)
    if made is None or "CuDNN" in name or "Attention" in name or "ConvLSTM" in name:
        pytest.skip("needs other inputs, or is not here")
    if "Conv" in name:
        kernel = {} if "Depthwise" in name else {"filters": 2}
        return lambda: made(kernel_size=1, **kernel)
    arguments = {"Dense": (2,), "Embedding": (9, 2), "GRU": (2,), "LSTM": (2,), "SimpleRNN": (2,)}
    noise = (0.5,) if name in RANDOM_LAYERS else ()
    if name.endswith("GroupNormalization"):
        return lambda: made(groups=1)
    plain = {"Activation": ("relu",)}.get(name.rpartition(".")[2], noise)
    return lambda: made(*arguments.get(name.rpartition(".")[2], plain))


def _runs(name):
    make = _made(name)

    class Own(layers.Layer):
        def call(self, x):
            return make()(x)

    sequence = name.endswith(_SEQUENCES) or name.endswith("1D")
    rank = 3 if sequence else next((each for end, each in _RANKS.items() if end in name), 2)
    batch = np.ones((2,) + (4,) * (rank - 2) + (3,), "float32")
    inputs = layers.Input(batch.shape[1:])
    try:
        model = tf.keras.Model(inputs, Own()(inputs))
        model.predict(batch)
    except ValueError as error:
        if "variable" not in str(error).lower():
            raise
        return False
    return True


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", sorted(RANDOM_LAYERS))
def test_random_layers_ran_before_keras_3(name):
    assert _runs(name) is not IS_MODERN


@pytest.mark.parametrize("name", sorted(LAYERS_WITH_WEIGHTS))
def test_weights_only_in_graphs(name):
    assert _runs(name) is IS_GRAPH


@pytest.mark.parametrize("name", STATELESS)
def test_others_run(name):
    assert _runs(name)
