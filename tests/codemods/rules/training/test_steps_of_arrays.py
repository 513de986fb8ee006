"""Steps over arrays.

Keras 2.3.1 on TensorFlow 1.15.5, with ten rows: `fit(steps_per_epoch=100)` makes 100 steps of ten rows, Keras 3.15 ten
steps of one; `predict(x, steps=2)` returns 20 rows there, and ten here.

`tf.keras` of TensorFlow 1.13.2 and 1.15.5 with 12 rows, `batch_size=4, steps_per_epoch=2, epochs=3`: six steps of 12
rows. TensorFlow 2.10.1: six steps of four rows, the third epoch begins with the fifth row. Keras 3.15.1: two steps of
four rows, one, two.
"""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "from keras.layers import Dense\nfrom keras.models import Sequential\n"
HEAD += 'model = Sequential([Dense(1)])\nmodel.compile("sgd", "mse")\n'


TF_HEAD = """import math
import numpy
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
"""


def _found(source: str, origin: str = "keras==2.3", to: str = "native") -> int:
    head = HEAD if origin.startswith("keras") else TF_HEAD
    result = upgrade((head + source).encode(), Settings(to, origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.code for each in result.findings].count("TFM273")


@pytest.mark.parametrize(
    "source",
    [
        "model.fit(x, y, steps_per_epoch=100)\n",
        "model.fit(x=x, y=y, epochs=3, steps_per_epoch=len(x) // 32)\n",
        "model.fit(x, y, steps_per_epoch=2, validation_data=(a, b), validation_steps=2)\n",
        "model.evaluate(x, y, steps=2)\n",
        "model.fit(x, y)\nmodel.predict(x, steps=2)\n",
        "print(x.shape)\nmodel.predict(x, None, 0, 2)\n",
        "import numpy\nmodel.predict(numpy.ones((2, 3)), steps=2)\n",
        "import numpy\nx = numpy.ones((2, 3))\nmodel.predict(x, steps=2)\n",
    ],
)
def test_arrays(source: str) -> None:
    assert _found(source) == 1
    assert _found(source, to="compat") == 0


@pytest.mark.parametrize(
    "source",
    [
        "model.fit(generator, steps_per_epoch=100)\n",
        "model.fit_generator(generator, steps_per_epoch=100)\n",
        "model.fit(x, y, batch_size=32)\n",
        "model.fit(x, None, steps_per_epoch=100)\n",
        "model.fit(x, y, steps_per_epoch=None)\n",
        "model.evaluate(x, y)\n",
        "model.evaluate(x, y, steps=1)\n",
        "model.evaluate(generator, steps=2)\n",
        "model.predict(generator, steps=2)\n",
        "model.predict_generator(x, steps=2)\n",
        "model.fit(x, y)\nmodel.predict(x, steps=1)\n",
        "model.fit(x, y)\nmodel.predict(x, batch_size=2, steps=2)\n",
        "model.fit(x, y)\nmodel.predict(x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _found(source) == 0


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("source", "origins"),
    [
        ("model.fit(x, y, steps_per_epoch=2)\n", {"tensorflow==1.15"}),
        ("model.fit(x, y, 4, steps_per_epoch=2)\n", {"tensorflow==1.15", "tensorflow==2.10"}),
        ("model.fit(x, y, batch_size=4, steps_per_epoch=len(x) // 4)\n", {"tensorflow==1.15", "tensorflow==2.10"}),
        ("model.fit(x, y, batch_size=4, steps_per_epoch=math.ceil(len(x) / 4))\n", {"tensorflow==1.15"}),
        ("n = int(numpy.ceil(len(x) / 4))\nmodel.fit(x, y, batch_size=4, steps_per_epoch=n)\n", {"tensorflow==1.15"}),
        ("model.evaluate(x, y, batch_size=4, steps=2)\n", {"tensorflow==1.15"}),
        ("model.fit(x, y)\nmodel.predict(x, batch_size=4, steps=2)\n", {"tensorflow==1.15"}),
    ],
)
def test_tf_keras(source: str, origins: set[str], to: str) -> None:
    for origin in ("tensorflow==1.15", "tensorflow==2.10", "tensorflow==2.16"):
        assert _found(source, origin, to) == (origin in origins)


def test_tensors_of_a_dataset() -> None:
    source = "x, y = data.make_one_shot_iterator().get_next()\nmodel.fit(x, y, steps_per_epoch=2)\n"
    assert _found(source, "tensorflow==1.15") == 0


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ("model.fit(x, y, batch_size=4, steps_per_epoch=2)\n", 1),
        ("model.fit(x, y, steps_per_epoch=2)\n", 1),
        ("model.fit(x, y, batch_size=4)\n", 0),
    ],
)
def test_unknown_releases_are_asked_for(source: str, asked: int) -> None:
    result = upgrade((TF_HEAD + source).encode())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings] == ["TFM273"] * asked
    assert all("--from tensorflow==1.15" in each.advice for each in result.findings)


@pytest.mark.parametrize("origin", ["tensorflow==2.3", "keras==3.0"])
def test_other_releases(origin: str) -> None:
    assert _found("model.fit(x, y, steps_per_epoch=100)\n", origin) == 0
