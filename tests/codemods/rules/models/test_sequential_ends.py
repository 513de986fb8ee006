"""The input and the output of a `Sequential` come from its lists."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

MODEL = "from keras.models import Sequential\nm = Sequential([a, b])\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("print(m.input)", "print(m.inputs[0])"),
        ("print(m.output.shape)", "print(m.outputs[0].shape)"),
        ("x = dense(m.output)", "x = dense(m.outputs[0])"),
    ],
)
def test_rewritten(legacy: str, modern: str) -> None:
    check_upgraded(f"{MODEL}{legacy}\n", f"{MODEL}{modern}\n")


def test_tf_keras() -> None:
    head = "import tensorflow as tf\nm = tf.keras.Sequential()\n"
    check_upgraded(f"{head}m.input\n", f"{head}m.inputs[0]\n")


@pytest.mark.parametrize(
    "source",
    [
        "from keras.models import Model\nm = Model(a, b)\nprint(m.input, m.output)\n",
        "from keras.models import load_model\nm = load_model(path)\nprint(m.inputs)\n",
        "import keras\nkeras.ops.ones(3)\nm = keras.models.load_model(path)\nprint(m.input)\n",
        MODEL + "m = wrapped(m)\nprint(m.input)\n",
        MODEL + "print(m.layers[0].input, m.inputs[0])\n",
        "from keras.models import Sequential\nclass S(Sequential): pass\nprint(S().input)\n",
        "import keras\nkeras.ops.ones(3)\nm = keras.Sequential()\nprint(m.input)\n",
        "import keras\ndef f(m): print(m.input)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


GIVEN = """from keras.layers.core import Dense


def headed({}):
    model.compile("sgd", "mse")
    return Dense(3)(model.output), other.output
"""


def test_note_of_a_model_that_a_function_is_given() -> None:
    result = upgrade(GIVEN.format("model, other").encode())
    assert isinstance(result, Upgraded)
    assert result.findings == ()
    (note,) = [each for each in result.notes if each.code == "TFM138"]
    assert (note.line, note.message.rpartition(": ")[2]) == (6, "model.output (line 6)")
    assert "model.outputs[0]" in note.advice


def test_note_of_a_model_that_is_loaded() -> None:
    source = (
        "from keras.models import Model, load_model\nm = load_model(path)\nx = Model(m.input, m.layers[0].output)\n"
    )
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert result.findings == ()
    assert [(each.code, each.line) for each in result.notes if each.code == "TFM138"] == [("TFM138", 3)]


@pytest.mark.parametrize(
    "source",
    [
        GIVEN.format("other, model=Dense").replace("(model.output)", "(other)"),
        GIVEN.format("model, other").replace("layers.core", "layers"),
        "from keras.layers.core import Dense\ndef f(layer):\n    return Dense(3)(layer.output)\n",
        "from keras import ops\ndef f(model):\n    model.compile('sgd')\n    return ops.abs(model.output)\n",
    ],
)
def test_no_note(source: str) -> None:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert "TFM138" not in [each.code for each in result.notes]
