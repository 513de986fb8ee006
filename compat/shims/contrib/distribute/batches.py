"""The batch of a contrib strategy: every element of a dataset is the batch of one replica."""

from typing import Any

try:
    from tensorflow.python.distribute.v1.input_lib import DatasetIterator
except ImportError:
    from tensorflow.python.distribute.input_lib import DatasetIterator


class PerReplicaBatches:
    """A mixin for the `extended` of a `tf.distribute` strategy, which would otherwise split each batch."""

    def _make_dataset_iterator(self, dataset: Any) -> Any:
        this: Any = self
        return DatasetIterator(dataset, this._input_workers, this._container_strategy())

    @property
    def _global_batch_size(self) -> bool:
        return False
