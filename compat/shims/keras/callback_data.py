"""What Keras 2 told callbacks beside Keras 3: more `params`, and the `batch`, `size` and loss of each batch.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_arrays.py

Known deviations:
* `params["steps"]` is the number of batches also where it was None
* the logs of a batch have no `size` if the batches come from a `Sequence`
* where a batch of an iterator begins, its `size` is not known yet
* on several replicas the loss in the logs of a batch is the mean of the epoch so far, as in TensorFlow 2.2 and later
"""

from typing import Any, Deque, Dict, Iterator, List, Optional

import keras
import numpy as np
import tensorflow as tf

BATCH_SIZE = 32
_KEYS = ("batch", "size")
_LOSS = "_legacy_batch_loss"


def keep_loss(model: Any) -> None:
    """Make the variable that has the loss of the last batch, before the model is traced."""
    if tf.executing_eagerly():
        vars(model)[_LOSS] = tf.Variable(0.0, trainable=False)


def note_loss(model: Any, loss: Any) -> None:
    """Note the loss of a batch; the logs of Keras 3 have the mean of the epoch so far."""
    variable = vars(model).get(_LOSS)
    in_graph_of_estimator = not (tf.executing_eagerly() or tf.compat.v1.get_default_graph().building_function)
    if variable is None or in_graph_of_estimator:
        return
    if tf.distribute.get_strategy().num_replicas_in_sync == 1:
        variable.assign(tf.cast(loss, tf.float32))


def hear_batches(callbacks: Any) -> bool:
    """True if a callback has a method for batches, which then is told the logs of each step."""
    return any(
        getattr(each, "hears_batches", True) and any(_is_written(each, name) for name in _BATCH_METHODS)
        for each in callbacks
    )


_BATCH_METHODS = ("on_batch_begin", "on_batch_end", "on_train_batch_begin", "on_train_batch_end")


def _is_written(callback: Any, name: str) -> bool:
    return not getattr(getattr(callback, name, None), "_is_default", False)


class LegacyParams(keras.callbacks.Callback):  # type: ignore[misc]
    """Adds to `params` what the callbacks after it expect there."""

    def __init__(self, params: Dict[str, Any]) -> None:
        super().__init__()
        self._told = params

    def set_params(self, params: Any) -> None:
        """Add to the dictionary that all callbacks share."""
        super().set_params(params)
        if params is not None:
            params.update(self._told)


class LegacyData(LegacyParams):
    """Adds to `logs`, too, what the callbacks after it expect there.

    `rows` and `batch_size` are those of arrays; `sizes` receives the rows of each batch of an iterator.
    """

    def __init__(self, params: Dict[str, Any], sizes: Optional[Deque[int]] = None) -> None:
        super().__init__(params)
        self._sizes = sizes
        self._data: Dict[str, Any] = {}
        self.mean: Any = None

    def on_train_batch_begin(self, batch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Tell the number of the batch and of its rows."""
        self._data = {"batch": batch}
        size = self._size(batch)
        if size is not None:
            self._data["size"] = size
        if logs is not None:
            logs.update(self._data)

    def on_train_batch_end(self, batch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Tell them again, beside the losses and metrics, and the loss of this batch."""
        del batch
        if logs is None:
            return
        if self._sizes:
            self._data["size"] = self._sizes.popleft()
        self.mean = logs.get("loss")
        variable = vars(self.model).get(_LOSS)
        if variable is not None and self.model.distribute_strategy.num_replicas_in_sync == 1:
            self._data["loss"] = float(variable.numpy())
        logs.update(self._data)

    def _size(self, batch: int) -> Optional[int]:
        if self._sizes is not None:
            return None  # the batch may not have been drawn yet
        if "samples" not in self._told:
            return None
        size: int = self._told["batch_size"]
        return min(size, int(self._told["samples"]) - batch * size)


class LegacyDataEnd(keras.callbacks.Callback):  # type: ignore[misc]
    """Leaves in the logs what the progress bar, which comes last, prints: the means of the epoch so far."""

    def __init__(self, data: LegacyData) -> None:
        super().__init__()
        self._before = data

    def on_train_batch_end(self, batch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Take out what is no loss or metric."""
        del batch
        if logs is None:
            return
        for key in _KEYS:
            logs.pop(key, None)
        if self._before.mean is not None:
            logs["loss"] = self._before.mean


def told(model: Any, x: Any, given: Dict[str, Any]) -> Dict[str, Any]:
    """The `params` of a training on `x`, which are the inputs, or what yields batches."""
    validates = given.get("validation_data") is not None or bool(given.get("validation_split"))
    params: Dict[str, Any] = {"do_validation": validates}
    names = _names(model)
    if names:
        params["metrics"] = [*names, *("val_" + name for name in names if validates)]
    rows = rows_of(x)
    if rows is None and names:
        params["metrics"] = [*names, *("val_" + name for name in names)]
    if rows is not None:
        split = given.get("validation_split") or 0.0
        if given.get("validation_data") is None and split:
            rows = int(rows * (1.0 - split))
        params.update(batch_size=given.get("batch_size") or BATCH_SIZE, samples=rows)
    return params


def validation(given: Dict[str, Any]) -> Optional[List[Any]]:
    """The inputs, the targets and the weights on which a training validates, as far as they are arrays."""
    data = given.get("validation_data")
    if data is None and given.get("validation_split"):
        rows = rows_of(given["x"])
        if rows is None:
            return None
        first = int(rows * (1.0 - given["validation_split"]))
        parts = [given["x"], given.get("y"), given.get("sample_weight")]
        data = [tf.nest.map_structure(lambda each: None if each is None else each[first:], part) for part in parts]
    if not isinstance(data, (list, tuple)):
        return None
    x, y, weights = [*data, None][:3]
    targets = _listed(y)
    if weights is None:
        weights = [np.ones(rows_of(each), keras.config.floatx()) for each in targets if rows_of(each) is not None]
    return [*_listed(x), *targets, *_listed(weights)]


def _listed(part: Any) -> List[Any]:
    if isinstance(part, dict):
        return list(part.values())
    if part is None:
        return []
    return list(part) if isinstance(part, (list, tuple)) else [part]


def counted(batches: Iterator[Any], sizes: Deque[int]) -> Iterator[Any]:
    """The same batches; the rows of each are noted before it is handed on."""
    for batch in batches:
        rows = rows_of(batch[0] if isinstance(batch, (list, tuple)) else batch)
        if rows is not None:
            sizes.append(rows)
        yield batch


def _names(model: Any) -> Any:
    try:
        return list(model.metrics_names)
    except ValueError:
        return []


def rows_of(x: Any) -> Optional[int]:
    """The number of rows of an array, or of the first of several."""
    while isinstance(x, (list, tuple, dict)) and len(x):
        x = next(iter(x.values())) if isinstance(x, dict) else x[0]
    shape = np.shape(x) if isinstance(x, np.ndarray) else getattr(x, "shape", None)
    return int(shape[0]) if shape is not None and len(shape) and shape[0] is not None else None
