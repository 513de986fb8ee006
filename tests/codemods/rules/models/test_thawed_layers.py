"""`trainable` of a model beside that of its layers."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = """from keras.applications import VGG16
from keras.layers import Dense
from keras.models import Model, Sequential

base = VGG16(include_top=False)
"""
THAWED = "base.trainable = False\nfor layer in base.layers[-4:]:\n    layer.trainable = True\n"
FROZEN = "for layer in base.layers:\n    layer.trainable = False\nbase.trainable = True\n"


def _lines(source: str, origin: str = "keras==2.3") -> list[int]:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM247"]


@pytest.mark.parametrize(
    "use",
    [
        "model = Sequential([base, Dense(1)])\n",
        "model = Sequential()\nmodel.add(base)\n",
        "features = base(image)\n",
        "base.compile('adam', 'mse')\n",
    ],
)
def test_thawed(use: str) -> None:
    assert _lines(HEAD + THAWED + use) == [8]
    assert _lines((HEAD + THAWED + use).replace("from keras", "from tensorflow.keras"), "tensorflow==2.3") == [8]


def test_thawed_by_its_name() -> None:
    code = "base.trainable = False\nbase.get_layer('block5_conv3').trainable = True\nmodel = Sequential([base])\n"
    assert _lines(HEAD + code) == [7]


@pytest.mark.parametrize(
    "code",
    [
        THAWED + "model = Model(base.input, Dense(1)(base.output))\n",
        THAWED + "base.trainable = True\nmodel = Sequential([base])\n",
        THAWED.replace("False", "True") + "model = Sequential([base])\n",
        "base.trainable = True\nfor layer in base.layers[:4]:\n    layer.trainable = False\nmodel = Sequential([base])\n",
        "base.trainable = False\nmodel = Sequential([base])\nfor layer in model.layers:\n    layer.trainable = True\n",
        THAWED.replace("base.trainable", "base.frozen") + "model = Sequential([base])\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert _lines(HEAD + code) == []


def test_frozen_layers_of_a_model_that_is_set_free() -> None:
    source = HEAD + FROZEN + "base.compile('adam', 'mse')\n"
    assert _lines(source) == [8]
    assert _lines(source.replace("from keras", "from tensorflow.keras"), "tensorflow==2.3") == []
    assert _lines(HEAD + FROZEN.replace("base.trainable = True\n", "")) == []


def test_written_for_keras_3() -> None:
    assert _lines(HEAD + THAWED + "model = Sequential([base])\n", "keras==3.3") == []
