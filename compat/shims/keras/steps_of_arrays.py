"""Numbers of steps for arrays: each step is over all rows, as in Keras 2.0 to 2.3.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_arrays.py

Keras 3 divides the rows by the steps, as `tf.keras` of TensorFlow 2 did. That of TensorFlow 1 fed all rows; its
shims do as Keras 3 does.

Known deviations:
* the loss of `evaluate(x, y, steps=n)`, and of a validation, is the mean of the steps; 2.3.1 returned an nth of it
"""

from typing import Any, Dict, Optional, Tuple

import keras
import tensorflow as tf

from compat.shims.keras.callback_data import rows_of

_STEPS = ("steps_per_epoch", "steps")


def repeated(given: Dict[str, Any]) -> Dict[str, Any]:
    """Return the arguments of a method; arrays with a number of steps, and no batch size, become so many batches."""
    steps = next((given[name] for name in _STEPS if given.get(name) is not None), None)
    arrays = rows_of(given.get("x")) is not None
    if steps is None or not arrays or given.get("batch_size") is not None or given.get("_use_cached_eval_dataset"):
        return given
    given = _with_validation(given)
    parts = _without_end([given["x"], given.pop("y", None), given.pop("sample_weight", None)])
    given["x"] = _Repeated(parts if parts[1:] else given["x"], steps)
    return given


def _with_validation(given: Dict[str, Any]) -> Dict[str, Any]:
    """Split the data, and repeat those for validation."""
    given = dict(given)
    share = given.pop("validation_split", None)
    if share and given.get("validation_data") is None:
        at = int(rows_of(given["x"]) * (1.0 - share))
        parts = {name: given.get(name) for name in ("x", "y", "sample_weight")}
        given["validation_data"] = tuple(_rows(part, slice(at, None)) for part in parts.values())
        given.update({name: _rows(part, slice(at)) for name, part in parts.items()})
    data, steps = given.get("validation_data"), given.get("validation_steps")
    if steps is not None and isinstance(data, (list, tuple)) and rows_of(data[0]) is not None:
        given["validation_data"] = _Repeated(_without_end(list(data)), steps)
    return given


def _rows(part: Any, rows: slice) -> Any:
    return tf.nest.map_structure(lambda each: None if each is None else each[rows], part)


def _without_end(parts: Any) -> Tuple[Any, ...]:
    while parts[-1] is None:
        parts = parts[:-1]
    return tuple(parts)


class _Repeated(keras.utils.PyDataset):  # type: ignore[misc]
    """The same batch, so many times."""

    def __init__(self, batch: Any, steps: int) -> None:
        super().__init__()
        self._batch = batch
        self._steps = steps

    @property
    def num_batches(self) -> Optional[int]:
        return self._steps

    def __getitem__(self, index: int) -> Any:
        """Return the batch, whichever is asked for."""
        del index
        return self._batch
