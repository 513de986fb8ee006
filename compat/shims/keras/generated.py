"""Batches from iterators and sequences, in the form that Keras 3 takes.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_generator.py

Keras 2 took whatever `next` works on: a `zip`, an `itertools.cycle`, an iterator with a lock. Batches were pairs or
triples in tuples or lists, with lists of arrays for several inputs or outputs; to predict, anything that is no tuple
was the input. Keras 3 takes generators alone, and of them tuples of arrays or of tuples.

Known deviations:
* an iterator is read by one thread, whatever `workers` says, so in its own order
* the loss over a generator is the mean of its batches, as in Keras 2.2; 2.3 returned that of the last batch
"""

import math
from typing import Any, Callable, Dict, Iterator, Optional

import keras

_PAIR = (2, 3)
_STEPS = ("steps_per_epoch", "validation_steps", "steps")
_Weigh = Optional[Callable[[Any, Any], Any]]
"""What turns the targets and the sample weights of a batch, or None, into its sample weights."""


def generated(x: Any, weigh: _Weigh = None, *, predicting: bool = False) -> Any:
    """Return `x`, or for an iterator or a `PyDataset` a generator or `PyDataset` of the same batches."""
    if isinstance(x, keras.utils.PyDataset):
        return _Batches(x, weigh, predicting=predicting)
    return _each(x, weigh, predicting=predicting) if hasattr(x, "__next__") else x


def has_batches(x: Any) -> bool:
    """Return True for what yields batches: an iterator or a `PyDataset`."""
    return hasattr(x, "__next__") or isinstance(x, keras.utils.PyDataset)


def with_whole_steps(given: Dict[str, Any]) -> Dict[str, Any]:
    """Round the numbers of steps up: Keras 2 went on while fewer steps were done."""
    rounded = {name: math.ceil(given[name]) for name in _STEPS if given.get(name) is not None}
    return {**given, **rounded}


def _each(batches: Iterator[Any], weigh: _Weigh, *, predicting: bool) -> Iterator[Any]:
    for batch in batches:
        yield _modern(batch, weigh, predicting=predicting)


class _Batches(keras.utils.PyDataset):  # type: ignore[misc]
    """The batches of another `PyDataset`, in the form of Keras 3."""

    def __init__(self, batches: Any, weigh: _Weigh, *, predicting: bool) -> None:
        super().__init__(batches.workers, batches.use_multiprocessing, batches.max_queue_size)
        self._batches = batches
        self._weigh = weigh
        self._predicting = predicting

    @property
    def num_batches(self) -> Optional[int]:
        number: Optional[int] = self._batches.num_batches
        return number

    def __getitem__(self, index: int) -> Any:
        """Return batch `index`."""
        return _modern(self._batches[index], self._weigh, predicting=self._predicting)

    def on_epoch_begin(self) -> None:
        """Tell the other dataset."""
        self._batches.on_epoch_begin()

    def on_epoch_end(self) -> None:
        """Tell the other dataset."""
        self._batches.on_epoch_end()


def _modern(batch: Any, weigh: _Weigh, *, predicting: bool) -> Any:
    """Return `(inputs,)` for `predict`, else `(inputs, targets)` or `(inputs, targets, weights)`."""
    if predicting:
        return (_tuples(batch[0] if isinstance(batch, tuple) else batch),)
    if not isinstance(batch, (tuple, list)) or len(batch) not in _PAIR:
        return batch
    parts = tuple(_tuples(part) for part in batch)
    if weigh is None:
        return parts
    return (*parts[:2], _tuples(weigh(parts[1], parts[2] if len(parts) == len(("x", "y", "weights")) else None)))


def _tuples(part: Any) -> Any:
    """Return a tuple for a list of arrays, and the array itself for a list of one."""
    if not isinstance(part, (list, tuple)):
        return part
    return _tuples(part[0]) if len(part) == 1 else tuple(_tuples(each) for each in part)
