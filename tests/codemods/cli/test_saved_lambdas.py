"""What is kept of a file rests on the scripts of its project that save models with `Lambda` layers."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli import saved_lambdas
from codemods.cli.main import main

TRAIN = """
from keras.layers import Lambda
from keras.models import Sequential

model = Sequential([Lambda({})])
model.save("{}.h5")
"""
LOAD = 'from keras.models import load_model\n\nmodel = load_model("model.h5")\n'


def test_what_is_kept_rests_on_the_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "LICENSE").touch()
    (tmp_path / "predict.py").write_text(LOAD)
    monkeypatch.chdir(tmp_path)
    for function, name, is_said in (
        ("lambda x: x", "model", True),
        ("double", "model", False),
        ("lambda x: x", "model", True),
        ("lambda x: x", "other", False),
    ):
        (tmp_path / "train.py").write_text(TRAIN.format(function, name))
        saved_lambdas._saving.cache_clear()
        saved_lambdas._making.cache_clear()
        assert ("TFM274" in CliRunner().invoke(main, ["check", "predict.py"]).output) is is_said
