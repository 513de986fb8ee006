"""Python lambdas in models that are loaded or copied."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound

HEAD = "import keras\nfrom keras.layers import Dense, Lambda\n"
HEAD += "from keras.models import Sequential, clone_model, load_model, model_from_json\n"
MODEL = "model = Sequential([Lambda(lambda x: x * 2)])\n"


def _lines(source: str) -> list[int]:
    return [each.line for each in check_sound(HEAD + source).findings if each.code == "TFM274"]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (MODEL + "model = load_model(path)\n", [5]),
        (MODEL + "model = keras.models.load_model(path, custom_objects={})\n", [5]),
        (MODEL + "model = model_from_json(text)\nother = clone_model(model)\n", [5, 6]),
        (MODEL + "other = Sequential.from_config(model.get_config())\n", [5]),
        (MODEL + "other = keras.Model.from_config(model.get_config())\n", [5]),
        (MODEL + "other = Lambda.from_config(layer.get_config())\n", [5]),
        (MODEL + "other = keras.layers.deserialize(config)\n", [5]),
        ("double = lambda x: x * 2\nmodel = Sequential([Lambda(double)])\nmodel = load_model(path)\n", [6]),
        ("model = Sequential([Lambda(function=lambda x: x * 2)])\nmodel = load_model(path)\n", [5]),
    ],
)
def test_refused(source: str, lines: list[int]) -> None:
    assert _lines(source) == lines


@pytest.mark.parametrize(
    "source",
    [
        MODEL,
        "model = load_model(path)\n",
        "model = Sequential([Dense(1)])\nmodel = load_model(path)\nkey = lambda x: x\n",
        "def double(x):\n    return x * 2\nmodel = Sequential([Lambda(double)])\nmodel = load_model(path)\n",
        MODEL + "model = load_model(path, safe_mode=False)\n",
        MODEL + "model = load_model(path, **options)\n",
        MODEL + "keras.config.enable_unsafe_deserialization()\nmodel = load_model(path)\n",
        MODEL + "model.load_weights(path)\n",
        MODEL + "other = Dense.from_config(layer.get_config())\n",
        "other = Sequential.from_config(model.get_config())\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _lines(source) == []


def test_on_the_shims() -> None:
    result = check_sound(f"{HEAD}{MODEL}model = load_model(path)\n", to="compat")
    assert [each.code for each in result.findings] == ["TFM274"]
