"""States and constants of recurrent layers."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

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
