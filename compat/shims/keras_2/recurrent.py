"""`tf.keras.layers.LSTM` and `GRU` of TF 2: sigmoid gates, one matrix product, biases on both sides of a GRU.

The layers of TF 1, which `tensorflow.python.keras` still has, compute the same with these arguments. Only the choice of
the cuDNN kernel on a GPU is gone.
"""

from typing import Any

from tensorflow.python.keras.layers import recurrent

_TF_2 = {"recurrent_activation": "sigmoid", "implementation": 2}


class LSTMCell(recurrent.LSTMCell):  # type: ignore[misc]
    """One step of an LSTM."""

    def __init__(self, units: int, activation: Any = "tanh", *args: Any, **kwargs: Any) -> None:
        super().__init__(units, activation, *args, **_with(args, kwargs, _TF_2))


class GRUCell(recurrent.GRUCell):  # type: ignore[misc]
    """One step of a GRU."""

    def __init__(self, units: int, activation: Any = "tanh", *args: Any, **kwargs: Any) -> None:
        super().__init__(units, activation, *args, **_with(args, kwargs, {**_TF_2, "reset_after": True}))


class LSTM(recurrent.LSTM):  # type: ignore[misc]
    """Long short-term memory over a sequence."""

    def __init__(self, units: int, activation: Any = "tanh", *args: Any, **kwargs: Any) -> None:
        super().__init__(units, activation, *args, **_with(args, kwargs, _TF_2))
        self.cell._name = "lstm_cell"


class GRU(recurrent.GRU):  # type: ignore[misc]
    """Gated recurrent units over a sequence."""

    def __init__(self, units: int, activation: Any = "tanh", *args: Any, **kwargs: Any) -> None:
        super().__init__(units, activation, *args, **_with(args, kwargs, {**_TF_2, "reset_after": True}))
        self.cell._name = "gru_cell"


def _with(args: Any, kwargs: Any, defaults: Any) -> Any:
    """Return the keyword arguments with the defaults of TF 2; the first of `args` is `recurrent_activation`."""
    given = {"recurrent_activation"} if args else set()
    return {**{name: value for name, value in defaults.items() if name not in given}, **kwargs}
