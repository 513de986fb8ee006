"""What is kept of a file rests on the scripts of its project that load models."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli import loaded_models
from codemods.cli.main import main

TRAIN = """
from keras.models import Sequential

model = Sequential([layer])
model.compile("sgd", "mse")
model.save("model.h5")
"""
LOAD = 'from keras.models import load_model\n\nmodel = load_model("model.h5"{})\n'


def test_what_is_kept_rests_on_the_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "LICENSE").touch()
    (tmp_path / "train.py").write_text(TRAIN)
    monkeypatch.chdir(tmp_path)
    for loading, is_said in ((LOAD.format(""), True), (LOAD.format(", compile=False"), False), ("", False)):
        (tmp_path / "predict.py").write_text(loading)
        loaded_models._loading.cache_clear()
        assert ("TFM218" in CliRunner().invoke(main, ["check", "train.py"]).output) is is_said
