"""What the files around one tell of the releases that it was written for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli import module_paths, reading, told_releases
from codemods.cli.main import main

MODEL = """
from keras.layers import BatchNormalization, Dense
from keras.models import Sequential

def build():
    return Sequential([Dense(3), BatchNormalization()])
"""
DROPOUT = "import tensorflow as tf\n\ndef build(x):\n    return tf.nn.dropout(x, 0.1)\n"
LEGACY = 'from keras.optimizers import SGD\n\nmodel = build()\nmodel.compile(SGD(lr=0.1), "mse")\n'
TODAY = LEGACY.replace("(lr=", "(learning_rate=") + "import keras\nx = keras.ops.ones(3)\n"
SESSION = "import tensorflow as tf\n\nprint(tf.contrib.training.HParams())\n"
LOOP = 'import tensorflow as tf\n\nwriter = tf.summary.create_file_writer("logs")\n'
IMPORTED = "from model import build\n"
TURNED = "dropout(rate=1 - keep_prob)"
TOLD = "--from names others"
SAID, OPEN = "the moving variance was", "decide what becomes of keras.layers.BatchNormalization"


def said_of(folder: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], *options: str) -> str:
    """What is said of `model.py` beside some files."""
    (folder / "LICENSE").touch()
    for name, text in {"model.py": MODEL, **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    monkeypatch.chdir(folder)
    for kept in (
        module_paths._direct_importers,
        module_paths._imported_by,
        module_paths._naming,
        module_paths._placed,
        module_paths._names_in,
        module_paths.sources_of,
        module_paths.top_of,
        reading.local_modules,
        told_releases._of_project,
        told_releases._pinning,
    ):
        kept.cache_clear()
    return CliRunner().invoke(main, ["upgrade", "--check", *options, "model.py"]).output


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"main.py": IMPORTED + LEGACY}, id="an importer"),
        pytest.param({"main.py": IMPORTED + "import rates\n", "rates.py": LEGACY}, id="beside it in a program"),
        pytest.param({"other.py": LEGACY}, id="a neighbour"),
        pytest.param({"requirements.txt": "numpy\nkeras==2.2.4\n"}, id="a pin"),
        pytest.param({"requirements.txt": "Keras>=2.0,<2.3 # old\n"}, id="bounds"),
    ],
)
def test_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]) -> None:
    output = said_of(tmp_path, monkeypatch, files)
    assert SAID in output
    assert output.count(TOLD) == 1


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({}, id="nothing beside it"),
        pytest.param({"main.py": IMPORTED}, id="nothing told"),
        pytest.param({"main.py": IMPORTED + TODAY}, id="written for Keras 3, by an upgrade perhaps"),
        pytest.param({"main.py": IMPORTED + LEGACY, "test.py": IMPORTED + TODAY}, id="both"),
        pytest.param({"other.py": LEGACY, "another.py": TODAY}, id="neighbours of both"),
        pytest.param({"requirements.txt": "keras>=2.0\n"}, id="no pin"),
        pytest.param({"requirements.txt": "keras-tuner==1.0\nkeras>=3.0\n"}, id="pins of today"),
        pytest.param({"requirements.txt": "keras==2.2.4\ntensorflow==2.12\n"}, id="pins that exclude each other"),
    ],
)
def test_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]) -> None:
    output = said_of(tmp_path, monkeypatch, files)
    assert SAID not in output
    assert TOLD not in output
    assert OPEN in output


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"main.py": IMPORTED + SESSION}, id="an importer"),
        pytest.param({"requirements.txt": "tensorflow-gpu==1.14\n"}, id="a pin"),
    ],
)
def test_tensorflow_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]) -> None:
    assert TURNED in said_of(tmp_path, monkeypatch, {"model.py": DROPOUT, **files})


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"other.py": SESSION}, id="a neighbour"),
        pytest.param({"other.py": SESSION, "another.py": SESSION}, id="neighbours, as in a collection"),
        pytest.param({"main.py": IMPORTED + LOOP}, id="TensorFlow 2"),
        pytest.param({"a.py": SESSION, "b.py": SESSION, "c.py": LOOP}, id="neighbours of both"),
        pytest.param({"main.py": IMPORTED + SESSION, "test.py": IMPORTED + LOOP}, id="both"),
        pytest.param({"requirements.txt": "tensorflow>=1.14\n"}, id="no pin"),
    ],
)
def test_not_tensorflow_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]) -> None:
    assert TURNED not in said_of(tmp_path, monkeypatch, {"model.py": DROPOUT, **files})


def test_from_outweighs_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = said_of(tmp_path, monkeypatch, {"main.py": IMPORTED + LEGACY}, "--from", "keras==3.3")
    assert SAID not in output
    assert OPEN not in output


def test_neighbour_that_is_no_python_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser takes a text whose escapes Python refuses."""
    said = said_of(tmp_path, monkeypatch, {"train.py": LEGACY + "name = 'C:\\Users'\n"})
    assert OPEN in said
    assert "internal error" not in said
