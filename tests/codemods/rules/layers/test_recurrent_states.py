"""States and constants of recurrent layers."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "from keras.layers import RNN, Layer, SimpleRNNCell\n"
CLASS = "class FromFirst(RNN):\n    def get_initial_state(self, {}):\n        return [inputs[:, 0]]\n"
CELL = (
    "class Cell(Layer):\n    state_size = 3\n    def get_initial_state(self, {}):\n"
    "        {}\n        return [zeros((batch_size, 3), dtype)]\n"
)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("x = RNN([SimpleRNNCell(2), SimpleRNNCell(2)], return_state=True)(y)\n", 2),
        ("cells = [SimpleRNNCell(2) for _ in range(2)]\nx = RNN(cells, return_state=True)\n", 3),
        ("x = RNN(SimpleRNNCell(2))(y, constants=c)\n", 2),
        ("layer = RNN(SimpleRNNCell(2))\nx = layer(y, constants=[c])\n", 3),
        (CLASS.format("inputs"), 3),
        (CLASS.format("x, inputs=None"), 3),
        (CELL.format("inputs=None, batch_size=None, dtype=None", "if inputs: dtype = inputs.dtype"), 4),
        (CELL.format("inputs", "batch_size, dtype = inputs.shape[0], 'float32'"), 4),
    ],
)
def test_reported(code: str, line: int) -> None:
    check_declined(HEAD + code, "TFM337", line)


@pytest.mark.parametrize(
    "code",
    [
        "x = RNN([SimpleRNNCell(2), SimpleRNNCell(2)])(y)\n",
        "x = RNN([SimpleRNNCell(2)], return_state=True)(y)\n",
        "x = RNN(SimpleRNNCell(2), return_state=True)(y)\n",
        "x = RNN([SimpleRNNCell(2), SimpleRNNCell(2)], return_state=False)(y)\n",
        "x = RNN(SimpleRNNCell(2))(y, initial_state=c)\n",
        "x = make(SimpleRNNCell(2))(y, constants=c)\n",
        CLASS.format("batch_size"),
        CLASS.format("batch_size=None, inputs=None"),
        CLASS.format("inputs=None, **options"),
        CLASS.replace("RNN", "Layer").format("inputs"),
        CELL.format("inputs=None, batch_size=None, dtype=None", "dtype = dtype or 'float32'"),
        CELL.format("batch_size", "dtype = self.compute_dtype"),
        CELL.format("**options", "batch_size, dtype = 1, 'float32'"),
        CELL.replace("state_size", "size").format("inputs", "batch_size, dtype = 1, 'float32'"),
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


TF = "import tensorflow as tf\nfrom tensorflow.keras.layers import LSTMCell, SimpleRNNCell\n"
OWN_CELL = (
    "class Own({}):\n    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):\n"
    "        return super().get_initial_state({})\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "cell = LSTMCell(4)\nh, c = cell.get_initial_state(batch_size=n, dtype=tf.float32)\n",
            "cell = LSTMCell(4)\nh, c = cell.get_initial_state(batch_size=n)\n",
        ),
        (
            "cell = SimpleRNNCell(4)\nh = cell.get_initial_state(batch_size=n, dtype='float32')\n",
            "cell = SimpleRNNCell(4)\nh = cell.get_initial_state(batch_size=n)[0]\n",
        ),
        (
            OWN_CELL.format("LSTMCell", "inputs=inputs, batch_size=batch_size, dtype=dtype"),
            OWN_CELL.format("LSTMCell", "batch_size=batch_size"),
        ),
        (
            OWN_CELL.format("SimpleRNNCell", "inputs=inputs, batch_size=batch_size, dtype=dtype"),
            OWN_CELL.format("SimpleRNNCell", "batch_size=batch_size"),
        ),
    ],
)
def test_states_of_cells(before: str, after: str) -> None:
    check_upgraded(TF + before, TF + after)


@pytest.mark.parametrize(
    "code",
    [
        "cell = LSTMCell(4)\nh = cell.get_initial_state(batch_size=n)\n",
        "h = cell.get_initial_state(batch_size=n, dtype=tf.float32)\n",
        "cell = own.LSTMCell(4)\nh = cell.get_initial_state(batch_size=n, dtype=tf.float32)\n",
        OWN_CELL.format("own.Cell", "inputs=inputs, batch_size=batch_size, dtype=dtype"),
    ],
)
def test_other_states(code: str) -> None:
    check_untouched(TF + code)


@pytest.mark.parametrize("given", ["batch_size=n, dtype=tf.float16", "inputs=x", "batch_size=n, dtype=d"])
def test_states_that_are_reported(given: str) -> None:
    """TFM195 names the keyword."""
    check_declined(f"{TF}cell = LSTMCell(4)\nh = cell.get_initial_state({given})\n", "TFM195", 4)


@pytest.mark.tensorflow
def test_first_states() -> None:
    """TensorFlow 1.15.5, 2.3.4 and 2.15.1 give a list of an `LSTMCell`, and a tensor of the others."""
    keras = pytest.importorskip("keras", minversion="3")
    for name, count in (("LSTMCell", 2), ("GRUCell", 1), ("SimpleRNNCell", 1)):
        states = getattr(keras.layers, name)(4).get_initial_state(batch_size=2)
        assert [(each.shape, each.dtype, float(each.numpy().sum())) for each in states] == [
            ((2, 4), "float32", 0)
        ] * count
