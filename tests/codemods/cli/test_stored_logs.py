"""Keys of a history that one script of a project stores and another, which names no Keras, loads."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli import stored_logs
from codemods.cli.main import main

TRAIN = """
import json
import pickle
from keras.callbacks import CSVLogger
from keras.models import Sequential

model = Sequential()
model.compile("sgd", "mse", metrics=["accuracy", "mse"])
history = model.fit(x, y)
"""
PLOT = 'import json\n\nfound = json.load(open("history.json"))\nprint(found["val_acc"])\n'
FRAME = 'import pandas as pd\n\nprint(pd.read_csv("log.csv")["acc"])\n'
SAID = "another file of the project stores logs"


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, storing: str, reading: str) -> str:
    (folder / "LICENSE").touch()
    (folder / "train.py").write_text(TRAIN + storing)
    (folder / "plot.py").write_text(reading)
    monkeypatch.chdir(folder)
    stored_logs._storing.cache_clear()
    return CliRunner().invoke(main, ["check", "--no-cache", "plot.py"]).output


@pytest.mark.parametrize(
    ("storing", "reading", "modern"),
    [
        ("json.dump(history.history, open('history.json', 'w'))\n", PLOT, "val_accuracy"),
        (
            "pickle.dump(history.history, out)\n",
            PLOT.replace("json", "pickle").replace('.pickle"', '.pickle", "rb"'),
            "val_accuracy",
        ),
        ("json.dump(history.history, out)\n", PLOT.replace("acc", "mean_squared_error"), "val_mse"),
        ("CSVLogger('log.csv')\n", FRAME, "accuracy"),
    ],
)
def test_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, storing: str, reading: str, modern: str) -> None:
    output = run(tmp_path, monkeypatch, storing, reading)
    assert SAID in output
    assert f"use {modern}" in output
    assert "no incompatible uses" in output


@pytest.mark.parametrize(
    ("storing", "reading"),
    [
        ("print(history.history)\n", PLOT),
        ("json.dump(results, out)\n", PLOT),
        ("json.dump(history.history, out)\n", PLOT.replace("val_acc", "val_loss")),
        ("json.dump(history.history, out)\n", 'found = {"acc": 1}\nprint(found["acc"], load())\n'),
    ],
)
def test_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, storing: str, reading: str) -> None:
    assert SAID not in run(tmp_path, monkeypatch, storing, reading)


def test_what_is_kept_rests_on_the_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = "json.dump(history.history, out)\n"
    assert SAID in run(tmp_path, monkeypatch, stored, PLOT)
    for storing, is_said in ((stored, True), ("", False), (stored, True)):
        (tmp_path / "train.py").write_text(TRAIN + storing)
        stored_logs._storing.cache_clear()
        assert (SAID in CliRunner().invoke(main, ["check", "plot.py"]).output) is is_said
