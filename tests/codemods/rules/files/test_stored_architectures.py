"""Texts of models that Keras 2 wrote, which Keras 3 does not read."""

from __future__ import annotations

import json

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched

HEAD = "from keras.models import model_from_json\n"
CONFIG = {"name": "dense", "trainable": True, "batch_input_shape": [None, 3], "dtype": "float32", "units": 2}
TEXT = {
    "class_name": "Sequential",
    "config": {"name": "sequential", "layers": [{"class_name": "Dense", "config": CONFIG}]},
    "keras_version": "2.2.4",
    "backend": "tensorflow",
}


@pytest.mark.parametrize("text", [repr(json.dumps(TEXT)), json.dumps(json.dumps(TEXT))])
def test_a_text_of_the_source(text: str) -> None:
    check_declined(f"{HEAD}text = {text}\nmodel = model_from_json(text)\n", "TFM405", 2)


@pytest.mark.parametrize(
    "code",
    [
        "model = model_from_json(open('model.json').read())\n",
        "with open(path) as file:\n    model = model_from_json(file.read())\n",
    ],
)
def test_noted(code: str) -> None:
    result = check_sound(HEAD + code)
    assert not result.findings
    assert "TFM405" in {each.code for each in result.notes}


@pytest.mark.parametrize(
    "code",
    [
        "text = model.to_json()\nmodel = model_from_json(text)\n",
        "import keras.ops\nmodel = model_from_json(open('model.json').read())\n",
        "print('keras_version: 2.2.4')\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert "TFM405" not in {each.code for each in check_sound(HEAD + code).notes}


def test_a_text_that_nothing_reads() -> None:
    check_untouched(f"import keras\ntext = {json.dumps(TEXT)!r}\n")


def test_on_the_shims() -> None:
    source = f"{HEAD}text = {json.dumps(TEXT)!r}\nmodel = model_from_json(text)\n"
    assert "TFM405" not in {each.code for each in check_sound(source, to="compat").findings}


@pytest.mark.tensorflow
@pytest.mark.parametrize("version", ["2.2.4", "2.10.0"])
def test_keras_3_does_not_read_it(version: str) -> None:
    keras = pytest.importorskip("keras", minversion="3.0")
    with pytest.raises(TypeError, match="Could not locate class 'Sequential'"):
        keras.models.model_from_json(json.dumps({**TEXT, "keras_version": version}))
