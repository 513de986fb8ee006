"""Keywords of `ModelCheckpoint` that no release knew are left out."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

SAVER = "from tensorflow.keras.callbacks import ModelCheckpoint\n"
TF = "import tensorflow as tf\n"
OWN = "class C(ModelCheckpoint):\n    def __init__(self, n):\n        super().__init__('m.keras'MORE)\n"


@pytest.mark.parametrize(
    ("head", "legacy", "modern"),
    [
        (SAVER, "ModelCheckpoint('m.keras', save_frequency=1)", "ModelCheckpoint('m.keras')"),
        (SAVER, "ModelCheckpoint('m.keras', freq=n, save_freq=3)", "ModelCheckpoint('m.keras', save_freq=3)"),
        (SAVER, "ModelCheckpoint('m.keras', n=1, period_=n.a)", "ModelCheckpoint('m.keras')"),
        (TF, "tf.keras.callbacks.ModelCheckpoint('m', best=True)", "tf.keras.callbacks.ModelCheckpoint('m')"),
        (SAVER.replace("tensorflow.", ""), "ModelCheckpoint('m.keras', n=1)", "ModelCheckpoint('m.keras')"),
        (SAVER, OWN.replace("MORE", ", freq=n"), OWN.replace("MORE", "")),
        (SAVER.replace("tensorflow", "compat.tensorflow"), "ModelCheckpoint('m', n=1)", "ModelCheckpoint('m')"),
        (SAVER.replace("tensorflow", "compat"), "ModelCheckpoint('m', n=1)", "ModelCheckpoint('m')"),
    ],
)
def test_left_out(head: str, legacy: str, modern: str) -> None:
    legacy, modern = legacy.replace("'m'", "'m.weights.h5'"), modern.replace("'m'", "'m.weights.h5'")
    check_upgraded(f"{head}{legacy}\n", f"{head}{modern}\n")


def test_left_out_on_the_shims() -> None:
    call = "ModelCheckpoint('m.keras', MORE)\n"
    before = SAVER + call.replace("MORE", "period=2, n=1")
    after = SAVER.replace("tensorflow", "compat.tensorflow") + call.replace("MORE", "period=2")
    check_upgraded(before, after, to="compat")


@pytest.mark.parametrize("value", ["count()", "[n for n in f()]", "1  # each\n"])
def test_reported(value: str) -> None:
    check_declined(f"{SAVER}ModelCheckpoint('m.keras', save_frequency={value})\n", "TFM470", 2)


@pytest.mark.parametrize(
    "source",
    [
        SAVER + "ModelCheckpoint('m.keras', save_freq=1, save_best_only=True)\n",
        SAVER + "ModelCheckpoint('m.keras', **given)\n",
        SAVER + "import keras\nkeras.ops.sum(x)\nModelCheckpoint('m.keras', save_frequency=1)\n",
        SAVER + OWN.replace("MORE", "") + "C(n=1)\n",
        "from mylib import ModelCheckpoint\nimport tensorflow as tf\nModelCheckpoint('m.keras', save_frequency=1)\n",
        TF + "tf.keras.callbacks.ReduceLROnPlateau(monitor='loss', save_frequency=1)\n",
        TF + "tf.keras.callbacks.LambdaCallback(on_train_begins=f)\n",
        TF + "tf.keras.layers.Dense(2, save_frequency=1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
