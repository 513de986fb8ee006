from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

EAGER = "import tensorflow as tf\n\ntf.enable_eager_execution()\n"


def _lines(source: str, to: str = "native") -> list[int]:
    result = upgrade(source.encode(), Settings(to))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM267"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "step",
    [
        "map(lambda x: 1 if x % 2 == 0 else x)",
        "map(lambda x: 1 if x != 0 else x)",
        "filter(lambda x: x == 3)",
        "filter(lambda x: 3 == x)",
        "batch(2).map(lambda x: 1 if x[0] == 3 else 2)",
        "flat_map(lambda x: other if x == 3 else another)",
        "shuffle(3).repeat().map(lambda x: x == 3, num_parallel_calls=2)",
    ],
)
def test_reported(step: str, to: str) -> None:
    assert _lines(f"{EAGER}d = tf.data.Dataset.range(4).{step}\n", to) == [4]


def test_function_with_a_name() -> None:
    source = f"{EAGER}\ndef halved(x, y):\n    if y['label'] == 1:\n        return x\n    return x // 2\n\n"
    assert _lines(source + "d = tf.data.TFRecordDataset(names)\nd = d.map(halved)\n") == [6]


def test_dataset_that_is_bound_again() -> None:
    steps = (
        "    d = tf.data.Dataset.range(4)\n    if shuffled:\n        d = d.shuffle(3)\n    d = d.map(f)\n    return d\n"
    )
    source = f"{EAGER}\ndef f(x):\n    return x == 1\n\ndef rows(shuffled):\n{steps}"
    assert _lines(source) == [6]


@pytest.mark.parametrize(
    "source",
    [
        f"{EAGER}def f(x):\n    return x == 3\n\ndef rows(d):\n    d = d.map(f)\n    return d\n",
        f"{EAGER}d = pool\nd = d.map(lambda x: x == 3)\n",
        f"{EAGER}d = tf.data.Dataset.range(4).map(lambda x: tf.equal(x, 3))\n",
        f"{EAGER}d = tf.data.Dataset.range(4).map(lambda x: 1 if x is None else x)\n",
        f"{EAGER}d = tf.data.Dataset.range(4).map(lambda x: 1 if x == None else x)\n",
        f"{EAGER}d = tf.data.Dataset.range(4).map(lambda x: 1 if mode == 'train' else x)\n",
        f"{EAGER}d = tf.data.Dataset.range(4).map(lambda x: x > 3)\n",
        f"{EAGER}d = tf.data.Dataset.range(4).map(lambda x: 1 if x.shape == (3,) else x)\n",
        f"{EAGER}d = tf.data.Dataset.range(4).map(lambda x: 1 if len(x) == 3 else x)\n",
        f"{EAGER}d = pool.map(lambda x: x == 3, numbers)\n",
        f"{EAGER}d = list(map(lambda x: x == 3, numbers))\n",
        f"{EAGER}d = tf.data.Dataset.range(4).apply(lambda x: x == 3)\n",
        "import tensorflow as tf\n\nd = tf.data.Dataset.range(4).map(lambda x: x == 3)\nwith tf.Session() as s:\n    pass\n",
        "import tensorflow.compat.v1 as tf\n\ntf.disable_v2_behavior()\nd = tf.data.Dataset.range(4).map(lambda x: x == 3)\n",
        "import tensorflow as tf\n\ntf.config.list_physical_devices()\nd = tf.data.Dataset.range(4).map(lambda x: x == 3)\n",
        f"{EAGER}def f(x):\n    return x == 3\n\nd = f(4)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _lines(source) == []
