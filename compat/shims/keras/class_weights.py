"""`class_weight` as Keras 2.3 took it: by output, beside `sample_weight`, and without effect if it is no dictionary.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py
"""

import functools
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

import numpy as np

_RANKS = 2


def without(model: Any, given: Mapping[str, Any]) -> Dict[str, Any]:
    """The arguments of a training method with `sample_weight` in place of `class_weight`."""
    arguments = dict(given)
    weigh = for_batches(model, arguments.pop("class_weight", None))
    if weigh is not None:
        arguments["sample_weight"] = weigh(arguments.get("y"), arguments.get("sample_weight"))
    return arguments


def for_batches(model: Any, class_weight: Any) -> Optional[Callable[[Any, Any], Any]]:
    """What turns targets and sample weights into sample weights; None where there are no class weights."""
    if class_weight is None:
        return None
    names = list(getattr(model, "output_names", None) or ["output"])
    weights = _by_output(class_weight, names)
    return None if all(each is None for each in weights) else functools.partial(_weighted, names, weights)


def _of_rows(y: Any, class_weight: Dict[Any, float]) -> Any:
    """The weight of the class of each row.

    Raises:
        ValueError: the targets have more than two dimensions, or hold classes that have no weight.

    """
    targets = np.asarray(y)
    if targets.ndim > _RANKS:
        message = "`class_weight` not supported for 3+ dimensional targets."
        raise ValueError(message)
    is_wide = targets.ndim == _RANKS and targets.shape[1] > 1
    classes = np.argmax(targets, axis=1) if is_wide else targets.reshape(-1)
    missing = set(classes.tolist()) - set(class_weight)
    if missing:
        message = (
            "`class_weight` must contain all classes in the data. "
            f"The classes {missing} exist in the data but not in `class_weight`."
        )
        raise ValueError(message)
    return np.asarray([class_weight[each] for each in classes.tolist()], "float32")


def _by_output(class_weight: Any, names: Sequence[str]) -> List[Any]:
    """The class weights of each output; None for one that has none."""
    found: List[Any] = []
    if isinstance(class_weight, (list, tuple)) and len(class_weight) == len(names):
        found = list(class_weight)
    elif isinstance(class_weight, dict) and any(name in class_weight for name in names):
        found = [class_weight.get(name) for name in names]
    elif isinstance(class_weight, dict) and len(names) == 1:
        found = [class_weight]
    return [each if isinstance(each, dict) else None for each in found]


def _weighted(names: Sequence[str], class_weights: Sequence[Any], y: Any, sample_weight: Any) -> Any:
    """The weights of rows, times those of their classes: an array, or a list of arrays for several outputs."""
    made = [_product(*each) for each in zip(_parts(y, names), class_weights, _parts(sample_weight, names))]
    return made[0] if len(names) == 1 else made


def _parts(values: Any, names: Sequence[str]) -> List[Any]:
    if isinstance(values, dict):
        return [values.get(name) for name in names]
    is_list = isinstance(values, (list, tuple)) and len(values) == len(names)
    return list(values) if is_list else [values] * len(names)


def _product(target: Any, class_weight: Any, sample_weight: Any) -> Any:
    weights = np.ones(len(target), "float32") if class_weight is None else _of_rows(target, class_weight)
    return weights if sample_weight is None else weights * np.asarray(sample_weight, "float32")
