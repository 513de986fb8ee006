"""`compat.install()` with TensorFlow: the program of the README, beside a module that was written for Keras 3."""

import os
import subprocess
import sys

import pytest

from tests.compat.paths import ROOT

TRAINING = """
import numpy as np
import today
from tensorflow import keras as tk


def batches():
    while True:
        yield np.ones((4, 2)), np.ones((4, 1))


model.fit_generator(batches(), 3, epochs=2, verbose=0)
assert isinstance(today.model, tk.models.Model)
assert type(today.model).__mro__[:2] == (today.keras.Sequential, today.keras.Model), type(today.model).__mro__
assert today.keras.__name__ == "keras" and not hasattr(today.model, "fit_generator")
"""
TODAY = """
import keras

model = keras.Sequential([keras.Input((2,)), keras.layers.Lambda(keras.ops.square)])
"""
REPORTED = (
    "  train.py:6: keras.layers.core.Dense (TFM101)",
    "  train.py:7: keras.models.Sequential",
    "keras.optimizers.SGD(lr=) (TFM102)",
    "model.fit_generator (TFM120)",
    "on the installed Keras and TensorFlow: ",
    "today (today.py names keras.ops)",
)


@pytest.mark.tensorflow
def test_program_of_the_readme(tmp_path):
    pytest.importorskip("keras", minversion="3")
    readme = (ROOT / "compat" / "README.md").read_text(encoding="utf-8")
    program = next(block for block in readme.split("```python\n") if block.startswith("import compat\n"))
    (tmp_path / "train.py").write_text(program.partition("```")[0] + TRAINING)
    (tmp_path / "today.py").write_text(TODAY)
    done = subprocess.run(
        [sys.executable, "train.py"],
        cwd=str(tmp_path),
        env={**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for each in REPORTED:
        assert each in done.stderr, done.stderr
