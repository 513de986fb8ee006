"""A script that asked for the index of a checkpoint asks for the file of weights."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import os\nimport tensorflow as tf\nmodel = tf.keras.Sequential()\n"
LOADED = "path = 'out/w.weights.h5'\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("os.path.exists(path + '.index')", "os.path.exists(path)"),
        ("os.path.isfile((path + '.index'))", "os.path.isfile((path))"),
        ("tf.io.gfile.exists(os.path.join(folder, path) + '.index')", "tf.io.gfile.exists(os.path.join(folder, path))"),
    ],
)
def test_asked_for(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{LOADED}found = {before}\n", f"{HEAD}{LOADED}found = {after}\n")


@pytest.mark.parametrize(
    "use", ["os.remove(path + '.index')", "os.path.exists(path + '.data-00000-of-00001')", "x = path + '.meta'"]
)
def test_other_uses_are_reported(use: str) -> None:
    check_declined(f"{HEAD}{LOADED}{use}\n", "TFM431", 5)


@pytest.mark.parametrize(
    "source",
    [
        "path = 'out/w.ckpt'\nfound = os.path.exists(path + '.index')\n",
        "found = os.path.exists(path + '.index')\n",
        LOADED + "found = os.path.exists(path + '.json')\n",
        LOADED + "found = os.path.exists('w.ckpt' + '.index')\n",
        LOADED + "found = path + own('.index')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


RUN = """import os
import numpy as np
import tensorflow as tf

path = "mnist.ckpt"


def build():
    model = tf.keras.models.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
    model.compile(optimizer="sgd", loss="mse")
    if os.path.exists(path + ".index"):
        model.load_weights(path)
    return model


saved = tf.keras.callbacks.ModelCheckpoint(filepath=path, save_weights_only=True)
first = build()
first.fit(np.ones((8, 3)), np.ones((8, 2)), callbacks=[saved], verbose=0)
again = build()
assert np.allclose(first.get_weights()[0], again.get_weights()[0])
"""


@pytest.mark.tensorflow
def test_second_run(tmp_path: Path) -> None:
    """It goes on with the weights of the first."""
    pytest.importorskip("tensorflow")
    after = check_sound(RUN).after
    assert b"os.path.exists(path)" in after
    subprocess.run([sys.executable, "-c", after.decode()], cwd=tmp_path, check=True)
