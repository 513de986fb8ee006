"""Files that put `tf.keras` in the place of the module `keras`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound

HEAD = "import os\nimport sys\nimport tensorflow as tf\n"


def _lines(source: str, to: str = "native") -> list[int]:
    return [each.line for each in check_sound(HEAD + source, to=to).findings if each.code == "TFM342"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("sys.modules['keras'] = tf.keras\nimport keras\n", [4]),
        ("sys.modules['keras.backend'] = tf.keras.backend\n", [4]),
        ("from sys import modules\nmodules['keras'] = tf.keras\n", [5]),
        ("if os.environ.get('TF_KERAS'):\n    sys.modules['keras'] = tf.keras\n", [5]),
        ("from tensorflow import keras\nsys.modules['keras'] = keras\n", [5]),
    ],
)
def test_reported(source: str, lines: list[int], to: str) -> None:
    assert _lines(source, to) == lines


@pytest.mark.parametrize(
    "source",
    [
        "sys.modules['tensorflow.keras.backend'] = tf.keras.backend\n",
        "sys.modules['keras_applications'] = tf.keras.applications\n",
        "sys.modules['keras'] = mock\n",
        "sys.modules[name] = tf.keras\n",
        "modules = {}\nmodules['keras'] = tf.keras\n",
        "import keras\nprint(sys.modules['keras'])\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _lines(source) == []
