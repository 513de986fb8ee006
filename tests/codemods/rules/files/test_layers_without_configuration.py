"""Layers of the project that Keras 3 does not write down."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_sound

HEAD = """\
import keras
import numpy as np
from keras import activations, initializers, regularizers
from keras.callbacks import ModelCheckpoint
from keras.layers import Dense, Input, Layer
from keras.models import Model


class Scale(Layer):
    def __init__(self, units, thing=None, **kwargs):
        super(Scale, self).__init__(**kwargs)
        self.thing = thing

    def call(self, x):
        return x


i = Input((3,))
"""
MADE = "model = Model(i, Scale({})(i))\n"
SAVED = "model.save('m.h5')\n"
SAVED_OUTER = f"model = Model(i, Outer()(i))\n{SAVED}"
DEFINED = "    def get_config(self):\n        return {}\n\n    def call(self"


def found(source: str) -> list[int]:
    return [each.line for each in check_sound(source).findings if each.code == "TFM440"]


@pytest.mark.parametrize(
    "given",
    [
        "2, thing=regularizers.l2(0.01)",
        "2, initializers.Constant(3)",
        "2, thing=activations.relu",
        "2, thing=lambda x: x",
        "2, thing=np.ones(3)",
        "2, thing=Dense(3)",
    ],
)
@pytest.mark.parametrize(
    "saved", [SAVED, "keras.models.save_model(model, 'm.h5')\n", "c = ModelCheckpoint('m.h5', save_best_only=True)\n"]
)
def test_reported(given: str, saved: str) -> None:
    assert found(HEAD + MADE.format(given) + saved) == [19]


def test_own_functions_and_names() -> None:
    assert found(f"{HEAD}def own(x): return x\n{MADE.format('2, own')}{SAVED}") == [20]
    assert found(f"{HEAD}penalty = regularizers.l2(1)\n{MADE.format('2, penalty')}{SAVED}") == [20]


@pytest.mark.parametrize(
    "source",
    [
        HEAD + MADE.format("2") + SAVED,
        HEAD + MADE.format("2, 'l2'") + SAVED,
        HEAD + MADE.format("2, [1, 2]") + SAVED,
        HEAD + MADE.format("2, None") + SAVED,
        HEAD + MADE.format("2, thing") + SAVED,
        HEAD + MADE.format("2, regularizers.get('l2')") + SAVED,
        HEAD + MADE.format("2, regularizers.l2(1)"),
        HEAD + MADE.format("2, regularizers.l2(1)") + "model.save_weights('m.weights.h5')\n",
        HEAD + MADE.format("2, regularizers.l2(1)") + "c = ModelCheckpoint('m.weights.h5', save_weights_only=True)\n",
        HEAD.replace("    def call(self", DEFINED) + MADE.format("2, regularizers.l2(1)") + SAVED,
        HEAD.replace("Scale(Layer)", "Scale(Dense)") + MADE.format("2, regularizers.l2(1)") + SAVED,
        HEAD.replace("class Scale(Layer)", "@keras_export\nclass Scale(Layer)") + MADE.format("2, Dense(1)") + SAVED,
        HEAD.replace("Scale(Layer)", "Scale(object)") + MADE.format("2, regularizers.l2(1)") + SAVED,
        f"{HEAD}class Outer(Layer):\n    def build(self, s): self.s = Scale(2, Dense(1))\n{SAVED_OUTER}",
        "from keras import ops\n" + HEAD + MADE.format("2, regularizers.l2(1)") + SAVED,
    ],
)
def test_left_alone(source: str) -> None:
    assert not found(source)


@pytest.mark.parametrize(("saved", "lines"), [(SAVED, [5]), ("model.save_weights('m.weights.h5')\n", [])])
def test_a_layer_of_another_module(tmp_path: Path, saved: str, lines: list[int]) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "scales.py").write_text(HEAD)
    net = tmp_path / "net.py"
    net.write_text(
        "from keras import Input, Model, regularizers\nfrom scales import Scale\n"
        "def build():\n    i = Input((3,))\n    return Model(i, Scale(2, regularizers.l2(1))(i))\n"
    )
    (tmp_path / "train.py").write_text(f"from net import build\nmodel = build()\n{saved}")
    result = upgrade(net.read_bytes(), project=project_of(net))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings if each.code == "TFM440"] == lines


@pytest.mark.tensorflow
@pytest.mark.parametrize(("is_object", "error"), [(True, NotImplementedError), (False, None)])
def test_what_keras_3_writes_down(tmp_path: Path, is_object: bool, error: type[Exception] | None) -> None:
    keras = pytest.importorskip("keras")
    if not hasattr(keras, "ops"):
        pytest.skip("Keras 2")

    class Scale(keras.layers.Layer):  # type: ignore[misc, name-defined]
        def __init__(self, thing: object = None, **kwargs: object) -> None:
            super().__init__(**kwargs)

        def call(self, x: object) -> object:
            return x

    tensor = keras.Input((3,))
    model = keras.Model(tensor, Scale(keras.regularizers.L2(0.1) if is_object else "l2")(tensor))
    if error is None:
        model.save(tmp_path / "m.h5")
    else:
        with pytest.raises(error, match="non-serializable"):
            model.save(tmp_path / "m.h5")
