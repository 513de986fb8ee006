"""Own recurrent layers with a `call`: the parameters that Keras 3 builds them by."""

from __future__ import annotations

from typing import Any

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_lasting

HEAD = "from keras.layers import GRU, LSTM, RNN, Bidirectional, ConvLSTM2D, Layer, LSTMCell, SimpleRNN\n"
OWN = "class Own({}):\n    def call(self, {}):\n        return {}\n"


def _upgraded(source: str) -> Upgraded:
    result = upgrade((HEAD + source).encode(), Settings(select=("TFM528",)))
    assert isinstance(result, Upgraded)
    check_lasting(HEAD + source, Settings())
    return result


@pytest.mark.parametrize("base", ["LSTM", "GRU", "SimpleRNN", "RNN", "ConvLSTM2D"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("inputs", "super().call(inputs)"), ("sequences, initial_state=None", "super().call(sequences)")),
        (
            ("x, mask=None, training=None", "super(Own, self).call(x * 2, mask, training)"),
            (
                "sequences, mask=None, training=None, initial_state=None",
                "super(Own, self).call(sequences * 2, mask=mask, training=training)",
            ),
        ),
        (
            ("inputs, mask=None, initial_state=None", "super().call(inputs, mask=mask, initial_state=initial_state)"),
            (
                "sequences, mask=None, initial_state=None",
                "super().call(sequences, mask=mask, initial_state=initial_state)",
            ),
        ),
        (
            ("inputs", "super().call(inputs=inputs + self.inputs)"),
            ("sequences, initial_state=None", "super().call(sequences=sequences + self.inputs)"),
        ),
        (
            ("sequences, mask=None", "super().call(sequences, mask=mask)"),
            ("sequences, mask=None, initial_state=None", "super().call(sequences, mask=mask)"),
        ),
        (
            ("inputs", "[own(step, inputs) for step in range(3)]"),
            ("sequences, initial_state=None", "[own(step, sequences) for step in range(3)]"),
        ),
    ],
)
def test_parameters(base: str, before: tuple[str, str], after: tuple[str, str]) -> None:
    result = _upgraded(OWN.format(base, *before))
    assert result.after.decode() == HEAD + OWN.format(base, *after)
    assert not result.findings


def test_a_base_of_the_file() -> None:
    source = "class Base(LSTM):\n    pass\n" + OWN.format("Base", "inputs", "super().call(inputs)")
    assert b"def call(self, sequences, initial_state=None)" in _upgraded(source).after


@pytest.mark.parametrize(
    ("params", "value"),
    [
        ("inputs, **kwargs", "super().call(inputs, **kwargs)"),
        ("*args", "super().call(*args)"),
        ("inputs, mask=None, constants=None", "super().call(inputs, mask=mask, constants=constants)"),
        ("inputs", "super().call(inputs, sequences)"),
        ("inputs", "[inputs for inputs in inputs]"),
    ],
)
def test_reported(params: str, value: str) -> None:
    if "for inputs" in value:
        value = "super().call(inputs)\n        inputs = 3"
    result = _upgraded(OWN.format("LSTM", params, value))
    assert (result.changes, len(result.findings)) == ((), 1)


@pytest.mark.parametrize(
    "source",
    [
        OWN.format("LSTM", "sequences, initial_state=None, mask=None", "super().call(sequences)"),
        OWN.format("Layer", "inputs", "inputs"),
        OWN.format("LSTMCell", "inputs, states", "super().call(inputs, states)"),
        "class Own(LSTM):\n    def build(self, input_shape):\n        super().build(input_shape)\n",
        "class Own(Unknown):\n    def call(self, inputs):\n        return inputs\n",
        "class Own(LSTM):\n    def step(self, inputs):\n        return inputs\n",
        (
            OWN.format("RNN", "inputs", "inputs")
            + "    def build(self, input_shape):\n        self.built = True\n"
            + "    def compute_output_shape(self, input_shape):\n        return input_shape\n"
        ),
        OWN.format("LSTM", "inputs", "inputs") + "from keras import ops\n",
    ],
)
def test_left_alone(source: str) -> None:
    result = _upgraded(source)
    assert (result.changes, result.findings) == ((), ())


@pytest.mark.tensorflow
def test_numbers() -> None:
    """Keras 2.3.1 and TensorFlow 2.3.4 have 0.128931 and 0.106753, without the edit."""
    params = "inputs, mask=None, training=None, initial_state=None"
    passed = "super().call(inputs, mask=mask, training=training, initial_state=initial_state)"
    source = OWN.format("LSTM", params, passed)
    with pytest.raises(ValueError, match="sequences"):
        _losses(HEAD + source)
    assert _losses(_upgraded(source).after.decode()) == pytest.approx([0.128931, 0.106753], abs=1e-5)


def _losses(source: str) -> list[float]:
    import keras
    import numpy as np

    names: dict[str, Any] = {}
    exec(source, names)
    layer = names["Own"](4, recurrent_activation="sigmoid")
    model = keras.Sequential([keras.Input((5, 3)), layer, keras.layers.Dense(1)])
    model.set_weights([np.sin(np.arange(each.size)).reshape(each.shape) for each in model.get_weights()])
    model.compile("sgd", "mse")
    x = np.random.RandomState(0).rand(8, 5, 3).astype("float32")
    history = model.fit(x, np.zeros((8, 1)), epochs=2, batch_size=4, verbose=0, shuffle=False).history
    return [float(each) for each in history["loss"]]
