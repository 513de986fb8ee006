"""Put back what TensorFlow moved away from the Keras 2 that it still carries, so that its code runs again.

* 2.14 moved `DistributedDatasetInterface` to `tensorflow.python.types.distribute`; `fit`, `evaluate` and `predict` look
  for it in `tensorflow.python.distribute.input_lib`.
* A replica's variable has its `_distributed_container` on its handle. The optimizers look for it on the variable, and
  do not find their slots under a strategy.
* `Trackable._lookup_dependency` takes one more argument when a checkpoint or a SavedModel is loaded.
* The version of Keras, which every saved model names, is gone from `tensorflow.python.keras`.

The code that is replaced could only raise an error; nothing else in TensorFlow is changed.
"""

from typing import Any, List

from tensorflow.python import keras
from tensorflow.python.keras.engine import data_adapter
from tensorflow.python.keras.engine.functional import Functional
from tensorflow.python.keras.optimizer_v2 import optimizer_v2
from tensorflow.python.types.distribute import DistributedDatasetInterface


def repair(version: str) -> None:
    """Put back what is missing; models are saved as those of Keras `version`."""
    data_adapter._is_distributed_dataset = _is_distributed_dataset
    optimizer_v2._var_key = _variable_key
    Functional._lookup_dependency = _lookup_dependency
    keras.__version__ = version


def _is_distributed_dataset(dataset: Any) -> bool:
    return isinstance(dataset, DistributedDatasetInterface)


def _variable_key(variable: Any) -> Any:
    holders: List[Any] = [
        each for each in (variable, getattr(variable, "handle", None)) if hasattr(each, "_distributed_container")
    ]
    if holders:
        variable = holders[0]._distributed_container()
    return variable._shared_name if getattr(variable, "_in_graph_mode", False) else variable._unique_id


def _lookup_dependency(self: Any, name: str, cached_dependencies: Any = None) -> Any:
    found = self._layer_checkpoint_dependencies.get(name)
    return super(Functional, self)._lookup_dependency(name, cached_dependencies) if found is None else found
