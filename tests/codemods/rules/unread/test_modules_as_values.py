from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

LEGACY = "import keras\nfrom keras.layers.core import Dense\n"
MODERN = "import tensorflow as tf\nimport keras\nfrom keras.layers import Dense\n"
CHOSEN = """def chosen(name):
    if name:
        import keras
    else:
        from tensorflow import keras
    backend = keras.backend
"""


@pytest.mark.parametrize(
    "use",
    [
        "backend = {}\n",
        "loss = dice(y, backend={})\n",
        "loss = dice(y, {})\n",
        "modules = {{'backend': {}}}\n",
        "modules = [{}]\n",
        "def held():\n    return {}\n",
        "def held(backend={}):\n    return backend.mean\n",
    ],
)
def test_backend_that_is_handed_on(use: str) -> None:
    check_upgraded(LEGACY + use.format("keras.backend"), MODERN + use.format("tf.keras.backend"))


def test_backend_under_a_name_of_its_own() -> None:
    source = (
        "import tensorflow as tf\nimport keras.backend as K\nfrom keras.layers{} import Dense\nloss = dice(y, {})\n"
    )
    result = upgrade(source.format(".core", "K").encode())
    assert isinstance(result, Upgraded)
    assert result.after.endswith(b"loss = dice(y, tf.keras.backend)\n")


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nbackend = keras.backend\n",
        CHOSEN,
    ],
)
def test_what_does_not_show(source: str) -> None:
    finding = check_declined(source, "TFM289", source.count("\n"))
    assert "tf.keras.backend" in finding.advice
    assert finding.severity == "doubt"


def test_note_of_other_modules() -> None:
    source = LEGACY.replace(".core", "") + "old = Dense(3, init='one')\n"
    result = upgrade((source + "a = dict(layers=keras.layers, utils=keras.utils)\nb = [keras.layers]\n").encode())
    assert isinstance(result, Upgraded)
    notes = [each for each in result.notes if each.code == "TFM289"]
    assert len(notes) == 1
    assert "keras.layers (line 4), keras.utils (line 4)" in notes[0].message


@pytest.mark.parametrize(
    "source",
    [
        "from tensorflow import keras\nbackend = keras.backend\n",
        "import keras\nmean = keras.backend.epsilon()\n",
        "import keras\nprint(hasattr(keras.backend, 'mean'))\n",
        "import keras\nfrom keras import ops\nbackend = keras.backend\nx = ops.abs(y)\nkeras.ops.mean(x)\n",
        "import tf_keras as keras\nbackend = keras.backend\n",
        "import backend\nhelper(backend=backend)\n",
        "import keras\nlayer = keras.layers.Dense\nbackend = keras.backend.backend()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
