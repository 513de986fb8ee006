"""Reports of `training=` in the calls of a functional model."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = "import keras\nfrom keras.layers import BatchNormalization, Dense, Dropout, Input, Layer\nx = Input((8,))\n"
BASE = (
    "from tensorflow import keras\n"
    "base = keras.applications.ResNet50(include_top=False)\n"
    "x = keras.layers.Input((64, 64, 3))\n"
)


def told(source: str, mode: str = "native") -> tuple[list[int], list[int]]:
    """The lines of findings, and of notes."""
    result = upgrade(source.encode(), Settings(to=mode))
    assert isinstance(result, Upgraded)
    found = [each.line for each in result.findings if each.code == "TFM108"]
    return found, [each.line for each in result.notes if each.code == "TFM108"]


@pytest.mark.parametrize(
    "line",
    [
        "z = keras.applications.resnet50.preprocess_input(x)",
        "z = prepare(x)",
    ],
)
def test_behind_a_function_that_prepares_images(line: str) -> None:
    """As the tutorial on transfer learning has it."""
    prepare = "prepare = keras.applications.resnet50.preprocess_input\n"
    assert told(f"{BASE}{prepare}{line}\ny = base(z, training=False)\n") == ([6], [])


@pytest.mark.parametrize("mode", ["native", "compat"])
@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}y = Dropout(0.5)(x, training=True)\n",
        f"{HEAD}y = Dropout(0.5)(Dense(4)(x), training=1)\n",
        f"{HEAD}y = BatchNormalization()(x, training=False)\n",
        f"{HEAD}y = Dense(2)(x); y = Dropout(0.5)(y, training=True)\n",
        f"{HEAD}def block(t): return Dropout(0.5)(t, training=True)\n",
        f"{BASE}y = base(x, training=False)\n",
        f"{BASE}y = base(x, training=False)\nbase.trainable = False\nbase.trainable = True\n",
    ],
)
def test_reported(source: str, mode: str) -> None:
    assert told(source, mode) == ([4], [])


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}y = Dropout(0.5)(x, training=True)\nmodel.fit_generator(z)\n",
        f"{BASE}y = base(x, training=False)\nkeras.optimizers.SGD(lr=0.1)\n",
    ],
)
def test_models_of_the_shims_keep_it(source: str) -> None:
    result = upgrade(source.encode(), Settings(to="compat"))
    assert isinstance(result, Upgraded)
    assert b"compat" in result.after
    assert told(source, "compat") == ([], [])
    assert told(source) == ([4], [])


SAMPLER = f"{BASE}y = base(x, training=False)\ny = keras.layers.Dense(2)(y)\nsampler = keras.Model(x, y)\n"


def test_a_model_that_only_predicts() -> None:
    assert told(SAMPLER + "for _ in range(9):\n    codes = sampler.predict(codes)\n") == ([], [])


@pytest.mark.parametrize(
    "use",
    [
        "",
        "sampler.compile('adam', 'mse')\nsampler.fit(a, b)\n",
        "sampler.predict(a)\ntrain(sampler)\n",
        "sampler.predict(a)\nwhole = keras.Model(x, y)\nwhole.fit(a, b)\n",
        "sampler.predict(a)\nother = sampler\n",
        "sampler.predict(a)\nz = sampler(keras.layers.Input((64, 64, 3)))\n",
    ],
)
def test_a_model_that_may_train(use: str) -> None:
    assert told(SAMPLER + use) == ([4], [])


def test_training_in_a_model_that_only_predicts() -> None:
    assert told(SAMPLER.replace("training=False", "training=True") + "sampler.predict(a)\n") == ([4], [])


def test_noted_if_it_stays_frozen() -> None:
    assert told(f"{BASE}y = base(x, training=False)\nbase.trainable = False\n") == ([], [4])


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}y = Dropout(0.5)(x)\n",
        f"{HEAD}y = Dropout(0.5)(x, training=None)\n",
        f"{HEAD}y = Dropout(0.5)(keras.backend.ones((2, 2)), training=True)\n",
        f"{HEAD}z = keras.backend.ones((2, 2))\ny = Dropout(0.5)(z, training=True)\n",
        f"{HEAD}y = Dropout(0.5)(x, training=mode)\n",
        f"{HEAD}y = model(batch, training=True)\n",
        f"{HEAD}layer = Dropout(0.5)\ny = layer(batch, training=True)\n",
        (f"{HEAD}class Own(Layer):\n    def call(self, t):\n        return Dropout(0.5)(t, training=True)\n"),
        f"{HEAD}def block(t):\n    return own(t, training=True)\ny = block(x)\n",
        "import torch\nfrom torch.nn import Dropout\ny = Dropout(0.5)(x, training=True)\n",
        "import keras\nfrom keras import ops\nx = keras.Input((8,))\ny = keras.layers.Dropout(0.5)(x, training=True)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert told(source) == ([], [])
