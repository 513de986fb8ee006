"""A `Sequence` that starts again when it ends, as with the enqueuer of Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/data_utils.py

Keras 3 stops training when the data has fewer than `steps_per_epoch * epochs` batches.

Known deviations:
* batches that are looped over are loaded by threads, whatever `use_multiprocessing` says
"""

import random
import threading
from typing import Any, Dict, List, Mapping, Optional

import keras


def looped(x: Any, steps: Optional[int], loading: Mapping[str, Any], *, shuffle: bool = False) -> Any:
    """Return `x`, or an endless version of it if it is a `PyDataset` whose length is not `steps`."""
    if not isinstance(x, keras.utils.PyDataset):
        return x
    if steps is not None and x.num_batches is not None and steps != x.num_batches:
        return _Looped(x, {**loading, "use_multiprocessing": False}, shuffle=shuffle)
    for keyword, value in loading.items():
        setattr(x, keyword, value)
    return x


class _Looped(keras.utils.PyDataset):  # type: ignore[misc]
    """Endless passes over `batches`; with `shuffle`, each pass has its own order."""

    def __init__(self, batches: Any, loading: Mapping[str, Any], *, shuffle: bool) -> None:
        super().__init__(**loading)
        self._batches = batches
        self._shuffle = shuffle
        self._orders: Dict[int, List[int]] = {}
        self._lock = threading.Lock()

    @property
    def num_batches(self) -> None:
        """None: the passes do not end."""

    def __getitem__(self, index: int) -> Any:
        """Return batch `index`, counted over all passes."""
        number, place = divmod(index, self._batches.num_batches)
        with self._lock:
            if number not in self._orders:
                self._orders[number] = self._order(number)
        return self._batches[self._orders[number][place]]

    def _order(self, number: int) -> List[int]:
        if number:
            self._batches.on_epoch_end()
        order = list(range(self._batches.num_batches))
        if self._shuffle:
            random.shuffle(order)
        return order
