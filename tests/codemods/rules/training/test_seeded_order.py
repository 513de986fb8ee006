"""Seeds of TensorFlow beside `fit` on arrays.

Eight rows in batches of one, three epochs, with TensorFlow's seed 1 and NumPy's seed 1:

* Keras 2.3.1 on TensorFlow 1.15.5: 7 2 6 5 3 1 0 4, then 5 7 4 6 0 1 3 2, then 7 2 6 5 4 1 3 0.
* `tf.keras` of TensorFlow 1.15.5: 7 2 1 6 0 4 3 5, then 2 3 4 7 1 6 0 5, then 3 0 7 5 4 2 1 6.
* `tf.keras` of TensorFlow 2.3.4: 0 4 1 5 7 6 2 3, then 0 1 6 7 5 4 3 2, then 0 7 3 5 6 4 2 1.
* Keras 3.15.1 on TensorFlow 2.21.0: 0 4 1 5 7 6 2 3 three times, and again in the next call of `fit`.
"""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = """import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
"""
SEED = "tf.random.set_seed(7)\n"


def _found(source: str, origin: str = "tensorflow==2.3", to: str = "native") -> list[str]:
    result = upgrade((HEAD + source).encode(), Settings(to, origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.symbol for each in result.findings if each.code == "TFM319"]


@pytest.mark.parametrize(
    "source",
    [
        SEED + "model.fit(x, y, epochs=3)\n",
        SEED + "model.fit(x=x, y=y, epochs=n, shuffle=True, validation_data=(a, b))\n",
        SEED + "for _ in range(3):\n    model.fit(x, y)\n",
        "def main():\n    " + SEED + "    model.fit(x, y)\n",
        "from numpy import random\n" + SEED + "model.fit(x, y, 32, 3)\n",
    ],
)
def test_arrays(source: str) -> None:
    assert _found(source) == ["tensorflow.random.set_seed"]


def test_exact_training_keeps_the_order_of_keras_3() -> None:
    """Measured on TensorFlow 2.21.0: one order for all epochs."""
    assert (
        len(_found("from compat.distribute import exact\nexact(model)\n" + SEED + "model.fit(x, y, epochs=3)\n")) == 1
    )


def test_the_shims_shuffle_without_the_seed() -> None:
    assert _found("tf.set_random_seed(7)\nmodel.fit(x, y, epochs=3)\n", "tensorflow==1.15", "compat") == []


def test_the_seeds() -> None:
    fit = "model.fit(x, y, epochs=3)\n"
    assert len(_found("tf.set_random_seed(7)\n" + fit, "tensorflow==1.15")) == 1
    assert len(_found("tf.compat.v1.set_random_seed(7)\n" + fit)) == 1
    assert len(_found("tf.keras.utils.set_random_seed(7)\n" + fit, "tensorflow==2.10")) == 1


@pytest.mark.parametrize(
    "source",
    [
        "model.fit(x, y, epochs=3)\n",
        "import numpy\nimport random\nnumpy.random.seed(7)\nrandom.seed(7)\nmodel.fit(x, y, epochs=3)\n",
        SEED + "model.fit(x, y, epochs=3, shuffle=False)\n",
        SEED + "model.fit(x, y)\n",
        SEED + "model.fit(x, y, epochs=1)\n",
        SEED + "model.fit(dataset, epochs=3)\n",
        SEED + "model.fit(x, y, epochs=3, steps_per_epoch=4)\n",
        SEED + "model.train_on_batch(x, y)\n",
        SEED + "forest.fit(x, y)\n",
        "tf.random.set_seed(None)\nmodel.fit(x, y, epochs=3)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _found(source) == []


@pytest.mark.parametrize("origin", ["tensorflow==2.16", "tensorflow==2.21"])
def test_keras_3(origin: str) -> None:
    assert _found(SEED + "model.fit(x, y, epochs=3)\n", origin) == []


def test_a_file_that_nothing_dates_gets_a_note() -> None:
    result = upgrade((HEAD + SEED + "model.fit(x, y, epochs=3)\n").encode(), Settings())
    assert isinstance(result, Upgraded)
    assert not result.changed
    assert not result.findings
    assert [each.line for each in result.notes] == [4]
