"""What takes whole numbers for labels refuses floats, on the release that is installed."""

from __future__ import annotations

from functools import reduce
from typing import Callable

import pytest

from compat.tables.behaviour.whole_labels import WHOLE_LABELS

tf = pytest.importorskip("tensorflow")
OTHERS = {"logits": [[1.0, 2.0]], "params": [[1.0, 2.0]], "reference": [[1.0, 2.0]]}
CLASSES = ("depth", "num_classes")


def _function(path: str) -> Callable[..., object]:
    return reduce(getattr, path.replace("tensorflow.", "").split("."), tf)


@pytest.mark.parametrize("path", sorted(WHOLE_LABELS))
def test_floats_are_refused(path: str) -> None:
    row = WHOLE_LABELS[path]
    if ".compat.v2." in path and not hasattr(tf.compat, "v2"):
        pytest.skip("it came with TensorFlow 1.14")
    labels = [[0]] if path.endswith("gather_nd") else [0]
    given = {name: tf.constant(value) for name, value in OTHERS.items() if name in row.parameters}
    given.update({name: 2 for name in CLASSES if name in row.parameters})
    _function(path)(**given, **{row.labels: tf.constant(labels, tf.int64)})
    with pytest.raises((TypeError, tf.errors.InvalidArgumentError, tf.errors.NotFoundError)):
        _function(path)(**given, **{row.labels: tf.constant(labels, tf.float32)})
