"""Metrics of Keras that want labels with two dimensions are reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = """\
import keras
from keras import metrics
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(1)])
"""


def _found(source: str, origin: str = "keras==2.3") -> list[tuple[int, str]]:
    result = upgrade((HEAD + source).encode(), Settings(origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return [(each.line, each.severity) for each in result.findings if each.code == "TFM303"]


@pytest.mark.parametrize(
    ("compiled", "severity"),
    [
        ("'sgd', 'mse', metrics=['accuracy', 'binary_crossentropy']", "stops"),
        ("'sgd', 'mse', metrics=[metrics.binary_crossentropy]", "stops"),
        ("'sgd', 'mse', metrics={'a': ['hinge']}", "numbers"),
        ("'sgd', 'mse', metrics='poisson'", "numbers"),
        ("'sgd', 'mse', metrics=[metrics.SquaredHinge()]", "numbers"),
        ("'sgd', 'mse', metrics=[keras.losses.poisson]", "numbers"),
    ],
)
def test_reported(compiled: str, severity: str) -> None:
    assert _found(f"model.compile({compiled})\n") == [(7, severity)]


IMAGES = """
from keras.layers import Activation, Conv2D, Conv3DTranspose, Flatten, Input
from keras.models import Model


def build(shape=(8, 8, 3)):
    inputs = Input(shape)
    x = Conv2D(4, 3)(inputs)
    x = {last}(x)
    return Model(inputs=inputs, outputs=x)


net = build()
net.compile("sgd", "mse", metrics=["binary_crossentropy", "hinge"])
"""


@pytest.mark.parametrize("last", ["Conv2D(1, 1)", "Conv3DTranspose(1, 1)", 'Activation("sigmoid")'])
def test_models_of_images_left_alone(last: str) -> None:
    assert _found(IMAGES.replace("{last}", last)) == []


@pytest.mark.parametrize("last", ["Flatten()", "Dense(1)", "made"])
def test_models_that_end_otherwise(last: str) -> None:
    assert _found(IMAGES.replace("{last}", last)) == [(20, "stops"), (20, "numbers")]


def test_by_a_name() -> None:
    assert _found("LOSS = 'hinge'\nmodel.compile('sgd', LOSS, metrics=[LOSS])\n") == [(8, "numbers")]


@pytest.mark.parametrize(
    "source",
    [
        "names = ['mae', 'hinge']\nmodel.compile('sgd', 'mse', metrics=list(names))\n",
        "names = []\nnames.append('hinge')\nmodel.compile('sgd', 'mse', metrics=names)\n",
        "names = []\nfor each in ('mae', 'hinge'):\n    names.append(each)\nmodel.compile('sgd', 'mse', metrics=names)\n",
        "model.compile('sgd', 'mse', metrics=[each for each in ('mae', 'hinge')])\n",
        "def build(names=('hinge',)):\n    model.compile('sgd', 'mse', metrics=list(names))\n",
        "def names():\n    return ['mae', metrics.hinge]\n\n\nmodel.compile('sgd', 'mse', metrics=names())\n",
        "names = ['mae'] + ['hinge']\nmodel.compile('sgd', 'mse', metrics=names)\n",
    ],
)
def test_of_lists_that_are_made_elsewhere(source: str) -> None:
    assert _found(source) == [(HEAD.count("\n") + source.count("\n"), "numbers")]
    assert _found(source.replace("'hinge'", "'mae'").replace("metrics.hinge", "'mae'")) == []


@pytest.mark.parametrize(
    "source",
    [
        "model.compile('sgd', 'mse', metrics=['mae', 'accuracy', 'cosine_similarity'])\n",
        "model.compile('sgd', 'binary_crossentropy')\n",
        "model.compile('sgd', 'categorical_crossentropy', metrics=['hinge'])\n",
        "model.compile('sgd', 'mse', metrics=['hinge'])\nmodel.fit(x, keras.utils.to_categorical(y))\n",
        "model.compile('sgd', 'mse', metrics=[own.hinge, hinge])\n",
        "print(metrics.hinge(x, y))\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _found(source) == []


def test_only_files_of_keras_2() -> None:
    source = "model.compile('sgd', 'mse', metrics=['hinge'])\n"
    assert _found(source, "") == []
    assert _found("from keras import ops\nx = ops.ones(3)\n" + source, "") == []


# --- files that do not show for which Keras they were written

FLAT = "(x, y), (a, b) = keras.datasets.imdb.load_data()\n"


@pytest.mark.parametrize(
    "source",
    [
        f"{FLAT}model.compile('sgd', 'mse', metrics=['binary_crossentropy'])\nmodel.fit(x, y)\n",
        f"{FLAT}model.compile('sgd', 'mse', metrics=[metrics.BinaryCrossentropy()])\nmodel.fit(x, y=y)\n",
    ],
)
def test_labels_of_one_dimension(source: str) -> None:
    assert _found(source, origin="") == [(8, "stops")]


def test_an_array_of_one_dimension() -> None:
    source = (
        "import numpy as np\nmodel.compile('sgd', 'mse', metrics=['binary_crossentropy'])\nmodel.fit(x, np.ones(8))\n"
    )
    assert _found(source, origin="") == [(8, "stops")]


@pytest.mark.parametrize(
    "source",
    [
        "model.compile('sgd', 'mse', metrics=['binary_crossentropy'])\nmodel.fit(x, y)\n",
        f"{FLAT}model.compile('sgd', 'mse', metrics=['hinge'])\nmodel.fit(x, y)\n",
        f"{FLAT}y = y.reshape(-1, 1)\nmodel.compile('sgd', 'mse', metrics=['binary_crossentropy'])\nmodel.fit(x, y)\n",
        "(x, y), _ = keras.datasets.cifar10.load_data()\nmodel.compile('sgd', 'mse', metrics=['binary_crossentropy'])\nmodel.fit(x, y)\n",
        f"{FLAT}model.compile('sgd', 'mse', metrics=['accuracy'])\nmodel.fit(x, y)\n",
    ],
)
def test_labels_that_may_have_two_dimensions(source: str) -> None:
    assert _found(source, origin="") == []


CROSSENTROPY = "model.compile('sgd', 'mse', metrics=['binary_crossentropy'])\nmodel.fit(x, y)\n"


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (CROSSENTROPY, [7]),
        ("model.compile('sgd', 'mse', metrics=['hinge'])\nmodel.fit(x, y)\n", []),
        (f"{FLAT}{CROSSENTROPY}", []),
        (f"(x, y), _ = keras.datasets.cifar10.load_data()\n{CROSSENTROPY}", []),
        (f"from keras import ops\nx = ops.ones(3)\n{CROSSENTROPY}", []),
    ],
)
def test_a_note_where_labels_are_not_shown(source: str, lines: list[int]) -> None:
    result = upgrade((HEAD + source).encode())
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.notes if each.code == "TFM303"] == lines


# --- labels that are numbers of classes

CLASSES = "(x, y), _ = keras.datasets.mnist.load_data()\n"
TWO_DIMENSIONS = "(x, y), _ = keras.datasets.cifar10.load_data()\n"
FIT = "model.fit(x, y)\n"


@pytest.mark.parametrize("origin", ["keras==2.3", "tensorflow==2.10", ""])
@pytest.mark.parametrize("metric", ["'mae'", "'mse'", "metrics.MeanAbsoluteError()", "metrics.mean_squared_error"])
@pytest.mark.parametrize("loss", ["'sparse_categorical_crossentropy'", "keras.losses.SparseCategoricalCrossentropy()"])
def test_numbers_of_classes(loss: str, metric: str, origin: str) -> None:
    source = f"{CLASSES}model.compile('sgd', {loss}, metrics=['accuracy', {metric}])\n{FIT}"
    assert _found(source, origin) == [(8, "stops")]


@pytest.mark.parametrize("origin", ["keras==2.3", ""])
@pytest.mark.parametrize(
    "source",
    [
        f"{TWO_DIMENSIONS}model.compile('sgd', 'sparse_categorical_crossentropy', metrics=['mae'])\n{FIT}",
        f"{CLASSES}model.compile('sgd', 'mse', metrics=['mae', 'mse'])\n{FIT}",
        f"{CLASSES}model.compile('sgd', 'sparse_categorical_crossentropy', metrics=['accuracy'])\n{FIT}",
        f"{CLASSES}y = y.reshape(-1, 1)\nmodel.compile('sgd', 'sparse_categorical_crossentropy', ['mae'])\n{FIT}",
        f"model.compile('sgd', 'sparse_categorical_crossentropy', metrics=['mae'])\n{FIT}",
    ],
)
def test_classes_left_alone(source: str, origin: str) -> None:
    assert _found(source, origin) == []


def test_a_note_where_numbers_of_classes_are_not_shown() -> None:
    source = f"model.compile('sgd', 'sparse_categorical_crossentropy', metrics=['mae'])\n{FIT}"
    result = upgrade((HEAD + source).encode())
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.notes if each.code == "TFM303"] == [7]
