"""Files of models that Keras 2 wrote, and that Keras 3 may not read.

Measured: 36 models for each of six releases, saved with `model.save("m.h5")`, loaded on TensorFlow 2.21 with Keras 3.15,
and given the rows that they had predicted there: 21 of `Dense`, `Conv2D` and `LSTM` layers, `Sequential` and functional,
compiled with `mse`, `categorical_crossentropy` and not at all, and 15 functional ones of one layer each.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli import saved_models
from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.source.project import Project
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound

HEAD = "from keras.models import Sequential, load_model, save_model\n"


def _noted(source: str, to: str = "native") -> list[int]:
    check_sound(source, to=to)
    result = upgrade(source.encode(), Settings(to), Project(is_saved=lambda _: False))
    assert isinstance(result, Upgraded)
    assert "TFM411" not in {each.code for each in result.findings}
    return [each.line for each in result.notes if each.code == "TFM411"]


@pytest.mark.parametrize(
    "code",
    [
        "model = load_model('m.h5')\n",
        "model = load_model(filepath='out/m.hdf5', compile=False)\n",
        "model = load_model(os.path.join(folder, 'm.h5'))\n",
        "model = load_model(f'{name}_m.h5')\n",
        "model = load_model('m.h5')\nmodel.save('m.keras')\n",
        "model = load_model('m.h5')\nimage.save('m.png')\nnp.save(path, model.predict(x))\n",
        "model = load_model('m.h5' if best else 'm.keras')\n",
    ],
)
def test_noted(code: str) -> None:
    assert _noted(f"import os\n{HEAD}{code}") == [3]


def test_a_source_alone() -> None:
    result = check_sound(f"{HEAD}model = load_model('m.h5')\n")
    assert not result.notes


def test_each_call_is_noted() -> None:
    assert _noted(f"{HEAD}a = load_model('a.h5')\nb = load_model('b.h5')\n") == [2, 3]


@pytest.mark.parametrize(
    "code",
    [
        "model = load_model('m.keras')\n",
        "model = load_model('folder')\n",
        "model = load_model(path)\n",
        "model = load_model(*given)\n",
        "model.load_weights('m.h5')\n",
        "m = Sequential()\nm.save('m.h5')\nmodel = load_model('m.h5')\n",
        "m = Sequential()\nm.save(path)\nmodel = load_model('m.h5')\n",
        "m.save('out/m.h5')\nmodel = load_model('m.h5')\n",
        "save_model(m, 'm.h5')\nmodel = load_model('m.h5')\n",
        "from keras.callbacks import ModelCheckpoint\nc = ModelCheckpoint('m.h5')\nmodel = load_model('m.h5')\n",
        "import keras.ops\nmodel = load_model('m.h5')\n",
        "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\nmodel = load_model('m.h5')\n",
    ],
)
def test_left_alone(code: str) -> None:
    source = f"{code}" if "TF_USE" in code else f"{HEAD}{code}"
    assert not _noted(source.replace("'1'\n", f"'1'\n{HEAD.replace('keras.', 'tensorflow.keras.')}"))


def test_the_shims_read_them() -> None:
    assert not _noted("from compat.keras.models import load_model\nmodel = load_model('m.h5')\n", to="compat")


def _beside(folder: Path, writer: str) -> list[str]:
    """The notes of a script that loads `m.h5` beside one that writes."""
    (folder / "LICENSE").touch()
    (folder / "train.py").write_text("import keras\n" + writer)
    script = folder / "predict.py"
    script.write_text(f"{HEAD}model = load_model('out/m.h5')\n")
    saved_models._stems.cache_clear()
    result = upgrade(script.read_bytes(), Settings(), project=project_of(script))
    assert isinstance(result, Upgraded)
    return [each.code for each in result.notes]


@pytest.mark.parametrize(
    "writer",
    [
        "model.save('m.h5')\n",
        "path = 'out/m.hdf5'\nmodel.save(path)\n",
        "keras.models.save_model(net, folder + '/m.h5')\n",
        "c = keras.callbacks.ModelCheckpoint('m.h5', save_best_only=True)\n",
        "model.save(args.output)\n",
        "self.model.save('{}.h5'.format(name))\n",
        "print 'python 2'\nmodel.save('m.h5')\n",
    ],
)
def test_a_model_of_the_project(tmp_path: Path, writer: str) -> None:
    assert not _beside(tmp_path, writer)


@pytest.mark.parametrize(
    "writer",
    [
        "model.save('other.h5')\n",
        "model.save_weights('m.h5')\n",
        "image.save(path)\n",
        "np.save(name + '.npy', x)\n",
        "model.save('{}_other.h5'.format(name))\n",
        "model.save('m.keras')\n",
    ],
)
def test_a_model_of_somebody_else(tmp_path: Path, writer: str) -> None:
    assert _beside(tmp_path, writer) == ["TFM411"]
