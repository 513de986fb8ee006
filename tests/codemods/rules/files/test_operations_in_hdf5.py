"""Functional models that Keras 3 writes to HDF5 files and does not read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched

HEAD = """import keras
from keras.callbacks import ModelCheckpoint
from keras.layers import LSTM, Dense, Embedding, Input, Lambda, Masking
from keras.models import Model, Sequential, load_model

x = Input((5,), name="x")
"""
MASKED = "h = Embedding(7, 3, mask_zero=True)(x)\nm = Model(x, LSTM(4, recurrent_activation='sigmoid')(h))\n"
LAST = 9


@pytest.mark.parametrize(
    "model",
    [
        MASKED,
        "e = Embedding(7, 3, mask_zero=True)\nm = Model(x, Dense(4)(e(x)))\n",
        "h = Masking()(x)\nm = Model(x, Dense(4)(h))\n",
        "h = Dense(2)(x / 255)\nm = Model(x, h)\n",
        "h = Dense(2)(x)[:, :1]\nm = Model(x, h)\n",
    ],
)
@pytest.mark.parametrize(
    "write", ["m.save('m.h5')", "keras.models.save_model(m, 'm.h5')", "c = ModelCheckpoint('m.h5')"]
)
def test_reported(model: str, write: str) -> None:
    check_declined(f"{HEAD}{model}{write}\n", "TFM335", LAST)
    check_declined(f"{HEAD}{model}{write}\nm = load_model('m.h5')\nm.load_weights('m.h5')\n", "TFM335", LAST)


def test_functions_that_are_rewritten() -> None:
    source = "import tensorflow as tf\nx = tf.keras.Input((3,))\nm = tf.keras.Model(x, tf.nn.relu(x))\nm.save('m.h5')\n"
    assert [each.code for each in check_sound(source).findings] == ["TFM335"]


@pytest.mark.parametrize(
    "code",
    [
        MASKED + "m.save('m.keras')\n",
        MASKED + "m.save_weights('m.weights.h5')\n",
        MASKED + "m.save('m.h5')\nm.load_weights('m.h5')\n",
        MASKED + "c = ModelCheckpoint('m.weights.h5', save_weights_only=True)\n",
        "m = Model(x, Dense(2)(x))\nm.save('m.h5')\n",
        "m = Model(x, Lambda(lambda t: t / 255)(x))\nm.save('m.h5')\n",
        "m = Sequential([Embedding(7, 3, mask_zero=True), LSTM(4, recurrent_activation='sigmoid')])\nm.save('m.h5')\n",
        "m = Sequential()\nm.add(Embedding(7, 3, mask_zero=True))\nm.add(LSTM(4, recurrent_activation='sigmoid'))\nm.save('m.h5')\n",
        "e = [Dense(2)(x), Dense(3)(x)]\nm = Model(x, e[0])\nm.save('m.h5')\n",
        "m = Model([x] + [Input((3,))], [Dense(2)(x)])\nm.save('m.h5')\n",
        "others = [Input((3,))]\nm = Model([x] + others, Dense(2)(x))\nm.save('m.h5')\n",
        "h = Embedding(7, 3, mask_zero=False)(x)\nm = Model(x, h)\nm.save('m.h5')\n",
        "n = x.shape[1] * 2\nm = Model(x, Dense(n)(x))\nm.save('m.h5')\n",
        "class Scale(keras.layers.Layer):\n    def call(self, t):\n        return t / 255\nm = Model(x, Scale()(x))\nm.save('m.h5')\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


def test_on_the_shims() -> None:
    source = HEAD.replace("import keras\nfrom keras.", "from compat import keras\nfrom compat.keras.").replace(
        "from keras", "from compat.keras"
    )
    check_untouched(f"{source}{MASKED}m.save('m.h5')\nm = load_model('m.h5')\n", to="compat")
    scaled = "m = Model(x, Dense(2)(x / 255))\nm.save('m.h5')\n"
    found = [each.code for each in check_sound(f"{source}{scaled}", to="compat").findings]
    assert found == ["TFM335"]


MAKER = """
from keras.layers import Dense, Embedding, Input
from keras.models import Model


class Maker:
    @staticmethod
    def masked():
        x = Input((3,))
        return Model(x, Embedding(7, 3, mask_zero=True)(x))

    def plain(self):
        x = Input((3,))
        return Model(x, Dense(2)(x))


def scaled():
    x = Input((3,))
    return Model(x, Dense(2)(x / 255))
"""


@pytest.mark.parametrize(
    ("made", "line"),
    [
        ("model = makers.scaled()\n", 19),
        ("model = makers.Maker.masked()\n", 10),
        ("class Own(makers.Maker):\n    def run(self):\n        model = self.masked()\n    ", 10),
        ("model = makers.Maker().plain()\n", None),
        ("class Own(makers.Maker):\n    def run(self):\n        model = self.plain()\n    ", None),
        ("model = makers.other()\n", None),
    ],
)
def test_a_model_of_another_module(tmp_path: Path, made: str, line: int | None) -> None:
    (tmp_path / "makers.py").write_text(MAKER)
    script = tmp_path / "train.py"
    indent = "    " if made.endswith("    ") else ""
    script.write_text(f"import keras\nimport makers\n{made}{indent}model.save('m.h5')\n")
    result = upgrade(script.read_bytes(), project=project_of(script))
    assert isinstance(result, Upgraded)
    said = [each.message for each in result.findings if each.code == "TFM335"]
    assert len(said) == (line is not None)
    assert all(f"as in makers.py, line {line}" in each for each in said)
