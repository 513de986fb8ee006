"""The slices of a batch, one for each device, and what the legacy parallel model made of them.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/multi_gpu_utils.py
"""

from typing import Any, Dict, List, Sequence

import tensorflow as tf


def slice_of(x: Any, index: int, count: int) -> Any:
    """Return slice `index` of `count`: each has `rows // count` rows, and the last takes the rest.

    With fewer rows than slices, all but the last slice get the first row, and their results are dropped: for an empty
    slice, layers such as BatchNormalization give NaN, which destroyed the weights in legacy releases.
    """
    step = tf.shape(x)[0] // count
    return x[step * index :] if index == count - 1 else x[step * index : tf.maximum(step * (index + 1), 1)]


def last_rows(x: Any, rows: Any) -> Any:
    """Return the last `rows` rows; plain slicing would lose the mask that Keras keeps on a tensor."""
    mask = getattr(x, "_keras_mask", None)
    x = x[-rows:]
    if mask is not None:
        x._keras_mask = mask[-rows:]  # noqa: SLF001
    return x


def numbered(names: Sequence[str]) -> List[str]:
    """Number the names that occur more than once, as a Siamese template's output names do."""
    counts: Dict[str, int] = {}
    result = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        result.append(name if list(names).count(name) == 1 else f"{name}_{counts[name]}")
    return result
