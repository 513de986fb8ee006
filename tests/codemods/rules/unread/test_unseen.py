from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.source.project import Project
from codemods.types import Finding, Upgraded


def notes(source: str, local: frozenset[str] = frozenset()) -> list[Finding]:
    result = upgrade(source.encode(), project=Project(local))
    assert isinstance(result, Upgraded)
    assert result.findings == (), "what could not be seen is not a finding"
    assert all(note.code == "TFM192" for note in result.notes)
    return list(result.notes)


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (
            "import keras\nfrom common import *\nm = build(size)\n",
            2,
            "hides the names of common; not followed: build, size",
        ),
        ("import keras\nfrom .common import *\nm = build()\n", 2, ".common"),
        ("from common import *\nx = tf.zeros(3)\n", 1, "tf"),
        ("import keras\nx = getattr(keras.layers, name)(3)\n", 2, "line 2"),
        ("import keras, importlib\nm = importlib.import_module('keras.' + name)\n", 2, "line 2"),
        ("import keras, importlib\nm = importlib.import_module(f'tensorflow.{name}')\n", 2, "line 2"),
        ("import keras\na = getattr(keras, x)\nb = getattr(keras, y)\n", 2, "line 2, line 3"),
        ("from tensorflow.python.ops import math_ops, no_such_thing\n", 1, "tensorflow.python.ops.no_such_thing"),
    ],
)
def test_said_once(source: str, line: int, said: str) -> None:
    (note,) = notes(source)
    assert note.line == line
    assert said in note.message


def test_own_module() -> None:
    source = "import keras\nfrom keras.layers import X\nopt = keras.optimizers.SGD(lr=0.1)\nimport tensorflow\n"
    (note,) = notes(source, frozenset({"keras"}))
    assert (note.line, note.symbol) == (1, "keras")


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nfrom common import *\nprint(len([]), __name__)\n",
        "import keras\nfrom common import *\ndef f(a): return a\n",
        "from common import *\nbuild(size)\n",
        "import keras\nx = getattr(keras.layers, 'Dense')(3)\n",
        "import keras\nx = getattr(args, name)\n",
        "import keras, importlib\nm = importlib.import_module(name)\n",
        "import keras, importlib\nm = importlib.import_module('torch.' + name)\n",
        "import keras\nprint(undefined)\n",
        "from tensorflow.keras import layers\nfrom tensorflow.io import gfile\n",
        "from keras.layers import *\nDense(3)\n",
    ],
)
def test_nothing_to_say(source: str) -> None:
    assert notes(source) == []
