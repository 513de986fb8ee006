"""Optimizers by name, whose defaults changed."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

MODEL = "import keras\nmodel = keras.models.Sequential()\n"


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("adagrad", "Adagrad(learning_rate=0.01, initial_accumulator_value=0.0, epsilon=1e-14)"),
        ("Adadelta", "Adadelta(learning_rate=1.0)"),
        ("adamax", "Adamax(learning_rate=0.002)"),
        ("nadam", "Nadam(learning_rate=0.002)"),
    ],
)
@pytest.mark.parametrize("given", ["optimizer={}, loss='mse'", "{}, 'mse'", "loss='mse', optimizer={}"])
def test_names(name: str, made: str, given: str) -> None:
    head = "import keras\nfrom keras.layers.core import Dense\nmodel = keras.models.Sequential()\n"
    text = check_sound(f"{head}model.compile({given.format(repr(name))})\n").after.decode()
    assert f"model.compile({given.format('keras.optimizers.' + made)})\n" in text


def test_get_and_names_of_names() -> None:
    head = "import keras\nfrom keras.layers.convolutional import Conv2D\n"
    text = check_sound(head + "keras.optimizers.get('adadelta')\n").after.decode()
    assert "keras.optimizers.get(keras.optimizers.Adadelta(learning_rate=1.0))" in text
    source = head + "model = keras.models.Sequential()\nname = 'adadelta'\nmodel.compile(name, 'mse')\n"
    text = check_sound(source).after.decode()
    assert "name = 'adadelta'\nmodel.compile(keras.optimizers.Adadelta(learning_rate=1.0), 'mse')\n" in text
    source = head + "m = keras.models.Sequential()\nif a: n = 'adadelta'\nelse: n = 'sgd'\nm.compile(n, 'mse')\n"
    text = check_sound(source).after.decode()
    assert "if a: n = keras.optimizers.Adadelta(learning_rate=1.0)\nelse: n = 'sgd'\nm.compile(n, 'mse')\n" in text


def test_a_name_that_is_used_elsewhere_stays() -> None:
    head = "import keras\nopt = keras.optimizers.SGD(decay=0.5, momentum=0.9)\n"
    result = check_sound(
        f"{head}model = keras.models.Sequential()\nn = 'adadelta'\nprint(n)\nmodel.compile(n, 'mse')\n"
    )
    assert b"print(n)\nmodel.compile(keras.optimizers.Adadelta(learning_rate=1.0), 'mse')\n" in result.after


def test_import_is_added() -> None:
    check_upgraded(
        "from keras.models import Sequential\nfrom keras.layers.advanced_activations import ReLU\n"
        "model = Sequential([ReLU()])\nmodel.compile('adadelta', 'mse')\n",
        "import keras\nfrom keras.models import Sequential\nfrom keras.layers import ReLU\n"
        "model = Sequential([ReLU()])\nmodel.compile(keras.optimizers.Adadelta(learning_rate=1.0), 'mse')\n",
    )


@pytest.mark.parametrize("origin", ["tensorflow==1.13", "tensorflow==1.12"])
def test_tf_keras_before_its_own_optimizers(origin: str) -> None:
    source = b"from tensorflow import keras\nm = keras.Sequential()\nm.compile('adadelta', 'mse')\n"
    result = upgrade(source, Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    assert b"keras.optimizers.Adadelta(learning_rate=1.0)" in result.after


def test_an_unknown_era_is_reported() -> None:
    result = check_sound(MODEL + "model.compile('adadelta', 'mse')\n")
    assert not result.changed
    assert any("keras==2.3" in finding.advice for finding in result.findings)


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "model.compile('adam', 'mse')\n",
        MODEL + "model.compile('sgd', 'mse')\nmodel.compile('rmsprop', 'mse')\n",
        MODEL + "model.compile(optimizer, 'mse')\n",
        MODEL + "parser.compile('adagrad', 'mse')\n",
        "import tensorflow as tf\ntf.config.list_physical_devices()\nm = tf.keras.Sequential()\nm.compile('adagrad', 'mse')\n",
        "from keras import ops\nfrom keras.models import Sequential\nm = Sequential()\nm.compile('adadelta', 'mse')\n",
        MODEL + "print('adagrad')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
