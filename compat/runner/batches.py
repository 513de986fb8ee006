"""Read the batches that a training call would feed, as NumPy arrays.

The data may be arrays, generators, `keras.utils.Sequence`, `PyDataset`, `tf.data.Dataset` or distributed datasets.
Batches come in the order of Keras 2: arrays are shuffled by row, sequences by batch, unless `shuffle=False`.
"""

import contextlib
import importlib
import itertools
import operator
import random
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np


class Batch(NamedTuple):
    """One global batch; each field is an array, or a list, tuple or dict of arrays, or None."""

    x: Any
    y: Any
    sample_weight: Any


class UnreadableError(Exception):
    """The training call feeds something that has no NumPy value."""


def tree_map(function: Callable[[Any], Any], tree: Any) -> Any:
    """Return `tree` with `function` applied to every leaf; None stays None, and tuples become lists."""
    if tree is None:
        return None
    if isinstance(tree, dict):
        return {name: tree_map(function, tree[name]) for name in sorted(tree)}
    if isinstance(tree, (list, tuple)):
        return [tree_map(function, branch) for branch in tree]
    return function(tree)


def leaves(tree: Any) -> List[Any]:
    """Return the leaves of `tree`, in the order of `tree_map`."""
    found: List[Any] = []
    tree_map(found.append, tree)
    return found


def rows(batch: Batch) -> int:
    """Return the number of rows in the batch."""
    return len(leaves(batch.x)[0])


def fed_by(call: Dict[str, Any]) -> Iterator[Tuple[int, Batch]]:
    """Yield `(epoch, batch)` for every batch that a `fit` or `fit_generator` call with these arguments feeds."""
    steps = call.get("steps_per_epoch")
    endless = _endless(call)
    for epoch in range(call.get("initial_epoch") or 0, call.get("epochs") or 1):
        batches = itertools.islice(endless, steps) if steps else _one_pass(call)
        for batch in batches:
            yield epoch, batch


def validation_batch(call: Dict[str, Any]) -> Optional[Batch]:
    """Return the first batch of the validation data, or None if the call has none."""
    source = call.get("validation_data")
    if source is None:
        return None
    parts = list(source) if isinstance(source, (list, tuple)) else [source]
    inner: Dict[str, Any] = {"x": parts[0], "batch_size": call.get("batch_size"), "shuffle": False}
    inner.update(zip(("y", "sample_weight"), parts[1:]))
    return next(_one_pass(inner), None)


def split_validation(call: Dict[str, Any]) -> None:
    """Move the rows that `validation_split` reserves from the training data of `call` to its validation data."""
    share = call.pop("validation_split", None)
    if not share or call.get("validation_data") is not None:
        return
    parts = tree_map(_numpy, [call.get("x"), call.get("y"), call.get("sample_weight")])
    cut = int(len(leaves(parts)[0]) * (1.0 - share))
    call["x"], call["y"], call["sample_weight"] = tree_map(lambda array: array[:cut], parts)
    call["validation_data"] = tree_map(lambda array: array[cut:], parts)


def _endless(call: Dict[str, Any]) -> Iterator[Batch]:
    while True:
        batch = None
        for batch in _one_pass(call):
            yield batch
        if batch is None:
            return


def _one_pass(call: Dict[str, Any]) -> Iterator[Batch]:
    source = call.get("generator", call.get("x"))
    if _is_arrays(source):
        return _array_batches(call)
    if hasattr(source, "__getitem__") and hasattr(source, "__len__"):
        return map(_batch, _sequence_batches(source, call.get("shuffle", True)))
    return map(_batch, _iterate(source))


def _is_arrays(source: Any) -> bool:
    return source is not None and all(hasattr(leaf, "shape") for leaf in leaves(source))


def _array_batches(call: Dict[str, Any]) -> Iterator[Batch]:
    arrays = tree_map(_numpy, [call.get("generator", call.get("x")), call.get("y"), call.get("sample_weight")])
    size = call.get("batch_size") or 32
    for index in _row_blocks(len(leaves(arrays)[0]), size, call.get("shuffle", True)):
        yield Batch(*tree_map(operator.itemgetter(index), arrays))


def _row_blocks(count: int, size: int, shuffle: Any) -> Iterable[Any]:
    order = np.arange(count)
    if shuffle and shuffle != "batch":
        np.random.shuffle(order)  # noqa: NPY002  (the generator that legacy scripts seed)
    blocks = [order[start : start + size] for start in range(0, count, size)]
    if shuffle == "batch":
        random.shuffle(blocks)
    return blocks


def _sequence_batches(sequence: Any, shuffle: Any) -> Iterator[Any]:
    order = list(range(len(sequence)))
    if shuffle:
        random.shuffle(order)
    for index in order:
        yield sequence[index]
    if hasattr(sequence, "on_epoch_end"):
        sequence.on_epoch_end()


def _iterate(source: Any) -> Iterator[Any]:
    """Iterate over `source`; a dataset in a TF 1 graph has values only in a session."""
    is_dataset = hasattr(source, "output_shapes") or hasattr(source, "_variant_tensor")
    tf = importlib.import_module("tensorflow") if is_dataset else None
    if tf is None or tf.executing_eagerly():
        yield from source
    else:
        yield from _session_batches(tf, source)


def _session_batches(tf: Any, dataset: Any) -> Iterator[Any]:
    make = getattr(tf.data, "make_initializable_iterator", None)
    iterator = make(dataset) if make else dataset.make_initializable_iterator()
    following = iterator.get_next()
    with tf.Session(graph=leaves(following)[0].graph) as session:
        session.run(iterator.initializer)
        with contextlib.suppress(tf.errors.OutOfRangeError):
            while True:
                yield session.run(following)


def _batch(element: Any) -> Batch:
    parts = list(element) if isinstance(element, (list, tuple)) else [element]
    x, y, sample_weight = (tree_map(_numpy, part) for part in parts + [None] * (3 - len(parts)))
    return Batch(x, y, sample_weight)


def _numpy(leaf: Any) -> Any:
    if type(leaf).__name__ == "PerReplica":
        return np.concatenate([_numpy(value) for value in leaf.values])
    if hasattr(leaf, "numpy"):
        return np.asarray(leaf.numpy())
    if hasattr(leaf, "op") and hasattr(leaf, "graph"):
        raise UnreadableError("the training call feeds symbolic tensors, which have no values to record")
    return np.asarray(leaf)
