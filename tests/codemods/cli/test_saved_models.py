"""What is kept of a script rests on the models that its project saves, and on the layers that it names."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli import layer_names, saved_models
from codemods.cli.main import main

LOADED = "from keras.models import Model, load_model\nmodel = load_model('m.h5')\n"


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "LICENSE").touch()
    monkeypatch.chdir(tmp_path)


def _said(writer: str, reader: str) -> str:
    """What a run with a cache says of the script that reads."""
    Path("train.py").write_text(f"import keras\n{writer}")
    Path("predict.py").write_text(LOADED + reader)
    saved_models._stems.cache_clear()
    layer_names._are_inputs.cache_clear()
    return CliRunner().invoke(main, ["check", "predict.py"]).output


def test_saved_models() -> None:
    for writer, is_noted in (("", True), ("model.save('m.h5')\n", False), ("model.save('n.h5')\n", True)):
        assert ("if Keras 2 wrote m.h5" in _said(writer, "")) is is_noted


def test_layer_names() -> None:
    reader = "features = Model(model.get_layer('image').input, y)\n"
    for layer, said in (("Input((3,)", "of this project"), ("layers.Dense(3", ""), ("Input((3,)", "of this project")):
        output = _said(f"x = keras.{layer}, name='image')\n", reader)
        assert ("TFM126" in output) is bool(said)
        assert said in output
