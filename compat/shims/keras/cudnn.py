"""`CuDNNLSTM` and `CuDNNGRU`, and the weights that they saved.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/cudnn_recurrent.py
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/saving.py

Known deviations:
* `CuDNNLSTM` has one bias, which learns half as fast as the sum of the two that it had
* weights are saved in the layout of `LSTM` and `GRU`, which Keras 2 loads, too
"""

from typing import Any, Callable, List

import numpy as np

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras import layers

_CODE = "TFM143"
_KEYWORDS = (
    "kernel_initializer",
    "recurrent_initializer",
    "bias_initializer",
    "unit_forget_bias",
    "kernel_regularizer",
    "recurrent_regularizer",
    "bias_regularizer",
    "activity_regularizer",
    "kernel_constraint",
    "recurrent_constraint",
    "bias_constraint",
    "return_sequences",
    "return_state",
    "stateful",
)
_LSTM_GATES, _GRU_GATES = 4, 3


def CuDNNLSTM(units: int, *args: Any, **kwargs: Any) -> Any:  # noqa: N802 - the legacy name
    """Return an `LSTM` that computes what cuDNN did."""
    warn_legacy(_CODE, "keras.layers.CuDNNLSTM", "keras.layers.LSTM runs on cuDNN by itself")
    return layers.LSTM(units, **dict(zip(_KEYWORDS, args)), **kwargs)  # type: ignore[attr-defined]


def CuDNNGRU(units: int, *args: Any, **kwargs: Any) -> Any:  # noqa: N802 - the legacy name
    """Return a `GRU` that computes what cuDNN did, with its two biases."""
    warn_legacy(_CODE, "keras.layers.CuDNNGRU", "keras.layers.GRU runs on cuDNN by itself")
    names = [name for name in _KEYWORDS if name != "unit_forget_bias"]
    return layers.GRU(units, reset_after=True, **dict(zip(names, args)), **kwargs)  # type: ignore[attr-defined]


def as_keras_weights(weights: List[Any]) -> List[Any]:
    """Return the weights of a layer, those of cuDNN in the layout of `LSTM` or `GRU`; others are returned as they are.

    The kernels are `(inputs, gates * units)` and `(units, gates * units)`; cuDNN has `2 * gates * units` biases.
    """
    shapes = [np.shape(weight) for weight in weights]
    gates = next((gates for gates in (_LSTM_GATES, _GRU_GATES) if _is_cudnn(shapes, gates)), 0)
    if not gates:
        return weights
    kernel, recurrent, bias = (np.asarray(weight) for weight in weights)
    biases = bias.reshape(2, -1)
    return [
        _gate_by_gate(kernel, gates, lambda gate: gate.T.reshape(gate.shape, order="F")),
        _gate_by_gate(recurrent, gates, lambda gate: gate.T),
        biases.sum(axis=0) if gates == _LSTM_GATES else biases,
    ]


def _is_cudnn(shapes: List[Any], gates: int) -> bool:
    if len(shapes) != len(("kernel", "recurrent", "bias")) or len(shapes[1]) != len(("units", "gates")):
        return False
    units = shapes[1][0]
    return (*shapes[1:], shapes[0][1:]) == ((units, gates * units), (2 * gates * units,), (gates * units,))


def _gate_by_gate(kernel: Any, gates: int, transformed: Callable[[Any], Any]) -> Any:
    return np.hstack([transformed(gate) for gate in np.hsplit(kernel, gates)])
